import type { Row } from '../row.ts';
import type { Saved } from '../core.ts';

/** The stored row as JSON text, with its parsed form on demand. @param json begins with id and rev, as PostgreSQL prints rows */
export function savedRow(json: string): Saved {
  // columns of their own for id and rev would be described with each answer
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

/** A saved row with another text for its answer. */
export const answeredAs = (saved: Saved, json: string): Saved => ({
  id: saved.id,
  rev: saved.rev,
  json,
  get row() {
    return saved.row;
  },
});

/** A stored row that a save left as it was. */
export const unchangedRow = (row: Row): Saved => ({
  id: String(row['id']),
  rev: Number(row['rev']),
  json: JSON.stringify(row),
  row,
});
