import type { Pool } from 'pg';

/** Runs `work` while another session has the lock of the statement `lock`. */
export async function whileLocked(pool: Pool, lock: string, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin; ${lock}`);
    await work();
  } finally {
    // ends the session, and with it the transaction
    client.release(true);
  }
}
