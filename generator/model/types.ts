/**
 * The compiled model: what every consumer (DDL, types, OpenAPI, server, web) reads instead of the raw schema files.
 *
 * It is plain JSON data: it can be serialised, sent to the browser and compared. Nothing in it is a function. Every
 * reference in it resolves and every default of the vocabulary is already filled in, because `compileModel` refuses
 * anything else.
 */
import type { CurrencySource, MessageSource, OptionListSource, PeopleSource } from './sources.ts';

import type { Related } from './related.ts';
import type { Remind } from './remind.ts';
import type { Version } from './version.ts';

import type { Access } from './access.ts';
import type { Approval, ApprovalStep, LevelSource, TaskSource } from './approval.ts';

/** A text in both languages of the product. */
export interface Label { en: string; zh: string }

/** One choice of a closed list, as `/api/meta/{entity}` shows it. */
export interface Option {
  code: string; en: string; zh: string;
  /** of its tag, a name of Ant Design */
  colour?: string;
}

/** The field kinds of `schemas/kinds.json`. */
export type KindName =
  | 'text' | 'longText' | 'richText' | 'code' | 'integer' | 'decimal' | 'money' | 'percent' | 'rate'
  | 'date' | 'dateTime' | 'month' | 'year' | 'yesNo' | 'choice' | 'multiChoice' | 'ref' | 'multiRef'
  | 'email' | 'phone' | 'url' | 'creditCode' | 'imo' | 'bic' | 'iban' | 'file' | 'files' | 'password' | 'json';

/** `x-ref`: the row of `entity` whose field `by` holds this field's value. */
export interface Ref {
  entity: string;
  /** the target's field; `id` when the schema names none */
  by: string;
  /** whether `by` alone is unique among the target's live rows: a foreign key then serves, else a trigger */
  unique: boolean;
  /** rows of the target share the code and none of them is the newest of one thing: the code stands for no single row, so no title may stand for it; no schema says it */
  bare?: true;
  /** own field → field of the target that must hold the same, for a target that several fields tell apart */
  match?: Record<string, string>;
  /** what a refusal says instead of the generic message */
  key?: string;
  /** told to a reader who may not choose a row of the target, nor ask what it is called; no schema says it */
  closed?: true;
  /** rows are offered and fill other fields, but a value that no row has is taken as well */
  open?: true;
  /** the row that is pointed to may be deleted: what was kept of it stays, and still says what it was for */
  outlives?: true;
  /** CEL on the target row (`self`): narrows the picker and is enforced on every save */
  where?: string;
  /** a row that is pointed to stays one for which `where` holds */
  binds?: true;
  /** here ← there: fields copied from the chosen row */
  fill?: Record<string, string>;
}

export interface Field {
  /** property name = JSON key = column */
  name: string;
  kind: KindName;
  label: Label;
  help?: Label;
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
  /** `x-patternMessage`: what a value is told that `pattern` refuses, instead of the generic message; `{{label}}` is the field's */
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
  /** `x-options` naming the field of another entity whose options these are, as `options` or `optionList` has them too */
  optionsOf?: { entity: string; field: string };
  /** `x-options` naming an entity whose fields are the options, as `options` has them too; a field that went stays in old rows */
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
  /** `x-names`: its values are names of entities, or ids of permissions on them, which a rename changes too; or codes of actions */
  names?: 'entity' | 'permission' | 'action';
  /** `x-currency` of an amount: the field of the row that holds its currency's code, or one code for all rows */
  currency?: { field: string } | { code: string };
  normalize: ('trim' | 'upper')[];
  /** `follows`: a copy of a field of the row looked up, which changes with it */
  compute?: { expr: string; overridable: boolean; follows?: true };
  number?: { pattern: string };
  /** once saved its value stays (`x-once`), as that of what is unique for ever (`x-unique`) */
  lasting?: true;
  /** the state of one of the entity's machines: never writable */
  state: boolean;
  spec: string[];
}

/** What every rule may carry beside its own words. */
export interface RuleText { id: string; key?: string; message?: Label; spec: string[] }

export interface Unique extends RuleText {
  fields: string[];
  where?: string;
  /** deleted rows are compared as well, and the fields stay once saved: what a row had no other has ever */
  forever?: true;
  /** texts that differ in capitals only are one */
  ignoreCase?: true;
}
export interface NoOverlap extends RuleText {
  by: string[]; from: string; to: string; where?: string;
  /** rows that both lack a field of `by` are of one thing; else they are of none */
  absentIsOne?: true;
  /** texts of `by` that differ in capitals only are one */
  ignoreCase?: true;
}
export interface Order extends RuleText { from: string; to: string }
/** `by`: the fields that name the series, usually the reference to the parent alone */
export interface Sequence { by: string[]; field: string; start: number; deleteLastOnly: boolean }
export interface Sum extends RuleText {
  of: { fields: string[] } | { child: string; field: string };
  /** decimal text, or the name of a field of this row */
  equals: string;
  /** decimal text, ≥ 0 */
  tolerance: string;
  when?: string;
}
export interface Rule extends RuleText { when?: string; assert: string; at: string[]; level: 'error' | 'warning'; /** `x-stays`: of the fields at `at` only those that changed are blamed */ stays?: true }

export interface State { code: string; label: Label; colour: string; final: boolean }
/** States by the field of the machine that has them; each field named must be in one of its own. */
export type StatesByField = Record<string, string[]>;
/** What a step or action asks for before it is taken. A step sets those that are fields of the entity; the audit line keeps the others. */
export interface ActionInput { required: string[]; fields: Field[] }

export interface Transition {
  action: string; label: Label; from: string[]; to: string;
  /** what a refusal from any other state says instead of the generic message */
  key?: string;
  /** what the step is to an approval (`x-approval`) */
  approval?: ApprovalStep;
  actor?: string; guard?: string; else?: boolean; needs?: string[]; confirm?: Label; effect?: string; sends?: Sends; input?: ActionInput;
  /** field → CEL that gives it its value when the step is taken */
  sets?: Record<string, string>;
  /** `onOpen`: taken by itself when somebody who may take it opens the record; `aside`: its button stands behind all others */
  onOpen?: boolean; aside?: boolean;
}
/** Whether people take a step, and not the product alone, as what follows from something done elsewhere (`actor`: `product`). */
export const isForPeople = ({ actor }: Pick<Transition, 'actor'>): boolean => actor !== 'product';
/** `sends`: the row goes to a partner, as news of this event. */
export interface Sends { partner: string; event: string; marks?: SendMarks }
/** The field of the row, or of the rows of its child `entity`, that says what became of the message, and its codes. */
export interface SendMarks { entity?: string; field: string; sent: string; delivered: string; refused: string; givenUp?: string }
export interface Machine {
  use: string; field: string; initial: string; states: State[]; transitions: Transition[]; spec: string[];
  /** how many states and transitions come first and are the shared machine's: the entity's own file has the others; absent: written out there, or not extended */
  shared?: { states: number; transitions: number };
}

/** `x-child.matrix`: a line for each value of the child's field `rows`, a mark for each entry of its list `marks`. */
export interface ChildMatrix { rows: string; marks: string; of: 'permissions' }
export interface Child {
  entity: string; via: string; min?: number; max?: number; tab?: Label;
  /** the part's field for a file that is dropped on the record's page */
  drop?: string;
  /** a table on the record's page, edited in place there; no part of the form */
  grid?: true;
  matrix?: ChildMatrix;
  /** the child is the kernel's alone to write: shown, and part of no save */
  readOnly?: true;
  /** operation on a part (`edit`, `add`, `delete`, an action of its) → states of the whole that allow it; `edit` stands for those not named, and without any the whole's own edit gate holds */
  gate?: Record<string, StatesByField>;
  /** operations on a part that the whole neither opens nor closes: no state, guard or editor of it is asked */
  free?: string[];
  /** own field → the part's field that it takes over from a new part, or from one that comes to the states `in`, and the one in which the part keeps what it held before */
  sets?: Record<string, { to: string; was: string; in?: StatesByField }>;
  /** the child's field by which members are chosen; they are saved one by one, and may be moved here from another record */
  members?: string;
}
/** `x-action`: a named operation of the business; the domain function `effect` does it. */
export interface Action {
  name: string; label: Label; help?: Label;
  /** done to one row, or asked above the list of all */
  on: 'row' | 'list';
  /** the states that allow it; absent: any */
  from?: StatesByField;
  guard?: OperationGuard;
  actor?: string; input?: ActionInput; effect?: string; sends?: Sends; confirm?: Label;
  /** may be done to several rows at once */
  bulk: boolean;
  /** works on the child rows that the caller sees; others are refused while there are child rows that the caller does not see */
  visibleRows?: true;
  spec: string[];
}

/** `x-lookup`: a row of another entity that expressions read as `lookup.<name>`; absent where there is none. */
export interface Lookup {
  name: string; entity: string;
  /** field there = CEL on the row as it was entered, its parent, and lookups before this one; together they name one row at most */
  by: { field: string; expr: string }[];
  /** of several such rows the one whose day `field` is the latest up to `upTo` (CEL), at most `within` days before it */
  latest?: { field: string; upTo: string; within?: number };
}

/** `field` of `entity` is a copy of the field `of` of the row whose `by` it holds in `via` (`x-compute.follows`). */
export interface Follower { entity: string; field: string; via: string; by: string; of: string }

/** A heading over columns that stand side by side. */
export interface ColumnGroup { label: Label; columns: string[] }
export interface SortTerm { field: string; descending: boolean }
/** One condition of a preset, as the API reads it; a value may be what the reader is, or a period in days after today. */
export interface PresetCondition { name: string; type: string; value?: unknown | { user: 'userCde' | 'companyCde' | 'heldRoles' } | { days: { from?: number; to?: number } } }
/** `x-list.presets`: a named choice of rows beside "all". */
export interface Preset { id: string; label: Label; where: (PresetCondition | { or: PresetCondition[][] })[] }
/** `x-list.needs`: own field → field of the entity, and constants, by which a row of it must be there before the list is searched for a value. */
export interface ListNeeds { entity: string; by: Record<string, string>; with: Record<string, string>; key: string }
export interface List { columns: string[]; filters: string[]; requireFilter: string[][]; needs?: ListNeeds; sort: SortTerm[]; presets?: Preset[]; groups?: ColumnGroup[] }
export interface FormTab { label: Label; fields: string[]; children?: string[] }
/** `figures`: fields on top of the record's page */
export interface Form { columns: number; tabs?: FormTab[]; sections?: FormTab[]; figures?: string[]; show: Record<string, string> }
/** `mode`: `insert` refuses an existing key, `upsert` updates it */
export interface Import { key: string[]; mode: 'insert' | 'upsert'; max: number; totals?: StatedTotal[]; layouts?: Layout[] }
/** `x-import.totals`: `equals` states the total of `of` over all rows with equal `per`. */
export interface StatedTotal { of: string; equals: string; per: string[] }
/** `x-import.layouts`: the file of another system. `columns`: heading → field, in the order of its columns. */
export interface Layout { id: string; label: Label; columns: Record<string, string> }

/** `x-guard`: what must hold of a row before an operation; a refusal says `message`, or the generic one. */
export interface OperationGuard { expr: string; key?: string; message?: Label; spec: string[] }

/** `x-changeLog`: the read-only child entity in which the kernel keeps what happened to a row, by fields or by operations. */
export type ChangeLog = FieldLog | OperationLog;
interface KeptLog {
  entity: string;
  /** the reference to the row that was changed, by its id */
  via: string;
}
/** A row for each changed field of an update, and one for a deletion; and which of its fields holds what. */
export interface FieldLog extends KeptLog {
  /** counted on from 1 for each row */
  seq: string;
  /** the changed field's name; absent for a deletion */
  item: string;
  /** the values before and after, as text */
  from: string; to: string;
  /** `update` or `delete` */
  action: string;
}
/** A row for each operation on the row and on its parts; and which of its fields holds what. */
export interface OperationLog extends KeptLog {
  /** `add`, `edit`, `delete` or an action; of a part `<entity>.<operation>` */
  operation: string;
  /** what it was done to, and what changed, in the language of who did it */
  told: string;
  /** who did it, by code */
  by?: string;
  /** the business date on which it was done */
  on?: string;
  /** field of the log → field of the logged row that is copied there */
  copies?: Record<string, string>;
}

/** `x-newest`: of the live rows of one thing, which `by` names, the one with the latest `from` has Y in `field`, all others N. */
export interface Newest { field: string; by: string[]; from: string }

export interface Entity {
  name: string;
  /** `x-id`: the name by which the database knew the entity first; absent: its name */
  id?: string;
  /** snake_case; of a kind that of the entity which it extends */
  table: string;
  /** the entity whose table holds its rows, of one `discriminator` (`x-entity.extends`) */
  extends?: string;
  /** what tells its rows from those of other kinds */
  discriminator?: { field: string; value: string };
  /** of a kind: the fields and rules that its own file has, and those of what it extends are not */
  own?: { fields: string[]; rules: string[] };
  /** the entities that extend this one: each of its rows is one of a kind */
  kinds?: string[];
  area: string;
  label: Label;
  /** the natural key */
  key: string[];
  /** `{field}` templates that name a row, one in each language */
  title: Label;
  /** the kernel alone writes it: no create, update, delete or import through the API */
  readOnly: boolean;
  /** this entity's rows are the editable option lists: which field holds what */
  optionLists?: OptionListSource;
  /** this entity's rows are the people who use the product: which field holds what */
  people?: PeopleSource;
  /** the person that `creater` and `updater` of a row name, as a reference would; no schema says it */
  writers?: Ref;
  /** this entity's rows are the currencies: which field holds what */
  currencies?: CurrencySource;
  /** this entity's rows say who approves what: which field holds what */
  approvalLevels?: LevelSource;
  /** this entity's rows are the to-dos of approvals: which field holds what */
  tasks?: TaskSource;
  /** this entity's rows are what partners are told: which field holds what */
  messages?: MessageSource;
  /** something that is done to a row of it tells a partner: where that is kept */
  messagesIn?: MessageSource & { name: string; area: string };
  /** the copies of its fields that other rows, or its own, hold and that change with it */
  followers?: Follower[];
  /** schema file, relative to the schemas folder */
  file: string;
  fields: Field[];
  unique: Unique[];
  noOverlap: NoOverlap[];
  order: Order[];
  sequence?: Sequence;
  sums: Sum[];
  rules: Rule[];
  requiredAt: Record<string, string[]>;
  /** operation (`edit`, `delete`, …) → states that allow it */
  gate: Record<string, StatesByField>;
  /** operation (`edit`, `delete`, an action) → what must hold of the row; the first that does not refuses */
  guards: Record<string, OperationGuard[]>;
  machines: Machine[];
  children: Child[];
  lookups: Lookup[];
  /** the entities that have this one as a child, and via which field */
  parents: { entity: string; via: string; members?: string }[];
  list: List;
  form: Form;
  import?: Import;
  changeLog?: ChangeLog;
  newest?: Newest;
  export: { max?: number };
  access?: Access;
  actions: Action[];
  approval?: Approval;
  remind?: Remind;
  related?: Related[];
  version?: Version;
  spec: string[];
}

export interface Model {
  entities: Record<string, Entity>;
  /** content hash of all schema files */
  hash: string;
}

/** The kernel's own fields, on every entity. */
export const KERNEL_FIELDS: readonly Field[] = [
  kernelField('id', 'text', { en: 'ID', zh: '编号' }),
  kernelField('rev', 'integer', { en: 'Record version', zh: '记录版本' }),
  kernelField('delFlag', 'yesNo', { en: 'Deleted', zh: '已删除' }),
  kernelField('creater', 'text', { en: 'Created by', zh: '创建人' }),
  kernelField('createAt', 'dateTime', { en: 'Created at', zh: '创建时间' }),
  kernelField('updater', 'text', { en: 'Updated by', zh: '更新人' }),
  kernelField('updateAt', 'dateTime', { en: 'Updated at', zh: '更新时间' }),
];

/** Whether a field is one of the kernel's own that say who wrote a row. */
export const isWriter = ({ name }: Field): boolean => name === 'creater' || name === 'updater';

function kernelField(name: string, kind: KindName, label: Label): Field {
  return { name, kind, label, id: name, required: false, readOnly: true, writeOnly: false, sensitive: false, normalize: [], state: false, spec: [] };
}
