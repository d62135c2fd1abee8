import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrayText } from '../../server/kernel/statement.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const read = async (text: string, type: string): Promise<unknown> =>
  (await database.pool.query(`select to_json($1::${type}[]) as list`, [text])).rows[0].list;

test('PostgreSQL reads back every text unchanged', async () => {
  // PostgreSQL texts contain neither NUL nor half a surrogate pair.
  const anyText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.oneof(anyText, fc.constantFrom('', 'NULL', '"', '\\', '{}', 'a,b', ' a ', '\\"', '\n')))),
      async (list) => {
        expect(await read(arrayText(list), 'text')).toEqual(list);
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ['integer', [1, -2, null], [1, -2, null]],
  ['numeric', ['12.50', null], [12.5, null]],
  ['date', ['2024-02-29', null], ['2024-02-29', null]],
  ['jsonb', ['["a","\\\\b\\""]', null], [['a', '\\b"'], null]],
  ['text', [], []],
] as const)('a list of %s', async (type, list, expected) => {
  expect(await read(arrayText(list), type)).toEqual(expected);
});
