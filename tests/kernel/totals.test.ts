import { expect, test } from 'vitest';
import { totalWithoutWaiting } from '../../server/kernel/read/list.ts';
import { Totals } from '../../server/kernel/read/totals.ts';

/** A count that records how often it was run. */
function counter(): { (): Promise<{ total: number }>; runs: number } {
  const count = Object.assign(async () => ({ total: ++count.runs }), { runs: 0 });
  return count;
}

test.each<[string, string, number]>([
  ['a short key is counted once', 'x'.repeat(2000), 1],
  ['a long key is counted each time, to save memory', 'x'.repeat(2001), 2],
])('%s', async (_, key, times) => {
  const [totals, count] = [new Totals(), counter()];
  await totals.of('port', key, count);
  expect(await totals.of('port', key, count)).toEqual({ total: times });
  expect(count.runs).toBe(times);
});

test('forgets the totals of a table after a write to it', async () => {
  const [totals, count] = [new Totals(), counter()];
  await totals.of('port', 'k', count);
  totals.invalidate('country');
  expect(await totals.of('port', 'k', count)).toEqual({ total: 1 });
  totals.invalidate('port');
  expect(await totals.of('port', 'k', count)).toEqual({ total: 2 });
});

test('does not keep a total counted during a write to its table', async () => {
  const totals = new Totals();
  await totals.of('port', 'k', async () => {
    totals.invalidate('port');
    return { total: 1 };
  });
  expect(await totals.of('port', 'k', async () => ({ total: 2 }))).toEqual({ total: 2 });
});

test('shares a running count, unless the table was written meanwhile', async () => {
  const totals = new Totals();
  const begun: (() => void)[] = [];
  const count = (): Promise<{ total: number }> =>
    new Promise((resolve) => {
      const total = begun.length + 1;
      begun.push(() => resolve({ total }));
    });
  const [one, two] = [totals.of('port', 'k', count), totals.of('port', 'k', count)];
  totals.invalidate('port');
  const three = totals.of('port', 'k', count);
  for (const end of begun) end();
  expect(await Promise.all([one, two, three])).toEqual([{ total: 1 }, { total: 1 }, { total: 2 }]);
  expect(await totals.of('port', 'k', count)).toEqual({ total: 2 });
});

test('retries a failed count', async () => {
  const totals = new Totals();
  const failing = (): Promise<never> => Promise.reject(new Error('away'));
  await expect(Promise.all([totals.of('port', 'k', failing), totals.of('port', 'k', failing)])).rejects.toThrow('away');
  expect(await totals.of('port', 'k', async () => ({ total: 3 }))).toEqual({ total: 3 });
});

const NEVER = new Promise<never>(() => undefined);
test.each([
  ['a full page gives a minimum', NEVER, 20, 40, { total: 60, totalIsPending: true }],
  ['a page that is not full is the last', NEVER, 3, 40, { total: 43 }],
  ['an empty list has none', NEVER, 0, 0, { total: 0 }],
  ['a page behind the last waits for the count', Promise.resolve({ total: 7 }), 0, 40, { total: 7 }],
  ['a known total is given', Promise.resolve({ total: 99 }), 20, 40, { total: 99 }],
])('a page whose list does not wait for the total: %s', async (_, counting, rows, offset, total) => {
  expect(await totalWithoutWaiting(() => counting, rows, offset, 20)).toEqual(total);
});
