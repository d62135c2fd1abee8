import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { compileExpression } from '../../../generator/language/expression/compile.ts';
import { scopeOf } from '../../../generator/language/expression/scope.ts';
import { printSql } from '../../../generator/language/expression/sql.ts';
import { portablePattern } from '../../../generator/language/expression/sqlPattern.ts';
import { ABSENT, toJson } from '../../../generator/language/expression/values.ts';
import type { Field } from '../../../generator/model/field.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { entityOf, fieldOf, modelOf } from './model.ts';

const FIELDS: Field[] = [
  fieldOf('m', 'money'),
  fieldOf('n', 'money'),
  fieldOf('r', 'rate'),
  fieldOf('i', 'integer'),
  fieldOf('j', 'integer'),
  fieldOf('big', 'integer', { maximum: '9007199254740991' }),
  fieldOf('d', 'date'),
  fieldOf('e', 'date'),
  fieldOf('s', 'text'),
  fieldOf('c', 'code'),
  fieldOf('y', 'yesNo'),
  fieldOf('ym', 'month'),
  fieldOf('list', 'multiChoice'),
  fieldOf('at', 'dateTime'),
  fieldOf('other', 'ref', { ref: { entity: 'row', by: 'id', unique: true } }),
  fieldOf('pw', 'password'),
  fieldOf('any', 'json'),
];
const scope = scopeOf(entityOf('row', FIELDS, { parents: [] }), modelOf());

/** The SQL of an expression, without the qualification of its columns. */
const sqlOf = (text: string): string => {
  const printed = printSql(text, scope);
  return 'sql' in printed ? printed.sql : `reason: ${printed.reason}`;
};

describe('the SQL text', () => {
  test.each([
    ['self.m <= 50000', '("m" <= 50000)'],
    ['self.y == "N"', `("y" = 'N')`],
    ['self.s == "O\'Neil"', `("s" = 'O''Neil')`],
    ['self.s == self.c', '("s" collate "C" = "c")'],
    ['has(self.m) && !has(self.n)', '(("m" is not null) and (not ("n" is not null)))'],
    ['has(self.m) == has(self.n)', '(("m" is not null) = ("n" is not null))'],
    ['self.d < date("2026-01-31") || self.e >= self.d', `(("d" < date '2026-01-31') or ("e" >= "d"))`],
    ['self.c in ["A", "B"]', `("c" in ('A', 'B'))`],
    ['"A" in self.list', `("list" @> to_jsonb('A'::text))`],
    ['self.m * decimal("0.06") / 3', `(div(("m" * 0.06::numeric) * 1e30, 3) * 1e-30)`],
    ['self.m / self.i / 0', `(div((div("m" * 1e30, nullif("i", 0)) * 1e-30) * 1e30, nullif(0, 0)) * 1e-30)`],
    ['round(self.m * self.r, 2)', 'round(("m" * "r")::numeric, 2)'],
    ['self.i * self.j', '("i"::bigint * "j")'],
    ['days(self.d, self.e) > 30', '(("e" - "d" + 1) > 30)'],
    ['size(self.s) <= 3', '(char_length("s") <= 3)'],
    ['self.ym >= "202601"', `("ym" collate "C" >= '202601')`],
    ['self.other == "17"', `("other"::text = '17')`],
    ['self.c.matches("^[A-Z]{3}\\\\d+$")', `("c" ~ '^[A-Z]{3}[0-9]+$')`],
    ['self.i > 3 ? self.i : 3', '(case when ("i" > 3) then "i" when not ("i" > 3) then 3 end)'],
  ])('%s prints as %s', (text, sql) => {
    expect(sqlOf(text)).toBe(sql);
  });

  test('columns can be qualified', () => {
    expect(printSql('has(self.m) && self.m > 0', scope, 'new')).toEqual({
      sql: '((new."m" is not null) and (new."m" > 0))',
    });
  });

  test.each<[string, RegExp]>([
    ['self.d <= today()', /today\(\) changes from day to day/],
    ['user.userCde == self.c', /user\.userCde is not a field of the row itself/],
    ['old.m < self.m', /old\.m is not a field/],
    ['has(old.m)', /old\.m is not a field/],
    ['self.s < self.c', /orders texts/],
    ['self.s < "张"', /orders texts/],
    ['self.big * self.big > 0', /may overflow/],
    ['self.s.matches("a.c")', /reads differently/],
    ['self.s.matches(self.c)', /literal text/],
    ['self.s.contains(self.c)', /literal text/],
    ['self.s.lowerAscii() == "a"', /no SQL form/],
    ['int(self.r) > 5', /no SQL form/],
    ['decimal(self.s) > 5', /literal text/],
    ['round(self.r, self.i) > 5', /literal places/],
    ['self.list == self.list', /compares lists/],
    ['self.at < timestamp("2026-01-01T00:00:00.0001Z")', /to the millisecond/],
    ['self.c in [self.s]', /not a list of constants/],
    ['self.c in []', /not a list of constants/],
    ['["A"].all(x, x == self.c)', /no SQL form/],
    ['self.createAt < self.at', /finer in the database/],
    ['self.pw == "x"', /kept as a hash/],
    ['self.any == self.any', /JSON of any shape/],
    ['self.s == "\\u0000"', /no SQL form/],
  ])('%s has none: %s', (text, reason) => {
    expect(sqlOf(text)).toMatch(/^reason: /);
    expect(sqlOf(text)).toMatch(reason);
  });

  test('an invalid expression is an error', () => {
    expect(() => printSql('self.x > 1', scope)).toThrow(/self has no field/);
  });
});

describe('portablePattern', () => {
  test.each([
    ['^[A-Z0-9]+$', '^[A-Z0-9]+$'],
    ['^\\d{4}(0[1-9]|1[0-2])$', '^[0-9]{4}(0[1-9]|1[0-2])$'],
    ['^(?:a|b)?\\.c\\w*$', '^(?:a|b)?\\.c[A-Za-z0-9_]*$'],
    ['[\\dA-F]', '[0-9A-F]'],
    ['[-\\]]', '[-\\]]'],
    ['^船$', '^船$'],
  ])('%s is %s', (source, pattern) => expect(portablePattern(source)).toBe(pattern));

  test.each([
    'a.c',
    '[^a]',
    '\\s',
    '\\bx',
    '(?=x)',
    '(?<n>x)',
    '(a)\\1',
    'a*?',
    'x{300}',
    '[[:alpha:]]',
    '(|a)',
    'a|',
    '\\p{L}',
    '😀',
  ])('%s has none', (source) => {
    expect(portablePattern(source)).toBeUndefined();
  });
});

describe('on real values', () => {
  let database: TestDatabase;
  const stored = FIELDS.filter((field) => field.kind !== 'password' && field.kind !== 'json');

  beforeAll(async () => {
    database = await openTestDatabase();
    // two columns with a special collation, as names have
    const columns = stored.map(
      (field) =>
        `"${field.name}" ${KINDS[field.kind].column(field)}${field.name === 's' ? ' collate "und-x-icu"' : ''}`,
    );
    await database.pool.query(`create table "row" (place int, ${columns.join(', ')})`);
  });
  afterAll(() => database.close());

  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 6 });
  const cents = (digits: number) =>
    fc.bigInt(-(10n ** BigInt(digits)), 10n ** BigInt(digits)).map((value) => fixed(value, 2));
  const word = fc.oneof(
    fc.constantFrom('A', 'B', 'AB', "O'Neil", '张三', '😀', 'a%b', 'ABC123', 'abc'),
    fc
      .string({ unit: 'grapheme', maxLength: 5 })
      .filter((text) => text.trim() === text && text !== '' && !/[\u0000-\u001f\u007f]/.test(text)),
  );
  const day = fc
    .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const row = fc.record({
    m: maybe(fc.oneof(cents(3), cents(14))),
    n: maybe(fc.oneof(cents(3), cents(14))),
    r: maybe(fc.bigInt(-(10n ** 9n), 10n ** 9n).map((value) => fixed(value, 8))),
    i: maybe(fc.integer({ min: -9, max: 9 })),
    j: maybe(fc.integer({ min: -2_147_483_647, max: 2_147_483_647 })),
    big: maybe(fc.maxSafeInteger()),
    d: maybe(day),
    e: maybe(day),
    s: maybe(word),
    c: maybe(word),
    y: maybe(fc.constantFrom('Y', 'N')),
    ym: maybe(fc.constantFrom('202512', '202601', '202612')),
    list: maybe(fc.uniqueArray(fc.constantFrom('A', 'B', 'AB'), { minLength: 1 })),
    at: maybe(fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T08:00:00.001+08:00')),
    other: maybe(fc.constantFrom('17', '9223372036854775807')),
  });

  test.each([
    '^[A-Z0-9]+$',
    '^\\d{4}(0[1-9]|1[0-2])$',
    '^(?:AB|张)?\\.?\\w*$',
    '[-\\]]',
    '^[0-9A-HJ-NP-RTUWXY]{3}$',
    "^[A-Z ']+$",
    'A|B',
  ])('the pattern %s matches the same texts', async (source) => {
    const texts = fc
      .sample(
        fc.oneof(
          word,
          fc.stringMatching(new RegExp(source)),
          fc.string({ unit: fc.constantFrom('A', 'Z', 'a', '0', '9', '٣', '_', '-', ']', '.', '\n', '张', 'é') }),
        ),
        300,
      )
      .filter((text) => !text.includes('\u0000') && text.isWellFormed());
    const found = await database.pool.query<{ matches: boolean }>(
      `select text ~ $2 as matches from unnest($1::text[]) with ordinality as x(text, place) order by place`,
      [texts, portablePattern(source)],
    );
    const differing = texts.filter((text, place) => new RegExp(source).test(text) !== found.rows[place]!.matches);
    expect(differing).toEqual([]);
    expect(new Set(found.rows.map((row) => row.matches)).size).toBe(2);
  });

  test.each<[string, Field['kind']]>([
    ['self.m + self.n * self.i - 1', 'decimal'],
    ['self.m * self.r * self.i', 'decimal'],
    ['self.m / self.n', 'decimal'],
    ['self.m * self.r / self.i / 7', 'decimal'],
    ['round(self.m * self.r * days(self.d, self.e) / 365, 2)', 'decimal'],
    ['round(self.m / self.i, 0)', 'decimal'],
    ['-self.m + abs(self.n)', 'decimal'],
    ['ceil(self.m / 7) - floor(self.r)', 'decimal'],
    ['min(self.m, self.n) + max(self.i, self.r)', 'decimal'],
    ['self.i > 3 ? self.m : self.n', 'decimal'],
    ['self.j + self.j', 'integer'],
    ['self.j * self.i - -self.i', 'integer'],
    ['self.j % self.i', 'integer'],
    ['abs(self.j) + size(self.s) + size(self.list)', 'integer'],
    ['max(self.i, 3)', 'integer'],
    ['days(self.d, self.e)', 'integer'],
    ['self.m < self.n || self.i == 3 && !(self.r >= self.m)', 'yesNo'],
    ['self.m == self.n || self.m != self.i', 'yesNo'],
    ['self.m in [decimal("1.50"), decimal("-2")] || self.i in [1, -2]', 'yesNo'],
    ['has(self.m) == has(self.n) && (has(self.list) || !has(self.at))', 'yesNo'],
    ['self.d < self.e || self.d == date("2026-01-01") || min(self.d, self.e) > date("1999-12-31")', 'yesNo'],
    ['self.s == self.c || self.s != "A"', 'yesNo'],
    ['self.s < "B" || self.c >= "a%b"', 'yesNo'],
    ['self.s in ["A", "张三", "😀"]', 'yesNo'],
    ['self.s.startsWith("A") || self.s.endsWith("😀") || self.c.contains("%")', 'yesNo'],
    ['self.s.endsWith("") && self.s.contains("") && self.s.startsWith("")', 'yesNo'],
    ['self.s.matches("^[A-Z]+\\\\d*$") || self.c.matches("张|N")', 'yesNo'],
    ['self.s + self.c == "AB"', 'yesNo'],
    ['(self.i > 0 ? self.s : self.c) == self.s', 'yesNo'],
    ['"A" in self.list && self.y == "Y"', 'yesNo'],
    ['self.c in self.list', 'yesNo'],
    ['self.ym <= month(self.d) || year(self.e) > "2000"', 'yesNo'],
    ['self.at < timestamp("2026-01-01T00:00:00.001Z") || self.at != self.at', 'yesNo'],
    ['self.other == "17"', 'yesNo'],
    ['self.big + self.big > self.i', 'yesNo'],
  ])('%s is the same in the database', async (text, kind) => {
    const result = fieldOf('result', kind, { scale: 60 });
    const expression = compileExpression(text, scope);
    const { sql } = printSql(text, scope) as { sql: string };
    expect(sql).toBeTypeOf('string');
    const rows = fc.sample(row, 200);
    const printed =
      kind === 'decimal'
        ? `trim_scale(${sql})::text`
        : kind === 'integer'
          ? `(${sql})::text`
          : `case when ${sql} then 'Y' when not ${sql} then 'N' end`;
    const names = stored.map((field) => `"${field.name}"`).join(', ');
    const definition = stored.map((field) => `"${field.name}" ${KINDS[field.kind].column(field)}`).join(', ');
    await database.pool.query(`truncate "row"`);
    await database.pool.query(
      `insert into "row" (place, ${names}) select place, ${names} from jsonb_to_recordset($1::jsonb) as x(place int, ${definition})`,
      [JSON.stringify(rows.map((values, place) => ({ place, ...values })))],
    );
    const found = await database.pool.query<{ result: string | null }>(
      `select ${printed} as result from "row" order by place`,
    );
    const expected = rows.map((values) => {
      const value = expression({ self: values });
      const json = value === ABSENT ? null : toJson(value, result);
      return json === null ? null : String(json);
    });
    const differing = rows.flatMap((values, place) =>
      found.rows[place]!.result === expected[place]
        ? []
        : [{ values, database: found.rows[place]!.result, expression: expected[place] }],
    );
    expect(differing.slice(0, 3)).toEqual([]);
    expect(new Set(expected).size).toBeGreaterThan(1);
  });
});

/** `value` units of the place-th digit after the point, as decimal text. */
function fixed(value: bigint, places: number): string {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
