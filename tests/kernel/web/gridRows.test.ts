import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../../web/kinds/types.ts';
import { GridRows } from '../../../web/entity/grid/gridRows.ts';
import { fixtureRules } from './fixtureRules.ts';

const rules = await fixtureRules('berth-visit');
const child = rules.entity.children.find(({ entity }) => entity === 'berth-visit-share')!;
const share = (id: string, pct: string | null, rev = 1): Row => ({ id, rev, visitId: '7', holder: `H${id}`, pct });
const visit = (shares: Row[], rev = 3): Row => ({ id: '7', rev, 'berth-visit-share': shares });
const gridOf = (...shares: Row[]): GridRows => new GridRows(visit(shares), child, rules.children.get(child.entity)!, async () => []);

test('the total is exact over all rows, those in work with what is typed', () => {
  const amounts = fc.array(fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.option(fc.integer({ min: 0, max: 10_000 }))), { minLength: 1, maxLength: 30 });
  const text = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  fc.assert(fc.property(amounts, (rows) => {
    const grid = gridOf(...rows.map(([stored], index) => share(String(index), text(stored))));
    grid.total('pct', grid.keys());
    rows.forEach(([, typed], index) => { if (typed !== null) grid.set(String(index), 'pct', text(typed)); });
    const cents = rows.reduce((sum, [stored, typed]) => sum + (typed ?? stored), 0);
    expect(Number(grid.total('pct', grid.keys())) * 100).toBeCloseTo(cents, 6);
    const half = grid.keys().filter((_, index) => index % 2 === 0);
    expect(Number(grid.total('pct', half)) * 100).toBeCloseTo(rows.filter((_, index) => index % 2 === 0).reduce((sum, [stored, typed]) => sum + (typed ?? stored), 0), 6);
  }));
});

test('only rows that differ are saved, an added one whole', () => {
  const grid = gridOf(share('1', '60'), share('2', '40'));
  expect(grid.isDirty()).toBe(false);
  grid.set('1', 'pct', '50');
  grid.set('2', 'pct', '41');
  grid.set('2', 'pct', '40');
  grid.add([{ holder: 'C', pct: '10' }]);
  expect(grid.changed().map((draft) => draft.body())).toEqual([{ rev: 1, pct: '50' }, { holder: 'C', pct: '10' }]);
  expect([grid.isChanged('1', 'pct'), grid.isChanged('2', 'pct'), grid.isChanged('1', 'holder')]).toEqual([true, false, false]);
  grid.discard();
  expect([grid.isDirty(), grid.keys()]).toEqual([false, ['1', '2']]);
});

test('a block of cells fills the fields of a row, and what is typed wrong is an error at its cell', () => {
  const grid = gridOf(share('1', '60'), share('2', '40'));
  grid.fill('2', { holder: 'Z', pct: 'forty' });
  expect([grid.value('2', 'holder'), grid.problems('2', 'pct').length, grid.problems('1', 'pct').length]).toEqual(['Z', 1, 0]);
  expect(grid.faults()).toEqual([{ id: '2', name: 'pct' }]);
});

test('who reads the record again keeps what is in work, on the row that it was begun on', () => {
  const grid = gridOf(share('1', '60'), share('2', '40'));
  grid.set('1', 'pct', '50');
  grid.take(visit([share('1', '70', 2), share('2', '30', 2), share('3', '5')]));
  expect([grid.value('1', 'pct'), grid.value('2', 'pct'), grid.keys()]).toEqual(['50', '30', ['1', '2', '3']]);
  expect(grid.changed().map((draft) => draft.body())).toEqual([{ rev: 1, pct: '50' }]);
  expect(grid.total('pct', grid.keys())).toBe('85');
  grid.rebase(visit([share('1', '70', 2), share('2', '30', 2)]), () => ({}));
  expect(grid.changed().map((draft) => draft.body())).toEqual([{ rev: 2, pct: '50' }]);
  grid.saved(visit([share('1', '50', 3), share('2', '30', 2)]));
  expect([grid.isDirty(), grid.value('1', 'pct')]).toEqual([false, '50']);
});
