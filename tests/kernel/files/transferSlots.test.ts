import { expect, test } from 'vitest';
import { TransferSlots } from '../../../server/routes/transferSlots.ts';

const turn = (): Promise<void> => new Promise((done) => { setImmediate(done); });

/** Asks for slots for callers by name and records who has one. */
function recorder(slots: TransferSlots) {
  const running: string[] = [];
  const releases = new Map<string, () => void>();
  const take = async (name: string): Promise<void> => {
    releases.set(name, await slots.take(name[0]!));
    running.push(name);
  };
  return { running, take, release: (name: string) => releases.get(name)!() };
}

test('a caller who holds all it may waits, while others go on', async () => {
  const { running, take, release } = recorder(new TransferSlots({ running: 3, runningEach: 2, waiting: 9, waitingEach: 9 }));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void take(name);
  await turn();
  expect(running).toEqual(['a1', 'a2', 'b1']);
  release('b1');
  await turn();
  expect(running).toEqual(['a1', 'a2', 'b1', 'c1']);
  release('a1');
  release('a1');
  await turn();
  expect(running).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('more than may wait are refused with the time to wait', async () => {
  const { take, release, running } = recorder(new TransferSlots({ running: 1, runningEach: 1, waiting: 2, waitingEach: 1 }));
  for (const name of ['a1', 'a2', 'b1']) void take(name);
  await expect(take('a3')).rejects.toMatchObject({ family: 'tooMany', retryAfter: 5 });
  await expect(take('c1')).rejects.toMatchObject({ family: 'unavailable', retryAfter: 5 });
  for (const name of ['a1', 'a2']) {
    release(name);
    await turn();
  }
  expect(running).toEqual(['a1', 'a2', 'b1']);
});

test('a slot is released also by work that fails', async () => {
  const slots = new TransferSlots({ running: 1, runningEach: 1, waiting: 0, waitingEach: 0 });
  await expect(slots.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await slots.run('b', () => Promise.resolve(1))).toBe(1);
});
