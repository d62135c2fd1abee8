import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileExpression } from '../../../generator/language/expression/compile.ts';
import { scopeOf } from '../../../generator/language/expression/scope.ts';
import {
  printFailingRows,
  printSqlWithChildren,
  printVerdict,
} from '../../../generator/language/expression/sqlWithChildren.ts';
import { toJson } from '../../../generator/language/expression/values.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { entityOf, fieldOf, modelOf } from './model.ts';

const LINE = [
  fieldOf('billId', 'ref', { ref: { entity: 'bill', by: 'id', unique: true } }),
  fieldOf('amount', 'money'),
  fieldOf('count', 'integer'),
  fieldOf('day', 'date'),
  fieldOf('state', 'code'),
];
const line = entityOf('bill-line', LINE, { parents: [{ entity: 'bill', via: 'billId' }] });
const bill = entityOf('bill', [fieldOf('total', 'money'), fieldOf('most', 'integer')], {
  children: [{ entity: 'bill-line', via: 'billId' }] as never,
});
const model = modelOf(bill, line);

type Line = { amount?: string; count?: number; day?: string; state?: string; delFlag?: 'Y' };
/** Parents with their children: none, some, some with missing values, one deleted. */
const WHOLES: { total?: string; most?: number; lines: Line[] }[] = [
  { total: '5.00', most: 3, lines: [] },
  {
    total: '5.00',
    most: 3,
    lines: [
      { amount: '1.10', count: 1, day: '2026-01-02', state: 'A' },
      { amount: '2.20', count: 2, day: '2026-01-01', state: 'B' },
      { amount: '3.30', count: 1, day: '2026-02-01', state: 'A' },
    ],
  },
  {
    lines: [
      { amount: '1.00', count: 1, state: 'A' },
      { count: 2, day: '2026-01-01' },
    ],
  },
  {
    total: '1.00',
    most: 1,
    lines: [
      { amount: '9.00', count: 9, day: '2026-03-01', state: 'A', delFlag: 'Y' },
      { amount: '0.01', count: 1, day: '2026-01-01', state: 'B' },
    ],
  },
];

describe('the database computes an expression over children like the server', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    const columns = (fields: readonly Field[]): string =>
      fields.map((field) => `"${field.name}" ${KINDS[field.kind].column(field)}`).join(', ');
    await database.pool.query(
      `create table bill (id bigint, "delFlag" text default 'N', ${columns(bill.fields)}); create table bill_line (id bigserial, "delFlag" text default 'N', ${columns(LINE)})`,
    );
    for (const [index, { total, most, lines }] of WHOLES.entries()) {
      await database.pool.query('insert into bill (id, total, most) values ($1, $2, $3)', [
        index,
        total ?? null,
        most ?? null,
      ]);
      for (const { amount, count, day, state, delFlag } of lines) {
        await database.pool.query(
          'insert into bill_line ("billId", amount, count, day, state, "delFlag") values ($1, $2, $3, $4, $5, $6)',
          [index, amount ?? null, count ?? null, day ?? null, state ?? null, delFlag ?? 'N'],
        );
      }
    }
  });
  afterAll(() => database.close());

  test.each<[expression: string, kind: KindName]>([
    ['children.billLine.size()', 'integer'],
    ['sum(children.billLine.map(row, row.amount))', 'money'],
    ['sum(children.billLine.map(row, row.count))', 'integer'],
    ['sum(children.billLine.filter(row, has(row.amount)).map(row, row.amount))', 'money'],
    [`sum(children.billLine.filter(row, row.state == 'A').map(row, row.amount * row.count))`, 'money'],
    [`children.billLine.filter(row, row.state == 'A').size()`, 'integer'],
    ['last(children.billLine.map(row, row.amount))', 'money'],
    [`last(children.billLine.filter(row, has(row.amount)).map(row, row.amount))`, 'money'],
    ['latest(children.billLine.map(row, row.day))', 'date'],
    [`latest(children.billLine.filter(row, has(row.day)).map(row, row.day))`, 'date'],
    ['children.billLine[0].amount', 'money'],
    ['children.billLine[1].day', 'date'],
    ['children.billLine.map(row, row.amount)[0]', 'money'],
    ['children.billLine.map(row, row.count)[1]', 'integer'],
    [`children.billLine.filter(row, row.state == 'A').map(row, has(row.day) ? row.day : row.day)[0]`, 'date'],
    [
      'children.billLine.filter(row, !children.billLine.exists(other, other.count > row.count)).map(row, row.count)[0]',
      'integer',
    ],
    [`children.billLine.map(row, row.state).join('、')`, 'text'],
    [`children.billLine.filter(row, has(row.state)).map(row, row.state).join('、')`, 'text'],
    ['children.billLine.map(row, row.state)', 'multiChoice'],
    ['children.billLine.filter(row, has(row.state)).map(row, row.state)', 'multiChoice'],
    [`children.billLine.all(row, row.state == 'A') ? 'Y' : 'N'`, 'yesNo'],
    [`children.billLine.exists(row, row.state == 'B') ? 'Y' : 'N'`, 'yesNo'],
    [
      'sum(children.billLine.filter(row, has(row.state) && !children.billLine.exists(other, has(other.state) && other.state == row.state && other.id < row.id)).map(row, row.count))',
      'integer',
    ],
    [
      'sum(children.billLine.filter(row, !children.billLine.exists(later, int(later.id) > int(row.id))).map(row, row.count))',
      'integer',
    ],
    ['self.total - sum(children.billLine.map(row, row.amount))', 'money'],
    ['sum(children.billLine.map(row, self.total * row.count))', 'money'],
    ['children.billLine.size() <= self.most ? self.total : sum(children.billLine.map(row, row.amount))', 'money'],
  ])('%s', async (expression, kind) => {
    const field = fieldOf('result', kind);
    const evaluate = compileExpression(expression, scopeOf(bill, model));
    const printed = printSqlWithChildren(expression, bill, model);
    if (!('sql' in printed)) throw new Error(printed.reason);
    const { rows } = await database.pool.query(
      `select ${KINDS[kind].toSqlText(field, `((${printed.sql})::${KINDS[kind].column(field)})`)} as result from bill t order by t.id`,
    );
    const { rows: stored } = await database.pool.query(
      'select id::text, "billId"::int as bill from bill_line order by id',
    );
    const expected = WHOLES.map(({ lines, ...self }, index) => {
      const ids = stored.filter(({ bill: of }) => of === index).map(({ id }) => id as string);
      return toJson(
        evaluate({ self, children: { 'bill-line': lines.map((one, place) => ({ ...one, id: ids[place] })) } }),
        field,
      );
    });
    expect(rows.map(({ result }) => result)).toEqual(expected);
  });

  test.each([
    `children.billLine.all(row, row.state == 'A')`,
    `children.billLine.exists(row, row.state == 'B')`,
    `!children.billLine.exists(row, row.state == 'B' || row.count > 1)`,
    `children.billLine.all(row, has(row.state) && has(row.amount))`,
    'children.billLine.all(row, children.billLine.exists(other, other.count > row.count))',
    'children.billLine.all(row, children.billLine.all(other, other.state != row.state || other.count == row.count))',
    '!children.billLine.exists(row, !children.billLine.all(other, other.count >= row.count))',
    `children.billLine.exists(row, children.billLine.exists(other, other.id != row.id && other.state == row.state))`,
    `has(self.total) && children.billLine.all(row, row.amount <= self.total) || children.billLine.size() > 2`,
    `!(children.billLine.filter(row, row.state == 'A').all(row, row.count > 1))`,
  ])('verdict of %s', async (expression) => {
    const evaluate = compileExpression(expression, scopeOf(bill, model));
    const [holds, fails] = [true, false].map((wanted) => printVerdict(expression, wanted, { entity: bill, model }));
    if (!('sql' in holds!) || !('sql' in fails!)) throw new Error('not printed');
    const { rows } = await database.pool.query(
      `select t.id::int as bill, (${holds.sql}) is true as holds, (${fails.sql}) is true as fails from bill t order by t.id`,
    );
    const { rows: stored } = await database.pool.query(
      'select id::text, "billId"::int as bill from bill_line order by id',
    );
    const expected = WHOLES.map(({ lines, ...self }, index) => {
      const ids = stored.filter(({ bill: of }) => of === index).map(({ id }) => id as string);
      const live = lines.map((one, place) => ({ ...one, id: ids[place] })).filter(({ delFlag }) => delFlag !== 'Y');
      const result = evaluate({ self, children: { 'bill-line': live } });
      return { bill: index, holds: result === true, fails: result === false };
    });
    expect(rows).toEqual(expected);
  });

  test.each<[expression: string, rows: string[][]]>([
    [`children.billLine.all(row, row.state == 'A')`, [['1.2', '3.2']]],
    [`!children.billLine.exists(row, row.state == 'A' && row.count == 1)`, [['1.1', '1.3', '2.1']]],
    [
      `has(self.total) && children.billLine.all(row, row.count > 1) && !children.billLine.exists(row, row.state == 'B')`,
      [
        ['1.1', '1.3', '2.1', '3.2'],
        ['1.2', '3.2'],
      ],
    ],
    ['children.billLine.all(row, children.billLine.exists(other, other.count > row.count))', [['1.2', '2.2', '3.2']]],
    ['children.billLine.all(row, row.amount <= self.total)', [[]]],
    [`children.billLine.filter(row, row.state == 'A').all(row, row.count > 1)`, []],
    [`children.billLine.size() > 2 || children.billLine.all(row, row.count > 1)`, []],
  ])('rows because of which it is false: %s', async (expression, expected) => {
    const lists = printFailingRows(expression, { entity: bill, model });
    expect(lists.every(({ entity }) => entity === 'bill-line')).toBe(true);
    const found = await Promise.all(
      lists.map(async ({ sql }) => {
        const { rows } = await database.pool.query(
          `select t.id || '.' || (select count(*) from bill_line one where one."billId" = t.id and one.id <= failing.id) as row from bill t, lateral (${sql}) failing order by failing.id`,
        );
        return rows.map(({ row }) => row as string);
      }),
    );
    expect(found).toEqual(expected);
  });
});

test.each([
  ['children.billLine.filter(row, row.count > 1)[0].amount', /no SQL form|not a field/],
  ['sum(children.billLine.filter(row, row.day <= today()).map(row, row.amount))', /changes from day to day/],
  [`children.billLine.exists_one(row, row.state == 'A') ? 'Y' : 'N'`, /no SQL form/],
])('%s is not computed by the database: %s', (expression, reason) => {
  expect(printSqlWithChildren(expression, bill, model)).toEqual({ reason: expect.stringMatching(reason) });
});
