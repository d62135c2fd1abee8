import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, label, modelOf } from './schemaFixture.ts';

/** Two entities whose files state what is derived, or do not. */
const yard = (isStated: boolean): Record<string, Raw> => {
  const stated = (words: Raw): Raw => (isStated ? words : {});
  return {
    'yard/crane.json': {
      ...stated({ $id: 'crane', title: 'Crane', type: 'object' }),
      'x-entity': { label, key: ['craneNo'], ...stated({ area: 'yard', title: '{craneNo}' }) },
      'x-unique': [{ id: 'crane-no', fields: ['craneNo'] }],
      'x-list': { columns: ['craneNo'], filters: ['craneNo'], ...stated({ sort: 'craneNo' }) },
      'x-import': { mode: 'upsert', ...stated({ key: ['craneNo'] }) },
      ...stated({ 'x-form': { columns: 2 }, 'x-export': true }),
      required: ['craneNo'],
      properties: {
        craneNo: field('code', { maxLength: 12, 'x-normalize': isStated ? ['trim', 'upper'] : ['upper'] }),
      },
    },
    'yard/hook.json': {
      ...stated({ $id: 'hook' }),
      'x-entity': { label, key: ['craneNo', 'hookNo'], ...stated({ area: 'yard', title: '{craneNo} {hookNo}' }) },
      ...stated({ 'x-sequence': { by: 'craneNo', field: 'hookNo', start: 1 } }),
      ...(isStated ? {} : { 'x-sequence': { by: 'craneNo', field: 'hookNo' } }),
      required: ['craneNo'],
      properties: {
        craneNo: field('ref', {
          'x-ref': { entity: 'crane', by: 'craneNo' },
          ...stated({ maxLength: 12, 'x-normalize': ['trim', 'upper'] }),
        }),
        hookNo: field('integer', { readOnly: true }),
        craneId: field('ref', { 'x-ref': { entity: 'crane', ...stated({ by: 'id' }) } }),
      },
    },
  };
};

test('values that a file does not state are derived; stated values are read', () => {
  expect(modelOf(yard(false)).entities).toEqual(modelOf(yard(true)).entities);
});

test('explicit values can differ from derived ones', () => {
  const { crane: entity } = modelOf({
    'yard/crane.json': crane({
      'x-entity': { label, key: ['craneNo'], title: '{craneNo} ({lift})' },
      'x-list': { sort: '-built' },
      'x-form': { columns: 3 },
      'x-import': { mode: 'insert', key: ['lift'] },
    }),
  }).entities;
  expect(entity).toMatchObject({
    title: { en: '{craneNo} ({lift})' },
    list: { sort: [{ field: 'built', descending: true }] },
    form: { columns: 3 },
    import: { key: ['lift'] },
  });
});
