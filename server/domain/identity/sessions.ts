import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { User } from '../../kernel/context.ts';
import { Rights } from '../../kernel/rights.ts';
import type { IdentityTables } from './tables.ts';

/** Seven days (1§4, "Session"). */
const LIFETIME_MS = 604_800_000;
/** A session read from the database is trusted this long: what another server ended is dead here soon after. */
const TRUST_MS = 5000;
const MOST_CACHED = 10_000;

/** Someone logged in. */
export interface Session { user: User; mustChangePassword: boolean; tokenHash: Buffer; expiresAt: Date }

/** Opaque, revocable tokens. The database holds their hashes; recent ones are kept in memory. */
export class Sessions {
  readonly #tables: Kysely<IdentityTables>;
  readonly #cache = new Map<string, { session: Session; until: number }>();

  constructor(tables: Kysely<IdentityTables>) {
    this.#tables = tables;
  }

  /** Opens a session. The token is told once and is nowhere stored. */
  async open(userCde: string): Promise<{ token: string; expiresAt: Date }> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + LIFETIME_MS);
    await this.#tables.insertInto('session').values({ tokenHash: hashOf(token), userCde, expiresAt }).execute();
    return { token, expiresAt };
  }

  /** The live session of a token; undefined for one that is unknown, ended or expired. */
  async find(token: string): Promise<Session | undefined> {
    const known = this.#cache.get(token);
    if (known && known.until > performance.now()) return known.session.expiresAt.getTime() > Date.now() ? known.session : undefined;
    this.#cache.delete(token);
    const session = await this.#read(hashOf(token));
    if (session) {
      if (this.#cache.size >= MOST_CACHED) this.#cache.clear();
      this.#cache.set(token, { session, until: performance.now() + TRUST_MS });
    }
    return session;
  }

  /** Ends one session. */
  async close(token: string): Promise<void> {
    this.#cache.delete(token);
    await this.#tables.deleteFrom('session').where('tokenHash', '=', hashOf(token)).execute();
  }

  /** Ends all sessions of a person but the one given, as after a change of password. */
  async closeOthers(userCde: string, kept: Buffer): Promise<void> {
    this.#cache.clear();
    await this.#tables.deleteFrom('session').where('userCde', '=', userCde).where('tokenHash', '!=', kept).execute();
  }

  /** Forgets what is held in memory, so that the next request reads it anew. */
  forget(): void {
    this.#cache.clear();
  }

  /** Deletes sessions that expired. */
  async sweep(): Promise<void> {
    await this.#tables.deleteFrom('session').where('expiresAt', '<', new Date()).execute();
  }

  async #read(tokenHash: Buffer): Promise<Session | undefined> {
    const row = await this.#tables.selectFrom('session').innerJoin('account', 'account.userCde', 'session.userCde')
      .select(['account.userCde', 'account.userName', 'account.role', 'account.mustChangePassword', 'session.expiresAt'])
      .where('tokenHash', '=', tokenHash).where('expiresAt', '>', new Date()).executeTakeFirst();
    if (!row) return undefined;
    const user: User = { userCde: row.userCde, userName: row.userName, role: row.role, companyCde: null, allSeeingEye: row.role === ADMINISTRATOR, rights: row.role === ADMINISTRATOR ? Rights.all : Rights.none };
    return { user, mustChangePassword: row.mustChangePassword, tokenHash, expiresAt: new Date(row.expiresAt) };
  }
}

/** The one role until people and rights are entities of their own. */
export const ADMINISTRATOR = 'Administrator';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
