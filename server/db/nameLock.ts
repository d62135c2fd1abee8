import { sql } from 'kysely';
import { build, prepared } from './statement.ts';

const lock = prepared<{ name: string }>()(($) =>
  build.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${$('name')}, 0))`.as('locked')),
);

/** Locks a name until the transaction ends, for things that have no row to lock. */
export async function lockName(session: Parameters<typeof lock.run>[0], name: string): Promise<void> {
  await lock.run(session, { name });
}
