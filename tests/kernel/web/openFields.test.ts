import { expect, test } from 'vitest';
import { isEditable } from '../../../web/records/form/values.ts';
import { fieldOf } from '../language/model.ts';

test.each([
  ['a field of a new row', {}, undefined, true],
  ['a field of a saved row', {}, { f: 'A' }, true],
  ['a write-once field of a new row', { writeOnce: true }, undefined, true],
  ['a write-once field of a saved row', { writeOnce: true }, { f: 'A' }, false],
  ['a write-once field that is still empty', { writeOnce: true }, { f: null }, true],
  ['a read-only field', { readOnly: true }, undefined, false],
] as const)('%s: %j', (_, words, original, open) => {
  expect(isEditable(fieldOf('f', 'code', words), original)).toBe(open);
});
