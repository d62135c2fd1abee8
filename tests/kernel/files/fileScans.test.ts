import { expect, test } from 'vitest';
import type { Pool } from 'pg';
import type { Turn } from '../../../server/kernel/fairQueue.ts';
import type { FileStore } from '../../../server/storage/fileStore.ts';
import { FileScans } from '../../../server/kernel/files/scan/fileScans.ts';
import type { ScanResult, Scanner } from '../../../server/kernel/files/scan/scanner.ts';

const STAFF: Turn = { lane: 'trusted', key: 'anna' };
const OUTSIDER: Turn = { lane: 'untrusted', key: '198.51.100.1' };

/** Scans whose scanner answers when the test lets it. */
function openScans() {
  const running = new Map<string, PromiseWithResolvers<ScanResult>>();
  let most = 0;
  const scanner: Scanner = {
    scan(path) {
      const scan = Promise.withResolvers<ScanResult>();
      running.set(path, scan);
      most = Math.max(most, running.size);
      return scan.promise.finally(() => running.delete(path));
    },
  };
  const scans = new FileScans(undefined as unknown as Pool, undefined as unknown as FileStore, scanner, {
    warn: () => undefined,
  });
  return { scans, running, most: () => most };
}

test('a slot that ends belongs to who waits: a file that arrives at that moment waits as well', async () => {
  const { scans, running, most } = openScans();
  const files = ['a', 'b', 'c'].map((name) => scans.stateOf(name, STAFF));
  await new Promise(setImmediate);
  expect([...running.keys()]).toEqual(['a', 'b']);
  const { promise, resolve } = running.get('a')!;
  // several moments, since who waits starts a little after the slot is free
  let moment: Promise<unknown> = promise;
  for (let index = 0; index < 5; index++)
    moment = moment.then(() => void files.push(scans.stateOf(`newcomer ${index}`, STAFF)));
  resolve({ isInfected: false });
  await moment;
  while (running.size > 0) {
    for (const scan of running.values()) scan.resolve({ isInfected: false });
    await new Promise(setImmediate);
  }
  expect(await Promise.all(files)).toEqual(files.map(() => 'clean'));
  expect(most()).toBe(2);
});

test('outsiders leave a slot to staff', async () => {
  const { scans, running } = openScans();
  const files = ['a', 'b', 'c'].map((name) => scans.stateOf(name, OUTSIDER));
  files.push(scans.stateOf('staff', STAFF));
  await new Promise(setImmediate);
  expect([...running.keys()]).toEqual(['a', 'staff']);
  while (running.size > 0) {
    for (const scan of running.values()) scan.resolve({ isInfected: false });
    await new Promise(setImmediate);
  }
  expect(await Promise.all(files)).toEqual(files.map(() => 'clean'));
});
