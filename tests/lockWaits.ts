import type { Pool } from 'pg';

/** The number of sessions of this database, not of others that tests use at the same time, that wait for a lock. */
export async function lockWaits(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}
