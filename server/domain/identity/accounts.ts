import type { Kysely } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Refusal } from '../../errors.ts';
import { hashPassword, verifyPassword } from '../../kernel/passwordHash.ts';
import { makePassword, weaknessOf } from './passwords.ts';
import { ADMINISTRATOR } from './sessions.ts';
import type { IdentityTables } from './tables.ts';

/** Failed tries of one account from one address, within a quarter of an hour. */
const FAILED_TRIES = 10;
const WINDOW_SECONDS = 900;

/** Log-in accounts: the first administrator, the check of a password, its change. */
export class Accounts {
  readonly #tables: Kysely<IdentityTables>;
  readonly #failures = new RateLimiterMemory({ points: FAILED_TRIES, duration: WINDOW_SECONDS });
  #decoy: Promise<string> | undefined;

  constructor(tables: Kysely<IdentityTables>) {
    this.#tables = tables;
  }

  /**
   * Makes the first administrator where there is none, with the given password or one of our own making.
   *
   * @returns the password that was made and must be told, if one was
   */
  async makeFirstAdministrator(given: string | undefined): Promise<string | undefined> {
    if (await this.hasAdministrator()) return undefined;
    const password = given ?? makePassword();
    await this.#tables.insertInto('account')
      .values({ userCde: 'admin', userName: 'Administrator', passwordHash: await hashPassword(password), mustChangePassword: given === undefined, role: ADMINISTRATOR })
      .onConflict((conflict) => conflict.doNothing()).execute();
    return given === undefined ? password : undefined;
  }

  async hasAdministrator(): Promise<boolean> {
    return (await this.#tables.selectFrom('account').select('userCde').where('role', '=', ADMINISTRATOR).limit(1).execute()).length > 0;
  }

  /**
   * Checks a name and password. A name that does not exist takes as long as one that does.
   *
   * @throws Refusal 401 when they do not fit, 429 after too many failures
   */
  async checkLogin(userCde: string, password: string, address: string): Promise<{ userCde: string; mustChangePassword: boolean }> {
    const key = `${userCde.toLowerCase()} ${address}`;
    const failed = await this.#failures.get(key);
    if (failed && failed.consumedPoints >= FAILED_TRIES) throw new Refusal('tooMany', 'MSG_account_0003');
    const account = await this.#tables.selectFrom('account').select(['userCde', 'passwordHash', 'mustChangePassword']).where('userCde', '=', userCde).executeTakeFirst();
    this.#decoy ??= hashPassword(makePassword());
    const fits = await verifyPassword(account?.passwordHash ?? await this.#decoy, password);
    if (!account || !fits) {
      await this.#failures.consume(key).catch(() => undefined);
      throw new Refusal('unauthorized', 'MSG_account_0002');
    }
    await this.#failures.delete(key);
    return { userCde: account.userCde, mustChangePassword: account.mustChangePassword };
  }

  /** @throws Refusal 400 at the field that is wrong */
  async changePassword(userCde: string, oldPassword: string, newPassword: string): Promise<void> {
    const account = await this.#tables.selectFrom('account').select('passwordHash').where('userCde', '=', userCde).executeTakeFirstOrThrow();
    const refuse = (field: string, key: string) => new Refusal('invalid', key, {}, [{ field, key, params: {} }]);
    if (!await verifyPassword(account.passwordHash, oldPassword)) throw refuse('oldPassword', 'MSG_account_0006');
    const weakness = weaknessOf(newPassword, userCde) ?? (newPassword === oldPassword ? 'MSG_account_0007' : undefined);
    if (weakness) throw refuse('newPassword', weakness);
    await this.#tables.updateTable('account').set({ passwordHash: await hashPassword(newPassword), mustChangePassword: false }).where('userCde', '=', userCde).execute();
  }
}
