import { expect, test } from 'vitest';
import { type Draft, isChanged, merged, valueOf, withValue } from '../../../web/pages/dictionary/drafts.ts';

const row = (id: string, nameEn: string | null, rev = 1) => ({ id, rev, code: id, nameEn });
const draft = (more: Partial<Draft> = {}): Draft => ({
  key: '1',
  stored: row('1', 'One'),
  changes: {},
  problems: [],
  ...more,
});

test('restoring a value removes the change', () => {
  const changed = withValue(draft(), 'nameEn', 'Other');
  expect([isChanged(changed), valueOf(changed, 'nameEn')]).toEqual([true, 'Other']);
  expect(isChanged(withValue(changed, 'nameEn', 'One'))).toBe(false);
  const blank = draft({ stored: row('1', null) });
  expect(isChanged(withValue(blank, 'nameEn', undefined)), 'absent is absent').toBe(false);
});

test('a new value removes only the problems of its field', () => {
  const problems = [
    { field: 'nameEn', key: 'k', message: 'm' },
    { field: 'code', key: 'k', message: 'm' },
  ];
  expect(withValue(draft({ problems }), 'nameEn', 'x').problems.map(({ field }) => field)).toEqual(['code']);
});

test('rows read again keep unsaved changes and take the new revision; deleted rows go', () => {
  const fresh: Draft = { key: 'new 0', changes: {}, problems: [] };
  const kept = [
    withValue(draft(), 'nameEn', 'Mine'),
    draft({ key: '2', stored: row('2', 'Two'), changes: { nameEn: 'Lost' } }),
    fresh,
  ];
  const after = merged([row('1', 'Theirs', 2), row('3', 'Three')], kept);
  expect(after.map(({ key }) => key)).toEqual(['new 0', '1', '3']);
  expect(after[1]).toMatchObject({ stored: { rev: 2, nameEn: 'Theirs' }, changes: { nameEn: 'Mine' } });
  expect(
    after.filter(isChanged).map(({ key }) => key),
    'an entry that is new waits to be saved',
  ).toEqual(['new 0', '1']);
});
