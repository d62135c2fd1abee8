import { expect, test } from 'vitest';
import { isOpen } from '../../../web/records/form/values.ts';
import { fieldOf } from '../language/model.ts';

test.each([
  ['a field of a new row', {}, undefined, true],
  ['a field of a saved row', {}, { f: 'A' }, true],
  ['what is unique for ever, of a new row', { writeOnce: true }, undefined, true],
  ['what is unique for ever, of a saved row', { writeOnce: true }, { f: 'A' }, false],
  ['what is unique for ever and was left out so far', { writeOnce: true }, { f: null }, true],
  ['what the product writes', { readOnly: true }, undefined, false],
] as const)('%s: %j', (_, words, original, open) => {
  expect(isOpen(fieldOf('f', 'code', words), original)).toBe(open);
});
