import type { Pool } from 'pg';
import { sql } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import { inTransaction } from '../../db/pool.ts';
import type { FileStore } from '../../storage/fileStore.ts';

/** Unused files are kept for a day, for forms that are still open or submitted again. */
const expiry = sql<string>`now() - interval '24 hours'`;

const unusedFiles = prepared()(() => build.selectFrom('kernel.file').select('id').where('freeSince', '<', expiry));
const deleteUnused = prepared<{ id: string }>()(($) =>
  build.deleteFrom('kernel.file').where('id', '=', $('id')).where('freeSince', '<', expiry),
);

/**
 * Deletes the files to which no row has referred for a day, with their bytes. A file that a save has locked is kept.
 *
 * @returns the number of deleted files
 * @throws AggregateError after all files were processed, if some could not be deleted
 */
export async function sweepFiles(pool: Pool, store: FileStore): Promise<number> {
  const rows = await unusedFiles.all(pool, {});
  const errors: unknown[] = [];
  let removed = 0;
  for (const { id } of rows) {
    try {
      if (await removeUnused(pool, store, id)) removed++;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${rows.length} unused files could not be deleted`);
  return removed;
}

/**
 * Deletes one file if it is still unused. The bytes are deleted before the commit, so that the row of a file whose
 * deletion failed remains for the next sweep.
 */
function removeUnused(pool: Pool, store: FileStore, id: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const isUnused = (await deleteUnused.run(client, { id })) === 1;
    if (isUnused) await store.remove(id);
    return isUnused;
  });
}
