import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../context.ts';

/** Limit of stored error files of one person. Only the files of the latest attempts to import are needed. */
const MAX_PER_PERSON = 10;

/**
 * Stores a spreadsheet with the rows of an import that have errors, for one day and only for the person who imported.
 * Above the limit, deletes the oldest error files of this person.
 *
 * @returns the id of the error file
 */
export async function storeErrorFile(db: Queryable, entity: string, by: string, content: Buffer): Promise<string> {
  const id = randomUUID();
  await db.query({
    text: 'insert into kernel.import_errors (id, entity, "by", content) values ($1, $2, $3, $4)',
    values: [id, entity, by, content],
  });
  await db.query({
    text: `delete from kernel.import_errors where "by" = $1 and id in (select id from kernel.import_errors where "by" = $1 order by at desc, id offset ${MAX_PER_PERSON})`,
    values: [by],
  });
  return id;
}

/** Reads an error file of a person about an entity; undefined for an unknown or expired id. */
export async function readErrorFile(
  db: Queryable,
  id: string,
  entity: string,
  by: string,
): Promise<Buffer | undefined> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return undefined;
  const { rows } = await db.query({
    text: `select content from kernel.import_errors where id = $1 and entity = $2 and "by" = $3 and at > now() - interval '1 day'`,
    values: [id, entity, by],
  });
  return (rows[0] as { content: Buffer } | undefined)?.content;
}

/** Deletes expired error files. */
export async function sweepErrorFiles(db: Queryable): Promise<void> {
  await db.query({ text: `delete from kernel.import_errors where at < now() - interval '1 day'` });
}
