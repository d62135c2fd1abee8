import { sql, type Kysely } from 'kysely';
import { databaseNow } from '../../db/clock.ts';
import { ADDRESS_LIFETIME_MS } from './trustedCallers.ts';
import { DEVICE_COOKIE, deviceOf, deviceCookieName } from './callSource.ts';
import type { Tables } from '../../db/tables.ts';

const REFRESH_MS = 60_000;
const MAX_PEOPLE = 20_000;
const MAX_ADDRESSES = 100_000;
/** Limit of device cookies of a call that are checked. A browser that several people share has a few. */
const MAX_COOKIES = 5;

interface Account {
  userCde: string;
  password: string;
}

/**
 * Copy in memory of the callers who logged in before, which identifies callers without a query and before the body is
 * read. The copy can be a minute old. It only decides which calls are admitted under overload, not who may log in.
 */
export class KnownCallers {
  readonly #tables: Kysely<Tables>;
  /** name of the device cookie → account */
  #accounts = new Map<string, Account>();
  #addresses = new Set<string>();
  #isRefreshing = false;

  constructor(tables: Kysely<Tables>) {
    this.#tables = tables;
  }

  /** Refreshes the copy now and every minute. @returns function that stops the refreshes */
  async start(): Promise<() => void> {
    await this.refresh();
    const timer = setInterval(() => {
      // after an error the copy remains in use until the next run
      this.refresh().catch(() => undefined);
    }, REFRESH_MS).unref();
    return () => clearInterval(timer);
  }

  /** Reads the trusted accounts and addresses of the database. */
  async refresh(): Promise<void> {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    try {
      const [people, addresses] = await Promise.all([this.#readPeople(), this.#readAddresses()]);
      this.#accounts = new Map(people.map((account) => [deviceCookieName(account.userCde), account]));
      this.#addresses = new Set(addresses);
    } finally {
      this.#isRefreshing = false;
    }
  }

  /** Adds a caller who just logged in. */
  add(userCde: string, password: string, address: string): void {
    this.#accounts.set(deviceCookieName(userCde), { userCde, password });
    this.#addresses.add(address);
  }

  /** The trusted device that a `Cookie` header names; undefined without a valid device cookie. */
  deviceOf(cookies: string | undefined): string | undefined {
    if (cookies === undefined) return undefined;
    let checked = 0;
    for (const [, name, value] of cookies.matchAll(DEVICE_COOKIE)) {
      if (++checked > MAX_COOKIES) return undefined;
      const account = this.#accounts.get(name!);
      const source = { address: '', cookie: () => value };
      const device = account && deviceOf(source, account.userCde, account.password);
      if (device !== undefined) return device;
    }
    return undefined;
  }

  /** Whether a person logged in from an address within 30 days. */
  hasAddress(address: string): boolean {
    return this.#addresses.has(address);
  }

  async #readPeople(): Promise<Account[]> {
    const rows = await this.#tables
      .selectFrom('person')
      .select(['userCde', 'password'])
      .where('loginSetting', '=', 'LOCAL')
      .where('delFlag', '=', 'N')
      .where('password', 'is not', null)
      .limit(MAX_PEOPLE)
      .execute();
    return rows as Account[];
  }

  async #readAddresses(): Promise<string[]> {
    const rows = await this.#tables
      .selectFrom('kernel.known_address')
      .select(sql<string>`distinct address`.as('address'))
      .where('usedAt', '>', new Date(databaseNow() - ADDRESS_LIFETIME_MS))
      .limit(MAX_ADDRESSES)
      .execute();
    return rows.map(({ address }) => address);
  }
}
