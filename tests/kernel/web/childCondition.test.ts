import { expect, test } from 'vitest';
import { Draft } from '../../../web/records/form/draft.ts';
import { formLayout } from '../../../web/records/form/layout.ts';
import { possibleChildren } from '../../../web/records/operations/states.ts';
import { fixtureRules } from './fixtureRules.ts';

/** Children that exist only under some records: only versions of the north quay have ice dues. */
const rules = await fixtureRules('tariff-version');
const ICE = 'tariff-ice';
const tabsOf = (draft: Draft): (string | undefined)[] =>
  formLayout(draft.entity, draft.mayHave).map(({ label }) => label?.en);

test('a form shows their table once the record can have them', () => {
  const draft = new Draft(rules, undefined);
  expect([draft.mayHave(ICE), tabsOf(draft)]).toEqual([false, [undefined, 'Lines']]);
  draft.set('quay', 'NORTH');
  expect([draft.mayHave(ICE), tabsOf(draft)]).toEqual([true, [undefined, 'Lines', 'Ice']]);
  draft.set('quay', 'EAST');
  expect(tabsOf(draft)).toEqual([undefined, 'Lines']);
  expect(draft.mayHave('tariff-line')).toBe(true);
});

test('rows that were entered before the record changed are neither checked nor sent', () => {
  const draft = new Draft(rules, undefined);
  for (const [name, value] of Object.entries({ quay: 'NORTH', season: 'S1', versionNo: 'V1', versionType: 'real' }))
    draft.set(name, value);
  draft.children.get(ICE)!.add();
  expect([draft.check(), draft.errorFields()]).toEqual([false, [`${ICE}[0].iceClass`]]);
  draft.set('quay', 'EAST');
  expect([draft.check(), draft.errorFields(), draft.shownErrors()]).toEqual([true, [], []]);
  expect(draft.body()).toEqual({ quay: 'EAST', season: 'S1', versionNo: 'V1', versionType: 'real' });
  draft.set('quay', 'NORTH');
  draft.children.get(ICE)!.rows[0]!.set('iceClass', 'A1');
  expect(draft.body()).toMatchObject({ quay: 'NORTH', [ICE]: [{ iceClass: 'A1' }] });
});

test('the page of a record accepts no dropped files for children that its actions exclude', () => {
  const { entity } = rules;
  const row = { _actions: [{ name: 'edit', enabled: true, without: { [ICE]: 'Only the north quay has ice dues' } }] };
  expect(possibleChildren(entity.children, row).map((child) => child.entity)).toEqual(['tariff-line', 'tariff-refund']);
  expect(possibleChildren(entity.children, { _actions: [{ name: 'edit', enabled: true }] })).toEqual(entity.children);
});

test('a form and a page have no tab whose only table is missing', () => {
  const { entity } = rules;
  const form = {
    columns: 2,
    show: {},
    tabs: [
      { label: entity.label, fields: ['quay'] },
      { label: entity.label, fields: [], children: [ICE] },
    ],
  };
  const lengthWith = (mayHave: boolean): number =>
    formLayout({ ...entity, form }, (child) => child !== ICE || mayHave).length;
  expect([lengthWith(true), lengthWith(false)]).toEqual([3, 2]);
});
