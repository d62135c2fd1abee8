import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureDatabase } from '../../../server/db/migrate/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { entity, field, model, rule } from './model.ts';
import { insert, outcome, remove } from './rows.ts';

const code = (name: string) => field(name, 'code');
const fleet = model(
  entity('country', [code('countryCode'), field('open', 'yesNo')], {
    unique: [{ ...rule('code'), fields: ['countryCode'] }],
  }),
  entity('ship', [code('shipCode'), code('yard'), field('effectiveFrom', 'date')]),
  entity('call', [
    field('flag', 'ref', { ref: { entity: 'country', by: 'countryCode', unique: true } }),
    field('ship', 'ref', { ref: { entity: 'ship', by: 'shipCode', unique: false } }),
    field('ships', 'multiRef', { ref: { entity: 'ship', by: 'shipCode', unique: false } }),
    field('countries', 'multiRef', { ref: { entity: 'country', by: 'id', unique: true } }),
    field('openFlag', 'ref', {
      ref: { entity: 'country', by: 'countryCode', unique: true, where: `self.open == 'Y'` },
    }),
    field('openFlags', 'multiRef', {
      ref: { entity: 'country', by: 'countryCode', unique: true, where: `self.open == 'Y'` },
    }),
    field('home', 'ref', {
      ref: { entity: 'country', by: 'countryCode', unique: true, where: `self.open == 'Y'`, onUpdate: 'restrict' },
    }),
    field('homes', 'multiRef', {
      ref: { entity: 'country', by: 'countryCode', unique: true, where: `self.open == 'Y'`, onUpdate: 'restrict' },
    }),
    field('remark', 'text'),
    field('phase', 'text', { state: true }),
    field('length', 'text', { readOnly: true }),
    field('row', 'ref', { ref: { entity: 'ship', by: 'id', unique: true } }),
    field('once', 'ref', { ref: { entity: 'ship', by: 'id', unique: true, onDelete: 'keep' } }),
  ]),
  entity('post', [code('postCode'), field('over', 'ref', { ref: { entity: 'post', by: 'postCode', unique: true } })], {
    unique: [{ ...rule('code'), fields: ['postCode'] }],
  }),
);

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openTestDatabase();
  pool = database.pool;
  await ensureDatabase(pool, fleet);
});
afterAll(() => database.close());

let serial = 0;
const fresh = () => `C${++serial}`;

test('requires the target of a reference with onDelete keep when it is set, and allows its deletion', async () => {
  const ship = await insert(pool, 'ship', { shipCode: fresh() });
  const call = await insert(pool, 'call', { once: ship });
  expect(await outcome(remove(pool, 'ship', ship))).toBe('accepted');
  expect(await outcome(pool.query('update call set remark = $2 where id = $1', [call, 'kept']))).toBe('accepted');
  expect(await outcome(insert(pool, 'call', { once: ship }))).toBe('23503 call_once_ref');
});

describe.each([
  ['home', (code: string): unknown => code],
  ['homes', (code: string): unknown => JSON.stringify([code])],
])('a reference with onUpdate restrict, %s', (name, value) => {
  test('requires that its target meets the condition, as long as it refers to it', async () => {
    const countryCode = fresh();
    const country = await insert(pool, 'country', { countryCode, open: 'Y' });
    const change = (open: string | null): Promise<string> =>
      outcome(pool.query('update country set open = $2 where id = $1', [country, open]));
    expect(await change('N')).toBe('accepted');
    expect(await change('Y')).toBe('accepted');
    const call = await insert(pool, 'call', { [name]: value(countryCode) });
    for (const open of ['N', null]) expect(await change(open)).toBe(`23503 call_${name}$bound_ref`);
    expect(await change('Y')).toBe('accepted');
    await pool.query('update call set remark = $2 where id = $1', [call, 'kept']);
    await remove(pool, 'call', call);
    expect(await change('N')).toBe('accepted');
  });
});

describe('by a unique code', () => {
  test('requires an existing code that is not deleted', async () => {
    const countryCode = fresh();
    expect(await outcome(insert(pool, 'call', { flag: countryCode }))).toBe('23503 call_flag_ref');
    const country = await insert(pool, 'country', { countryCode });
    const call = await insert(pool, 'call', { flag: countryCode });
    await remove(pool, 'call', call);
    await remove(pool, 'country', country);
    expect(await outcome(insert(pool, 'call', { flag: countryCode }))).toBe('23503 call_flag_ref');
    expect(await outcome(pool.query(`update call set "delFlag" = 'N' where id = $1`, [call]))).toBe(
      '23503 call_flag_ref',
    );
  });

  test('refuses deletion and change of a code in use, until the referring row is deleted', async () => {
    const countryCode = fresh();
    const country = await insert(pool, 'country', { countryCode });
    const call = await insert(pool, 'call', { flag: countryCode });
    expect(await outcome(remove(pool, 'country', country))).toBe('23503 call_flag_ref');
    expect(await outcome(pool.query('update country set "countryCode" = $2 where id = $1', [country, fresh()]))).toBe(
      '23503 call_flag_ref',
    );
    expect(await outcome(pool.query('update country set open = $2 where id = $1', [country, 'Y']))).toBe('accepted');
    await remove(pool, 'call', call);
    expect(await outcome(remove(pool, 'country', country))).toBe('accepted');
  });

  test('keeps the code unique', async () => {
    const countryCode = fresh();
    await insert(pool, 'country', { countryCode });
    expect(await outcome(insert(pool, 'country', { countryCode }))).toBe('23505 country_code_unique');
  });

  test('rows that refer to later ones can be inserted together if checked at the end', async () => {
    const [junior, senior] = [fresh(), fresh()];
    const client = await pool.connect();
    await client.query('begin; set constraints all deferred');
    await insert(client, 'post', { postCode: junior, over: senior });
    await insert(client, 'post', { postCode: senior });
    await client.query('commit');
    client.release();
    expect(await outcome(insert(pool, 'post', { postCode: fresh(), over: fresh() }))).toBe('23503 post_over_ref');
  });
});

test('by id', async () => {
  const ship = await insert(pool, 'ship', { shipCode: fresh() });
  await insert(pool, 'call', { row: ship });
  expect(await outcome(insert(pool, 'call', { row: '999999' }))).toBe('23503 call_row_ref');
  expect(await outcome(remove(pool, 'ship', ship))).toBe('23503 call_row_ref');
});

describe('with a condition on the row referred to', () => {
  test('the condition must be met when the reference is created', async () => {
    const [open, closed] = [fresh(), fresh()];
    await insert(pool, 'country', { countryCode: open, open: 'Y' });
    await insert(pool, 'country', { countryCode: closed, open: 'N' });
    expect(await outcome(insert(pool, 'call', { openFlag: closed }))).toBe('23503 call_openFlag$where_ref');
    const call = await insert(pool, 'call', { openFlag: open });
    expect(await outcome(pool.query('update call set "openFlag" = $2 where id = $1', [call, closed]))).toBe(
      '23503 call_openFlag$where_ref',
    );
    expect(await outcome(insert(pool, 'call', { openFlag: closed, delFlag: 'Y' }))).toBe('accepted');
  });

  test('lets the target violate it later; then the row is saved only with another target, except by transitions and formulas', async () => {
    const [countryCode, other] = [fresh(), fresh()];
    const country = await insert(pool, 'country', { countryCode, open: 'Y' });
    await insert(pool, 'country', { countryCode: other, open: 'Y' });
    const call = await insert(pool, 'call', { openFlag: countryCode });
    expect(await outcome(pool.query('update call set remark = $2 where id = $1', [call, 'while open']))).toBe(
      'accepted',
    );
    expect(await outcome(pool.query(`update country set open = 'N' where id = $1`, [country]))).toBe('accepted');
    for (const [column, value] of [
      ['openFlag', countryCode],
      ['remark', 'late'],
    ]) {
      expect(await outcome(pool.query(`update call set "${column}" = $2 where id = $1`, [call, value])), column).toBe(
        '23503 call_openFlag$where_ref',
      );
    }
    for (const column of ['phase', 'length'])
      expect(await outcome(pool.query(`update call set "${column}" = $2 where id = $1`, [call, 'x'])), column).toBe(
        'accepted',
      );
    expect(
      await outcome(pool.query('update call set remark = $2, "openFlag" = $3 where id = $1', [call, 'moved', other])),
    ).toBe('accepted');
    const stale = await insert(pool, 'call', { openFlag: other });
    await pool.query(`update country set open = 'N' where "countryCode" = $1`, [other]);
    expect(await outcome(remove(pool, 'call', stale))).toBe('accepted');
  });

  test('the condition applies to each row of a list, and to earlier rows too', async () => {
    const [one, two] = [fresh(), fresh()];
    const first = await insert(pool, 'country', { countryCode: one, open: 'Y' });
    await insert(pool, 'country', { countryCode: two, open: 'Y' });
    const call = await insert(pool, 'call', { openFlags: JSON.stringify([one]) });
    await pool.query(`update country set open = 'N' where id = $1`, [first]);
    expect(
      await outcome(pool.query('update call set "openFlags" = $2 where id = $1', [call, JSON.stringify([one, two])])),
    ).toBe('23503 call_openFlags_ref');
    expect(
      await outcome(pool.query('update call set "openFlags" = $2 where id = $1', [call, JSON.stringify([two])])),
    ).toBe('accepted');
  });
});

describe('by a code of several rows', () => {
  test('requires one row that is not deleted', async () => {
    const shipCode = fresh();
    expect(await outcome(insert(pool, 'call', { ship: shipCode }))).toBe('23503 call_ship_ref');
    const ship = await insert(pool, 'ship', { shipCode });
    await insert(pool, 'call', { ship: shipCode });
    await remove(
      pool,
      'call',
      (await pool.query<{ id: string }>('select id from call where ship = $1', [shipCode])).rows[0]!.id,
    );
    await remove(pool, 'ship', ship);
    expect(await outcome(insert(pool, 'call', { ship: shipCode }))).toBe('23503 call_ship_ref');
  });

  test('allows the deletion of all rows but the last', async () => {
    const shipCode = fresh();
    const [first, last] = [await insert(pool, 'ship', { shipCode }), await insert(pool, 'ship', { shipCode })];
    const call = await insert(pool, 'call', { ship: shipCode });
    expect(await outcome(remove(pool, 'ship', first))).toBe('accepted');
    expect(await outcome(remove(pool, 'ship', last))).toBe('23503 call_ship_ref');
    expect(await outcome(pool.query('update ship set "shipCode" = $2 where id = $1', [last, fresh()]))).toBe(
      '23503 call_ship_ref',
    );
    expect(await outcome(pool.query('delete from ship where id = $1', [last]))).toBe('23503 call_ship_ref');
    await remove(pool, 'call', call);
    expect(await outcome(remove(pool, 'ship', last))).toBe('accepted');
  });

  test('requires each code of a list', async () => {
    const [one, two, none] = [fresh(), fresh(), fresh()];
    const ship = await insert(pool, 'ship', { shipCode: one });
    await insert(pool, 'ship', { shipCode: two });
    expect(await outcome(insert(pool, 'call', { ships: JSON.stringify([one, none]) }))).toBe('23503 call_ships_ref');
    const call = await insert(pool, 'call', { ships: JSON.stringify([one, two]) });
    expect(await outcome(remove(pool, 'ship', ship))).toBe('23503 call_ships_ref');
    await pool.query('update call set ships = $2 where id = $1', [call, JSON.stringify([two])]);
    expect(await outcome(remove(pool, 'ship', ship))).toBe('accepted');
    expect(await outcome(insert(pool, 'call', { ships: '[]' }))).toBe('accepted');
  });

  test('a list of ids', async () => {
    const country = await insert(pool, 'country', { countryCode: fresh() });
    await insert(pool, 'call', { countries: JSON.stringify([country]) });
    expect(await outcome(insert(pool, 'call', { countries: '["no id"]' }))).toBe('23503 call_countries_ref');
    expect(await outcome(remove(pool, 'country', country))).toBe('23503 call_countries_ref');
  });
});

describe('concurrent transactions', () => {
  /** Runs two transactions, each on its own connection. */
  async function two(work: (first: PoolClient, second: PoolClient) => Promise<void>): Promise<void> {
    const [first, second] = [await pool.connect(), await pool.connect()];
    try {
      await first.query('begin');
      await second.query('begin');
      await work(first, second);
    } finally {
      await first.query('rollback');
      await second.query('rollback');
      first.release();
      second.release();
    }
  }

  /** Whether a statement waits for another transaction. */
  const waits = async (work: Promise<unknown>): Promise<boolean> => {
    const marker = Symbol('waiting');
    return (
      (await Promise.race([
        work,
        new Promise((resolve) => {
          setTimeout(resolve, 200, marker);
        }),
      ])) === marker
    );
  };

  /** Two ships with one code, and a call that refers to it. */
  const twoOfOneCode = async () => {
    const shipCode = fresh();
    const ships = [await insert(pool, 'ship', { shipCode }), await insert(pool, 'ship', { shipCode })] as const;
    await insert(pool, 'call', { ship: shipCode });
    return { shipCode, ships };
  };

  test('refuse to delete the last two rows of a code in use', async () => {
    const { shipCode, ships } = await twoOfOneCode();
    await two(async (first, second) => {
      await remove(first, 'ship', ships[0]);
      const late = outcome(remove(second, 'ship', ships[1]));
      expect(await waits(late)).toBe(true);
      await first.query('commit');
      expect(await late).toBe('23503 call_ship_ref');
    });
    const { rows } = await pool.query(`select id from ship where "shipCode" = $1 and "delFlag" = 'N'`, [shipCode]);
    expect(rows).toEqual([{ id: ships[1] }]);
  });

  test('delete the second row if the first deletion is rolled back', async () => {
    const { ships } = await twoOfOneCode();
    await two(async (first, second) => {
      await remove(first, 'ship', ships[0]);
      const late = outcome(remove(second, 'ship', ships[1]));
      await first.query('rollback');
      expect(await late).toBe('accepted');
      await second.query('commit');
    });
  });

  test.each(['ship', 'flag', 'ships'] as const)(
    'a new reference by %s waits for the deletion of the last row, and is refused',
    async (by) => {
      const target = by === 'flag' ? 'country' : 'ship';
      const value = fresh();
      const row = await insert(pool, target, { [by === 'flag' ? 'countryCode' : 'shipCode']: value });
      await two(async (first, second) => {
        await remove(first, target, row);
        const late = outcome(insert(second, 'call', { [by]: by === 'ships' ? JSON.stringify([value]) : value }));
        expect(await waits(late)).toBe(true);
        await first.query('commit');
        expect(await late).toBe(`23503 call_${by}_ref`);
      });
    },
  );

  test.each(['ship', 'flag', 'ships'] as const)(
    'the deletion of the last row waits for a new reference by %s, and is refused',
    async (by) => {
      const target = by === 'flag' ? 'country' : 'ship';
      const value = fresh();
      const row = await insert(pool, target, { [by === 'flag' ? 'countryCode' : 'shipCode']: value });
      await two(async (first, second) => {
        await insert(first, 'call', { [by]: by === 'ships' ? JSON.stringify([value]) : value });
        const late = outcome(remove(second, target, row));
        expect(await waits(late)).toBe(true);
        await first.query('commit');
        expect(await late).toBe(`23503 call_${by}_ref`);
      });
    },
  );
});
