import { expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { NoRoom, Shares } from '../../server/db/shares.ts';

test('admits up to the limit, and the others in order of arrival', async () => {
  const shares = new Shares(2, 10_000);
  const order: number[] = [];
  let inside = 0;
  await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      shares.run('place', async () => {
        order.push(index);
        expect(++inside).toBeLessThanOrEqual(2);
        await sleep(1);
        inside--;
      }),
    ),
  );
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
});

test('limits each key separately, and releases the share of failed work', async () => {
  const shares = new Shares(1, 10_000);
  await expect(
    shares.run('a', async () => {
      await shares.run('b', async () => undefined);
      throw new Error('failed');
    }),
  ).rejects.toThrow('failed');
  expect(await shares.run('a', async () => 'in')).toBe('in');
});

test('keeps an awaited share until it is released', async () => {
  const shares = new Shares(1, 10_000);
  const [first, second, third] = [{}, {}, {}];
  expect(shares.enter('row', first)).toBe(true);
  expect(shares.enter('row', second)).toBe(false);
  const waited = shares.wait('row', second);
  shares.leave(first);
  await waited;
  expect(shares.enter('row', third)).toBe(false);
  expect(shares.enter('row', second)).toBe(true);
  shares.leave(second);
  expect(shares.enter('row', third)).toBe(true);
});

test('limits the wait', async () => {
  const shares = new Shares(1, 5);
  const first = {};
  shares.enter('row', first);
  await expect(shares.run('row', async () => undefined)).rejects.toBeInstanceOf(NoRoom);
  shares.leave(first);
  expect(await shares.run('row', async () => 'in')).toBe('in');
});
