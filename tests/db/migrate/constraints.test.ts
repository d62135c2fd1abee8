import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { constraintIndex } from '../../../generator/emit/ddl/ddl.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { ensureDatabase } from '../../../server/db/migrate/migrate.ts';
import type { EntityRuntime, Registry } from '../../../server/kernel/core.ts';
import { translateRefusal } from '../../../server/kernel/write/refusal/refusal.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { entity, field, model, rule } from './model.ts';
import { insert, outcome, remove } from './rows.ts';

const visits = model(
  entity('harbour', [field('code', 'code', { required: true, maxLength: 5, pattern: '^[A-Z]+$' })], {
    unique: [{ ...rule('code'), fields: ['code'] }],
  }),
  entity('essay', [field('topic', 'code', { maxLength: 50 }), field('wording', 'text', { maxLength: 1000 })], {
    unique: [{ ...rule('once'), fields: ['topic', 'wording'] }],
  }),
  entity('pennant', [field('code', 'code', { writeOnce: true }), field('colour')], {
    unique: [{ ...rule('code'), fields: ['code'], forever: true }],
  }),
  entity(
    'visit',
    [
      field('visitNo', 'code', { maxLength: 6 }),
      field('berth'),
      field('arrived', 'date'),
      field('left', 'date'),
      field('waived', 'yesNo', { default: 'N' }),
      field('gt', 'integer', { minimum: '1', maximum: '9000' }),
      field('pctA', 'percent'),
      field('pctB', 'percent'),
      field('pctC', 'percent'),
      field('pctAll', 'percent'),
      field('flags', 'multiChoice', {
        options: [
          { code: 'A', en: 'A', zh: 'A' },
          { code: 'B', en: 'B', zh: 'B' },
        ],
        maxItems: 1,
      }),
      field('size', 'choice', {
        options: [
          { code: 'S', en: 'S', zh: 'S' },
          { code: "L'", en: 'L', zh: 'L' },
        ],
      }),
      field('month', 'month', { pattern: '^[0-9]{4}(0[1-9]|1[0-2])$' }),
      field('secret', 'password', { maxLength: 3 }),
      field('recordStatus', 'choice', { state: true }),
    ],
    {
      unique: [
        { ...rule('visit-no'), fields: ['visitNo'] },
        { ...rule('one-waived'), fields: ['berth'], where: `self.waived == 'Y'` },
      ],
      noOverlap: [{ ...rule('busy'), by: ['berth'], from: 'arrived', to: 'left' }],
      order: [{ ...rule('period'), from: 'arrived', to: 'left' }],
      sums: [
        { ...rule('hundred'), of: { fields: ['pctA', 'pctB'] }, equals: '100', tolerance: '0.01' },
        { ...rule('all'), of: { fields: ['pctC'] }, equals: 'pctAll', tolerance: '0' },
      ],
      rules: [
        { ...rule('heavy'), when: `self.waived == 'Y'`, assert: 'self.gt <= 100', at: ['gt'], level: 'error' },
        { ...rule('odd'), assert: 'self.gt != 13', at: ['gt'], level: 'warning' },
      ],
      machines: [
        {
          use: 'inline',
          field: 'recordStatus',
          initial: 'Draft',
          states: ['Draft', 'Done'].map((code) => ({
            code,
            label: { en: code, zh: code },
            colour: 'blue',
            final: false,
          })),
          transitions: [],
          spec: [],
        },
      ],
    },
  ),
);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await ensureDatabase(database.pool, visits);
});
afterAll(() => database.close());

/** Tries a row and removes it again. */
async function tried(table: string, values: Record<string, unknown>): Promise<string> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    return await outcome(insert(client, table, values));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.each<[string, string, Record<string, unknown>, string]>([
  ['required', 'harbour', {}, '23502 code'],
  ['a text at its limit', 'harbour', { code: 'ABCDE' }, 'accepted'],
  ['a text over its limit', 'harbour', { code: 'ABCDEF' }, '23514 harbour_code_kind'],
  ['a text against its pattern', 'harbour', { code: 'ab' }, '23514 harbour_code_kind'],
  ['code points, not bytes', 'visit', { visitNo: '🚢'.repeat(6) }, 'accepted'],
  ['one code point over', 'visit', { visitNo: '🚢'.repeat(7) }, '23514 visit_visitNo_kind'],
  ['a number at its bounds', 'visit', { gt: 9000 }, 'accepted'],
  ['a number below its bounds', 'visit', { gt: 0 }, '23514 visit_gt_kind'],
  ['a number above its bounds', 'visit', { gt: 9001 }, '23514 visit_gt_kind'],
  ['neither yes nor no', 'visit', { waived: 'y' }, '23514 visit_waived_kind'],
  ['an option', 'visit', { size: "L'" }, 'accepted'],
  ['no option', 'visit', { size: 'L' }, '23514 visit_size_options'],
  ['a list of options', 'visit', { flags: '["B"]' }, 'accepted'],
  ['a list with no option', 'visit', { flags: '["C"]' }, '23514 visit_flags_options'],
  ['a list that is too long', 'visit', { flags: '["A","B"]' }, '23514 visit_flags_kind'],
  ['no list', 'visit', { flags: '"A"' }, '23514 visit_flags_kind'],
  ['a list of numbers', 'visit', { flags: '[1]' }, '23514 visit_flags_kind'],
  ['a month', 'visit', { month: '202612' }, 'accepted'],
  ['no month', 'visit', { month: '202613' }, '23514 visit_month_kind'],
  ['the hash of a short password', 'visit', { secret: '$argon2id$…' }, 'accepted'],
  ['no state', 'visit', { recordStatus: 'Lost' }, '23514 visit_recordStatus_state'],
  ['one day is a period', 'visit', { arrived: '2026-01-01', left: '2026-01-01' }, 'accepted'],
  ['a period reversed', 'visit', { berth: 'X', arrived: '2026-01-02', left: '2026-01-01' }, '23514 visit_period_order'],
  ['an end without a start', 'visit', { left: '2026-01-01' }, 'accepted'],
  ['a sum', 'visit', { pctA: '60', pctB: '40' }, 'accepted'],
  ['a sum with an absent term', 'visit', { pctA: '100' }, 'accepted'],
  ['a sum at its tolerance', 'visit', { pctA: '60', pctB: '40.01' }, 'accepted'],
  ['a sum over its tolerance', 'visit', { pctA: '60', pctB: '40.0101' }, '23514 visit_hundred_sum'],
  ['a sum below its tolerance', 'visit', { pctA: '99.9899' }, '23514 visit_hundred_sum'],
  ['a sum that equals a field', 'visit', { pctC: '7', pctAll: '7' }, 'accepted'],
  ['a sum that does not equal a field', 'visit', { pctC: '7', pctAll: '7.0001' }, '23514 visit_all_sum'],
  ['a sum whose total is absent', 'visit', { pctC: '7' }, 'accepted'],
  ['a rule that holds', 'visit', { waived: 'Y', gt: 100 }, 'accepted'],
  ['a rule that breaks', 'visit', { waived: 'Y', gt: 101 }, '23514 visit_heavy_rule'],
  ['a rule whose condition is false', 'visit', { waived: 'N', gt: 101 }, 'accepted'],
  ['a rule with an absent operand', 'visit', { waived: 'Y' }, 'accepted'],
  ['a warning never refuses', 'visit', { gt: 13 }, 'accepted'],
  [
    'a deleted row may break any rule',
    'visit',
    { delFlag: 'Y', gt: -5, size: '?', pctA: '1', arrived: '2026-01-02', left: '2026-01-01' },
    'accepted',
  ],
  ['no delFlag of that name', 'visit', { delFlag: 'X' }, '23514 visit_delFlag_options'],
])('%s', async (_, table, values, expected) => {
  expect(await tried(table, values)).toBe(expected);
});

test('a new row has the initial state and constant defaults', async () => {
  const id = await insert(database.pool, 'visit', {});
  const { rows } = await database.pool.query(
    'select rev, "delFlag", "recordStatus", waived, gt from visit where id = $1',
    [id],
  );
  expect(rows).toEqual([{ rev: 1, delFlag: 'N', recordStatus: 'Draft', waived: 'N', gt: null }]);
});

describe('unique rows', () => {
  test('refuses a duplicate key, and accepts it after deletion', async () => {
    const first = await insert(database.pool, 'visit', { visitNo: 'V1' });
    expect(await outcome(insert(database.pool, 'visit', { visitNo: 'V1' }))).toBe('23505 visit_visit-no_unique');
    await remove(database.pool, 'visit', first);
    const second = await insert(database.pool, 'visit', { visitNo: 'V1' });
    expect(await outcome(database.pool.query(`update visit set "delFlag" = 'N' where id = $1`, [first]))).toBe(
      '23505 visit_visit-no_unique',
    );
    await remove(database.pool, 'visit', second);
  });

  test('accepts exactly one of two concurrent rows with one key', async () => {
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map(() => outcome(insert(database.pool, 'visit', { visitNo: 'RACE' }))),
    );
    expect(outcomes.sort()).toEqual([
      '23505 visit_visit-no_unique',
      '23505 visit_visit-no_unique',
      '23505 visit_visit-no_unique',
      'accepted',
    ]);
  });

  test('texts that are too long for an index are distinguished by their last character', async () => {
    // no two characters alike, so that nothing can be compressed: 3000 bytes
    const wording = Array.from({ length: 1000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join(
      '',
    );
    await insert(database.pool, 'essay', { topic: 'A', wording });
    expect(await outcome(insert(database.pool, 'essay', { topic: 'A', wording }))).toBe('23505 essay_once_unique');
    expect(await outcome(insert(database.pool, 'essay', { topic: 'A', wording: `${wording.slice(0, -1)}X` }))).toBe(
      'accepted',
    );
    expect(await outcome(insert(database.pool, 'essay', { topic: 'B', wording }))).toBe('accepted');
  });

  test('applies a unique rule with a condition only to its rows', async () => {
    await insert(database.pool, 'visit', { berth: 'W', waived: 'N' });
    await insert(database.pool, 'visit', { berth: 'W', waived: 'Y' });
    await insert(database.pool, 'visit', { berth: 'W', waived: 'N' });
    expect(await outcome(insert(database.pool, 'visit', { berth: 'W', waived: 'Y' }))).toBe(
      '23505 visit_one-waived_unique',
    );
  });

  test.each<[string, string | null, string | null, string]>([
    ['the same day', '2026-03-10', '2026-03-20', '23P01 visit_busy_overlap'],
    ['sharing the last day', '2026-03-20', '2026-03-25', '23P01 visit_busy_overlap'],
    ['sharing the first day', '2026-03-01', '2026-03-10', '23P01 visit_busy_overlap'],
    ['the day after', '2026-03-21', '2026-03-25', 'accepted'],
    ['the day before', '2026-03-01', '2026-03-09', 'accepted'],
    ['within', '2026-03-12', '2026-03-13', '23P01 visit_busy_overlap'],
    ['around', '2026-03-01', '2026-03-31', '23P01 visit_busy_overlap'],
    ['open-ended from before', '2026-03-01', null, '23P01 visit_busy_overlap'],
    ['open-ended from after', '2026-03-21', null, 'accepted'],
    ['without a start', null, '2026-03-31', 'accepted'],
    ['reversed: its order is refused, not its overlap', '2026-03-31', '2026-03-01', '23514 visit_period_order'],
  ])('a period %s', async (name, arrived, left, expected) => {
    await insert(database.pool, 'visit', { berth: name, arrived: '2026-03-10', left: '2026-03-20' });
    await insert(database.pool, 'visit', {
      berth: `${name} deleted`,
      arrived,
      left: arrived && left && arrived > left ? null : left,
      delFlag: 'Y',
    });
    expect(await tried('visit', { berth: name, arrived, left })).toBe(expected);
    expect(await tried('visit', { berth: `${name} elsewhere`, arrived: '2026-03-10', left: '2026-03-20' })).toBe(
      'accepted',
    );
  });
});

describe('an immutable field', () => {
  const change = (id: string, set: string): Promise<string> =>
    outcome(database.pool.query(`update pennant set ${set} where id = $1`, [id]));

  test.each<[string, string, string]>([
    ['another value', `code = 'B'`, '23514 pennant_code_lasting'],
    ['none', 'code = null', '23514 pennant_code_lasting'],
    ['the same', 'code = code', 'accepted'],
    ['another field', `colour = 'red'`, 'accepted'],
    ['the deletion of the row', `"delFlag" = 'Y'`, 'accepted'],
    ['another value of the deleted row', `code = 'B', "delFlag" = 'Y'`, '23514 pennant_code_lasting'],
  ])('%s', async (what, set, expected) => {
    const id = await insert(database.pool, 'pennant', { code: `A ${what}` });
    expect(await change(id, set)).toBe(expected);
  });

  test('may be set later, once', async () => {
    const id = await insert(database.pool, 'pennant', {});
    expect([await change(id, `code = 'late'`), await change(id, `code = 'later'`)]).toEqual([
      'accepted',
      '23514 pennant_code_lasting',
    ]);
  });

  test('is reported at its field, like a violation in the save path', () => {
    const pennant = visits.entities['pennant']!;
    const registry = { enforcedRules: constraintIndex(visits), model: visits } as unknown as Registry;
    const refusal = translateRefusal(
      { code: '23514', constraint: 'pennant_code_lasting' },
      registry,
      { entity: pennant, fields: new Map() } as unknown as EntityRuntime,
      'update',
    );
    expect(refusal).toMatchObject({ family: 'invalid', violations: [{ field: 'code', key: MESSAGE.writeOnce }] });
  });
});

test('sorts names by pinyin, and searches any part of them', async () => {
  const names = ['张', '李', '王', '陈'];
  for (const berth of names) await insert(database.pool, 'visit', { berth: `${berth}氏` });
  const { rows } = await database.pool.query<{ berth: string }>(
    `select berth from visit where berth like '%氏' order by berth`,
  );
  expect(rows.map(({ berth }) => berth)).toEqual(['陈氏', '李氏', '王氏', '张氏']);
});

test('maps every refusal to its rule and fields', () => {
  const rules = constraintIndex(visits);
  expect(rules.get('visit_period_order')).toEqual({
    entity: 'visit',
    type: 'order',
    id: 'period',
    fields: ['arrived', 'left'],
  });
  expect(rules.get('visit_busy_overlap')).toEqual({
    entity: 'visit',
    type: 'overlap',
    id: 'busy',
    fields: ['arrived', 'left'],
    period: { from: 'arrived', to: 'left', by: ['berth'] },
  });
  expect(rules.get('visit_heavy_rule')).toEqual({ entity: 'visit', type: 'rule', id: 'heavy', fields: ['gt'] });
  expect(rules.get('harbour_code_unique')).toEqual({ entity: 'harbour', type: 'unique', id: 'code', fields: ['code'] });
  expect(rules.has('visit_odd_rule')).toBe(false);
});
