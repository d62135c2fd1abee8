import { sql } from 'kysely';
import type { Pool } from 'pg';
import { build, prepared } from '../../db/statement.ts';
import { Refusal } from '../../errors.ts';

/** Limit of wrong tries. Each wait is twice as long as the one before. */
export interface TryLimit {
  /** number of tries without a wait */
  free: number;
  /** the first wait */
  firstSeconds: number;
  /** the longest wait */
  maxSeconds: number;
}

const MAX_CACHED = 10_000;

const FAILURES = 'case when t."expiresAt" < clock_timestamp() then 1 else t.failures + 1 end';
const WAIT = `case when (${FAILURES}) < $2 then 0 else least($4, $3 * power(2, least((${FAILURES}) - $2, 30))) end::double precision`;
/** Counts one more wrong try; writes nothing while the counter waits. */
const COUNT = `
  insert into kernel.login_try as t (key, failures, until, "expiresAt") values ($1, 1, '-infinity', clock_timestamp() + interval '1 hour')
  on conflict (key) do update set
    failures = ${FAILURES},
    until = case when (${FAILURES}) < $2 then '-infinity' else clock_timestamp() + make_interval(secs => ${WAIT}) end,
    "expiresAt" = clock_timestamp() + case when (${FAILURES}) < $2 then interval '1 hour' else interval '1 day' end
  where t.until <= clock_timestamp()
  returning failures`;

const waits = prepared<{ keys: string[] }>()(($) =>
  build
    .selectFrom('kernel.login_try')
    .select('key')
    .select(sql<number>`extract(epoch from until - clock_timestamp())::float8`.as('seconds'))
    .where(sql<boolean>`key = any(${$('keys')})`)
    .where('until', '>', sql<string>`clock_timestamp()`),
);

const uncountTry = prepared<{ keys: string[] }>()(($) =>
  build
    .updateTable('kernel.login_try')
    .set({ failures: sql<number>`greatest(failures - 1, 0)`, until: sql<string>`'-infinity'` })
    .where(sql<boolean>`key = any(${$('keys')})`),
);

const deleteCounter = prepared<{ key: string }>()(($) =>
  build.deleteFrom('kernel.login_try').where('key', '=', $('key')),
);

/**
 * Counters of wrong log-ins (table `kernel.login_try`), which all servers share. While a counter waits, a try causes no
 * write, and no query on a server that has the wait in memory.
 */
export class LoginTries {
  readonly #pool: Pool;
  /** counter → end of its wait, by `performance.now()` */
  readonly #waiting = new Map<string, number>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Refuses counters that wait according to the memory of this server; makes no query. @throws Refusal 429 */
  refuseKnown(keys: string[]): void {
    const seconds = Math.max(...keys.map((key) => ((this.#waiting.get(key) ?? 0) - performance.now()) / 1000));
    if (seconds > 0) throw tooMany(seconds);
  }

  /** Refuses counters that wait. @throws Refusal 429 with the longest wait */
  async refuseWaiting(keys: string[]): Promise<void> {
    this.refuseKnown(keys);
    for (const { key, seconds } of await waits.all(this.#pool, { keys })) this.#remember(key, seconds);
    this.refuseKnown(keys);
  }

  /** Counts a wrong try. @returns the number of tries @throws Refusal 429 when the counter waits */
  async count(key: string, { free, firstSeconds, maxSeconds }: TryLimit): Promise<number> {
    const { rows } = await this.#pool.query({
      name: 'login-try-count',
      text: COUNT,
      values: [key, free, firstSeconds, maxSeconds],
    });
    const [row] = rows as { failures: number }[];
    if (row) return row.failures;
    await this.refuseWaiting([key]);
    throw tooMany(1);
  }

  /** Subtracts one try from each counter, and ends its wait. */
  async uncount(keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    for (const key of keys) this.#waiting.delete(key);
    await uncountTry.run(this.#pool, { keys });
  }

  /** Deletes a counter. */
  async forget(key: string): Promise<void> {
    this.#waiting.delete(key);
    await deleteCounter.run(this.#pool, { key });
  }

  #remember(key: string, seconds: number): void {
    if (this.#waiting.size >= MAX_CACHED) this.#waiting.delete(this.#waiting.keys().next().value!);
    this.#waiting.set(key, performance.now() + seconds * 1000);
  }
}

function tooMany(seconds: number): Refusal {
  const rounded = Math.ceil(seconds);
  return new Refusal('tooMany', 'MSG_account_0003', { seconds: rounded }).withRetryAfter(rounded);
}
