import { sql, type Kysely } from 'kysely';
import { databaseNow } from '../../db/clock.ts';
import { build, prepared } from '../../db/statement.ts';
import { BadSetting } from '../../config.ts';
import { notFound, refuseField, Refusal } from '../../errors.ts';
import type { Context, User } from '../../kernel/context.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { SystemInput } from '../../kernel/systemInput.ts';
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

/** The delivered role with all rights. */
const ADMINISTRATOR = 'Administrator';
const FIRST_ADMINISTRATOR = 'admin';
const FIRST_ADMINISTRATOR_NAME = 'Administrator';
/** Content of a new role with all rights, if the delivered one was deleted. */
const ADMINISTRATOR_ROLE = { allSeeingEye: 'Y', 'role-permission': [{ permissionId: '*.*', actionEntitySet: ['*'] }] };

const lockPerson = prepared<{ userCde: string }>()(($) =>
  build
    .selectFrom('person')
    .select(['id', 'rev'])
    .where('userCde', '=', $('userCde'))
    .where('delFlag', '=', 'N')
    .forNoKeyUpdate(),
);

const personByCode = prepared<{ userCde: string }>()(($) =>
  build
    .selectFrom('person')
    .select(['id', 'rev', 'userCde', 'userName', 'companyCde', 'mail', 'password', 'passwordInitial', 'loginSetting'])
    .where('userCde', '=', $('userCde'))
    .where('delFlag', '=', 'N'),
);
type Person = NonNullable<Awaited<ReturnType<typeof personByCode.first>>>;

/** Log-in accounts of people: the first administrator, checks and changes of passwords, and preferences. */
export class Accounts {
  readonly #kernel: Kernel;
  readonly #tables: Kysely<Tables>;
  readonly #limits: LoginLimits;
  readonly #trusted: TrustedCallers;
  /** hash that is verified for an unknown name, so that the check takes the same time */
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
   * Creates the first administrator, or lets `admin` log in again, if nobody can manage roles.
   *
   * @param configured password from the settings; undefined for a random one
   * @param singleSignOn whether log-in by single sign-on is offered
   * @returns the random password, for the log; undefined if none was created
   * @throws BadSetting for a configured password that is easy to guess
   */
  async makeFirstAdministrator(configured: string | undefined, singleSignOn: boolean): Promise<string | undefined> {
    if (await hasAdministrator(this.#kernel.pool, singleSignOn)) return undefined;
    const password = configured ?? makePassword();
    // a password from a setting need not be changed
    const values = { password, passwordInitial: configured === undefined ? 'Y' : 'N' };
    const person = await this.#person(FIRST_ADMINISTRATOR);
    refuseAdminPassword(
      configured,
      person && { ...person, company: await companyNames(this.#kernel.pool, person.companyCde) },
    );
    await systemContext(this.#kernel).transaction(async (context) => {
      const roleId = await this.#administratorRole(context);
      const runtime = entityNamed(this.#kernel, 'person');
      if (person) {
        const change = { id: person.id, rev: person.rev, input: { loginSetting: 'LOCAL' } };
        await updateRow(this.#kernel, { runtime, ...change, system: { values } }, context);
      } else {
        const input = { userCde: FIRST_ADMINISTRATOR, userName: FIRST_ADMINISTRATOR_NAME };
        await createRow(this.#kernel, { runtime, input, system: { values } }, context);
      }
      await this.#assignRole(roleId, context);
    });
    return configured === undefined ? password : undefined;
  }

  /** Assigns a role to the first administrator, in place of the current one. */
  async #assignRole(roleId: string, context: Context): Promise<void> {
    const runtime = entityNamed(this.#kernel, 'role-user');
    const link = await this.#tables
      .selectFrom('role_user')
      .select(['id', 'rev'])
      .where('userCde', '=', FIRST_ADMINISTRATOR)
      .where('delFlag', '=', 'N')
      .executeTakeFirst();
    if (link) await updateRow(this.#kernel, { runtime, id: link.id, rev: link.rev, input: { roleId } }, context);
    else await createRow(this.#kernel, { runtime, input: { userCde: FIRST_ADMINISTRATOR, roleId } }, context);
  }

  /** Ids of the roles for which a user can decide in approvals: the user's own, or all with unrestricted rights. */
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

  /** The role with all rights: the delivered one, even if it was renamed, or a new one. */
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
   * @returns the account, with the stored password that matched
   * @throws Refusal 401 if they do not match, 429 after too many tries, 503 when too many people log in at once
   */
  async checkLogin(
    userCde: string,
    password: string,
    source: CallSource,
  ): Promise<{ userCde: string; password: string; mustChangePassword: boolean }> {
    if (!bringsDevice(source, userCde)) this.#limits.refuseKnown(userCde, source.address);
    const trust = await this.#trusted.trustOf(userCde, localPassword(await this.#person(userCde)), source);
    const person = await this.#personWith(userCde, password, { address: source.address, trust });
    if (!person) throw new Refusal('unauthorized', 'MSG_account_0002');
    return { userCde: person.userCde, password: person.password, mustChangePassword: mustChangePassword(person) };
  }

  /**
   * Trusts a caller who has just logged in as this person.
   *
   * @returns the device cookie for the browser; undefined for a person without a password
   */
  async trust(userCde: string, source: CallSource): Promise<DeviceCookie | undefined> {
    const password = localPassword(await this.#person(userCde));
    if (password === null) return undefined;
    this.known.add(userCde, password, source.address);
    return this.#trusted.add(userCde, password, source);
  }

  /**
   * Changes the caller's own password and ends all of the caller's sessions.
   *
   * @returns a new session
   * @throws Refusal 400 at the invalid field, 401 if the session has ended, 429 after too many wrong old passwords
   */
  async changePassword(
    { user: { userCde }, tokenHash }: Session,
    oldPassword: string,
    newPassword: string,
    context: Context,
  ): Promise<Opened> {
    const person = await this.#personWith(userCde, oldPassword, { address: '', trust: { session: true } });
    if (!person) throw refuseField('oldPassword', 'MSG_account_0006');
    const weakness =
      weaknessOf(newPassword, { ...person, company: await companyNames(this.#kernel.pool, person.companyCde) }) ??
      (newPassword === oldPassword ? 'MSG_account_0007' : undefined);
    if (weakness) throw refuseField('newPassword', weakness);
    const system = { values: { password: newPassword, passwordInitial: 'N' }, action: 'changePassword' };
    return this.#change(userCde, context, { input: {}, system }, async (own, change) => {
      // if the session has ended, the password may have changed too since it was checked
      if (!(await isLive(own.db, tokenHash))) throw new Refusal('unauthorized', 'MSG_generic_0401');
      await change();
      return openSession(own.db, userCde);
    });
  }

  /**
   * Stores a person's preferences for the screens. `rev` does not change, so that an open form of the person stays
   * valid.
   *
   * @throws Refusal 400 for an unknown choice
   */
  async storePreferences(
    userCde: string,
    preferences: { language?: unknown; theme?: unknown },
    context: Context,
  ): Promise<void> {
    const system: SystemInput = { action: 'preferences', keepsRev: true };
    await this.#change(userCde, context, { input: preferences, system }, (_, change) => change());
  }

  /**
   * Changes the record of a person in that person's name. The row is locked, because the caller has not read a `rev`.
   *
   * @param run runs in the transaction, and gets a function that makes the change
   */
  async #change<T>(
    userCde: string,
    { requestId }: Context,
    { input, system }: { input: object; system: SystemInput },
    run: (own: Context, change: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const { userName } = (await this.#person(userCde))!;
    return systemContext(this.#kernel, { requestId, userCde, userName }).transaction(async (own) => {
      const person = await lockPerson.first(own.db, { userCde });
      if (!person) throw notFound();
      return run(own, async () => {
        await updateRow(
          this.#kernel,
          { runtime: entityNamed(this.#kernel, 'person'), id: person.id, rev: person.rev, input, system },
          own,
        );
      });
    });
  }

  /**
   * The person with this name and password. An unknown name takes as long as a known one.
   *
   * @throws Refusal (429, 503)
   */
  #personWith(userCde: string, password: string, caller: LoginCaller) {
    return this.#limits.try(userCde, caller, async (turn) => {
      const person = await this.#person(userCde);
      this.#decoy ??= hashPassword(makePassword());
      const stored = localPassword(person);
      const isMatch = await verifyPassword(stored ?? (await this.#decoy), password, turn);
      return person && stored !== null && isMatch ? { ...person, password: stored } : undefined;
    });
  }

  #person(userCde: string): Promise<Person | undefined> {
    return personByCode.first(this.#kernel.pool, { userCde });
  }
}

/** The stored password of a person who may log in with it. */
const localPassword = (person: { loginSetting: string; password: string | null } | undefined): string | null =>
  person?.loginSetting === 'LOCAL' ? person.password : null;

/** Checks the password of the first administrator. @throws BadSetting for one that is easy to guess */
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
