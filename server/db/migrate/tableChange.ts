import type { ColumnShape, TableShape } from '../../../generator/emit/ddl/shape.ts';
import { quote } from '../../../generator/emit/ddl/sql.ts';
import type { CatalogColumn, CatalogTable, SnapshotEntry } from './catalog.ts';
import { conversion, type Conversion } from './convert.ts';
import { columnMark } from './marks.ts';

/** Differences between the columns of an existing table and its shape. */
export interface TableChange {
  table: TableShape;
  current: CatalogTable;
  /** in an executable order */
  renames: Rename[];
  /** by their current names; `data`: contains entered values; `replaced`: the same field gets a new column */
  dropped: { name: string; data: boolean; replaced?: boolean }[];
  added: ColumnShape[];
  altered: AlteredColumn[];
  /** names of columns that change their type or are created again: objects that depend on them are created again too */
  touched: ReadonlySet<string>;
}

export interface Rename {
  from: string;
  to: string;
}

export interface AlteredColumn {
  column: ColumnShape;
  current: CatalogColumn;
  conversion?: Conversion;
}

/**
 * Compares the columns. A field whose `x-id` has another name in the entity's `snapshot` was renamed.
 */
export function tableChange(table: TableShape, current: CatalogTable, snapshot: readonly SnapshotEntry[]): TableChange {
  const renames = findRenames(table, current, snapshot);
  const nameNow = new Map(renames.map(({ from, to }) => [to, from]));
  const change = {
    table,
    current,
    renames,
    dropped: [] as TableChange['dropped'],
    added: [] as ColumnShape[],
    altered: [] as AlteredColumn[],
    touched: new Set<string>(),
  };
  const kept = new Set<string>();

  const replaced = (column: ColumnShape, now: string, data: boolean) => {
    change.dropped.push({ name: now, data, replaced: true });
    change.added.push(column);
    change.touched.add(column.name);
  };
  // generated columns last: they are created again when a column that they read changes
  for (const column of [...table.columns].sort(
    (a, b) => Number(a.generated !== undefined) - Number(b.generated !== undefined),
  )) {
    const now =
      nameNow.get(column.name) ?? (renames.some(({ from }) => from === column.name) ? undefined : column.name);
    const live = now === undefined ? undefined : current.columns.get(now);
    if (now === undefined || live === undefined) {
      change.added.push(column);
      continue;
    }
    kept.add(now);
    if (column.generated !== undefined || live.generated) {
      const same =
        column.generated !== undefined &&
        live.generated &&
        live.type === column.type &&
        live.mark === columnMark(column);
      const stale = [...change.touched].some((name) => column.generated?.includes(quote(name)));
      if (!same || stale) replaced(column, now, !live.generated);
      continue;
    }
    const retyped = live.type !== column.type || live.collation !== (column.collation ?? null);
    const converted = retyped ? conversion(column.name, live.type, column.type) : undefined;
    if (retyped && converted === undefined) replaced(column, now, true);
    else if (converted) {
      change.altered.push({ column, current: live, conversion: converted });
      change.touched.add(column.name);
    } else if (live.notNull === column.nullable || live.mark !== columnMark(column))
      change.altered.push({ column, current: live });
  }
  for (const [name, { generated }] of current.columns) {
    if (!kept.has(name)) change.dropped.push({ name, data: !generated });
  }
  return change;
}

function findRenames(table: TableShape, current: CatalogTable, snapshot: readonly SnapshotEntry[]): Rename[] {
  const renames = table.columns.flatMap(({ name, id }): Rename[] => {
    const former = snapshot.find((one) => one.id === id);
    if (id === undefined || former === undefined || former.field === name || !current.columns.has(former.field))
      return [];
    return [{ from: former.field, to: name }];
  });
  // the column that stays under a name that another field had is not a rename's source, and the other way round
  return renames.filter(
    ({ from }) => !table.columns.some((column) => column.name === from && isUnchanged(column, snapshot)),
  );
}

/** Whether the snapshot has the column's own field under its current name. */
const isUnchanged = (column: ColumnShape, snapshot: readonly SnapshotEntry[]): boolean =>
  snapshot.some((one) => one.field === column.name && one.id === column.id);
