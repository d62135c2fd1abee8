import { Kysely, PostgresDialect, type Generated } from 'kysely';
import type { Pool } from 'pg';

/**
 * What identity reads and writes beside the save path: people and their roles as the schemas declare them, and
 * sessions.
 */
export interface IdentityTables {
  person: {
    id: string;
    rev: number;
    delFlag: 'Y' | 'N';
    userCde: string;
    userName: string;
    companyCde: string | null;
    mail: string | null;
    loginSetting: string;
    /** argon2id in PHC form */
    password: string | null;
    passwordInitial: 'Y' | 'N';
    language: string | null;
    theme: string | null;
  };
  role: {
    id: string;
    delFlag: 'Y' | 'N';
    roleName: string;
    roleNameCh: string | null;
    allSeeingEye: 'Y' | 'N';
    systemFlag: 'Y' | 'N';
  };
  role_user: { id: string; rev: number; delFlag: 'Y' | 'N'; userCde: string; roleId: string };
  role_permission: { delFlag: 'Y' | 'N'; roleId: string; permissionId: string; actionEntitySet: string[] };
  /** who at a provider of single sign-on a person is */
  'kernel.sign_on': { issuer: string; subject: string; userCde: string };
  /** addresses from which people logged in not long ago */
  'kernel.known_address': { userCde: string; address: string; usedAt: Date };
  'kernel.session': {
    /** sha-256 of the token: a copy of the table opens no door */
    tokenHash: Buffer;
    userCde: string;
    createdAt: Generated<string>;
    expiresAt: Date | string;
    /** the hash of the token that replaced this one */
    renewedAs: Buffer | null;
  };
}

export const identityTables = (pool: Pool): Kysely<IdentityTables> =>
  new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool }) });
