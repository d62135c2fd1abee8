import { expect, test } from 'vitest';
import { joinTitles, versionTitle } from '../../../web/records/detail/titles.ts';

test('the tab of a version starts with its number, once', () => {
  expect(versionTitle({ en: '2031 Hull EST-1', zh: '2031 船壳险 EST-1' }, 'EST-1')).toEqual({
    en: 'EST-1 · 2031 Hull',
    zh: 'EST-1 · 2031 船壳险',
  });
  expect(versionTitle({ en: 'Hull', zh: '船壳险' }, 'EST-1')).toEqual({ en: 'Hull', zh: '船壳险' });
  expect(versionTitle({ en: 'Hull', zh: '船壳险' }, '')).toEqual({ en: 'Hull', zh: '船壳险' });
});

test('the tab of a row of a version names row, kind and version', () => {
  expect(
    joinTitles([
      { en: 'A', zh: '甲' },
      { en: 'B', zh: '乙' },
    ]),
  ).toEqual({ en: 'A · B', zh: '甲 · 乙' });
});
