import { sql, type Kysely } from 'kysely';
import { databaseNow } from '../../db/clock.ts';
import { build, prepared } from '../../db/statement.ts';
import { BadSetting } from '../../config.ts';
import { notFound, Refusal } from '../../errors.ts';
import type { Context, User } from '../../kernel/context.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Kernel, SystemInput } from '../../kernel/core.ts';
import { hashPassword, verifyPassword } from '../../kernel/passwordHash.ts';
import { createRow, updateRow } from '../../kernel/write/save.ts';
import { hasAdministrator } from './administrators.ts';
import { bringsDevice, type CallSource, type DeviceCookie } from './callSource.ts';
import { KnownCallers } from './knownCallers.ts';
import type { LoginCaller, LoginLimits } from './loginLimits.ts';
import { companyNames, makePassword, weaknessOf, type PasswordOwner } from './passwords.ts';
import { isLive, mustChangePassword, openSession, type Opened, type Session } from './sessions.ts';
import { systemContext } from './system.ts';
import { TrustedCallers } from './trustedCallers.ts';
import type { Tables } from '../../db/tables.ts';

/** The role delivered for whoever may do everything. */
const ADMINISTRATOR = 'Administrator';
const FIRST_ADMINISTRATOR = 'admin';
const FIRST_ADMINISTRATOR_NAME = 'Administrator';
/** What the role is where the delivered one is gone. */
const ADMINISTRATOR_ROLE = { allSeeingEye: 'Y', 'role-permission': [{ permissionId: '*.*', actionEntitySet: ['*'] }] };

const lockPerson = prepared<{ userCde: string }>()(($) =>
  build
    .selectFrom('person')
    .select(['id', 'rev'])
    .where('userCde', '=', $('userCde'))
    .where('delFlag', '=', 'N')
    .forNoKeyUpdate(),
);

/** Log-in accounts, which are people: the first administrator, the check of a password, its change. */
export class Accounts {
  readonly #kernel: Kernel;
  readonly #tables: Kysely<Tables>;
  readonly #limits: LoginLimits;
  readonly #trusted: TrustedCallers;
  #decoy: Promise<string> | undefined;
  readonly known: KnownCallers;

  constructor(kernel: Kernel, tables: Kysely<Tables>, limits: LoginLimits) {
    this.#kernel = kernel;
    this.#tables = tables;
    this.#limits = limits;
    this.#trusted = new TrustedCallers(tables);
    this.known = new KnownCallers(tables);
  }

  /**
   * Lets somebody manage roles where nobody can: makes the first administrator, or lets `admin` in again, with the
   * given password or one of our own making.
   *
   * @param singleSignOn whether log-in by single sign-on is offered
   * @returns the password that was made and must be told, if one was
   * @throws BadSetting for a given password that is easy to guess
   */
  async makeFirstAdministrator(given: string | undefined, singleSignOn: boolean): Promise<string | undefined> {
    if (await hasAdministrator(this.#kernel.pool, singleSignOn)) return undefined;
    const password = given ?? makePassword();
    // a password given as a setting need not be changed (api.md, "Settings")
    const values = { password, passwordInitial: given === undefined ? 'Y' : 'N' };
    const person = await this.#person(FIRST_ADMINISTRATOR);
    refuseAdminPassword(
      given,
      person && { ...person, company: await companyNames(this.#kernel.pool, person.companyCde) },
    );
    const entity = (name: string) => entityNamed(this.#kernel, name);
    await systemContext(this.#kernel).transaction(async (context) => {
      const roleId = await this.#administratorRole(context);
      if (person)
        await updateRow(
          this.#kernel,
          {
            runtime: entity('person'),
            id: person.id,
            rev: person.rev,
            input: { loginSetting: 'LOCAL' },
            system: { values },
          },
          context,
        );
      else
        await createRow(
          this.#kernel,
          {
            runtime: entity('person'),
            input: { userCde: FIRST_ADMINISTRATOR, userName: FIRST_ADMINISTRATOR_NAME },
            system: { values },
          },
          context,
        );
      const link = await this.#tables
        .selectFrom('role_user')
        .select(['id', 'rev'])
        .where('userCde', '=', FIRST_ADMINISTRATOR)
        .where('delFlag', '=', 'N')
        .executeTakeFirst();
      if (link)
        await updateRow(
          this.#kernel,
          { runtime: entity('role-user'), id: link.id, rev: link.rev, input: { roleId } },
          context,
        );
      else
        await createRow(
          this.#kernel,
          { runtime: entity('role-user'), input: { userCde: FIRST_ADMINISTRATOR, roleId } },
          context,
        );
    });
    return given === undefined ? password : undefined;
  }

  /** The ids of the roles whose part somebody can take in approvals: one's own, and with every right all of them. */
  async heldRoles({ rights, roleId }: User): Promise<string[]> {
    if (!rights.isUnrestricted) return roleId === null ? [] : [roleId];
    return (
      await this.#tables
        .selectFrom('role')
        .select(sql<string>`id::text`.as('id'))
        .where('delFlag', '=', 'N')
        .execute()
    ).map(({ id }) => id);
  }

  /** The role that may do everything: the delivered one, whatever it is called now, or a new one. */
  async #administratorRole(context: Context): Promise<string> {
    const role = await this.#tables
      .selectFrom('role as r')
      .innerJoin('role_permission as m', 'm.roleId', 'r.id')
      .select('r.id')
      .where('r.systemFlag', '=', 'Y')
      .where('r.delFlag', '=', 'N')
      .where('m.delFlag', '=', 'N')
      .where('m.permissionId', '=', '*.*')
      .where(sql<boolean>`m."actionEntitySet" ? '*'`)
      .orderBy('r.id')
      .executeTakeFirst();
    if (role) return role.id;
    const taken = await this.#tables
      .selectFrom('role')
      .select('id')
      .where('roleName', '=', ADMINISTRATOR)
      .where('delFlag', '=', 'N')
      .executeTakeFirst();
    const roleName = taken ? `${ADMINISTRATOR} ${databaseNow()}` : ADMINISTRATOR;
    return (
      await createRow(
        this.#kernel,
        {
          runtime: entityNamed(this.#kernel, 'role'),
          input: { ...ADMINISTRATOR_ROLE, roleName },
          system: { values: { systemFlag: 'Y' } },
        },
        context,
      )
    ).id;
  }

  /**
   * Checks a name and password.
   *
   * @returns the account, with the stored password that fitted
   * @throws Refusal 401 when they do not fit, 429 after too many tries, 503 when too many people log in at once
   */
  async checkLogin(
    userCde: string,
    password: string,
    source: CallSource,
  ): Promise<{ userCde: string; password: string; mustChangePassword: boolean }> {
    if (!bringsDevice(source, userCde)) this.#limits.refuseKnown(userCde, source.address);
    const trust = await this.#trusted.trustOf(userCde, localPassword(await this.#person(userCde)), source);
    const person = await this.#knows(userCde, password, { address: source.address, trust });
    if (!person) throw new Refusal('unauthorized', 'MSG_account_0002');
    return { userCde: person.userCde, password: person.password, mustChangePassword: mustChangePassword(person) };
  }

  /**
   * Trusts a caller who just proved to be this person. @returns the device cookie for the browser; undefined for
   * somebody who has no password
   */
  async trust(userCde: string, source: CallSource): Promise<DeviceCookie | undefined> {
    const password = localPassword(await this.#person(userCde));
    if (password === null) return undefined;
    this.known.add(userCde, password, source.address);
    return this.#trusted.add(userCde, password, source);
  }

  /**
   * Changes one's own password. All of one's sessions end with it, the one in which it is done too.
   *
   * @returns a new session in place of that one
   * @throws Refusal 400 at the field that is wrong, 401 where the session ended meanwhile, 429 after too many wrong old
   *   ones
   */
  async changePassword(
    { user: { userCde }, tokenHash }: Session,
    oldPassword: string,
    newPassword: string,
    context: Context,
  ): Promise<Opened> {
    const refuse = (field: string, key: string) => new Refusal('invalid', key, {}, [{ field, key, params: {} }]);
    const person = await this.#knows(userCde, oldPassword, { address: '', trust: { session: true } });
    if (!person) throw refuse('oldPassword', 'MSG_account_0006');
    const weakness =
      weaknessOf(newPassword, { ...person, company: await companyNames(this.#kernel.pool, person.companyCde) }) ??
      (newPassword === oldPassword ? 'MSG_account_0007' : undefined);
    if (weakness) throw refuse('newPassword', weakness);
    return this.#change(
      userCde,
      context,
      {},
      { values: { password: newPassword, passwordInitial: 'N' }, action: 'changePassword' },
      async (own, change) => {
        // what ended it may have changed the password that fitted above, too
        if (!(await isLive(own.db, tokenHash))) throw new Refusal('unauthorized', 'MSG_generic_0401');
        await change();
        return openSession(own.db, userCde);
      },
    );
  }

  /**
   * Keeps what a person chose for the screens; who has that person open for editing is not disturbed. @throws Refusal
   * 400 for a choice that there is not
   */
  async keepPreferences(
    userCde: string,
    preferences: { language?: unknown; theme?: unknown },
    context: Context,
  ): Promise<void> {
    await this.#change(userCde, context, preferences, { action: 'preferences', keepsRev: true }, (_, change) =>
      change(),
    );
  }

  /**
   * Changes a person's own record in that person's name. Who changes it at the same time waits: nobody here has read a
   * `rev`.
   */
  async #change<T>(
    userCde: string,
    { requestId }: Context,
    body: object,
    given: SystemInput,
    around: (own: Context, change: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const { userName } = (await this.#person(userCde))!;
    return systemContext(this.#kernel, { requestId, userCde, userName }).transaction(async (own) => {
      const person = await lockPerson.first(own.db, { userCde });
      if (!person) throw notFound();
      return around(own, async () => {
        await updateRow(
          this.#kernel,
          { runtime: entityNamed(this.#kernel, 'person'), id: person.id, rev: person.rev, input: body, system: given },
          own,
        );
      });
    });
  }

  /**
   * The person who logs in by this password; a name that does not exist takes as long as one that does. @throws Refusal
   * (429, 503)
   */
  #knows(userCde: string, password: string, caller: LoginCaller) {
    return this.#limits.try(userCde, caller, async (turn) => {
      const person = await this.#person(userCde);
      this.#decoy ??= hashPassword(makePassword());
      const stored = localPassword(person);
      const fits = await verifyPassword(stored ?? (await this.#decoy), password, turn);
      return person && stored !== null && fits ? { ...person, password: stored } : undefined;
    });
  }

  #person(userCde: string) {
    return this.#tables
      .selectFrom('person')
      .select(['id', 'rev', 'userCde', 'userName', 'companyCde', 'mail', 'password', 'passwordInitial', 'loginSetting'])
      .where('userCde', '=', userCde)
      .where('delFlag', '=', 'N')
      .executeTakeFirst();
  }
}

/** The stored password by which somebody may log in. */
const localPassword = (person: { loginSetting: string; password: string | null } | undefined): string | null =>
  person?.loginSetting === 'LOCAL' ? person.password : null;

/** @throws BadSetting for a password of the first administrator that is easy to guess */
export function refuseAdminPassword(
  password: string | undefined,
  owner: PasswordOwner = { userCde: FIRST_ADMINISTRATOR, userName: FIRST_ADMINISTRATOR_NAME },
): void {
  if (password === undefined || weaknessOf(password, owner) === undefined) return;
  throw new BadSetting(
    'ADMIN_PASSWORD',
    'is too easy to guess: it must be neither common nor made of the names of the account or the product, with 10 to 200 characters',
  );
}
