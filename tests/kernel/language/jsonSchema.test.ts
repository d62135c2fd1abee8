import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { jsonSchemaOf } from '../../../generator/language/jsonSchema.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { firstOfEachField, violationsOfAjv, type AjvError } from '../../../generator/language/violation.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { KindName } from '../../../generator/model/field.ts';
import { entityOf, fieldOf } from './model.ts';

const options = [{ code: 'A', en: 'a', zh: '甲' }];
const entity = entityOf(
  'visit',
  [
    fieldOf('visitNo', 'code', { required: true, maxLength: 16 }),
    fieldOf('dues', 'money'),
    fieldOf('berths', 'integer', { minimum: '1', maximum: '9' }),
    fieldOf('kind', 'choice', { options }),
    fieldOf('waived', 'yesNo', { required: true, default: 'N' }),
    fieldOf('caseNo', 'code', { required: true, number: { pattern: 'C{seq:6}' } }),
    fieldOf('recordStatus', 'choice', { required: true, readOnly: true, state: true, options }),
    fieldOf('tags', 'multiChoice', { options, maxItems: 1 }),
    fieldOf('vesselId', 'ref', { ref: { entity: 'vessel', by: 'id', unique: true } }),
  ],
  { children: [{ entity: 'visit-share', via: 'visitId' }] },
);

const ajv = new Ajv2020({ strict: true, allErrors: true, validateFormats: false });
const VALIDATORS = {
  create: ajv.compile(jsonSchemaOf(entity, 'create')),
  update: ajv.compile(jsonSchemaOf(entity, 'update')),
};
const labels = (name: string) => entity.fields.find((field) => field.name === name)?.label;

const refused = (mode: 'create' | 'update', row: Record<string, unknown>): string[] => {
  VALIDATORS[mode](row);
  return violationsOfAjv((VALIDATORS[mode].errors ?? []) as AjvError[], labels, row).map(
    ({ field, key }) => `${field} ${key}`,
  );
};

describe('jsonSchemaOf', () => {
  test.each<[string, 'create' | 'update', Record<string, unknown>, string[]]>([
    ['the required fields', 'create', { visitNo: 'V1' }, []],
    [
      'everything',
      'create',
      {
        visitNo: 'V1',
        dues: '1.50',
        berths: 3,
        kind: 'A',
        waived: 'Y',
        tags: ['A'],
        vesselId: '17',
        'visit-share': [{ pct: '1' }],
      },
      [],
    ],
    ['nothing, on update', 'update', {}, []],
    ['nulls', 'update', { dues: null, berths: null, kind: null, tags: null, vesselId: null, caseNo: 'C000001' }, []],
    ['the kernel’s own fields', 'update', { id: '17', rev: 3, delFlag: 'N', createAt: '2026-01-01T00:00:00.000Z' }, []],
    ['an omitted field', 'create', {}, [`visitNo ${MESSAGE.required}`]],
    ['null in a required field', 'update', { visitNo: null }, [`visitNo ${MESSAGE.required}`]],
    ['an unknown field', 'create', { visitNo: 'V1', berth: 3 }, [`berth ${MESSAGE.unknownField}`]],
    ['a number for text', 'update', { visitNo: 5 }, [`visitNo ${MESSAGE.text}`]],
    ['a number for money', 'update', { dues: 1.5 }, [`dues ${MESSAGE.text}`]],
    ['text for an integer', 'update', { berths: 'three' }, [`berths ${MESSAGE.integer}`]],
    ['a float for an integer', 'update', { berths: 1.5 }, [`berths ${MESSAGE.integer}`]],
    ['too long', 'update', { visitNo: 'V'.repeat(17) }, [`visitNo ${MESSAGE.tooLong}`]],
    ['code points, not UTF-16 units', 'update', { visitNo: '😀'.repeat(16) }, []],
    ['too many places', 'update', { dues: '1.505' }, [`dues ${MESSAGE.pattern}`]],
    ['out of range', 'update', { berths: 10 }, [`berths ${MESSAGE.maximum}`]],
    ['below the range', 'update', { berths: 0 }, [`berths ${MESSAGE.minimum}`]],
    ['an unknown option', 'update', { kind: 'B' }, [`kind ${MESSAGE.option}`]],
    ['a text for a list', 'update', { tags: 'A' }, [`tags ${MESSAGE.list}`]],
    [
      'too many entries',
      'update',
      { tags: ['A', 'A'] },
      [`tags ${MESSAGE.tooManyItems}`, `tags ${MESSAGE.repeatedItem}`],
    ],
    ['an unknown option in a list', 'update', { tags: ['B'] }, [`tags ${MESSAGE.option}`]],
    ['an invalid id', 'update', { vesselId: 'x' }, [`vesselId ${MESSAGE.pattern}`]],
    ['children that are no list', 'update', { 'visit-share': { pct: '1' } }, [`visit-share ${MESSAGE.list}`]],
    ['two problems', 'create', { dues: 1 }, [`visitNo ${MESSAGE.required}`, `dues ${MESSAGE.text}`]],
  ])('%s, on %s', (_, mode, row, expected) => {
    expect(refused(mode, row).sort()).toEqual(expected.sort());
  });

  test('compiles in strict mode for every kind', () => {
    const fields = (Object.keys(KINDS) as KindName[]).flatMap((kind) => [
      fieldOf(kind, kind),
      fieldOf(`${kind}Needed`, kind, { required: true }),
    ]);
    for (const mode of ['create', 'update'] as const) {
      expect(() =>
        new Ajv2020({ strict: true, validateFormats: false }).compile(jsonSchemaOf(entityOf('all', fields), mode)),
      ).not.toThrow();
    }
  });
});

test('firstOfEachField keeps one violation for each field, errors first, and every broken rule', () => {
  const violation = (field: string, key: string, words = {}) => ({ field, key, params: {}, ...words });
  const kept = firstOfEachField([
    violation('a', 'W', { level: 'warning' }),
    violation('a', 'E1'),
    violation('a', 'E2'),
    violation('b', 'R1', { rule: 'r1' }),
    violation('b', 'R2', { rule: 'r2' }),
    violation('b', 'E3'),
  ]);
  expect(kept.map(({ field, key }) => `${field} ${key}`)).toEqual(['a E1', 'b R1', 'b R2', 'b E3']);
});
