import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStrictJson } from '../../server/routes/strictJson.ts';

test('reads all output of JSON.stringify like JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.boolean(), (value, spaced) => {
      const text = JSON.stringify(value, undefined, spaced ? 2 : undefined);
      expect(parseStrictJson(text)).toEqual({ value: JSON.parse(text) });
    }),
  );
});

test('names a duplicate key in any object, also if it is escaped', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.jsonValue({ maxDepth: 2 }), (key, other, value) => {
      fc.pre(key !== other);
      const [first, again, between] = [
        JSON.stringify(key),
        `"${[...key]
          .map((char) =>
            [...char]
              .flatMap((one) => one.split(''))
              .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
              .join(''),
          )
          .join('')}"`,
        JSON.stringify(other),
      ];
      expect(
        parseStrictJson(`[{${first}: ${JSON.stringify(value)}, ${between}: {${first}: 1}, ${again} : 2}]`),
      ).toEqual({ problem: 'duplicate', at: key });
      expect(parseStrictJson(`[{${first}: ${JSON.stringify(value)}}, {${again} : 2}]`)).toHaveProperty('value');
    }),
  );
});

test.each(['{"a":1,"a":1}', '{"a":1,"b":2,"a":1}', '{"__proto__":1,"__proto__":2}', '{"a":"x","\\u0061":"x"}'])(
  'finds the duplicate key in %s',
  (text) => expect(parseStrictJson(text)).toHaveProperty('problem', 'duplicate'),
);

test.each([
  ['twenty levels', '['.repeat(20) + ']'.repeat(20), 'value'],
  ['twenty-one', '['.repeat(21) + ']'.repeat(21), 'problem'],
  ['brackets in a text', JSON.stringify('[{"'.repeat(50)), 'value'],
  ['a text that ends in backslashes', JSON.stringify({ a: '\\\\', b: '\\"' }), 'value'],
  ['an unclosed text', '{"a": "b', 'problem'],
])('limits nesting: %s', (_, text, member) => expect(parseStrictJson(text)).toHaveProperty(member));

test.each([
  ['a thousand keys', JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, n]))), false],
  ['one more', JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`k${n}`, n]))), true],
  ['a hundred objects of a hundred keys', JSON.stringify(Array(100).fill(JSON.parse(`{${keysOf(100)}}`))), false],
  ['too many objects', `[${Array(60_000).fill('{}').join()}]`, true],
  ['too many values', JSON.stringify(Array(100_001).fill(1)), true],
  ['punctuation in texts', JSON.stringify({ a: ',:{['.repeat(100_000), b: '\\"'.repeat(100) }), false],
  ['unfinished nesting', '['.repeat(1_000_000), true],
])('limits the size of %s', (_, text, isRefused) =>
  expect('problem' in parseStrictJson(text) ? parseStrictJson(text) : false).toEqual(isRefused && { problem: 'size' }),
);

test('refuses unclosed texts in finite time', () => {
  for (const text of ['"'.repeat(1_000_001), '"\\', '{"a":"\\"'])
    expect(parseStrictJson(text)).toEqual({ problem: 'syntax' });
});

function keysOf(count: number): string {
  return Array.from({ length: count }, (_, n) => `"k${n}":${n}`).join();
}
