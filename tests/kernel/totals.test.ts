import { expect, test } from 'vitest';
import { Totals } from '../../server/kernel/read/totals.ts';

/** A count that tells how often it was asked. */
function counter(): { (): Promise<{ total: number }>; asked: number } {
  const count = Object.assign(async () => ({ total: ++count.asked }), { asked: 0 });
  return count;
}

test.each<[string, string, number]>([
  ['a short key is counted once', 'x'.repeat(2000), 1],
  ['a key of many values is counted each time, so that it fills no memory', 'x'.repeat(2001), 2],
])('%s', async (_, key, times) => {
  const [totals, count] = [new Totals(), counter()];
  await totals.of('port', key, count);
  expect(await totals.of('port', key, count)).toEqual({ total: times });
  expect(count.asked).toBe(times);
});

test('a write to the table, and to no other, ends what is known', async () => {
  const [totals, count] = [new Totals(), counter()];
  await totals.of('port', 'k', count);
  totals.written('country');
  expect(await totals.of('port', 'k', count)).toEqual({ total: 1 });
  totals.written('port');
  expect(await totals.of('port', 'k', count)).toEqual({ total: 2 });
});

test('a total that was counted while its table was written is not kept', async () => {
  const totals = new Totals();
  await totals.of('port', 'k', async () => {
    totals.written('port');
    return { total: 1 };
  });
  expect(await totals.of('port', 'k', async () => ({ total: 2 }))).toEqual({ total: 2 });
});
