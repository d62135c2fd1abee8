import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { databaseDate, databaseNow } from '../../db/clock.ts';
import { build, prepared } from '../../db/statement.ts';
import type { Language } from '../../config.ts';
import type { Context, User } from '../../kernel/context.ts';
import type { ProviderAccount } from './singleSignOn.ts';
import type { Tables } from '../../db/tables.ts';
import { languageOf, liveUsers, userOf } from './users.ts';

/** Seven days (1§4, "Session"). */
const LIFETIME_MS = 604_800_000;
/** Age at which the use of a session renews its token (sliding expiration). */
const RENEWED_AFTER_MS = 86_400_000;
/** The old token remains valid this long, for calls that were sent before the new one arrived. */
const GRACE_MS = 60_000;
/** Lifetime of the cache: after it, sessions that another server ended are invalid here too. */
const CACHE_MS = 2000;
const MAX_CACHED = 10_000;

/** The session of a user who has logged in. */
export interface Session {
  user: User;
  roleName: string | null;
  roleNameCh: string | null;
  language: Language | null;
  theme: string | null;
  mustChangePassword: boolean;
  tokenHash: Buffer;
  expiresAt: Date;
}

/** A new session, as its owner receives it. */
export interface Opened {
  token: string;
  expiresAt: Date;
}

const sessionByToken = prepared<{ tokenHash: Buffer; now: Date }>()(($) =>
  liveUsers
    .innerJoin('kernel.session as s', 's.userCde', 'p.userCde')
    .select(['p.passwordInitial', 'p.loginSetting', 'p.theme', 'r.roleNameCh'])
    .select(sql<string>`to_char(s."expiresAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('expiresAt'))
    .where('s.tokenHash', '=', $('tokenHash'))
    .where('s.expiresAt', '>', sql<string>`${$('now')}`),
);

/**
 * Opaque, revocable tokens. The database stores their hashes; recent ones are cached with the rights of the person.
 */
export class Sessions {
  readonly #tables: Kysely<Tables>;
  readonly #db: Context['db'];
  readonly #cache = new Map<string, { session: Session; until: number }>();
  /** counts ended sessions and cleared caches: a session that was read before such an event is not cached */
  #invalidations = 0;

  /** @param db the sessions that `tables` uses as well */
  constructor(tables: Kysely<Tables>, db: Context['db']) {
    this.#tables = tables;
    this.#db = db;
  }

  /**
   * Opens a session. The token is returned once and stored nowhere.
   *
   * @param password the stored hash that has just matched: no session opens if the password or the permission to log in
   *   has changed since
   * @returns undefined for a person who may not log in with a password
   */
  open(userCde: string, password: string): Promise<Opened | undefined> {
    return this.#tables.transaction().execute(async (inside) => {
      const person = await inside
        .selectFrom('person')
        .select('userCde')
        .where('userCde', '=', userCde)
        .where('delFlag', '=', 'N')
        .where('loginSetting', '=', 'LOCAL')
        .where('password', '=', password)
        .forShare()
        .executeTakeFirst();
      return person && insertSession(inside, userCde);
    });
  }

  /**
   * Opens a session for an account of a single sign-on provider. The first log-in finds the person by name and binds
   * the person to the account; later log-ins only use the account, even if names change.
   *
   * @returns `noAccount` for a person who may not log in this way, `otherAccount` for one bound to another account
   */
  openBySignOn({ issuer, subject, name }: ProviderAccount): Promise<Opened | 'noAccount' | 'otherAccount'> {
    return this.#tables.transaction().execute(async (inside) => {
      const bound = await inside
        .selectFrom('kernel.sign_on')
        .select('userCde')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      const userCde = bound?.userCde ?? name;
      const person = await inside
        .selectFrom('person')
        .select('userCde')
        .where('userCde', '=', userCde)
        .where('delFlag', '=', 'N')
        .where('loginSetting', '=', 'SSO')
        .forShare()
        .executeTakeFirst();
      if (!person) return 'noAccount';
      // the second of two concurrent accounts with the same name waits here, and then finds the first
      await inside
        .insertInto('kernel.sign_on')
        .values({ issuer, subject, userCde })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const now = await inside
        .selectFrom('kernel.sign_on')
        .select('subject')
        .where('issuer', '=', issuer)
        .where('userCde', '=', userCde)
        .executeTakeFirst();
      return now?.subject === subject ? insertSession(inside, userCde) : 'otherAccount';
    });
  }

  /** The live session of a token if it is cached, so that most calls need no query. */
  cached(token: string): Session | undefined {
    const entry = this.#cache.get(token);
    return entry && entry.until > performance.now() && entry.session.expiresAt.getTime() > databaseNow()
      ? entry.session
      : undefined;
  }

  /**
   * The live session of a token; undefined for an unknown, ended or expired one, and for a person who may no longer log
   * in.
   */
  async find(token: string): Promise<Session | undefined> {
    const cached = this.cached(token);
    if (cached) return cached;
    this.#cache.delete(token);
    const invalidations = this.#invalidations;
    const session = await this.#read(hashOf(token));
    if (session && invalidations === this.#invalidations) {
      if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
      this.#cache.set(token, { session, until: performance.now() + CACHE_MS });
    }
    return session;
  }

  /** Replaces the token of an old session. The old token remains valid for a while, for calls in progress. */
  async renew(token: string, session: Session): Promise<string | undefined> {
    return (await this.replace(token, session, GRACE_MS))?.token;
  }

  /**
   * Replaces a token, which remains valid for `graceMs`.
   *
   * @returns undefined if it has ended or was replaced already
   */
  async replace(token: string, { tokenHash, user: { userCde } }: Session, graceMs = 0): Promise<Opened | undefined> {
    const opened = await this.#tables.transaction().execute(async (inside) => {
      // locks the person before the session, in the order of a change of the person
      await inside.selectFrom('person').select('userCde').where('userCde', '=', userCde).forShare().execute();
      const end = new Date(databaseNow() + graceMs);
      // only the first of several concurrent calls opens a new session
      const next = newToken();
      const { numUpdatedRows } = await inside
        .updateTable('kernel.session')
        .set({ expiresAt: end, renewedAs: hashOf(next) })
        .where('tokenHash', '=', tokenHash)
        .where('expiresAt', '>', end)
        .where('renewedAs', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n ? insertSession(inside, userCde, next) : undefined;
    });
    this.#ended(token);
    return opened;
  }

  /** Ends a session with all its tokens: this one, those that it replaced and those that replaced it. */
  async close(token: string): Promise<void> {
    let [ending, isRenewed]: [Buffer[], boolean] = [[hashOf(token)], false];
    while (ending.length > 0) {
      // waits for a renewal in progress, whose new token the next iteration deletes
      const ended = await this.#tables
        .deleteFrom('kernel.session')
        .where((one) => one.or([one('tokenHash', 'in', ending), one('renewedAs', 'in', ending)]))
        .returning(['tokenHash', 'renewedAs'])
        .execute();
      isRenewed ||= ended.some(({ renewedAs }) => renewedAs !== null);
      ending = ended.flatMap(({ renewedAs }) => renewedAs ?? []);
    }
    if (isRenewed) this.forget();
    else this.#ended(token);
  }

  /** Clears the cache after a change of rights. */
  forget(): void {
    this.#invalidations++;
    this.#cache.clear();
  }

  /** Deletes sessions that expired. */
  async sweep(): Promise<void> {
    await this.#tables.deleteFrom('kernel.session').where('expiresAt', '<', databaseDate()).execute();
  }

  #ended(token: string): void {
    this.#invalidations++;
    this.#cache.delete(token);
  }

  async #read(tokenHash: Buffer): Promise<Session | undefined> {
    const row = await sessionByToken.first(this.#db, { tokenHash, now: databaseDate() });
    if (!row) return undefined;
    const user = userOf(row);
    return {
      user,
      roleName: row.roleName,
      roleNameCh: row.roleNameCh,
      language: languageOf(row),
      theme: row.theme,
      mustChangePassword: mustChangePassword(row),
      tokenHash,
      expiresAt: new Date(row.expiresAt),
    };
  }
}

/** Whether a session is older than a day, so that its token is renewed. */
export const isAged = ({ expiresAt }: Session): boolean =>
  expiresAt.getTime() - databaseNow() <= LIFETIME_MS - RENEWED_AFTER_MS;

/** Whether the person has an initial password, which must be changed. */
export const mustChangePassword = ({
  passwordInitial,
  loginSetting,
}: {
  passwordInitial: 'Y' | 'N' | null;
  loginSetting: string;
}): boolean => passwordInitial === 'Y' && loginSetting === 'LOCAL';

const liveSession = prepared<{ tokenHash: Buffer; now: Date }>()(($) =>
  build
    .selectFrom('kernel.session')
    .select('userCde')
    .where('tokenHash', '=', $('tokenHash'))
    .where('expiresAt', '>', sql<string>`${$('now')}`),
);

const addSession = prepared<{ tokenHash: Buffer; userCde: string; expiresAt: Date }>()(($) =>
  build
    .insertInto('kernel.session')
    .values({ tokenHash: $('tokenHash'), userCde: $('userCde'), expiresAt: $('expiresAt') }),
);

/** Whether a session is still live, read in the transaction that changes its person. */
export async function isLive(db: Context['db'], tokenHash: Buffer): Promise<boolean> {
  return (await liveSession.run(db, { tokenHash, now: databaseDate() })) === 1;
}

/** Opens a session within a change of its person. */
export async function openSession(db: Context['db'], userCde: string): Promise<Opened> {
  const opened = { token: newToken(), expiresAt: new Date(databaseNow() + LIFETIME_MS) };
  await addSession.run(db, { tokenHash: hashOf(opened.token), userCde, expiresAt: opened.expiresAt });
  return opened;
}

async function insertSession(tables: Kysely<Tables>, userCde: string, token = newToken()): Promise<Opened> {
  const expiresAt = new Date(databaseNow() + LIFETIME_MS);
  await tables
    .insertInto('kernel.session')
    .values({ tokenHash: hashOf(token), userCde, expiresAt })
    .execute();
  return { token, expiresAt };
}

const newToken = (): string => randomBytes(32).toString('base64url');
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
