import { expect, test } from 'vitest';
import { personText, withoutCode, withTitle } from '../../../web/fields/ref/title.ts';

test.each<[string, string | undefined, string]>([
  ['lu.fan', 'Lu Fan 陆帆 (lu.fan)', 'Lu Fan 陆帆 (lu.fan)'],
  ['2000', 'Harbourlight', '2000 Harbourlight'],
  ['2000', '2000 Harbourlight', '2000 Harbourlight'],
  ['2000', undefined, '2000'],
  ['2000', '', '2000'],
])('%s with the title %s', (code, title, shown) => {
  expect(withTitle(code, title)).toBe(shown);
});

test.each([
  ['lu.fan', 'Lu Fan 陆帆 (lu.fan)', 'Lu Fan 陆帆'],
  ['2000', '2000 Harbourlight', 'Harbourlight'],
  ['2000', 'Harbourlight (2001)', 'Harbourlight (2001)'],
])('the title of %s without its code', (code, title, shown) => {
  expect(withoutCode(code, title)).toBe(shown);
});

test.each<[string | null, string]>([
  ['Lu Fan', 'Lu Fan (lu.fan)'],
  [null, 'lu.fan'],
])('a person with the name %s', (name, shown) => {
  expect(personText('lu.fan', name)).toBe(shown);
});
