import type { Entity } from '../../model/entity.ts';
import type { Label } from '../../model/field.ts';

/** Hint of PostgreSQL's error for a reference with `where` if no live row has the code. */
export const MISSING_TARGET = 'missing';

/**
 * An entity with only the fields and rules that it adds to its table. For a subtype, these are the ones of its own
 * file, and `complete` is the subtype with the inherited ones.
 */
export type EntityPart = Entity & { complete?: Entity };

/**
 * The rule that a constraint, index or trigger enforces. The server translates an error of PostgreSQL into a message
 * with it.
 */
export interface EnforcedRule extends RefusalMessage {
  entity: string;
  /** type of the rule, which ends the name of the constraint: `unique`, `order`, … */
  type: string;
  /** id of the rule; for a rule of one field, the name of the field */
  id: string;
  /** the fields at which a refusal is reported */
  fields: string[];
  /**
   * target of a reference. If the target row was written, the error means that a row refers to it; if the referring row
   * was written, that the target does not exist
   */
  target?: { entity: string; by: string };
  /** true if the target must also meet `x-ref.where` */
  narrowed?: true;
  /** for the trigger of `onUpdate: restrict`: the fields of the target that `x-ref.where` reads */
  conditionFields?: string[];
}

/** The message for a violated rule. Without key and message it is the generic message of the SQLSTATE. */
export interface RefusalMessage {
  /** message key */
  key?: string;
  /** the rule's own message */
  message?: Label;
  /** parameters of the message, in addition to the labels of the fields */
  params?: Record<string, unknown>;
  /** fields of a rule over periods: the message contains the period of the other row */
  period?: { from: string; to: string; by: string[] };
  /** true if the message contains the refused value */
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

/** A collation of PostgreSQL. */
export interface CollationShape {
  schema: string;
  name: string;
  locale: string;
}

/** A table with all that belongs to it. */
export interface TableShape {
  schema: string;
  name: string;
  /** absent for the kernel's own tables */
  entity?: string;
  /** subtypes of the entity; they share its table, and their audit lines have their own names */
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

/** A column of a table. */
export interface ColumnShape {
  name: string;
  /** the field's `x-id`, which identifies it after a rename; absent for columns of the kernel */
  id?: string;
  /** type as printed by the PostgreSQL function `format_type` */
  type: string;
  nullable: boolean;
  collation?: string;
  /** what the values name: entities, or permissions (their ids begin with the area). A rename updates these values */
  names?: 'entity' | 'permission';
  /** SQL expression */
  default?: string;
  /** SQL expression of a stored generated column */
  generated?: string;
  identity?: true;
  /** the rows whose field the column copies (`x-compute.follows`): when the column is added, existing rows get it */
  copies?: CopiedField[];
}

/** A column of another table: that of the row whose column `by` equals the own column `via`. */
export interface CopiedField {
  table: string;
  of: string;
  via: string;
  by: string;
}

/** The rule that a database object enforces. */
interface Enforcing {
  rule?: EnforcedRule;
  /**
   * query that the migration runs before it adds the object: number of rows that violate the rule, and the id of one
   */
  violations?: string;
  /** the rule in words, for messages of the migration */
  description?: string;
}

/** A constraint of a table, with the rule that it enforces. */
export interface ConstraintShape extends Enforcing {
  name: string;
  type: 'primary' | 'unique' | 'check' | 'exclude' | 'foreign';
  /** SQL after `constraint <name>` */
  definition: string;
  /** for a foreign key: name of the unique constraint of the target column */
  relies?: string;
}

/** An index of a table, with the rule that it enforces if it is unique. */
export interface IndexShape extends Enforcing {
  name: string;
  unique: boolean;
  /** SQL after the table name: method, columns, condition */
  definition: string;
}

/** A trigger on its table that calls a function in the schema `kernel`. */
export interface TriggerShape extends Enforcing {
  name: string;
  /** SQL of the event: `after insert …` */
  event: string;
  /** SQL condition under which it fires */
  when: string;
  function: string;
}

/** A trigger function in the schema `kernel`. */
export interface FunctionShape {
  name: string;
  body: string;
}
