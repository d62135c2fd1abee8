/**
 * The compiled model: what every consumer (DDL, types, OpenAPI, server, web) reads instead of the raw schema files.
 *
 * It is plain JSON data: it can be serialised, sent to the browser and compared. Nothing in it is a function. Every
 * reference in it resolves and every default of the vocabulary is already filled in, because `compileModel` refuses
 * anything else.
 */
import type { Access } from './access.ts';
import type { Approval, LevelSource, TaskSource } from './approval.ts';
import type { ChangeLog } from './changeLog.ts';
import type { Child } from './child.ts';
import type { Field, Label, Ref } from './field.ts';
import type { Form } from './form.ts';
import type { Import } from './import.ts';
import type { List } from './list.ts';
import type { Follower, Lookup } from './lookup.ts';
import type { Action, Machine, OperationGuard, StatesByField } from './operation.ts';
import type { Related } from './related.ts';
import type { Remind } from './remind.ts';
import type { Latest, NoOverlap, Order, Rule, Sequence, Sum, Unique } from './rule.ts';
import type { CurrencySource, MessageSource, OptionListSource, PeopleSource } from './sources.ts';
import type { Version } from './version.ts';

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
  latest?: Latest;
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
