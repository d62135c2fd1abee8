import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SPOOL_LIMITS, Spools, type Spool, type SpoolLimits } from '../../server/kernel/exchange/export/spool.ts';

const LIMITS: SpoolLimits = { ...SPOOL_LIMITS, personBytes: 10, allBytes: 15, perPerson: 2 };

const open = async (spools: Spools, person: string, cutOff = (): void => undefined): Promise<Spool> => {
  const spool = await spools.open(person, cutOff);
  spool.in.on('error', () => undefined);
  return spool;
};

/** @returns the error that ended the write, if any */
const write = (spool: Spool, chunk: string): Promise<Error | null | undefined> =>
  new Promise((done) => {
    spool.in.write(chunk, done);
  });

const discard = async (spool: Spool): Promise<void> => {
  const closed = [spool.in, spool.out].map((side) => side.closed || once(side, 'close'));
  spool.in.destroy();
  spool.out.destroy();
  await Promise.all(closed);
};

test('gives the reader the written bytes, then frees the space', async () => {
  const spools = new Spools(LIMITS);
  const spool = await open(spools, 'A');
  expect(await write(spool, 'one ')).toBeFalsy();
  spool.in.end('two');
  expect(await text(spool.out)).toBe('one two');
  expect(spools.bytes).toBe(0);
});

test('limits the downloads and the bytes of a person', async () => {
  const spools = new Spools(LIMITS);
  const first = await open(spools, 'A');
  const second = await open(spools, 'A');
  await expect(spools.open('A', () => undefined)).rejects.toMatchObject({
    family: 'tooMany',
    key: 'MSG_generic_0430',
    retryAfter: 10,
  });
  await discard(second);
  expect(await write(first, '0123456789')).toBeFalsy();
  await expect(spools.open('A', () => undefined)).rejects.toMatchObject({
    family: 'tooMany',
    key: 'MSG_generic_0430',
    retryAfter: 10,
  });
  const other = await open(spools, 'B');
  expect(await write(other, '01234')).toBeFalsy();
  await expect(
    spools.open('C', () => undefined),
    'others have used up the room',
  ).rejects.toMatchObject({ family: 'unavailable', key: 'MSG_generic_0431', retryAfter: 10 });
  await Promise.all([discard(first), discard(other)]);
  expect(spools.bytes).toBe(0);
});

test('ends a download above the limit of its person and frees its space', async () => {
  const spools = new Spools(LIMITS);
  const spool = await open(spools, 'A');
  expect(await write(spool, '0123456')).toBeFalsy();
  expect(await write(spool, '0123456')).toBeInstanceOf(Error);
  await discard(spool);
  expect(spools.bytes).toBe(0);
});

test('frees the space of a download that ends during a write', async () => {
  const spools = new Spools(LIMITS);
  const spool = await open(spools, 'A');
  spool.in.write('01234567');
  await discard(spool);
  await sleep(10);
  expect(spools.bytes).toBe(0);
});

test('disconnects a reader that reads nothing for a period, not one that waits for the writer', async () => {
  const spools = new Spools({
    ...LIMITS,
    personBytes: 500_000,
    allBytes: 500_000,
    bytesPerPeriod: 200_000,
    periodMs: 40,
  });
  let isCutOff = false;
  const spool = await open(spools, 'A', () => {
    isCutOff = true;
  });
  spool.out.resume();
  await sleep(100);
  expect(isCutOff).toBe(false);
  spool.out.pause();
  await write(spool, 'x'.repeat(400_000));
  await expect.poll(() => isCutOff).toBe(true);
  await discard(spool);
});
