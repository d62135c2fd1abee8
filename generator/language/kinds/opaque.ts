import type { Field } from '../../model/field.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Problem } from '../violation.ts';
import { problem, type Kind } from './kind.ts';
import { listKind } from './list.ts';
import { textKind } from './text.ts';

/** One uploaded file, by its id. */
export const file = textKind({ conditions: ['isNull', 'notNull'] });

/** Uploaded files, by their ids. */
export const files = listKind(file, ['isNull', 'notNull']);

/** A password. It is not trimmed; the column contains its hash. Conditions on it are not possible. */
export const password = textKind({ untrimmed: true, conditions: [] });

/** Any JSON object or list, stored unchanged. */
export const json: Kind = {
  column: () => 'jsonb',
  typeScript: () => 'Record<string, unknown> | unknown[]',
  jsonSchema: () => ({}),
  normalise: (value) => (value === undefined || value === '' ? null : value),
  check: checkJson,
  checkComparable: checkJson,
  conditions: ['isNull', 'notNull'],
  toSqlText: (_, columnSql) => columnSql,
  cel: 'dyn',
  boundaries: () => ({
    valid: [{}, [], { a: [1, { b: null }] }],
    invalid: [
      ...['text', 5, true].map((value) => ({ value, key: MESSAGE.json })),
      ...[['a\u0000'], { 'a\u0000': 1 }, { a: ['\ud800'] }].map((value) => ({ value, key: MESSAGE.controlCharacter })),
    ],
  }),
};

function checkJson(value: unknown, field: Field): Problem | undefined {
  if (typeof value !== 'object') return problem(field, MESSAGE.json);
  return containsUnstorableText(value) ? problem(field, MESSAGE.controlCharacter) : undefined;
}

/** Whether JSON contains text that jsonb cannot store, in keys or values: NUL or an unpaired surrogate. */
function containsUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, part]) => containsUnstorableText(key) || containsUnstorableText(part));
}
