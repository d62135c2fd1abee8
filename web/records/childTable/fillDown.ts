import type { CellAddress, ChildRows } from './childRows.ts';

/** Copies the value of a cell to the same column of all rows below it that are shown and may be edited. */
export function fillDown(rows: ChildRows, shown: readonly string[], { id, name }: CellAddress): void {
  const value = rows.value(id, name);
  for (const below of shown.slice(shown.indexOf(id) + 1)) rows.fill(below, { [name]: value ?? null });
}
