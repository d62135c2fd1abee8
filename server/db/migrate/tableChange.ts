import type { ColumnShape, TableShape } from '../../../generator/emit/ddl/shape.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { CatalogColumn, CatalogTable, SnapshotEntry } from './catalog.ts';
import { findConversion, type Conversion } from './convert.ts';
import { columnMark } from './marks.ts';

/** Differences between the columns of an existing table and its shape. */
export interface TableChange {
  table: TableShape;
  current: CatalogTable;
  /** in an executable order */
  renames: Rename[];
  /**
   * columns to drop, by their current names; `data`: contains entered values; `replaced`: dropped only because its
   * field gets a new column
   */
  dropped: { name: string; data: boolean; replaced?: boolean }[];
  added: ColumnShape[];
  altered: AlteredColumn[];
  /** names of columns that change their type or are created again: objects that depend on them are created again too */
  touched: ReadonlySet<string>;
}

/** A table, column or other object that is renamed. */
export interface Rename {
  from: string;
  to: string;
}

/** A column whose type, default or nullability changes. */
export interface AlteredColumn {
  column: ColumnShape;
  current: CatalogColumn;
  conversion?: Conversion;
}

/**
 * Compares the columns of a table with its shape. A field was renamed if its `x-id` has another name in the entity's
 * `snapshot`.
 */
export function tableChange(table: TableShape, current: CatalogTable, snapshot: readonly SnapshotEntry[]): TableChange {
  const change: ColumnChanges = {
    table,
    current,
    renames: findRenames(table, current, snapshot),
    dropped: [],
    added: [],
    altered: [],
    touched: new Set<string>(),
  };
  const matchedNames = new Set<string>();
  // generated columns last: they are created again when a column that they read changes
  for (const column of table.columns.toSorted((a, b) => Number(isGenerated(a)) - Number(isGenerated(b)))) {
    const name = currentName(column.name, change.renames);
    const existing = name === undefined ? undefined : current.columns.get(name);
    if (name === undefined || existing === undefined) {
      change.added.push(column);
      continue;
    }
    matchedNames.add(name);
    if (isGenerated(column) || existing.generated) compareGenerated(change, column, name, existing);
    else compareStored(change, column, name, existing);
  }
  for (const [name, { generated }] of current.columns) {
    if (!matchedNames.has(name)) change.dropped.push({ name, data: !generated });
  }
  return change;
}

/** A change while it is being collected. */
type ColumnChanges = TableChange & { touched: Set<string> };

const isGenerated = ({ generated }: ColumnShape): boolean => generated !== undefined;

/** The current name of a column in the database; undefined if that name belongs to a field that is renamed. */
function currentName(name: string, renames: readonly Rename[]): string | undefined {
  const rename = renames.find(({ to }) => to === name);
  return rename?.from ?? (renames.some(({ from }) => from === name) ? undefined : name);
}

/** Replaces a generated column that differs, or that reads a changed column. */
function compareGenerated(change: ColumnChanges, column: ColumnShape, name: string, existing: CatalogColumn): void {
  const isSame =
    isGenerated(column) && existing.generated && existing.type === column.type && existing.mark === columnMark(column);
  const isStale = [...change.touched].some((touched) => column.generated?.includes(quote(touched)));
  if (!isSame || isStale) replaceColumn(change, column, { name, data: !existing.generated });
}

/** Converts a column to its new type, replaces it if no conversion exists, or alters its default or `not null`. */
function compareStored(change: ColumnChanges, column: ColumnShape, name: string, existing: CatalogColumn): void {
  const isRetyped = existing.type !== column.type || existing.collation !== (column.collation ?? null);
  const conversion = isRetyped ? findConversion(column.name, existing.type, column.type) : undefined;
  if (isRetyped && conversion === undefined) replaceColumn(change, column, { name, data: true });
  else if (conversion) {
    change.altered.push({ column, current: existing, conversion });
    change.touched.add(column.name);
  } else if (existing.notNull === column.nullable || existing.mark !== columnMark(column))
    change.altered.push({ column, current: existing });
}

function replaceColumn(change: ColumnChanges, column: ColumnShape, dropped: { name: string; data: boolean }): void {
  change.dropped.push({ ...dropped, replaced: true });
  change.added.push(column);
  change.touched.add(column.name);
}

function findRenames(table: TableShape, current: CatalogTable, snapshot: readonly SnapshotEntry[]): Rename[] {
  const renames = table.columns.flatMap(({ name, id }): Rename[] => {
    const former = snapshot.find((one) => one.id === id);
    if (id === undefined || former === undefined || former.field === name || !current.columns.has(former.field))
      return [];
    return [{ from: former.field, to: name }];
  });
  // a column that keeps its name is not the source of a rename
  return renames.filter(
    ({ from }) => !table.columns.some((column) => column.name === from && isUnchanged(column, snapshot)),
  );
}

/** Whether the snapshot has the column's own field under its current name. */
const isUnchanged = (column: ColumnShape, snapshot: readonly SnapshotEntry[]): boolean =>
  snapshot.some((one) => one.field === column.name && one.id === column.id);
