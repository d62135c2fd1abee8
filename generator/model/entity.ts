/**
 * The compiled model, which every consumer (DDL, types, OpenAPI, server, web) reads instead of the schema files.
 *
 * It is plain JSON data without functions, so that it can be serialised, sent to the browser and compared. Every
 * reference in it is valid and every default of the vocabulary is filled in, because `compileModel` refuses anything
 * else.
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

/** A compiled entity. */
export interface Entity {
  name: string;
  /** `x-id`: the first name of the entity in the database; absent: its name */
  id?: string;
  /** snake_case; for a subtype that of the entity that it extends */
  table: string;
  /** the entity whose table contains the rows of this subtype (`x-entity.extends`) */
  extends?: string;
  /** the field and value of a subtype's rows */
  discriminator?: { field: string; value: string };
  /** the fields and rules in a subtype's own file, without inherited ones */
  own?: { fields: string[]; rules: string[] };
  /** the subtypes of this entity: each of its rows is one of a subtype */
  kinds?: string[];
  area: string;
  label: Label;
  /** the natural key */
  key: string[];
  /** `{field}` templates that name a row, one in each language */
  title: Label;
  /** only the kernel writes it: no create, update, delete or import through the API */
  readOnly: boolean;
  /** fields of the entity with the editable option lists */
  optionLists?: OptionListSource;
  /** fields of the entity with the persons who use the product */
  people?: PeopleSource;
  /** reference of `creater` and `updater` to the person; set by the compiler */
  writers?: Ref;
  /** fields of the entity with the currencies */
  currencies?: CurrencySource;
  /** fields of the entity with the approval levels */
  approvalLevels?: LevelSource;
  /** fields of the entity with the to-dos of approvals */
  tasks?: TaskSource;
  /** fields of the entity with the messages to partners */
  messages?: MessageSource;
  /** the entity that stores the messages to partners about rows of this one */
  messagesIn?: MessageSource & { name: string; area: string };
  /** derived copies of its fields in other rows, or its own, which are updated with it */
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
  /** operation (`edit`, `delete`, an action) → conditions on the row; the first that is false blocks the operation */
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
  /** absent: the rows cannot be exported */
  export?: { max?: number };
  access?: Access;
  actions: Action[];
  approval?: Approval;
  remind?: Remind;
  related?: Related[];
  version?: Version;
  spec: string[];
}

/** All entities by name. */
export interface Model {
  entities: Record<string, Entity>;
  /** content hash of all schema files */
  hash: string;
}
