import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KeyedLimiter } from '../../server/db/keyedLimiter.ts';
import { SYSTEM } from '../../server/kernel/systemUser.ts';
import type { Kernel } from '../../server/kernel/core.ts';
import { lockingInTurn } from '../../server/kernel/contention.ts';

const kernelOf = (rowWaitMs: number): Kernel =>
  ({ personLimiter: new KeyedLimiter(8, 1000), rowLimiter: new KeyedLimiter(1, rowWaitMs) }) as unknown as Kernel;

test('a transaction that meets a busy row releases its other rows, waits and runs again', async () => {
  const kernel = kernelOf(1000);
  const other = {};
  kernel.rowLimiter.enter('b', other);
  let attempts = 0;
  const done = lockingInTurn(kernel, SYSTEM, async (enter) => {
    attempts++;
    enter('a');
    enter('b');
    return 'done';
  });
  await sleep(5);
  expect(kernel.rowLimiter.enter('a', {})).toBe(true);
  kernel.rowLimiter.leave(other);
  await expect(Promise.race([done, sleep(20, 'waits for a')])).resolves.toBe('waits for a');
  expect(attempts).toBe(2);
});

test('refuses a transaction that meets busy rows for too long', async () => {
  const kernel = kernelOf(60);
  let attempts = 0;
  // One of the two rows is always busy.
  const work = lockingInTurn(kernel, SYSTEM, async (enter) => {
    const [busy, free] = ++attempts % 2 ? ['a', 'b'] : ['b', 'a'];
    const other = {};
    kernel.rowLimiter.enter(busy!, other);
    setTimeout(() => kernel.rowLimiter.leave(other), 10);
    enter(free!);
    enter(busy!);
  });
  await expect(work).rejects.toMatchObject({ family: 'unavailable', key: 'MSG_generic_0077' });
  expect(attempts).toBeGreaterThan(2);
});
