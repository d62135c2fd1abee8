import { quote } from '../../language/sqlText.ts';
import type {
  CollationShape,
  ColumnShape,
  ConstraintShape,
  FunctionShape,
  IndexShape,
  TableShape,
  TriggerShape,
} from './shape.ts';
import { qualified } from './sql.ts';

type TableName = Pick<TableShape, 'schema' | 'name'>;

/** Creates an extension of PostgreSQL, unless it exists. */
export const createExtension = (name: string): string =>
  `create extension if not exists ${quote(name)} with schema public`;
/** Creates a schema, unless it exists. */
export const createSchema = (name: string): string => `create schema if not exists ${quote(name)}`;
/** Creates an ICU collation, unless it exists. */
export const createCollation = ({ schema, name, locale }: CollationShape): string =>
  `create collation if not exists ${schema}.${quote(name)} (provider = icu, locale = '${locale}', deterministic = true)`;

/** Creates a table with columns and constraints. Foreign keys are added after all tables are created. */
export function createTable(table: TableShape): string {
  const parts = [
    ...table.columns.map(columnDefinition),
    ...table.constraints.filter(({ type }) => type !== 'foreign').map(constraintDefinition),
  ];
  return `create table ${qualified(table)} (\n  ${parts.join(',\n  ')}\n)`;
}

/** The definition of a column for `create table` and `add column`. */
export function columnDefinition(column: ColumnShape): string {
  return [
    quote(column.name),
    typeOf(column),
    ...(column.identity ? ['generated always as identity'] : []),
    ...(column.generated === undefined ? [] : [`generated always as (${column.generated}) stored`]),
    ...(column.default === undefined ? [] : [`default ${column.default}`]),
    ...(column.nullable ? [] : ['not null']),
  ].join(' ');
}

/** Type and collation of a column. */
export const typeOf = (column: ColumnShape): string =>
  column.collation === undefined ? column.type : `${column.type} collate public.${quote(column.collation)}`;

const constraintDefinition = (constraint: ConstraintShape): string =>
  `constraint ${quote(constraint.name)} ${constraint.definition}`;

/** Adds a constraint to an existing table. */
export const addConstraint = (table: TableName, constraint: ConstraintShape): string =>
  `alter table ${qualified(table)} add ${constraintDefinition(constraint)}`;

/** Creates an index. */
export const createIndex = (table: TableName, index: IndexShape): string =>
  `create ${index.unique ? 'unique ' : ''}index ${quote(index.name)} on ${qualified(table)} ${index.definition}`;

/** Creates or replaces a trigger function in the schema `kernel`. */
export const createFunction = ({ name, body }: FunctionShape): string =>
  `create or replace function kernel.${quote(name)}() returns trigger language plpgsql as $body$\n${body}\n$body$`;

/** Creates a deferrable trigger; foreign keys are deferrable too. */
export const createTrigger = (table: TableName, trigger: TriggerShape): string =>
  `create constraint trigger ${quote(trigger.name)} ${trigger.event} on ${qualified(table)} deferrable initially immediate` +
  ` for each row when (${trigger.when}) execute function kernel.${quote(trigger.function)}()`;
