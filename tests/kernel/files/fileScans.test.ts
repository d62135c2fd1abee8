import { expect, test } from 'vitest';
import type { Pool } from 'pg';
import type { Turn } from '../../../server/kernel/fairQueue.ts';
import type { FileStore } from '../../../server/storage/fileStore.ts';
import { FileScans } from '../../../server/kernel/files/scan/fileScans.ts';
import type { ScanResult, Scanner } from '../../../server/kernel/files/scan/scanner.ts';

const STAFF: Turn = { lane: 'trusted', key: 'anna' };
const OUTSIDER: Turn = { lane: 'untrusted', key: '198.51.100.1' };

/** Scans with a scanner that answers on request of the test. */
function openScans() {
  const running = new Map<string, PromiseWithResolvers<ScanResult>>();
  let maxRunning = 0;
  const scanner: Scanner = {
    scan(path) {
      const scan = Promise.withResolvers<ScanResult>();
      running.set(path, scan);
      maxRunning = Math.max(maxRunning, running.size);
      return scan.promise.finally(() => running.delete(path));
    },
  };
  const scans = new FileScans({
    pool: undefined as unknown as Pool,
    store: undefined as unknown as FileStore,
    scanner,
    log: { warn: () => undefined },
  });
  return { scans, running, maxRunning: () => maxRunning };
}

test('gives a free slot to a waiting file, not to one that arrives at that moment', async () => {
  const { scans, running, maxRunning } = openScans();
  const files = ['a', 'b', 'c'].map((name) => scans.scanReceived(name, STAFF));
  await new Promise(setImmediate);
  expect([...running.keys()]).toEqual(['a', 'b']);
  const { promise, resolve } = running.get('a')!;
  // A waiting scan starts several microtasks after the slot is free.
  let moment: Promise<unknown> = promise;
  for (let index = 0; index < 5; index++)
    moment = moment.then(() => void files.push(scans.scanReceived(`newcomer ${index}`, STAFF)));
  resolve({ isInfected: false });
  await moment;
  while (running.size > 0) {
    for (const scan of running.values()) scan.resolve({ isInfected: false });
    await new Promise(setImmediate);
  }
  expect(await Promise.all(files)).toEqual(files.map(() => 'clean'));
  expect(maxRunning()).toBe(2);
});

test('reserves a slot for staff', async () => {
  const { scans, running } = openScans();
  const files = ['a', 'b', 'c'].map((name) => scans.scanReceived(name, OUTSIDER));
  files.push(scans.scanReceived('staff', STAFF));
  await new Promise(setImmediate);
  expect([...running.keys()]).toEqual(['a', 'staff']);
  while (running.size > 0) {
    for (const scan of running.values()) scan.resolve({ isInfected: false });
    await new Promise(setImmediate);
  }
  expect(await Promise.all(files)).toEqual(files.map(() => 'clean'));
});
