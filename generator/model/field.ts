/** A text in both languages of the product. */
export interface Label {
  en: string;
  zh: string;
}

/** One choice of a closed list, as `/api/meta/{entity}` shows it. */
export interface Option {
  code: string;
  en: string;
  zh: string;
  /** of its tag, a name of Ant Design */
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

/** `x-ref`: the row of `entity` whose field `by` holds this field's value. */
export interface Ref {
  entity: string;
  /** the target's field; `id` when the schema names none */
  by: string;
  /** whether `by` alone is unique among the target's live rows: a foreign key then serves, else a trigger */
  unique: boolean;
  /**
   * rows of the target share the code and none of them is the latest of a group (`x-latest`): the code stands for no single row,
   * so no title may stand for it; no schema says it
   */
  bare?: true;
  /** own field → field of the target that must hold the same, for a target that several fields tell apart */
  match?: Record<string, string>;
  /** what a refusal says instead of the generic message */
  key?: string;
  /** told to a reader who may not choose a row of the target, nor ask what it is called; no schema says it */
  closed?: true;
  /** rows are offered and fill other fields, but a value that no row has is taken as well */
  open?: true;
  /** `keep`: the target row may be deleted, and the reference keeps its id; absent: its deletion is restricted */
  onDelete?: 'keep';
  /** CEL on the target row (`self`): narrows the picker and is enforced on every save */
  where?: string;
  /** `restrict`: a change of the target row after which `where` is false is refused; absent: it is allowed */
  onUpdate?: 'restrict';
  /** here ← there: fields copied from the chosen row */
  fill?: Record<string, string>;
}

export interface Field {
  /** property name = JSON key = column */
  name: string;
  kind: KindName;
  label: Label;
  help?: Label;
  /** rules that a keyword of the entity explains beside the field in forms; no schema states it */
  hints?: Label[];
  /** `x-id`: survives a rename; the name itself when none is given */
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
   * `x-patternMessage`: what a value is told that `pattern` refuses, instead of the generic message; `{{label}}` is the
   * field's
   */
  patternMessage?: Label;
  /** digits in all and after the point, for decimal kinds */
  precision?: number;
  scale?: number;
  /** bounds of integers and decimals, as decimal text */
  minimum?: string;
  maximum?: string;
  exclusiveMinimum?: string;
  exclusiveMaximum?: string;
  /** at most this many entries, for multiChoice, multiRef and files */
  maxItems?: number;
  /** a constant default */
  default?: unknown;
  /** `x-default` as CEL */
  defaultExpr?: string;
  /** inline `x-options` (also the states of a machine, for its field) */
  options?: Option[];
  /** `x-options` naming a dictionary list */
  optionList?: string;
  /**
   * `x-options` naming the field of another entity whose options these are, as `options` or `optionList` has them too
   */
  optionsOf?: { entity: string; field: string };
  /**
   * `x-options` naming an entity whose fields are the options, as `options` has them too; a field that went stays in
   * old rows
   */
  fieldsOf?: string;
  /** `x-options` naming an entity, the operations on whose rows and their parts are the options */
  operationsOf?: string;
  ref?: Ref;
  /** `x-offer`: the values offered beside typing; of a year, counted from the present one */
  offer?: { from: number; to: number };
  /** `x-price`: a rate that is a price, as an exchange rate, and so has no reading as per cent */
  price?: true;
  /** `x-zh`: the field that holds the same text in Chinese */
  zh?: string;
  /**
   * `x-names`: its values are names of entities, or ids of permissions on them, which a rename changes too; or codes of
   * actions
   */
  names?: 'entity' | 'permission' | 'action';
  /** `x-currency` of an amount: the field of the row that holds its currency's code, or one code for all rows */
  currency?: { field: string } | { code: string };
  normalize: ('trim' | 'upper')[];
  /** `follows`: a copy of a field of the row looked up, which changes with it */
  compute?: { expr: string; overridable: boolean; follows?: true };
  number?: { pattern: string };
  /** a stored value cannot change: `x-writeOnce`, and the fields of an `x-unique` with `forever` */
  writeOnce?: true;
  /** the state of one of the entity's machines: never writable */
  state: boolean;
  spec: string[];
}
