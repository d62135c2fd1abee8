import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseShape } from '../../../generator/emit/ddl/ddl.ts';
import { printDdl } from '../../../generator/emit/ddl/print.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { entity, field, model, rule } from './model.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const berths = model(
  entity('berth', [field('berthNo', 'code', { required: true, maxLength: 3 }), field('quay')], {
    unique: [{ ...rule('berth-no'), fields: ['berthNo'] }],
  }),
  entity(
    'berth-visit',
    [
      field('berth', 'ref', { ref: { entity: 'berth', by: 'berthNo', unique: true } }),
      field('quay', 'ref', { ref: { entity: 'berth', by: 'quay', unique: false } }),
      field('dues', 'money'),
    ],
    {
      rules: [
        { ...rule('dues-cap'), assert: 'self.dues <= 50000', at: ['dues'], level: 'error' },
        { ...rule('not-later'), assert: 'today() >= today()', at: ['dues'], level: 'error' },
      ],
    },
  ),
);

test('the printed DDL is valid SQL', async () => {
  await database.pool.query(printDdl(databaseShape(berths)));
  const { rows } = await database.pool.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  expect(rows).toEqual([{ relname: 'berth' }, { relname: 'berth_visit' }]);
});

test('it lists the rules that the database does not enforce, with reasons', () => {
  const remarks = printDdl(databaseShape(berths))
    .split('\n')
    .filter((line) => line.startsWith('-- '));
  expect(remarks).toHaveLength(2);
  expect(remarks[0]).toBe('-- generated');
  expect(remarks[1]).toMatch(/^-- not in the database: not-later: .*today/);
});

test('prints a readable table', () => {
  const ddl = printDdl(databaseShape(berths));
  const table = ddl
    .slice(ddl.indexOf('create table public."berth" '), ddl.indexOf('create table public."berth_visit"'))
    .trim();
  expect(table).toMatchInlineSnapshot(`
    "create table public."berth" (
      "id" bigint generated always as identity not null,
      "rev" integer default 1 not null,
      "delFlag" text default 'N' not null,
      "creater" text not null,
      "createAt" timestamp with time zone default now() not null,
      "updater" text not null,
      "updateAt" timestamp with time zone default now() not null,
      "berthNo" text not null,
      "quay" text collate public."bordereau_zh",
      "berthNo$live" text generated always as (case when "delFlag" = 'N' then "berthNo" end) stored,
      constraint "berth_pkey" primary key ("id"),
      constraint "berth_delFlag_options" check ("delFlag" in ('Y', 'N')),
      constraint "berth_berthNo_kind" check (not "delFlag" = 'N' or (char_length("berthNo") <= 3)),
      constraint "berth_berth-no_unique" unique ("berthNo$live")
    );
    create index "berth_quay_index" on public."berth" using btree ("quay") where "delFlag" = 'N';

    -- not in the database: not-later: today() changes from day to day"
  `);
});

describe('indexes', () => {
  const lists = (list: Partial<Entity['list']>, more: Partial<Entity> = {}): Model =>
    model(
      entity('parent', [field('code', 'code')], { unique: [{ ...rule('code'), fields: ['code'] }] }),
      entity(
        'item',
        [
          field('code', 'code', { maxLength: 10 }),
          field('short', 'code', { maxLength: 3 }),
          field('day', 'date'),
          field('size', 'choice', { options: [] }),
          field('month', 'month'),
          field('parent', 'ref', { ref: { entity: 'parent', by: 'code', unique: true } }),
          field('parents', 'multiRef', { ref: { entity: 'parent', by: 'code', unique: true } }),
        ],
        { list: { columns: [], filters: [], requireFilter: [], sort: [], ...list }, ...more },
      ),
    );
  const up = (name: string) => ({ field: name, descending: false });
  const down = (name: string) => ({ field: name, descending: true });

  test.each<[string, Model, string[]]>([
    ['none for a list without filters', lists({}), []],
    [
      'the order of the list, with id',
      lists({ sort: [down('day'), up('code')] }),
      ['using btree ("day" desc, "code", "id")'],
    ],
    ['id in the direction of the last field', lists({ sort: [down('day')] }), ['using btree ("day" desc, "id" desc)']],
    [
      'none for an order that a unique index provides',
      lists({ sort: [up('code')] }, { unique: [{ ...rule('u'), fields: ['code', 'day'] }] }),
      [],
    ],
    [
      'an order in both directions',
      lists({ sort: [up('code'), down('day')] }, { unique: [{ ...rule('u'), fields: ['code', 'day'] }] }),
      ['using btree ("code", "day" desc, "id" desc)'],
    ],
    [
      'none for an order of some rows',
      lists({ sort: [up('code')] }, { unique: [{ ...rule('u'), fields: ['code'], where: `self.size == 'L'` }] }),
      ['using btree ("code", "id")'],
    ],
    [
      'filters by reference, and by date in the order of days',
      lists({ filters: ['parent', 'day'] }),
      ['using btree ("parent")', 'using btree ("day", "id")'],
    ],
    [
      'none for a date that begins a unique index',
      lists({ filters: ['day'] }, { unique: [{ ...rule('u'), fields: ['day', 'code'] }] }),
      [],
    ],
    ['none for filters of few values', lists({ filters: ['size', 'month', 'parents'] }), []],
    ['one search index for all long texts', lists({ filters: ['code', 'short'] }), ['using gin ("code" gin_trgm_ops)']],
    [
      'none for a filter that begins the order',
      lists({ filters: ['day'], sort: [up('day')] }),
      ['using btree ("day", "id")'],
    ],
    [
      'the parent of a child, for reading and deleting',
      lists({}, { parents: [{ entity: 'parent', via: 'parent' }] }),
      ['using btree ("parent")', 'using btree ("parent$live")'],
    ],
  ])('%s', (_, of, expected) => {
    const { indexes } = databaseShape(of).tables.find(({ entity: name }) => name === 'item')!;
    expect(
      indexes.filter(({ unique }) => !unique).map(({ definition }) => definition.replace(` where "delFlag" = 'N'`, '')),
    ).toEqual(expected);
  });
});

test.each<[string, Model, string]>([
  [
    'a condition of x-unique that SQL cannot express',
    model(
      entity('item', [field('code')], { unique: [{ ...rule('odd'), fields: ['code'], where: 'today() > today()' }] }),
    ),
    'item: "where" of odd has no form in SQL',
  ],
  [
    'x-noOverlap of fields that are no period',
    model(entity('item', [field('code')], { noOverlap: [{ ...rule('odd'), by: [], from: 'code', to: 'code' }] })),
    'item: x-noOverlap odd needs two dates',
  ],
  [
    'two rules with one constraint name',
    model(
      entity('a-b', [field('code')], { unique: [{ ...rule('c'), fields: ['code'] }] }),
      entity('a', [field('code')], { unique: [{ ...rule('b_c'), fields: ['code'] }] }),
    ),
    'tables a_b and a both need the name a_b_c_unique',
  ],
])('refuses %s', (_, of, message) => {
  expect(() => databaseShape(of)).toThrow(message);
});
