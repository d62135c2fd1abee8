import type { Row } from '../row.ts';

/** A child row of a request body, and its index in the list. */
export interface SubmittedChild {
  row: Row;
  index: number;
}

/** Submitted children in the order of saving: deleted ones in reverse order, then changed ones, then new ones. */
export function inSaveOrder(rows: readonly Row[]): SubmittedChild[] {
  const children = rows.map((row, index) => ({ row, index }));
  const deleted = children.filter(({ row }) => row['delFlag'] === 'Y');
  const others = children.filter(({ row }) => row['delFlag'] !== 'Y');
  return [
    ...deleted.reverse(),
    ...others.filter(({ row }) => row['id'] != null),
    ...others.filter(({ row }) => row['id'] == null),
  ];
}
