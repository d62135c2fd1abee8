import { KINDS } from '../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../generator/language/messageKeys.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field, KindName } from '../../generator/model/field.ts';
import type { Case } from './case.ts';
import { isReferredToByChildren } from './neededRows.ts';
import { isWritable } from './sampler/fields.ts';
import type { Sampler } from './sampler/sampler.ts';

/** Texts of many forms, so that every pattern in the schemas refuses at least one of them. */
const TEXTS = [
  '!',
  '-',
  '1',
  'a',
  'A',
  '中',
  '1a',
  'A1',
  'AB',
  'a b',
  '12',
  '123',
  'ABC',
  '1234',
  'ABCDE',
  '12345',
  'A!1',
  '@',
  'a@',
  '.',
  'a,b',
  'a|b',
  '*a',
  'a.b.c',
];
/** Texts longer than `length`, in the format of their field kind. */
const FORMED_TEXTS: Partial<Record<KindName, (length: number) => string>> = {
  url: (length) => `https://example.com/${'a'.repeat(length)}`,
  email: (length) => `a@${'b.'.repeat(length / 2)}example.com`,
};

/**
 * Cases that need a search: values that only the pattern refuses, well-formed values that are too long, and required
 * fields with a default that are emptied later.
 */
export function combinedCases(entity: Entity, sampler: Sampler): Case[] {
  const sample = sampler.sample(entity.name);
  const refused = entity.fields
    .filter((field) => isWritable(field) && field.pattern !== undefined)
    .flatMap((field): Case[] => {
      const { check, normalise } = KINDS[field.kind];
      const { pattern: _, ...free } = field;
      const isPatterns = (text: unknown) =>
        check(normalise(text, field), field)?.key === MESSAGE.pattern && !check(normalise(text, field), free as Field);
      const value = [...TEXTS, ...TEXTS.map((text) => [text])].find(isPatterns);
      return value === undefined
        ? []
        : [
            {
              title: `${field.name} ${JSON.stringify(value)} against its pattern`,
              sample,
              change: { [field.name]: value },
              expected: [{ field: field.name, key: MESSAGE.pattern }],
            },
          ];
    });
  const long = entity.fields
    .filter((field) => isWritable(field) && field.maxLength !== undefined && FORMED_TEXTS[field.kind])
    .flatMap((field): Case[] => {
      const { check, normalise } = KINDS[field.kind];
      const value = FORMED_TEXTS[field.kind]!(field.maxLength!);
      return check(normalise(value, field), field)?.key === MESSAGE.tooLong
        ? [
            {
              title: `${field.name} well formed and too long`,
              sample,
              change: { [field.name]: value },
              expected: [{ field: field.name, key: MESSAGE.tooLong }],
            },
          ]
        : [];
    });
  const filledIn = entity.fields.filter(
    (field) =>
      isWritable(field) &&
      field.required &&
      !field.writeOnce &&
      field.compute === undefined &&
      !isReferredToByChildren(sample, field) &&
      (field.default !== undefined || field.defaultExpr !== undefined),
  );
  const emptied =
    filledIn.length === 0
      ? []
      : [sampler.sample(entity.name)].flatMap((old) =>
          filledIn.map((field): Case => ({
            title: `${field.name} emptied`,
            sample: { ...old, row: {}, links: [], children: {} },
            old,
            change: { [field.name]: null },
            expected: [{ field: field.name, key: MESSAGE.required }],
          })),
        );
  return [...refused, ...long, ...emptied];
}
