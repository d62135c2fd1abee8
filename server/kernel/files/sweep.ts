import type { Pool } from 'pg';
import { inTransaction } from '../../db/pool.ts';
import type { FileStore } from '../../storage/fileStore.ts';

/** How long a file to which no row refers is kept, for a form that is still open or sent again. */
const FREE_FOR = `interval '24 hours'`;

/**
 * Removes the files to which no row has referred for a day, bytes and all. One that a save is just taking stays.
 *
 * @returns how many
 * @throws AggregateError when all were tried and some could not be removed
 */
export async function sweepFiles(pool: Pool, store: FileStore): Promise<number> {
  const { rows } = await pool.query(`select id from kernel.file where "freeSince" < now() - ${FREE_FOR}`);
  const errors: unknown[] = [];
  let removed = 0;
  for (const { id } of rows as { id: string }[]) {
    try {
      if (await removeFree(pool, store, id)) removed++;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${rows.length} unused files stay`);
  return removed;
}

/** The bytes go before the row is gone: what breaks off is found again by the next sweep. */
function removeFree(pool: Pool, store: FileStore, id: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `delete from kernel.file where id = $1 and "freeSince" < now() - ${FREE_FOR}`,
      [id],
    );
    if (rowCount === 1) await store.remove(id);
    return rowCount === 1;
  });
}
