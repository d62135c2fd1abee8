import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Database } from '../../generator/out/types.ts';

/** An instant: read as RFC 3339 text, written as and compared with a date or text. */
type Instant = Date | string;
type DefaultInstant = Generated<Instant>;

/** Tables of the schema `kernel` that statements of the builder use. `generator/emit/ddl/kernel.ts` creates them. */
export interface KernelTables {
  'kernel.calendar': {
    userCde: string;
    /** sha-256 of the secret, so that a copy of the table opens no calendar */
    secretHash: Buffer;
    at: DefaultInstant;
  };
  'kernel.delivery': { event: string; until: Instant };
  'kernel.file': {
    id: string;
    name: string;
    type: string;
    size: ColumnType<string, number, number>;
    /** sha-256 in hexadecimal */
    hash: string;
    by: string;
    at: DefaultInstant;
    entity: string | null;
    entityId: string | null;
    field: string | null;
    freeSince: Generated<Instant | null>;
    address: string | null;
    outsider: Generated<boolean>;
    scan: Generated<'unscanned' | 'waiting' | 'clean' | 'infected'>;
    scannedAt: Generated<Instant | null>;
  };
  'kernel.idempotency': {
    key: string;
    by: string;
    requestHash: string;
    status: number | null;
    body: string | null;
    at: DefaultInstant;
  };
  'kernel.import_errors': { id: string; entity: string | null; by: string; at: DefaultInstant; content: Buffer };
  /** addresses from which people logged in recently */
  'kernel.known_address': { userCde: string; address: string; usedAt: Instant };
  'kernel.limit_count': { key: string; points: Generated<number>; expire: ColumnType<string | null, number, number> };
  'kernel.list_settings': { by: string; entity: string; content: unknown };
  'kernel.list_view': {
    id: GeneratedAlways<string>;
    entity: string;
    by: string;
    name: string;
    query: string;
    shared: boolean;
  };
  'kernel.login_try': { key: string; failures: number; until: Instant; expiresAt: Instant };
  'kernel.mail_code': {
    id: GeneratedAlways<string>;
    purpose: string;
    address: string;
    hash: string;
    caller: Generated<string>;
    trusted: Generated<boolean>;
    tries: Generated<number>;
    otherTries: Generated<number>;
    spent: Generated<boolean>;
    at: DefaultInstant;
    expiresAt: Instant;
  };
  'kernel.seed': { entity: string; hash: string; at: DefaultInstant };
  'kernel.seen': { userCde: string; entity: string; entityId: string; at: DefaultInstant };
  'kernel.session': {
    /** sha-256 of the token, so that a copy of the table opens no session */
    tokenHash: Buffer;
    userCde: string;
    createdAt: DefaultInstant;
    expiresAt: Instant;
    /** the hash of the token that replaced this one */
    renewedAs: Buffer | null;
  };
  /** the account at a provider of single sign-on that a person has */
  'kernel.sign_on': { issuer: string; subject: string; userCde: string; at: DefaultInstant };
}

/** All tables: those of the entities, and those of the kernel. */
export interface Tables extends Database, KernelTables {}
