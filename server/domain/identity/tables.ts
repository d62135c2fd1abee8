import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from '../../db/tables.ts';

/** Runs built statements on a pool, for log-in and sessions, which have no context yet. */
export const identityTables = (pool: Pool): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
