import { expect, test } from 'vitest';
import { decidedValues, differencesOf } from '../../../web/records/form/conflict.ts';
import { fixtureRules } from './fixtureRules.ts';

const { entity } = await fixtureRules('berth-visit');
const ORIGINAL = {
  rev: 1,
  visitNo: 'V1',
  berth: 'B1',
  dues: '100.00',
  left: null,
  duesWithTax: '106.00',
  recordStatus: 'Draft',
};

test('shows only changed fields, each with a proposal', () => {
  const mine = { ...ORIGINAL, berth: 'B2', dues: '200.00', duesWithTax: '212.00', left: '2026-01-01' };
  const theirs = { ...ORIGINAL, rev: 2, berth: 'B3', visitNo: 'V2', left: '2026-01-01', recordStatus: 'Confirm' };
  const shown = differencesOf(entity, ORIGINAL, mine, theirs).map(({ field, clash, proposed }) => [
    field.name,
    clash,
    proposed,
  ]);
  expect(shown).toEqual([
    ['visitNo', false, 'theirs'],
    ['berth', true, 'mine'],
    ['left', false, 'mine'],
    ['dues', false, 'mine'],
  ]);
});

test('takes the values of the chosen sides, null for an absent one', () => {
  const mine = { ...ORIGINAL, berth: 'B2' };
  const theirs = { ...ORIGINAL, berth: null };
  const differences = differencesOf(entity, ORIGINAL, mine, theirs);
  expect(decidedValues(differences, () => 'mine')).toEqual({ berth: 'B2' });
  expect(decidedValues(differences, () => 'theirs')).toEqual({ berth: null });
});

test('treats blank and absent as equal', () => {
  expect(differencesOf(entity, ORIGINAL, { ...ORIGINAL, left: '' }, { ...ORIGINAL, left: undefined })).toEqual([]);
});
