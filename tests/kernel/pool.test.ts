import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { inTransaction, openPool, TransactionAborted } from '../../server/db/pool.ts';
import type { Session } from '../../server/db/cancellation.ts';
import type { PoolSettings } from '../../server/db/pool.ts';
import { openTestDatabase } from '../database.ts';
import type { TestDatabase } from '../database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query('create table item (id integer primary key, amount integer not null)');
});
afterAll(() => database.close());

/** Runs `use` with a separate pool with short time limits. */
async function withPool(
  use: (pool: Pool, broken: Error[]) => Promise<void>,
  changed: Partial<PoolSettings> = {},
  connection = database.connection,
): Promise<void> {
  const broken: Error[] = [];
  const pool = openPool(connection, {
    max: 2,
    statementTimeoutMs: 200,
    idleInTransactionTimeoutMs: 200,
    connectTimeoutMs: 300,
    onBrokenSession: (error) => broken.push(error),
    ...changed,
  });
  try {
    await use(pool, broken);
  } finally {
    await pool.end();
  }
}

const read = async (pool: Pool, expression: string): Promise<unknown> => {
  const { rows } = await pool.query<{ value: unknown }>(`select ${expression} as value`);
  return rows[0]?.value;
};

describe('values read', () => {
  test.each([
    ['date', `date '2026-03-29'`, '2026-03-29'],
    ['date before Christ', `date '0044-03-15 BC'`, '0044-03-15 BC'],
    ['bigint beyond a number', `9007199254740993`, '9007199254740993'],
    ['numeric beyond a number', `0.10000000000000000001`, '0.10000000000000000001'],
    ['numeric with its scale', `1234.50::numeric(20,2)`, '1234.50'],
    ['instant', `timestamptz '2026-01-02 03:04:05.678901+00'`, '2026-01-02T03:04:05.678Z'],
    ['instant in another zone', `timestamptz '2026-01-02 03:04:05+08'`, '2026-01-01T19:04:05.000Z'],
    [
      'instant in the hour that summer time skips',
      `timestamptz '2026-03-29 01:30:00.5+00'`,
      '2026-03-29T01:30:00.500Z',
    ],
    ['infinite instant', `timestamptz 'infinity'`, 'infinity'],
    ['jsonb', `'{"a": [1, null]}'::jsonb`, { a: [1, null] }],
    ['bigints', `array[9007199254740993, null]::bigint[]`, ['9007199254740993', null]],
    ['numerics', `array[0.10, null]::numeric[]`, ['0.10', null]],
    ['dates', `array['2026-03-29', null]::date[]`, ['2026-03-29', null]],
    ['instants', `array['2026-01-02 03:04:05+00', null]::timestamptz[]`, ['2026-01-02T03:04:05.000Z', null]],
    ['interval', `interval '1 year 2 days'`, 'P1Y2D'],
    ['yes', `true`, true],
    ['integer', `7`, 7],
    ['nothing', `null::numeric`, null],
  ])('%s', async (_name, expression, expected) => {
    expect(await read(database.pool, expression)).toEqual(expected);
  });

  test('are independent of the time zone and date style of the database', async () => {
    await database.pool.query(`do $$ begin
      execute format('alter database %I set timezone to %L', current_database(), 'Asia/Shanghai');
      execute format('alter database %I set datestyle to %L', current_database(), 'German');
    end $$`);
    await withPool(async (pool) => {
      expect(await read(pool, `date '2026-03-29'`)).toBe('2026-03-29');
      expect(await read(pool, `timestamptz '2026-01-02 03:04:05+00'`)).toBe('2026-01-02T03:04:05.000Z');
    });
  });
});

describe('time limits', () => {
  test('ends a statement that runs too long; the session continues', async () => {
    await withPool(
      async (pool, broken) => {
        await expect(pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
        expect(await read(pool, '1')).toBe(1);
        expect(broken).toEqual([]);
      },
      { max: 1 },
    );
  });

  test('ends a transaction that waits too long for its next statement, and stores nothing', async () => {
    await withPool(
      async (pool, broken) => {
        await expect(
          inTransaction(pool, async (client) => {
            await client.query('insert into item values (1, 1)');
            await sleep(400);
            await client.query('insert into item values (2, 1)');
          }),
        ).rejects.toThrow();
        expect(broken).toHaveLength(1);
        expect(broken[0]).toMatchObject({ code: '25P03' });
        expect(await read(pool, '(select count(*) from item)')).toBe('0');
      },
      { max: 1 },
    );
  });

  test('refuses a caller who gets no session in time', async () => {
    await withPool(
      async (pool) => {
        const client = await pool.connect();
        await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded');
        client.release();
        expect(await read(pool, '1')).toBe(1);
      },
      { max: 1 },
    );
  });

  test('apply to a URL too, with its own options', async () => {
    await withPool(
      async (pool) => {
        expect(await read(pool, `current_setting('statement_timeout')`)).toBe('200ms');
        expect(await read(pool, `current_setting('work_mem')`)).toBe('1234kB');
        expect(await read(pool, `current_setting('timezone')`)).toBe('UTC');
        expect(await read(pool, `current_setting('application_name')`)).toBe('bordereau');
      },
      {},
      { url: `${database.url}&options=${encodeURIComponent('-c work_mem=1234kB -c statement_timeout=1')}` },
    );
  });
});

test.each(['unused', 'used'])(
  'a session that breaks while it is %s ends neither the process nor the pool',
  async (state) => {
    await withPool(async (pool, broken) => {
      const client = await pool.connect();
      const pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
      if (state === 'unused') client.release();
      await database.pool.query('select pg_terminate_backend($1)', [pid]);
      await expect.poll(() => broken.length).toBe(1);
      if (state === 'used') {
        await expect(client.query('select 1')).rejects.toThrow();
        client.release(true);
      }
      expect(await read(pool, 'pg_backend_pid()')).not.toBe(pid);
    });
  },
);

describe('a transaction', () => {
  const amount = (id: number) => read(database.pool, `(select amount from item where id = ${id})`);

  test('stores what it did and returns the result', async () => {
    const result = await inTransaction(database.pool, async (client) => {
      await client.query('insert into item values (10, 1)');
      return 'done';
    });
    expect(result).toBe('done');
    expect(await amount(10)).toBe(1);
  });

  test('stores nothing if its work throws, and runs once', async () => {
    let runs = 0;
    await expect(
      inTransaction(database.pool, async (client) => {
        runs++;
        await client.query('insert into item values (11, 1)');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(runs).toBe(1);
    expect(await amount(11)).toBeNull();
  });

  test('is not reported as stored if its work caught the error of a statement', async () => {
    await expect(
      inTransaction(database.pool, async (client) => {
        await client.query('insert into item values (12, 1)');
        await client.query('select 1 / 0').catch(() => undefined);
      }),
    ).rejects.toBeInstanceOf(TransactionAborted);
    expect(await amount(12)).toBeNull();
  });

  test('leaves its session usable and outside a transaction after an error', async () => {
    await withPool(
      async (pool) => {
        await expect(inTransaction(pool, (client) => client.query('select 1 / 0'))).rejects.toMatchObject({
          code: '22012',
        });
        expect(await read(pool, 'pg_current_xact_id_if_assigned()')).toBeNull();
      },
      { max: 1 },
    );
  });

  test('runs again after a deadlock, so that both are stored', async () => {
    await database.pool.query('insert into item values (20, 0), (21, 0)');
    let runs = 0;
    let arrived = 0;
    const both = Promise.withResolvers<void>();
    const add = (first: number, second: number) =>
      inTransaction(database.pool, async (client) => {
        runs++;
        await client.query('update item set amount = amount + 1 where id = $1', [first]);
        if (++arrived === 2) both.resolve();
        await both.promise;
        await client.query('update item set amount = amount + 1 where id = $1', [second]);
      });
    await Promise.all([add(20, 21), add(21, 20)]);
    expect(runs).toBeGreaterThan(2);
    expect([await amount(20), await amount(21)]).toEqual([2, 2]);
  });

  describe('that retries after a deadlock', () => {
    const giveWay = (client: Session) => client.query(`do $$ begin raise exception using errcode = '40P01'; end $$`);
    const inDatabase = `locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
    const turns = (which: string): string => `(select count(*)::int from pg_locks where ${inDatabase} and ${which})`;
    /**
     * Runs a transaction that loses one deadlock.
     *
     * @returns its number of turns and its lock timeout in the second run
     */
    const loseOnce = (pool: Pool, isLong: boolean): Promise<unknown> => {
      let runs = 0;
      return inTransaction(
        pool,
        async (client) => {
          if (++runs === 1) await giveWay(client);
          return (
            await client.query(
              `select ${turns('pid = pg_backend_pid()')} as turns, current_setting('lock_timeout') as wait`,
            )
          ).rows[0];
        },
        isLong,
      );
    };

    test('takes a turn, and keeps its time limit for locks', async () => {
      await withPool(
        async (pool) => {
          expect(await loseOnce(pool, false)).toEqual({ turns: 1, wait: '5s' });
        },
        { statementTimeoutMs: 10_000, lockTimeoutMs: 5000 },
      );
    });

    test('takes no turn if it may run for minutes', async () => {
      expect(await loseOnce(database.pool, true)).toEqual({ turns: 0, wait: '0' });
    });

    test('continues without a turn that somebody else keeps', async () => {
      const waiting = Promise.withResolvers<void>();
      let runs = 0;
      const keeper = inTransaction(database.pool, async (client) => {
        if (++runs === 1) await giveWay(client);
        await waiting.promise;
      });
      await expect.poll(() => read(database.pool, turns('granted'))).toBe(1);
      expect(await loseOnce(database.pool, false)).toEqual({ turns: 0, wait: '0' });
      waiting.resolve();
      await keeper;
      expect(await read(database.pool, turns('true'))).toBe(0);
    });
  });

  test('gives up after eight lost deadlocks', async () => {
    let runs = 0;
    await expect(
      inTransaction(database.pool, async (client) => {
        runs++;
        await client.query(`do $$ begin raise exception using errcode = '40001'; end $$`);
      }),
    ).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(8);
  });
});
