import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';
import { fieldOf } from './model.ts';

const NAMES = Object.keys(KINDS) as KindName[];
const byId = { entity: 'company', by: 'id', unique: true };
const byCode = { entity: 'company', by: 'companyCde', unique: true };
const options = [
  { code: 'A', en: 'a', zh: '甲' },
  { code: 'B', en: 'b', zh: '乙' },
];

/** Every kind, plain and narrowed. */
const FIELDS: [string, Field][] = [
  ...NAMES.map((kind): Field => fieldOf(kind, kind, kind === 'ref' || kind === 'multiRef' ? { ref: byId } : {})),
  fieldOf('short text', 'text', { maxLength: 3, minLength: 2 }),
  fieldOf('upper code', 'code', { maxLength: 16, normalize: ['trim', 'upper'], pattern: '^[A-Z0-9]+$' }),
  fieldOf('choice of two', 'choice', { options, maxLength: 50 }),
  fieldOf('choices of two', 'multiChoice', { options, maxItems: 2 }),
  fieldOf('reference by code', 'ref', { ref: byCode, maxLength: 16 }),
  fieldOf('references by code', 'multiRef', { ref: byCode, maxItems: 10 }),
  fieldOf('positive', 'integer', { minimum: '1' }),
  fieldOf('wide', 'integer', { minimum: '0', maximum: '9007199254740991' }),
  fieldOf('share', 'percent', { minimum: '0', maximum: '100' }),
  fieldOf('premium', 'money', { exclusiveMinimum: '0', exclusiveMaximum: '1000000' }),
  fieldOf('whole decimal', 'decimal', { precision: 5, scale: 0 }),
].map((field) => [field.name, field]);

describe.each(FIELDS)('%s', (_, field) => {
  const kind = KINDS[field.kind];
  const samples = kind.boundaries(field);
  const schema = new Ajv2020({ strict: true, validateFormats: false }).compile(kind.jsonSchema(field));

  test('accepts its valid samples, in the schema too', () => {
    for (const value of samples.valid) {
      const normal = kind.normalise(value, field);
      expect(kind.check(normal, field), JSON.stringify(value)).toBeUndefined();
      expect(kind.checkComparable(normal, field), JSON.stringify(value)).toBeUndefined();
      expect(schema(normal), `${JSON.stringify(value)} ${JSON.stringify(schema.errors)}`).toBe(true);
    }
  });

  test('refuses its invalid samples, each with its message', () => {
    expect(samples.invalid.length).toBeGreaterThan(1);
    for (const { value, key } of samples.invalid) {
      const found = kind.check(kind.normalise(value, field), field);
      expect(found?.key, JSON.stringify(value)).toBe(key);
      expect(found?.params['label']).toEqual(field.label);
    }
  });

  test('does not change a normalised value again', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.string({ unit: 'grapheme' }), fc.constantFrom(...samples.valid, null)),
        (value) => {
          const once = kind.normalise(value, field);
          expect(kind.normalise(once, field)).toEqual(once);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('the schema accepts every value that check accepts', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.bigInt().map(String), fc.integer()),
        (value) => {
          const normal = kind.normalise(value, field);
          if (normal === null || kind.check(normal, field)) return;
          expect(schema(normal), JSON.stringify(normal)).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('reads blank input as absent', () => {
    for (const blank of [null, undefined, '']) expect(kind.normalise(blank, field)).toBeNull();
  });
});

describe('normalise', () => {
  test.each<[KindName, Partial<Field>, unknown, unknown]>([
    ['text', {}, '  保险　', '保险'],
    ['text', {}, '   ', null],
    ['text', {}, 5, 5],
    ['longText', {}, 'a\r\nb\n', 'a\nb'],
    ['code', { normalize: ['trim', 'upper'] }, ' cosu ', 'COSU'],
    ['code', {}, 'cosu', 'cosu'],
    ['creditCode', {}, ' 9135 0100 m000100y43 ', '91350100M000100Y43'],
    ['bic', {}, 'deut deff', 'DEUTDEFF'],
    ['iban', {}, 'de89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['yesNo', {}, 'y', 'Y'],
    ['integer', {}, ' 5 ', 5],
    ['integer', {}, '-0', 0],
    ['integer', {}, '5.0', '5.0'],
    ['integer', {}, '99999999999999999', '99999999999999999'],
    ['money', {}, ' 0012.50 ', '12.50'],
    ['money', {}, '-0.00', '0.00'],
    ['money', {}, '5', '5.00'],
    ['rate', {}, '5.10', '5.1'],
    ['percent', {}, '100.0000', '100'],
    ['rate', {}, '0.1234567890', '0.1234567890'],
    ['money', {}, '-00.10', '-0.10'],
    ['money', {}, '1.005', '1.005'],
    ['money', {}, 1.5, 1.5],
    ['date', {}, ' 2026-01-01 ', '2026-01-01'],
    ['date', {}, '2026-1-1', '2026-1-1'],
    ['dateTime', {}, '2024-01-01T00:00:00.1+08:00', '2023-12-31T16:00:00.100Z'],
    ['dateTime', {}, '2024-01-01T00:00:00.1234Z', '2024-01-01T00:00:00.1234Z'],
    ['dateTime', {}, '2024-01-01', '2024-01-01'],
    ['multiChoice', {}, [' A ', '', null, 'B'], ['A', 'B']],
    ['multiChoice', {}, [], null],
    ['password', {}, '  secret  ', '  secret  '],
    ['json', {}, {}, {}],
  ])('%s %j: %j becomes %j', (kind, words, value, normal) => {
    expect(KINDS[kind].normalise(value, fieldOf('f', kind, words))).toEqual(normal);
  });
});

describe('check', () => {
  test.each<[KindName, Partial<Field>, unknown, string | undefined]>([
    ['money', {}, '1.005', MESSAGE.decimalPlaces],
    ['money', {}, '999999999999999999.99', undefined],
    ['money', {}, '1000000000000000000', MESSAGE.integerDigits],
    ['rate', {}, '0.123456789', MESSAGE.decimalPlaces],
    ['percent', { maximum: '100' }, '100.0001', MESSAGE.maximum],
    ['integer', {}, 2_147_483_648, MESSAGE.maximum],
    ['integer', {}, 1.5, MESSAGE.integer],
    ['text', { maxLength: 2 }, '😀😀', undefined],
    ['text', { maxLength: 2 }, '😀😀😀', MESSAGE.tooLong],
    ['text', {}, 'a\tb', MESSAGE.controlCharacter],
    ['longText', {}, 'a\n\tb', undefined],
    ['longText', {}, 'a\rb', MESSAGE.controlCharacter],
    ['imo', {}, '9074728', MESSAGE.imoCheck],
    ['imo', {}, '12345', undefined],
    ['creditCode', {}, '91310112087994932F', undefined],
  ])('%s %j: %j is refused with %s', (kind, words, value, key) => {
    expect(KINDS[kind].check(value, fieldOf('f', kind, words))?.key).toBe(key);
  });

  test('a wrong check character is a warning, an invalid form an error', () => {
    const field = fieldOf('f', 'creditCode');
    expect(KINDS.creditCode.check('91350100M000100Y44', field)?.level).toBe('warning');
    expect(KINDS.creditCode.check('91350100M000100Y4', field)?.level).toBeUndefined();
    expect(KINDS.imo.check('9074728', fieldOf('f', 'imo'))?.level).toBe('warning');
  });
});

describe('in the database', () => {
  test.each<[KindName, Partial<Field>, string, string]>([
    ['text', {}, 'text', '"f"'],
    ['money', {}, 'numeric(20,2)', '("f")::text'],
    ['percent', {}, 'numeric(9,4)', 'trim_scale("f")::text'],
    ['rate', {}, 'numeric(18,8)', 'trim_scale("f")::text'],
    ['decimal', { precision: 12, scale: 3 }, 'numeric(12,3)', 'trim_scale("f")::text'],
    ['integer', {}, 'integer', '"f"'],
    ['integer', { maximum: '3000000000' }, 'bigint', '"f"'],
    ['date', {}, 'date', '"f"'],
    ['dateTime', {}, 'timestamptz', `to_char("f" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`],
    ['month', {}, 'text', '"f"'],
    ['ref', { ref: byId }, 'bigint', '("f")::text'],
    ['ref', { ref: byCode }, 'text', '"f"'],
    ['multiRef', { ref: byId }, 'jsonb', '"f"'],
    ['files', {}, 'jsonb', '"f"'],
    ['json', {}, 'jsonb', '"f"'],
  ])('%s %j is %s, printed by %s', (kind, words, column, printed) => {
    const field = fieldOf('f', kind, words);
    expect(KINDS[kind].column(field)).toBe(column);
    expect(KINDS[kind].toSqlText(field, '"f"')).toBe(printed);
  });
});
