import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStrictJson } from '../../server/routes/strictJson.ts';

test('whatever JSON.stringify writes is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.boolean(), (value, spaced) => {
      const text = JSON.stringify(value, undefined, spaced ? 2 : undefined);
      expect(parseStrictJson(text)).toEqual({ value: JSON.parse(text) });
    }),
  );
});

test('a key that stands twice in one object is named, however it is written and wherever it stands', () => {
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
      ).toEqual({ fault: 'duplicate', at: key });
      expect(parseStrictJson(`[{${first}: ${JSON.stringify(value)}}, {${again} : 2}]`)).toHaveProperty('value');
    }),
  );
});

test.each(['{"a":1,"a":1}', '{"a":1,"b":2,"a":1}', '{"__proto__":1,"__proto__":2}', '{"a":"x","\\u0061":"x"}'])(
  'a key stands twice in %s',
  (text) => expect(parseStrictJson(text)).toHaveProperty('fault', 'duplicate'),
);

test.each([
  ['twenty levels', '['.repeat(20) + ']'.repeat(20), 'value'],
  ['twenty-one', '['.repeat(21) + ']'.repeat(21), 'fault'],
  ['brackets in a text', JSON.stringify('[{"'.repeat(50)), 'value'],
  ['a text that ends in backslashes', JSON.stringify({ a: '\\\\', b: '\\"' }), 'value'],
  ['half a text', '{"a": "b', 'fault'],
])('%s', (_, text, member) => expect(parseStrictJson(text)).toHaveProperty(member));
