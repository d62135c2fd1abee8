import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { productEntity } from './productModel.ts';
import { crane, field, label, problemsOf } from './schemaFixture.ts';

const baseEntity = (more: Raw = {}): Raw =>
  crane(
    {
      'x-entity': { area: 'yard', label, key: ['craneNo'], readOnly: true, discriminator: 'make', ...more },
      required: ['craneNo', 'make'],
    },
    {
      make: field('choice', {
        'x-options': [
          { code: 'A', ...label },
          { code: 'B', ...label },
        ],
      }),
    },
  );
const subtype = (head: Raw = {}, words: Raw = {}): Raw => ({
  $id: 'kind',
  'x-entity': { area: 'yard', label, extends: 'crane', discriminator: 'A', ...head },
  ...words,
});
test.each<[string, Raw, Raw, string | undefined, string]>([
  ['with a field of its own', baseEntity(), subtype({}, { properties: { reach: field('integer') } }), undefined, ''],
  [
    'of an unknown entity',
    baseEntity(),
    subtype({ extends: 'krane' }),
    '/x-entity/extends',
    'there is no entity "krane"; did you mean "crane"?',
  ],
  [
    'of an entity that users write',
    baseEntity({ readOnly: false }),
    subtype(),
    '/x-entity/extends',
    '"crane" must be readOnly: its rows are written through its subtypes',
  ],
  [
    'with an unknown discriminator value',
    baseEntity(),
    subtype({ discriminator: 'C' }),
    '/x-entity/discriminator',
    'crane.make has no option "C"',
  ],
  [
    'with an unknown discriminator field',
    baseEntity({ discriminator: 'makes' }),
    subtype(),
    '/x-entity/discriminator',
    'there is no field "makes"; did you mean "make"?',
  ],
  [
    'with an optional discriminator field',
    baseEntity({ discriminator: 'status' }),
    subtype(),
    '/x-entity/discriminator',
    '"status" must be required and have inline options',
  ],
  [
    'with a keyword for all rows of the table',
    baseEntity(),
    subtype({}, { 'x-sequence': { by: 'craneNo', field: 'reach' }, properties: { reach: field('integer') } }),
    '/x-sequence',
    'this keyword applies to all rows of the table: move it to "crane"',
  ],
  [
    'with a field of another kind than in the base',
    baseEntity(),
    subtype({}, { properties: { lift: field('code') } }),
    '/properties/lift',
    '"crane" has a field with this name but another kind or size: they would share one column',
  ],
  [
    'that a reference targets',
    baseEntity(),
    subtype({}, { properties: { next: field('ref', { 'x-ref': { entity: 'kind' } }) } }),
    '/properties/next/x-ref/entity',
    '"kind" is a subtype of "crane": refer to that, with a "where" on its make',
  ],
])('checks a subtype %s', (_, base, file, path, message) => {
  const found = problemsOf({ 'yard/crane.json': base, 'yard/kind.json': file });
  if (path === undefined) expect(found).toEqual([]);
  else expect(found).toContainEqual(expect.objectContaining({ path, message: expect.stringContaining(message) }));
});

test('a subtype adds guards, tabs and fields of tabs to the inherited ones', () => {
  const [base, hull] = [productEntity('claim'), productEntity('hull-claim')];
  const [first, ...others] = base.form.tabs!;
  expect(hull.form.tabs!.map(({ label: { en } }) => en)).toEqual(base.form.tabs!.map(({ label: { en } }) => en));
  const sectionsOf = (tab: typeof first): string[] => tab!.sections!.map(({ label: { en } }) => en);
  expect(sectionsOf(hull.form.tabs![0])).toEqual(['Place and parties', ...sectionsOf(first)]);
  const fieldsOf = (tabs: typeof others): string[] => tabs.find(({ label: { en } }) => en === 'Money')!.fields;
  expect(fieldsOf(hull.form.tabs!)).toEqual([...fieldsOf(others), 'netAmt', 'capClaimAmt']);
  expect(hull.form.figures).toEqual(base.form.figures);
  expect(hull.guards['accept']!.map(({ expr }) => expr)).toEqual([
    ...productEntity('person-claim').guards['accept']!.map(({ expr }) => expr),
    "self.estimateSplit == 'Y'",
  ]);
});
