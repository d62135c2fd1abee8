import type { Row } from '../row.ts';

/** A saved row with its JSON text, for the answer. */
export interface Saved {
  id: string;
  rev: number;
  /** JSON text of the row, printed by the database; in an answer, of the row as the caller may see it, with children */
  json: string;
  /** the row as it was written, parsed on first use */
  readonly row: Row;
}

/** Creates the `Saved` of a written row. @param json the row as PostgreSQL prints it, with id and rev first */
export function savedRow(json: string): Saved {
  // id and rev as columns of the result would make PostgreSQL send more column descriptions with each answer
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

/** Replaces the JSON text of a saved row for the answer. */
export const answeredAs = (saved: Saved, json: string): Saved => ({
  id: saved.id,
  rev: saved.rev,
  json,
  get row() {
    return saved.row;
  },
});

/** Creates the `Saved` of a stored row that a save did not change. */
export const unchangedRow = (row: Row): Saved => ({
  id: String(row['id']),
  rev: Number(row['rev']),
  json: JSON.stringify(row),
  row,
});
