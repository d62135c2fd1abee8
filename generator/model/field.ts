/** A text in both languages of the product. */
export interface Label {
  en: string;
  zh: string;
}

/** A rule explained beside a field. */
export interface FieldHint {
  text: Label;
  /** the fields that the rule involves: a reader who may not see one of them does not see the hint */
  fields: string[];
}

/** One option of a closed list, as in `/api/meta/{entity}`. */
export interface Option {
  code: string;
  en: string;
  zh: string;
  /** colour of its tag, as Ant Design names it */
  colour?: string;
}

/** The field kinds of `schemas/kinds.json`. */
export type KindName =
  | 'text'
  | 'longText'
  | 'richText'
  | 'code'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'rate'
  | 'date'
  | 'dateTime'
  | 'month'
  | 'year'
  | 'yesNo'
  | 'choice'
  | 'multiChoice'
  | 'ref'
  | 'multiRef'
  | 'email'
  | 'phone'
  | 'url'
  | 'creditCode'
  | 'imo'
  | 'bic'
  | 'iban'
  | 'file'
  | 'files'
  | 'password'
  | 'json';

/** `x-ref`: the row of `entity` whose field `by` has this field's value. */
export interface Ref {
  entity: string;
  /** the field of the target that the value equals; `id` by default */
  by: string;
  /**
   * whether `by` alone is unique among the target's live rows: a foreign key then enforces the reference, otherwise a
   * trigger
   */
  unique: boolean;
  /**
   * the code has no single title, because several rows of the target can have it and none is the latest of a group
   * (`x-latest`); set by the compiler
   */
  bare?: true;
  /** own field → field of the target with the same value, for a target that several fields identify */
  match?: Record<string, string>;
  /** message key of a refusal instead of the generic one */
  key?: string;
  /** set for readers who may neither choose a row of the target nor read its title */
  closed?: true;
  /** rows are offered and fill other fields, but values without a row are accepted too */
  open?: true;
  /** `keep`: the target row may be deleted, and the reference keeps its id; absent: its deletion is restricted */
  onDelete?: 'keep';
  /** CEL on the target row (`self`): narrows the picker and is enforced on every save */
  where?: string;
  /** `restrict`: a change of the target row after which `where` is false is refused; absent: it is allowed */
  onUpdate?: 'restrict';
  /** own field → field of the target whose value is copied when a row is chosen */
  fill?: Record<string, string>;
}

/** A compiled field of an entity. */
export interface Field {
  /** property name = JSON key = column */
  name: string;
  kind: KindName;
  label: Label;
  help?: Label;
  /** rules of the entity's keywords, explained beside the field in forms; set by the compiler */
  hints?: FieldHint[];
  /** `x-id`: identifies the field after a rename; by default the name */
  id: string;
  required: boolean;
  readOnly: boolean;
  writeOnly: boolean;
  /** never in logs, lists or audit text */
  sensitive: boolean;
  /** in code points */
  maxLength?: number;
  minLength?: number;
  pattern?: string;
  /**
   * `x-patternMessage`: message for a value that does not match `pattern`, instead of the generic one; `{{label}}` is
   * the field's
   */
  patternMessage?: Label;
  /** total digits and decimal places, for decimal kinds */
  precision?: number;
  scale?: number;
  /** bounds of integers and decimals, as decimal text */
  minimum?: string;
  maximum?: string;
  exclusiveMinimum?: string;
  exclusiveMaximum?: string;
  /** maximum number of entries, for multiChoice, multiRef and files */
  maxItems?: number;
  /** a constant default */
  default?: unknown;
  /** `x-default` as CEL */
  defaultExpr?: string;
  /** inline `x-options` or the states of a machine, for its field */
  options?: Option[];
  /** `x-options` naming a dictionary list */
  optionList?: string;
  /**
   * `x-options` naming the field of another entity with the same options; `options` or `optionList` has them too
   */
  optionsOf?: { entity: string; field: string };
  /**
   * `x-options` naming an entity whose fields are the options; `options` has them too; old rows may contain the names
   * of removed fields
   */
  fieldsOf?: string;
  /** `x-options` naming an entity whose operations, and those of its children, are the options */
  operationsOf?: string;
  ref?: Ref;
  /** `x-offer`: the first and last suggested value; for a year as offsets from the current year */
  offer?: { from: number; to: number };
  /** `x-price`: a rate that is a price, such as an exchange rate, and is not shown as a percentage */
  price?: true;
  /** `x-zh`: the field with the same text in Chinese */
  zh?: string;
  /**
   * `x-names`: its values are names of entities or ids of their permissions, which a rename changes too, or codes of
   * actions
   */
  names?: 'entity' | 'permission' | 'action';
  /** `x-currency` of an amount: the field with the code of its currency, or one code for all rows */
  currency?: { field: string } | { code: string };
  normalize: ('trim' | 'upper')[];
  /** `x-compute`; `follows`: a copy of a field of a looked-up row, which is updated when that field changes */
  compute?: { expr: string; overridable: boolean; follows?: true };
  number?: { pattern: string };
  /** a stored value cannot change: `x-writeOnce`, and the fields of an `x-unique` with `forever` */
  writeOnce?: true;
  /** the state of one of the entity's machines: never writable */
  state: boolean;
  spec: string[];
}
