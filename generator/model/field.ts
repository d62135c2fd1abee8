/** A text in both languages of the product. */
export interface Label {
  en: string;
  zh: string;
}

/** The message of a violated rule, which explains the rule beside a field before it is violated. */
export interface FieldHint {
  /** message key */
  key: string;
  params: Record<string, unknown>;
  /** the rule's own message */
  message?: Label;
  /** the fields of the rule; readers who may not see all of them do not see the hint */
  fields: string[];
}

/** One option of a closed list, as in `/api/meta/{entity}`. */
export interface Option {
  code: string;
  en: string;
  zh: string;
  /** colour of the option's tag, by its name in Ant Design */
  colour?: string;
  /** other codes that input may state for it */
  aliases?: string[];
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

/** `x-ref`: a reference to the row of `entity` whose field `by` has the value of this field. */
export interface Ref {
  entity: string;
  /** the field of the target; `id` by default */
  by: string;
  /**
   * whether `by` alone is unique among live rows of the target: a foreign key then enforces the reference, else a
   * trigger
   */
  unique: boolean;
  /**
   * several rows of the target can have the code, and `x-latest` selects none of them, so that the code has no title;
   * set by the compiler
   */
  bare?: true;
  /** for a target that several fields identify: field of this entity → field of the target with the same value */
  match?: Record<string, string>;
  /** message key of a refusal instead of the generic one */
  key?: string;
  /** the reader may neither choose a row of the target nor read its title; set for each reader */
  closed?: true;
  /** the picker offers rows, but other values are accepted too */
  open?: true;
  /** `keep`: the target row may be deleted, and the reference keeps its id; absent: the deletion is refused */
  onDelete?: 'keep';
  /** CEL on the target row (`self`): narrows the picker and is enforced on every save */
  where?: string;
  /** `restrict`: a change of the target row is refused if `where` would become false; absent: it is permitted */
  onUpdate?: 'restrict';
  /** field of this entity → field of the chosen row that is copied to it */
  fill?: Record<string, string>;
}

/** `x-currency`: the field with the code of an amount's currency, or a code that applies to all rows. */
export type Currency = { field: string } | { code: string };

/** A compiled field of an entity. */
export interface Field {
  /** name of the property in the schema, of the key in JSON and of the column */
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
  /** the value never appears in logs, lists or the audit trail */
  sensitive: boolean;
  /** in code points */
  maxLength?: number;
  minLength?: number;
  pattern?: string;
  /**
   * `x-patternMessage`: message for a value that does not match `pattern`, instead of the generic one; `{{label}}` is
   * the label of the field
   */
  patternMessage?: Label;
  /** total number of digits of a decimal */
  precision?: number;
  /** number of decimal places of a decimal */
  scale?: number;
  /** bounds of integers and decimals, as decimal text */
  minimum?: string;
  maximum?: string;
  exclusiveMinimum?: string;
  exclusiveMaximum?: string;
  /** limit of the entries of a multiChoice, multiRef or files field */
  maxItems?: number;
  /** a constant default */
  default?: unknown;
  /** `x-default` as CEL */
  defaultExpr?: string;
  /** `x-propose` as CEL: filled in by the form of a new row, not by the server */
  proposal?: string;
  /** options that `x-options` lists; for the field of a machine, the states */
  options?: Option[];
  /** the dictionary list with the options, if `x-options` names a list */
  optionList?: string;
  /** the field whose options `x-options` uses; `options` or `optionList` contains them too */
  optionsOf?: { entity: string; field: string };
  /**
   * the entity whose fields `x-options` uses as options; `options` contains them too; stored rows may contain removed
   * fields
   */
  fieldsOf?: string;
  /** the entity whose operations, with those of its children, `x-options` uses as options */
  operationsOf?: string;
  ref?: Ref;
  /** `x-offer`: the first and last suggested value; for a year, as offsets from the current year */
  offer?: { from: number; to: number };
  /**
   * `x-price`: a rate that is a price, such as an exchange rate, and is not shown as a percentage; or an amount
   * that is a price, a limit or a total, and is not totalled itself
   */
  price?: true;
  /** `x-zh`: the field with the same text in Chinese */
  zh?: string;
  /**
   * `x-names`: the values are names of entities, ids of permissions (which contain the name of an entity), or codes of
   * actions; a rename of an entity updates names and ids
   */
  names?: 'entity' | 'permission' | 'action';
  /** of an amount */
  currency?: Currency;
  normalize: ('trim' | 'upper' | 'narrow')[];
  /** `follows`: the field is a derived copy of a field of a looked-up row, and is updated with that field */
  compute?: { expr: string; overridable: boolean; follows?: true };
  number?: { pattern: string };
  /** a stored value cannot change: for `x-writeOnce`, and for the fields of an `x-unique` with `forever` */
  writeOnce?: true;
  /** whether the field is the state of a machine; callers can never write it */
  state: boolean;
  spec: string[];
}
