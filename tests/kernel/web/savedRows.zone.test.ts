import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../../web/fields/types.ts';
import { fillDown } from '../../../web/records/childTable/fillDown.ts';
import { SavedRows } from '../../../web/records/childTable/savedRows.ts';
import type { LookedUp } from '../../../web/records/form/lookedUp.ts';
import { fieldOf } from '../language/model.ts';
import { fixtureRules } from './fixtureRules.ts';

const rules = await fixtureRules('berth-visit');
const child = rules.entity.children.find(({ entity }) => entity === 'berth-visit-share')!;
const share = (id: string, pct: string | null, rev = 1): Row => ({ id, rev, visitId: '7', holder: `H${id}`, pct });
const visit = (shares: Row[], rev = 3): Row => ({ id: '7', rev, 'berth-visit-share': shares });
const gridOf = (...shares: Row[]): SavedRows =>
  new SavedRows(visit(shares), child, rules.children.get(child.entity)!, async () => []);

test('totals all rows exactly, with unsaved input', () => {
  const amounts = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.option(fc.integer({ min: 0, max: 10_000 }))),
    { minLength: 1, maxLength: 30 },
  );
  const text = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  fc.assert(
    fc.property(amounts, (rows) => {
      const grid = gridOf(...rows.map(([stored], index) => share(String(index), text(stored))));
      grid.sum('pct', grid.keys());
      rows.forEach(([, typed], index) => {
        if (typed !== null) grid.set(String(index), 'pct', text(typed));
      });
      const cents = rows.reduce((sum, [stored, typed]) => sum + (typed ?? stored), 0);
      expect(Number(grid.sum('pct', grid.keys())) * 100).toBeCloseTo(cents, 6);
      const half = grid.keys().filter((_, index) => index % 2 === 0);
      expect(Number(grid.sum('pct', half)) * 100).toBeCloseTo(
        rows.filter((_, index) => index % 2 === 0).reduce((sum, [stored, typed]) => sum + (typed ?? stored), 0),
        6,
      );
    }),
  );
});

test('amounts have a total if all are in one currency', () => {
  const grid = gridOf(share('1', '60'), share('2', '40.5'), share('3', null));
  const amount = fieldOf('pct', 'money', { currency: { field: 'holder' } });
  const total = (...ids: string[]) => grid.total(amount, ids);
  expect(total('1', '2')).toEqual({ value: '', currency: undefined });
  grid.set('2', 'holder', 'H1');
  expect(total('1', '2')).toEqual({ value: '100.5', currency: 'H1' });
  expect(total('1', '2', '3')).toEqual({ value: '', currency: undefined });
  const others = [fieldOf('pct', 'money'), fieldOf('pct', 'percent'), { ...amount, price: true as const }];
  expect([amount, ...others].map((field) => grid.isSummed(field))).toEqual([true, false, false, false]);
});

test('saves only changed rows, and an added one completely', () => {
  const grid = gridOf(share('1', '60'), share('2', '40'));
  expect(grid.isDirty()).toBe(false);
  grid.set('1', 'pct', '50');
  grid.set('2', 'pct', '41');
  grid.set('2', 'pct', '40');
  grid.add([{ holder: 'C', pct: '10' }]);
  expect(grid.changed().map((draft) => draft.body())).toEqual([
    { rev: 1, pct: '50' },
    { holder: 'C', pct: '10' },
  ]);
  expect([grid.isChanged('1', 'pct'), grid.isChanged('2', 'pct'), grid.isChanged('1', 'holder')]).toEqual([
    true,
    false,
    false,
  ]);
  grid.discard();
  expect([grid.isDirty(), grid.keys()]).toEqual([false, ['1', '2']]);
});

test('a pasted block fills the fields of a row, and invalid input is an error at its cell', () => {
  const grid = gridOf(share('1', '60'), share('2', '40'));
  grid.fill('2', { holder: 'Z', pct: 'forty' });
  expect([grid.value('2', 'holder'), grid.problems('2', 'pct').length, grid.problems('1', 'pct').length]).toEqual([
    'Z',
    1,
    0,
  ]);
  expect(grid.errors()).toEqual([{ id: '2', name: 'pct' }]);
});

test('a wrong value of an added row is shown at once if the row was pasted', () => {
  const grid = gridOf();
  grid.add([{ holder: 'Z', pct: 'forty' }], 'shown');
  grid.add([{ holder: 'Z', pct: 'forty' }]);
  const shown = (id: string): number => grid.problems(id, 'pct').length;
  expect([shown('+1'), shown('+2'), grid.countErrors()]).toEqual([1, 0, 1]);
  grid.report('+2', 'holder', { key: 'MSG_generic_0122', params: {} });
  expect(grid.problems('+2', 'holder')).toMatchObject([{ key: 'MSG_generic_0122' }]);
  grid.set('+2', 'holder', 'Y');
  expect(grid.problems('+2', 'holder')).toEqual([]);
});

test('a change calls the listeners of its row and of the table, and a new record those of all rows', () => {
  const grid = gridOf(share('1', '60'), share('2', '40'));
  const called: string[] = [];
  grid.subscribe(() => called.push('table'));
  const leave = grid.subscribeRow('1', () => called.push('1'));
  grid.subscribeRow('2', () => called.push('2'));
  const callsOf = (work: () => void): string[] => {
    called.length = 0;
    work();
    return [...called];
  };
  expect(callsOf(() => grid.set('1', 'pct', '50'))).toEqual(['1', 'table']);
  grid.activate({ id: '2', name: 'pct' });
  expect(callsOf(() => grid.activate({ id: '1', name: 'pct' }))).toEqual(['2', 'table', '1', 'table']);
  expect(callsOf(() => grid.discard())).toEqual(['table', '1', '2']);
  leave();
  expect(callsOf(() => grid.set('1', 'pct', '50'))).toEqual(['table']);
});

test('a failed check and problems of the server are shown in all their rows, not at the reference to the parent', () => {
  const grid = gridOf();
  grid.add([{ holder: 'A' }, { holder: 'B' }]);
  const drawn: string[] = [];
  for (const id of grid.keys()) grid.subscribeRow(id, () => drawn.push(id));
  expect([grid.check(), drawn, grid.countErrors()]).toEqual([false, [...grid.keys()], 2]);
  for (const id of grid.keys()) grid.set(id, 'pct', '50');
  drawn.length = 0;
  expect([grid.check(), drawn]).toEqual([true, []]);
  const taken = { key: 'MSG_generic_0123', params: {} };
  const own = ['visitId', 'holder'].map((field) => ({ ...taken, field }));
  grid.addServerProblems(new Map([[grid.changed()[1]!, own]]));
  expect([drawn, grid.errors()]).toEqual([[...grid.keys()], [{ id: grid.keys()[1], name: 'holder' }]]);
});

test('keeps unsaved input after the record is read again, on its original row', () => {
  const grid = gridOf(share('1', '60'), share('2', '40'));
  grid.set('1', 'pct', '50');
  grid.replaceRecord(visit([share('1', '70', 2), share('2', '30', 2), share('3', '5')]));
  expect([grid.value('1', 'pct'), grid.value('2', 'pct'), grid.keys()]).toEqual(['50', '30', ['1', '2', '3']]);
  expect(grid.changed().map((draft) => draft.body())).toEqual([{ rev: 1, pct: '50' }]);
  expect(grid.sum('pct', grid.keys())).toBe('85');
  grid.rebase(visit([share('1', '70', 2), share('2', '30', 2)]), () => ({}));
  expect(grid.changed().map((draft) => draft.body())).toEqual([{ rev: 2, pct: '50' }]);
  grid.resetTo(visit([share('1', '50', 3), share('2', '30', 2)]));
  expect([grid.isDirty(), grid.value('1', 'pct')]).toEqual([false, '50']);
});

const hull = await fixtureRules('premium-version');
const vessels = hull.entity.children.find(({ entity }) => entity === 'hull-premium')!;
const premium = (id: string, vslCde: string): Row => ({
  id,
  rev: 1,
  versionId: '7',
  policyYear: '2026',
  vslCde,
  vslNme: 'SEA STAR',
  policyStart: '2026-01-01',
  policyEnd: '2026-12-31',
  recordStatus: 'Draft',
  hmInsureValue: '1000000.00',
  hmRate: '0.002',
  hmPremium: '2000.00',
  hmTotalPremium: '2000.00',
});
const beside = (hmInsure: string): LookedUp => ({
  parent: { policyYear: '2026', policyType: 'Premium-HM' },
  lookups: {
    year: { effectiveFrom: '2026-01-01', effectiveTo: '2026-12-31', days: 365 },
    vessel: { vslNme: 'SEA STAR' },
    insured: null,
    value: { hmInsure, ivInsure: null },
  },
});

/** Waits until the rows have received what they requested. */
const fetched = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('requests the values that formulas read once for all rows, and again for an added row', async () => {
  const requested: Row[][] = [];
  const grid = new SavedRows(
    {
      id: '7',
      rev: 1,
      policyYear: '2026',
      policyType: 'Premium-HM',
      'hull-premium': [premium('1', 'AAA'), premium('2', 'AAA'), premium('3', 'BBB')],
    },
    vessels,
    hull.children.get('hull-premium')!,
    async (_, items) => {
      requested.push([...items]);
      return items.map(({ vslCde }) => beside(vslCde === 'CCC' ? '500000.00' : '1000000.00'));
    },
  );
  await grid.prepare();
  expect(requested).toEqual([
    [
      { versionId: '7', vslCde: 'AAA' },
      { versionId: '7', vslCde: 'BBB' },
    ],
  ]);
  grid.set('1', 'hmRate', '0.003');
  expect([grid.value('1', 'hmPremium'), grid.value('1', 'hmTotalPremium')]).toEqual(['3000.00', '3000.00']);
  grid.add([{ vslCde: 'CCC', hmRate: '0.01' }]);
  await fetched();
  expect(requested.slice(1)).toEqual([[{ versionId: '7', vslCde: 'CCC' }]]);
  expect([grid.value('+1', 'hmInsureValue'), grid.value('+1', 'hmPremium')]).toEqual(['500000.00', '5000.00']);
});

test('added rows have the period of the year and what is found by it, also after discarding', async () => {
  const containers = hull.entity.children.find(({ entity }) => entity === 'container-premium')!;
  const requested: Row[][] = [];
  const grid = new SavedRows(
    { id: '7', rev: 1, policyYear: '2026', policyType: 'Premium-TT', 'container-premium': [] },
    containers,
    hull.children.get('container-premium')!,
    async (_, items) => {
      requested.push([...items]);
      return items.map(({ policyStart }) => ({
        parent: { policyYear: '2026', policyType: 'Premium-TT' },
        lookups: {
          year: { effectiveFrom: '2026-01-01', effectiveTo: '2026-12-31', days: 365 },
          rateOfDay: policyStart === '2026-01-01' ? { exRate: '7.1' } : null,
          opposite: null,
        },
      }));
    },
  );
  await grid.prepare();
  const pasted = { containerType: 'CONTAINER', cntrQty: 10, residualValue: '1000', rate: '0.01', disRate: '0' };
  const added = async (): Promise<unknown[]> => {
    grid.add([pasted, pasted], 'shown');
    await fetched();
    const [first, second] = grid.keys();
    grid.set(second!, 'disRate', '0.5');
    return ['policyStart', 'policyEnd', 'rateCnyUsd', 'actPremium', 'ttPremiumDis']
      .map((name) => grid.value(first!, name))
      .concat(grid.value(second!, 'policyStart'), grid.value(second!, 'ttPremiumDis'));
  };
  const figures = ['2026-01-01', '2026-12-31', '7.1', '100.00', '100.00', '2026-01-01', '50.00'];
  expect(await added()).toEqual(figures);
  grid.discard();
  expect(await added()).toEqual(figures);
  expect(requested.slice(1)).toEqual([[{ versionId: '7' }], [{ versionId: '7', policyStart: '2026-01-01' }]]);
});

test('keeps results where no request is possible until another change, and checks no rule with missing values', async () => {
  const grid = new SavedRows(
    { id: '7', rev: 1, 'hull-premium': [premium('1', 'AAA')] },
    vessels,
    hull.children.get('hull-premium')!,
    () => Promise.reject(new Error('not reached')),
  );
  await grid.prepare();
  grid.set('1', 'hmRate', '0.002');
  expect([grid.value('1', 'hmPremium'), grid.isDirty()]).toEqual(['2000.00', false]);
  grid.set('1', 'hmRate', '0.003');
  expect([grid.errors(), grid.changed().map((draft) => draft.body())]).toEqual([[], [{ rev: 1, hmRate: '0.003' }]]);
});

test('a value is filled down to the shown rows below, and not to hidden rows or those above', () => {
  const grid = gridOf(share('1', '60'), share('2', '40'), share('3', '30'), share('4', '20'));
  grid.fill('2', { pct: '55' });
  fillDown(grid, ['1', '2', '4'], { id: '2', name: 'pct' });
  expect(grid.keys().map((id) => grid.value(id, 'pct'))).toEqual(['60', '55', '30', '55']);
});
