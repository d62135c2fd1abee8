import { expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { LimitReached, KeyedLimiter } from '../../server/db/keyedLimiter.ts';

test('admits up to the limit, and the others in order of arrival', async () => {
  const limiter = new KeyedLimiter(2, 10_000);
  const order: number[] = [];
  let inside = 0;
  await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      limiter.run('place', async () => {
        order.push(index);
        expect(++inside).toBeLessThanOrEqual(2);
        await sleep(1);
        inside--;
      }),
    ),
  );
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
});

test('limits each key separately, and releases the place of failed work', async () => {
  const limiter = new KeyedLimiter(1, 10_000);
  await expect(
    limiter.run('a', async () => {
      await limiter.run('b', async () => undefined);
      throw new Error('failed');
    }),
  ).rejects.toThrow('failed');
  expect(await limiter.run('a', async () => 'in')).toBe('in');
});

test('keeps an awaited place until it is released', async () => {
  const limiter = new KeyedLimiter(1, 10_000);
  const [first, second, third] = [{}, {}, {}];
  expect(limiter.enter('row', first)).toBe(true);
  expect(limiter.enter('row', second)).toBe(false);
  const waited = limiter.wait('row', second);
  limiter.leave(first);
  await waited;
  expect(limiter.enter('row', third)).toBe(false);
  expect(limiter.enter('row', second)).toBe(true);
  limiter.leave(second);
  expect(limiter.enter('row', third)).toBe(true);
});

test('limits the wait', async () => {
  const limiter = new KeyedLimiter(1, 5);
  const first = {};
  limiter.enter('row', first);
  await expect(limiter.run('row', async () => undefined)).rejects.toBeInstanceOf(LimitReached);
  limiter.leave(first);
  expect(await limiter.run('row', async () => 'in')).toBe('in');
});
