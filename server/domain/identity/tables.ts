import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from '../../db/tables.ts';

/** Query builder that runs its statements on a pool, for log-in and sessions, which have no context. */
export const identityTables = (pool: Pool): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
