import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { databaseDate, databaseNow } from '../../db/clock.ts';
import { build, prepared } from '../../db/statement.ts';
import type { Language } from '../../config.ts';
import type { Context, User } from '../../kernel/context.ts';
import { Rights } from '../../kernel/roleRights.ts';
import type { ProviderAccount } from './singleSignOn.ts';
import type { Tables } from '../../db/tables.ts';

/** Seven days (1§4, "Session"). */
const LIFETIME_MS = 604_800_000;
/** A session that is older than this is renewed by a new token when it is used, so that it slides. */
const RENEWED_AFTER_MS = 86_400_000;
/** Calls that were sent with the old token while the new one was on its way still find it. */
const GRACE_MS = 60_000;
/** A session read from the database is trusted this long: what another server ended is dead here at the latest then. */
const TRUST_MS = 2000;
const MOST_CACHED = 10_000;

/** Someone logged in. */
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

/** A session that was opened: what its holder is told. */
export interface Opened {
  token: string;
  expiresAt: Date;
}

/**
 * Opaque, revocable tokens. The database holds their hashes; recent ones are kept in memory with the person's rights.
 */
export class Sessions {
  readonly #tables: Kysely<Tables>;
  readonly #cache = new Map<string, { session: Session; until: number }>();
  /** how often something ended: what was read before that, and comes back after it, is not kept */
  #endings = 0;

  constructor(tables: Kysely<Tables>) {
    this.#tables = tables;
  }

  /**
   * Opens a session. The token is told once and is nowhere stored.
   *
   * @param password the stored one that was just found to fit: no session opens by a password that is being changed
   *   meanwhile, nor for somebody who is being shut out
   * @returns undefined for somebody who may not log in so
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
   * Opens a session for somebody whom a provider of single sign-on vouches for. At the first log-in the person is found
   * by name and bound to the account there; from then on that account alone is the person, whatever either is called.
   *
   * @returns `noAccount` for somebody who may not log in so, `otherAccount` where the person is bound to another
   *   account
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
      // of two accounts of one name at once the second waits here, and finds the first
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

  /** The live session of a token, where it was found a moment ago: every call asks, and most need not wait. */
  held(token: string): Session | undefined {
    const known = this.#cache.get(token);
    return known && known.until > performance.now() && known.session.expiresAt.getTime() > databaseNow()
      ? known.session
      : undefined;
  }

  /**
   * The live session of a token; undefined for one that is unknown, ended or expired, or whose person may not log in
   * any more.
   */
  async find(token: string): Promise<Session | undefined> {
    const held = this.held(token);
    if (held) return held;
    this.#cache.delete(token);
    const endings = this.#endings;
    const session = await this.#read(hashOf(token));
    if (session && endings === this.#endings) {
      if (this.#cache.size >= MOST_CACHED) this.#cache.clear();
      this.#cache.set(token, { session, until: performance.now() + TRUST_MS });
    }
    return session;
  }

  /** A new token for a session that is aged; the old one lives on for the calls that are under way. */
  async renew(token: string, session: Session): Promise<string | undefined> {
    return (await this.replace(token, session, GRACE_MS))?.token;
  }

  /**
   * A new token in place of one, which lives on for `graceMs`; undefined where that one is ended or replaced already.
   */
  async replace(token: string, { tokenHash, user: { userCde } }: Session, graceMs = 0): Promise<Opened | undefined> {
    const opened = await this.#tables.transaction().execute(async (inside) => {
      // first the person, then the session: the order in which a person is shut out
      await inside.selectFrom('person').select('userCde').where('userCde', '=', userCde).forShare().execute();
      const end = new Date(databaseNow() + graceMs);
      // of several calls at once, the first opens the new session
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

  /** Ends one session, under whichever of its tokens: those before and after it that still live end with it. */
  async close(token: string): Promise<void> {
    let [ending, isRenewed]: [Buffer[], boolean] = [[hashOf(token)], false];
    while (ending.length > 0) {
      // a renewal under way is waited for, and then its new token found
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

  /** Forgets what is held in memory: somebody's rights changed. */
  forget(): void {
    this.#endings++;
    this.#cache.clear();
  }

  /** Deletes sessions that expired. */
  async sweep(): Promise<void> {
    await this.#tables.deleteFrom('kernel.session').where('expiresAt', '<', databaseDate()).execute();
  }

  #ended(token: string): void {
    this.#endings++;
    this.#cache.delete(token);
  }

  async #read(tokenHash: Buffer): Promise<Session | undefined> {
    const row = await this.#tables
      .selectFrom('kernel.session as s')
      .innerJoin('person as p', (join) =>
        join.onRef('p.userCde', '=', 's.userCde').on('p.delFlag', '=', 'N').on('p.loginSetting', '!=', 'NONE'),
      )
      .leftJoin('role_user as u', (join) => join.onRef('u.userCde', '=', 'p.userCde').on('u.delFlag', '=', 'N'))
      .leftJoin('role as r', (join) => join.onRef('r.id', '=', 'u.roleId').on('r.delFlag', '=', 'N'))
      .select([
        'p.userCde',
        'p.userName',
        'p.companyCde',
        'p.passwordInitial',
        'p.loginSetting',
        'p.language',
        'p.theme',
        'r.roleName',
        'r.roleNameCh',
        'r.allSeeingEye',
      ])
      .select(sql<string | null>`r.id::text`.as('roleId'))
      .select(sql<string>`to_char(s."expiresAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('expiresAt'))
      .select(
        sql<
          { permissionId: string; actionEntitySet: string[] }[]
        >`(select coalesce(json_agg(json_build_object('permissionId', m."permissionId", 'actionEntitySet', m."actionEntitySet")), '[]') from role_permission m where m."roleId" = r.id and m."delFlag" = 'N')`.as(
          'permissions',
        ),
      )
      .where('s.tokenHash', '=', tokenHash)
      .where('s.expiresAt', '>', databaseDate())
      .executeTakeFirst();
    if (!row) return undefined;
    const rights = new Rights(
      new Map(row.permissions.map(({ permissionId, actionEntitySet }) => [permissionId, new Set(actionEntitySet)])),
    );
    const user: User = {
      userCde: row.userCde,
      userName: row.userName,
      role: row.roleName ?? '',
      roleId: row.roleId,
      companyCde: row.companyCde,
      allSeeingEye: row.allSeeingEye === 'Y',
      rights,
    };
    return {
      user,
      roleName: row.roleName,
      roleNameCh: row.roleNameCh,
      language: row.language as Language | null,
      theme: row.theme,
      mustChangePassword: mustChangePassword(row),
      tokenHash,
      expiresAt: new Date(row.expiresAt),
    };
  }
}

/** Whether a session has been used for a day, and slides. */
export const isAged = ({ expiresAt }: Session): boolean =>
  expiresAt.getTime() - databaseNow() <= LIFETIME_MS - RENEWED_AFTER_MS;

/** An initial password must be changed by whoever logs in with it. */
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
