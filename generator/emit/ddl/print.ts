import type { DatabaseShape, TableShape } from './shape.ts';
import {
  addConstraint,
  createCollation,
  createExtension,
  createFunction,
  createIndex,
  createSchema,
  createTable,
  createTrigger,
} from './statements.ts';

/** Prints the SQL script that creates the database. Comments list the rules that the database does not enforce. */
export function printDdl(shape: DatabaseShape): string {
  const foreign = (table: TableShape) =>
    table.constraints.filter(({ type }) => type === 'foreign').map((constraint) => addConstraint(table, constraint));
  const blocks = [
    [
      ...shape.extensions.map(createExtension),
      ...shape.schemas.map(createSchema),
      ...shape.collations.map(createCollation),
    ].map(end),
    ...shape.tables.map((table) => [
      ...table.remarks.map((remark) => `-- not in the database: ${remark.replaceAll('\n', ' ')}`),
      ...[createTable(table), ...table.indexes.map((index) => createIndex(table, index))].map(end),
    ]),
    shape.tables.flatMap(foreign).map(end),
    shape.functions.map(createFunction).map(end),
    shape.tables.flatMap((table) => table.triggers.map((trigger) => createTrigger(table, trigger))).map(end),
  ];
  return `-- generated\n\n${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

const end = (statement: string): string => `${statement};`;
