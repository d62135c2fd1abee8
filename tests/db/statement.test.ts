import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KERNEL_TABLES } from '../../generator/emit/ddl/kernel.ts';
import { build, prepared } from '../../server/db/statement.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query('create schema kernel');
  await database.pool.query(
    'create table kernel.seed (entity text primary key, hash text, at timestamptz default now())',
  );
});
afterAll(() => database.close());

const add = prepared<{ entity: string; hash: string }>()(($) =>
  build.insertInto('kernel.seed').values({ entity: $('entity'), hash: $('hash') }),
);
const named = prepared<{ entity: string }>()(($) =>
  build
    .selectFrom('kernel.seed')
    .select('hash')
    .where((is) => is.or([is('entity', '=', $('entity')), is('entity', '=', sql<string>`lower(${$('entity')})`)])),
);
const quoted = prepared()(() => build.selectFrom('kernel.seed').select('entity').where('hash', '=', `it's \\ $1`));
const remove = prepared<{ entities: string[] }>()(($) =>
  build.deleteFrom('kernel.seed').where(sql<boolean>`entity = any(${$('entities')})`),
);

test('binds a value of a prepared statement at each occurrence', async () => {
  expect(await add.run(database.pool, { entity: 'a', hash: `'; drop table kernel.seed; --` })).toBe(1);
  expect(await named.all(database.pool, { entity: 'A' })).toEqual([{ hash: `'; drop table kernel.seed; --` }]);
  expect(await named.first(database.pool, { entity: 'b' })).toBeUndefined();
  expect(await remove.run(database.pool, { entities: ['a', 'b'] })).toBe(1);
});

test('puts constants into the text, safely quoted', async () => {
  const sent: { text: string; name?: string; values?: unknown[] }[] = [];
  const session = {
    query: (config: (typeof sent)[0]) => {
      sent.push(config);
      return database.pool.query(config);
    },
  };
  await add.run(database.pool, { entity: 'q', hash: `it's \\ $1` });
  expect(await quoted.all(session, {})).toEqual([{ entity: 'q' }]);
  await quoted.all(session, {});
  expect(sent[0]).toMatchObject({ text: expect.stringContaining(`'it''s \\ $1'`), values: [] });
  expect(sent[1]!.name).toBe(sent[0]!.name);
});

test('the types of the kernel tables have the generated columns', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../server/db/tables.ts'), 'utf8');
  const typed = [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/'(kernel\.\w+)': \{([^}]*)\}/g)].map(
    ([, table, members]) => ({ table, columns: [...members!.matchAll(/(\w+):/g)].map(([, column]) => column!) }),
  );
  const created = new Map(
    KERNEL_TABLES.map(({ name, columns }) => [`kernel.${name}`, columns.map((column) => column.name)]),
  );
  expect(typed.length).toBeGreaterThan(10);
  for (const { table, columns } of typed) expect(columns.toSorted(), table).toEqual(created.get(table!)?.toSorted());
});
