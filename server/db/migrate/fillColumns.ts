import type { ColumnShape, TableShape } from '../../../generator/emit/ddl/shape.ts';
import { qualified } from '../../../generator/emit/ddl/sql.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Step } from './plan.ts';
import { displayName, requireStep } from './steps.ts';
import type { TableChange } from './tableChange.ts';

interface AddedColumn {
  table: TableShape;
  column: ColumnShape;
}

/**
 * Fills added columns that copy fields of other rows, and requires values. Existing rows block a required column
 * without a default. All tables must have their columns by then.
 */
export function fillColumnSteps(changes: readonly TableChange[]): Step[] {
  const added = changes.flatMap((change) => change.added.map((column) => ({ table: change.table, column })));
  return inOrder(added).flatMap(({ table, column }) => [
    ...fillSteps({ table, column }),
    ...(column.nullable ? [] : [requireStep(table, column.name)]),
  ]);
}

/** Orders columns, so that a copy of another added column is filled after it. */
function inOrder(added: readonly AddedColumn[]): AddedColumn[] {
  const ordered: AddedColumn[] = [];
  const visited = new Set<AddedColumn>();
  const visit = (one: AddedColumn): void => {
    if (visited.has(one)) return;
    visited.add(one);
    for (const { table, of } of one.column.copies ?? [])
      added.filter((other) => other.table.name === table && other.column.name === of).forEach(visit);
    ordered.push(one);
  };
  added.forEach(visit);
  return ordered;
}

const fillSteps = ({ table, column: { name, copies = [] } }: AddedColumn): Step[] =>
  copies.map((copied) => {
    const source = qualified({ schema: table.schema, name: copied.table });
    return {
      description: `fill ${displayName(table)}.${name} with ${copied.of} of ${copied.table}`,
      sql:
        `update ${qualified(table)} t set ${quote(name)} = source.${quote(copied.of)} from ${source} source ` +
        `where t.${quote(copied.via)} = source.${quote(copied.by)} and source."delFlag" = 'N' and t.${quote(name)} is distinct from source.${quote(copied.of)}`,
    };
  });
