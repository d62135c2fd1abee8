import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../context.ts';

/** Spreadsheets of one person that are kept: who mends a file checks it again and again, and needs the last one. */
const MAX_PER_PERSON = 10;

/**
 * Keeps the rows in error of an entity's import as a spreadsheet, for a day and for the person who sent them, in place
 * of that person's oldest. @returns its id
 */
export async function keepErrorFile(db: Queryable, entity: string, by: string, content: Buffer): Promise<string> {
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

/** A spreadsheet of this entity that this person may fetch; undefined where there is none, or no longer. */
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

/** Forgets the spreadsheets of a day ago. */
export async function sweepErrorFiles(db: Queryable): Promise<void> {
  await db.query({ text: `delete from kernel.import_errors where at < now() - interval '1 day'` });
}
