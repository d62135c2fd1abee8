import { expect, test } from 'vitest';
import type { Ref } from '../../../generator/model/field.ts';
import { kernelFields } from '../../../web/records/kernelFields.ts';

const refs = (writers?: Ref) =>
  Object.fromEntries(
    kernelFields(writers ? { writers } : {}).map(({ name, kind, ref }) => [
      name,
      ref ? [kind, ref.entity, ref.by] : kind,
    ]),
  );

test('shows the author of a row as a reference to a person', () => {
  const plain = {
    id: 'text',
    rev: 'integer',
    delFlag: 'yesNo',
    creater: 'text',
    createAt: 'dateTime',
    updater: 'text',
    updateAt: 'dateTime',
  };
  expect(refs({ entity: 'person', by: 'userCde', unique: true })).toEqual({
    ...plain,
    creater: ['ref', 'person', 'userCde'],
    updater: ['ref', 'person', 'userCde'],
  });
  // without an entity of people, the stored code is shown
  expect(refs()).toEqual(plain);
});
