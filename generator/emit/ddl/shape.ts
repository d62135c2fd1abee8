import type { Entity } from '../../model/entity.ts';
import type { Label } from '../../model/field.ts';

/** An entity; of a subtype only what its own file adds, with the complete subtype as `whole`. */
export type Part = Entity & { whole?: Entity };

/** The rule of a schema that a constraint, index or trigger enforces, to translate a refusal into a message. */
export interface EnforcedRule extends RefusalMessage {
  entity: string;
  /** what is enforced, the last part of the constraint's name: `unique`, `order`, … */
  sort: string;
  /** id of the rule; for a keyword of a field the name of the field */
  id: string;
  /** the fields at which a refusal is reported */
  fields: string[];
  /**
   * of a reference: the target. If the written row is the target, the refusal means that it is in use, else that the
   * target does not exist
   */
  target?: { entity: string; by: string };
  /** the target must also meet `x-ref.where` */
  narrowed?: true;
  /** of a trigger that refuses a change of the target after which `x-ref.where` is false: the fields that `where` reads */
  bound?: string[];
}

/** The message of a refusal. Absent parts: the generic message of the SQLSTATE, with the labels of the fields. */
export interface RefusalMessage {
  /** message key */
  key?: string;
  /** the rule's own message */
  message?: Label;
  /** parameters of the message besides the labels of the fields */
  params?: Record<string, unknown>;
  /** of a rule over periods: its fields, for the period of the other row in the message */
  period?: { from: string; to: string; by: string[] };
  /** the message names the value that was refused */
  showsValue?: true;
}

/** Database objects of a model as plain data. The migration compares them with the catalog. */
export interface DatabaseShape {
  extensions: string[];
  schemas: string[];
  collations: CollationShape[];
  tables: TableShape[];
  functions: FunctionShape[];
}

export interface CollationShape {
  schema: string;
  name: string;
  locale: string;
}

export interface TableShape {
  schema: string;
  name: string;
  /** absent for the kernel's own tables */
  entity?: string;
  /** the subtypes of that entity, which share its table and have a history under their own names */
  kinds?: readonly string[];
  /** the entity's `x-id`, which identifies it after a rename */
  entityId?: string;
  /** the entity's area */
  area?: string;
  /** columns of the natural key */
  key?: readonly string[];
  columns: ColumnShape[];
  constraints: ConstraintShape[];
  indexes: IndexShape[];
  triggers: TriggerShape[];
  /** rules of the schema that the database cannot check, with the reason */
  remarks: string[];
}

export interface ColumnShape {
  name: string;
  /** the field's `x-id`, which identifies it after a rename; absent for columns of the kernel */
  id?: string;
  /** as `format_type` prints it */
  type: string;
  nullable: boolean;
  collation?: string;
  /** contains names of entities, or ids of permissions, which begin with the area */
  names?: 'entity' | 'permission';
  /** SQL expression */
  default?: string;
  /** SQL expression of a stored generated column */
  generated?: string;
  identity?: true;
}

/** The rule of a database object, with a query for the rows that violate it before it is added. */
interface Enforcing {
  rule?: EnforcedRule;
  /** query: number of rows that violate the rule, and the id of one of them */
  breaks?: string;
  /** the rule in words, where its name does not say it */
  asks?: string;
}

export interface ConstraintShape extends Enforcing {
  name: string;
  sort: 'primary' | 'unique' | 'check' | 'exclude' | 'foreign';
  /** what follows `constraint <name>` */
  definition: string;
  /** of a foreign key: the unique constraint of the target column */
  relies?: string;
}

export interface IndexShape extends Enforcing {
  name: string;
  unique: boolean;
  /** what follows the table's name: method, columns, condition */
  definition: string;
}

/** A trigger on its table that calls a function in the schema `kernel`. */
export interface TriggerShape extends Enforcing {
  name: string;
  /** when it fires, `after insert …`, and its condition */
  event: string;
  when: string;
  function: string;
}

/** A trigger function in the schema `kernel`. */
export interface FunctionShape {
  name: string;
  body: string;
}
