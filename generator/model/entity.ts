/**
 * The compiled model, which every consumer (DDL, types, OpenAPI, server, web) reads instead of the schema files.
 *
 * It is plain JSON data without functions, so that it can be serialised, sent to the browser and compared.
 * `compileModel` refuses invalid references and fills in the defaults of the vocabulary, so consumers need not check
 * either.
 */
import type { Access } from './access.ts';
import type { Approval, LevelSource, TaskSource } from './approval.ts';
import type { ChangeLog } from './changeLog.ts';
import type { Child } from './child.ts';
import type { PrintedDocument } from './print.ts';
import type { Field, Label, Ref } from './field.ts';
import type { Form } from './form.ts';
import type { Import } from './import.ts';
import type { List } from './list.ts';
import type { DerivedCopy, Lookup } from './lookup.ts';
import type { Action, Machine, OperationGuard, StatesByField } from './operation.ts';
import type { Premium } from './premium.ts';
import type { Related } from './related.ts';
import type { Remind } from './remind.ts';
import type { Latest, NoOverlap, Order, Rule, Sequence, Sum, Unique } from './rule.ts';
import type { CurrencySource, MessageSource, OptionListSource, PeopleSource } from './sources.ts';
import type { Version } from './version.ts';

/** A compiled entity. */
export interface Entity {
  name: string;
  /** `x-id`: identifies the entity after a rename; absent: its name */
  id?: string;
  /** name of the table in snake_case; a subtype has the table of the entity that it extends */
  table: string;
  /** the entity whose table contains the rows of this subtype (`x-entity.extends`) */
  extends?: string;
  /** for a subtype, the field and value that identify its rows */
  discriminator?: { field: string; value: string };
  /** for a subtype, the fields and rules that its own file declares, without inherited ones */
  own?: { fields: string[]; rules: string[] };
  /** the bodies in its file (`x-include`) */
  includes?: string[];
  /** the subtypes of this entity; each row belongs to one of them */
  kinds?: string[];
  area: string;
  label: Label;
  /** the natural key */
  key: string[];
  /** templates of the title of a row, with `{field}` placeholders, in each language */
  title: Label;
  /** only the kernel writes rows: no create, update, delete or import through the API */
  readOnly: boolean;
  /** fields of the entity with the editable option lists */
  optionLists?: OptionListSource;
  /** fields of the entity with the persons who use the product */
  people?: PeopleSource;
  /** how `creater` and `updater` refer to a person; set by the compiler */
  writers?: Ref;
  /** fields of the entity with the currencies */
  currencies?: CurrencySource;
  /** fields of the entity with the approval levels */
  approvalLevels?: LevelSource;
  /** fields of the entity with the to-dos of approvals */
  tasks?: TaskSource;
  /** fields of the entity with the messages to partners */
  messages?: MessageSource;
  /** the entity that stores the messages to partners about rows of this entity */
  messagesIn?: MessageSource & { name: string; area: string };
  /** derived copies of fields of this entity, in this and other entities, which are updated with these fields */
  derivedCopies?: DerivedCopy[];
  /** schema file, relative to the schemas folder */
  file: string;
  fields: Field[];
  unique: Unique[];
  noOverlap: NoOverlap[];
  order: Order[];
  sequence?: Sequence;
  sums: Sum[];
  rules: Rule[];
  /** `x-requiredAt`: operation → fields that it requires */
  requiredAt: Record<string, string[]>;
  /** operation (`edit`, `delete`, …) → states that permit it */
  gate: Record<string, StatesByField>;
  /** operation (`edit`, `delete`, an action) → conditions on the row; the first that is false blocks the operation */
  guards: Record<string, OperationGuard[]>;
  machines: Machine[];
  children: Child[];
  lookups: Lookup[];
  /** the parent entities, with the field (`via`) of this entity that refers to the parent */
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
  /** `x-remind` */
  reminders: Remind[];
  related?: Related[];
  documents?: PrintedDocument[];
  version?: Version;
  premium?: Premium;
  spec: string[];
}

/** All entities by name. */
export interface Model {
  entities: Record<string, Entity>;
  /** content hash of all schema files */
  hash: string;
}
