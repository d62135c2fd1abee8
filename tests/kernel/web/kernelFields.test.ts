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

test('who wrote a row is shown as a reference to that person', () => {
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
  // a product whose schemas keep no people shows what is stored
  expect(refs()).toEqual(plain);
});
