import type {
  ColumnShape,
  ConstraintShape,
  FunctionShape,
  IndexShape,
  TableShape,
  TriggerShape,
} from '../../../generator/emit/ddl/shape.ts';
import { mark, qualified } from '../../../generator/emit/ddl/sql.ts';
import { literal, quote } from '../../../generator/language/sqlText.ts';

type TableName = Pick<TableShape, 'schema' | 'name'>;

/** The mark of a column: of its default or expression, because PostgreSQL does not store their text as written. */
export function columnMark({ generated, default: preset }: ColumnShape): string | null {
  const definition = generated ?? preset;
  return definition === undefined ? null : mark(definition);
}
/** The mark of a constraint. That of a foreign key includes the unique constraint on which it depends. */
export const constraintMark = ({ definition, relies = '' }: ConstraintShape): string => mark(definition + relies);
/** The mark of an index. */
export const indexMark = ({ unique, definition }: IndexShape): string => mark(`${unique} ${definition}`);
/** The mark of a trigger. */
export const triggerMark = ({ event, when, function: called }: TriggerShape): string =>
  mark(`${event} ${when} ${called}`);
/** The mark of a trigger function. */
export const functionMark = ({ body }: FunctionShape): string => mark(body);

/** Statements that set the mark of an object. */
export const markColumn = (table: TableName, column: ColumnShape): string => {
  const text = columnMark(column);
  return `comment on column ${qualified(table)}.${quote(column.name)} is ${text === null ? 'null' : literal(text)}`;
};
/** Statement that sets the mark of a constraint. */
export const markConstraint = (table: TableName, constraint: ConstraintShape): string =>
  `comment on constraint ${quote(constraint.name)} on ${qualified(table)} is ${literal(constraintMark(constraint))}`;
/** Statement that sets the mark of an index. */
export const markIndex = (table: TableName, index: IndexShape): string =>
  `comment on index ${table.schema}.${quote(index.name)} is ${literal(indexMark(index))}`;
/** Statement that sets the mark of a trigger. */
export const markTrigger = (table: TableName, trigger: TriggerShape): string =>
  `comment on trigger ${quote(trigger.name)} on ${qualified(table)} is ${literal(triggerMark(trigger))}`;
/** Statement that sets the mark of a trigger function. */
export const markFunction = (fn: FunctionShape): string =>
  `comment on function kernel.${quote(fn.name)}() is ${literal(functionMark(fn))}`;
