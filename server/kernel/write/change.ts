import type { Row } from '../row.ts';
import type { Saved } from '../core.ts';

/** A written row, from its JSON text. @param json begins with id and rev, as PostgreSQL prints rows */
export function savedRow(json: string): Saved {
  // separate columns for id and rev would cost a description in each answer of PostgreSQL
  const [, id, rev] = /^\{"id":"(\d+)","rev":(\d+)/.exec(json)!;
  let row: Row | undefined;
  return {
    id: id!,
    rev: Number(rev),
    json,
    get row() {
      return (row ??= JSON.parse(json) as Row);
    },
  };
}

/** A saved row with another JSON text for the answer. */
export const answeredAs = (saved: Saved, json: string): Saved => ({
  id: saved.id,
  rev: saved.rev,
  json,
  get row() {
    return saved.row;
  },
});

/** A stored row that a save did not change. */
export const unchangedRow = (row: Row): Saved => ({
  id: String(row['id']),
  rev: Number(row['rev']),
  json: JSON.stringify(row),
  row,
});
