import { Kysely, PostgresDialect, type Generated } from 'kysely';
import type { Pool } from 'pg';

/** Log-in accounts and their sessions, in the schema `kernel`. */
export interface IdentityTables {
  account: {
    userCde: string;
    userName: string;
    passwordHash: string;
    mustChangePassword: boolean;
    role: string;
  };
  session: {
    /** sha-256 of the token: a copy of the table opens no door */
    tokenHash: Buffer;
    userCde: string;
    createdAt: Generated<Date>;
    expiresAt: Date;
  };
}

export const identityTables = (pool: Pool): Kysely<IdentityTables> =>
  new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool }) }).withSchema('kernel');
