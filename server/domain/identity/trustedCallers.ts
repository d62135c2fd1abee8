import { sql, type Kysely } from 'kysely';
import { databaseDate, databaseNow } from '../../db/clock.ts';
import { deviceOf, makeDeviceCookie, type CallSource, type DeviceCookie } from './callSource.ts';
import type { LoginCaller } from './loginLimits.ts';
import type { Tables } from '../../db/tables.ts';

/** How long an address is known after the last log-in from it. */
export const ADDRESS_LIFETIME_MS = 30 * 86_400_000;
/** Age of a row at which a log-in updates it. */
const RENEWED_AFTER_MS = 86_400_000;
const MAX_ADDRESSES = 20;

/**
 * Callers who logged in before: by the device cookie of their browser, or by their address (table
 * `kernel.known_address`).
 */
export class TrustedCallers {
  readonly #tables: Kysely<Tables>;

  constructor(tables: Kysely<Tables>) {
    this.#tables = tables;
  }

  /** Why a caller is trusted to be this person; undefined for an untrusted caller. */
  async trustOf(userCde: string, storedPassword: string | null, source: CallSource): Promise<LoginCaller['trust']> {
    const device = storedPassword === null ? undefined : deviceOf(source, userCde, storedPassword);
    if (device !== undefined) return { device };
    return (await this.isKnown([userCde], source)) ? 'address' : undefined;
  }

  /**
   * Whether any of these people logged in from the caller's address. It runs the query for an empty list too, so that
   * its duration reveals nothing.
   */
  async isKnown(userCdes: readonly string[], { address }: CallSource): Promise<boolean> {
    const row = await this.#tables
      .selectFrom('kernel.known_address')
      .select('userCde')
      .where(sql<boolean>`"userCde" = any(${userCdes}::text[])`)
      .where('address', '=', address)
      .where('usedAt', '>', new Date(databaseNow() - ADDRESS_LIFETIME_MS))
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Trusts a caller who just proved to be this person. @returns the cookie for the caller's browser */
  async add(userCde: string, storedPassword: string, { address }: CallSource): Promise<DeviceCookie> {
    const now = databaseDate();
    const { numInsertedOrUpdatedRows } = await this.#tables
      .insertInto('kernel.known_address')
      .values({ userCde, address, usedAt: now })
      .onConflict((conflict) =>
        conflict
          .columns(['userCde', 'address'])
          .doUpdateSet({ usedAt: now })
          .where('kernel.known_address.usedAt', '<', new Date(now.getTime() - RENEWED_AFTER_MS)),
      )
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) {
      const latest = this.#tables
        .selectFrom('kernel.known_address')
        .select('address')
        .where('userCde', '=', userCde)
        .orderBy('usedAt', 'desc')
        .limit(MAX_ADDRESSES);
      await this.#tables
        .deleteFrom('kernel.known_address')
        .where('userCde', '=', userCde)
        .where('address', 'not in', latest)
        .execute();
    }
    return makeDeviceCookie(userCde, storedPassword);
  }
}
