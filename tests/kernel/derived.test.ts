import { describe, expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, hook, label, modelOf, problemsOf } from './schemaFixture.ts';

test('takes name and area from the path where the file does not state them', () => {
  const { $id: _id, ...named } = crane({ 'x-entity': { label, key: ['craneNo'] } });
  const { entities } = modelOf({ 'yard/crane.json': named });
  expect(entities['crane']).toMatchObject({ name: 'crane', area: 'yard' });
});

test('refuses a stated name or area that differs from the path', () => {
  const wrong = { ...crane({}), $id: 'derrick', 'x-entity': { area: 'quay', label, key: ['craneNo'] } };
  expect(problemsOf({ 'yard/crane.json': wrong }).map(({ path }) => path)).toEqual(['/$id', '/x-entity/area']);
});

describe('the length of a reference', () => {
  const lengthOf = (reference: Raw): number | undefined =>
    modelOf({
      'yard/crane.json': crane(
        { 'x-unique': [{ id: 'crane-no', fields: ['craneNo'] }] },
        { craneNo: field('code', { maxLength: 12 }) },
      ),
      'yard/hook.json': hook({ of: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo' }, ...reference }) }),
    }).entities['hook']!.fields.find(({ name }) => name === 'of')!.maxLength;

  test('is that of the target', () => expect(lengthOf({})).toBe(12));
  test('is the stated one where the file has it', () => expect(lengthOf({ maxLength: 30 })).toBe(30));
});
