import { describe, expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, hook, label, modelOf, problemsOf } from './schemaFixture.ts';

test('marks a reference as `bare` if several rows share its code', () => {
  const shared = {
    'x-entity': { area: 'yard', label, key: ['craneNo', 'built'] },
    'x-unique': [{ id: 'crane-of-day', fields: ['craneNo', 'built'] }],
    required: ['craneNo', 'built'],
  };
  const dated = { ...shared, 'x-latest': { field: 'newest', by: ['craneNo'], from: 'built' } };
  const byNo = field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo' } });
  const cases: [what: string, crane: Raw, reference: Raw, bare: true | undefined][] = [
    ['a unique code', crane({ 'x-unique': [{ id: 'crane-no', fields: ['craneNo'] }] }), byNo, undefined],
    ['a part of a key', crane(shared), byNo, true],
    [
      'a part of a key with the other parts matched',
      crane(shared),
      field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo', match: { of: 'built' } } }),
      undefined,
    ],
    ['dated rows of one code', crane(dated, { newest: field('yesNo', { readOnly: true }) }), byNo, undefined],
    ['an id', crane(shared), field('ref', { 'x-ref': { entity: 'crane', by: 'id' } }), undefined],
  ];
  for (const [what, target, reference, bare] of cases) {
    const files = { 'yard/crane.json': target, 'yard/hook.json': hook({ no: reference, of: field('date') }) };
    expect(problemsOf(files), what).toEqual([]);
    expect(modelOf(files).entities['hook']!.fields.find(({ name }) => name === 'no')!.ref!.bare, what).toBe(bare);
  }
});

describe('a formula that is synchronised', () => {
  const craneWith = (more: Raw = {}): Raw =>
    crane(
      { 'x-unique': [{ id: 'crane-no', fields: ['craneNo'] }] },
      { name: field('text'), tags: field('multiRef', { 'x-ref': { entity: 'hook' } }), ...more },
    );
  const copy = (expr: string, lookup: Raw = {}, fields: Raw = {}): Raw => ({
    ...hook({
      of: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo' } }),
      no: field('code'),
      copy: field('text', { 'x-compute': { expr, follows: true } }),
      ...fields,
    }),
    'x-lookup': [{ name: 'above', entity: 'crane', by: { craneNo: 'self.of' }, ...lookup }],
  });
  test('is registered at the field that it copies', () => {
    const files = { 'yard/crane.json': craneWith(), 'yard/hook.json': copy('lookup.above.name') };
    expect(problemsOf(files)).toEqual([]);
    expect(modelOf(files).entities['crane']!.derivedCopies).toEqual([
      { entity: 'hook', field: 'copy', via: 'of', by: 'craneNo', of: 'name' },
    ]);
  });
  test('is registered at the parent whose field it copies', () => {
    const files = {
      'yard/crane.json': { ...craneWith(), 'x-child': [{ entity: 'hook', via: 'craneId' }] },
      'yard/hook.json': hook({
        craneId: field('ref', { 'x-ref': { entity: 'crane' } }),
        no: field('code'),
        copy: field('text', { readOnly: true, 'x-compute': { expr: 'parent.name', follows: true } }),
      }),
    };
    expect(problemsOf(files)).toEqual([]);
    expect(modelOf(files).entities['crane']!.derivedCopies).toEqual([
      { entity: 'hook', field: 'copy', via: 'craneId', by: 'id', of: 'name' },
    ]);
  });
  test.each<[string, Raw, Raw, string]>([
    [
      'an expression of more than a field',
      craneWith(),
      copy("lookup.above.name + '!'"),
      'with "follows" a formula must be one field of the parent or of a lookup, such as "lookup.superior.name"',
    ],
    [
      'a field of its own row',
      craneWith(),
      copy('self.no'),
      'with "follows" a formula must be one field of the parent or of a lookup, such as "lookup.superior.name"',
    ],
    [
      'a row without a reference to it',
      craneWith(),
      copy('lookup.above.name', { by: { craneNo: 'self.no' } }),
      '"above" must be looked up only by a reference to a unique field of crane',
    ],
    [
      'a computed field',
      craneWith({ name: field('text', { 'x-compute': { expr: 'self.craneNo' } }) }),
      copy('lookup.above.name'),
      'crane.name is computed itself, so its copies could not be kept up to date',
    ],
    [
      'a field that another formula reads',
      craneWith(),
      copy('lookup.above.name', {}, { again: field('text', { 'x-compute': { expr: 'self.copy' } }) }),
      'another formula reads "copy", and would not be updated with it',
    ],
  ])('refuses %s', (_, target, copy, message) => {
    expect(problemsOf({ 'yard/crane.json': target, 'yard/hook.json': copy })).toContainEqual({
      file: 'yard/hook.json',
      path: '/properties/copy/x-compute/follows',
      message,
    });
  });
});
