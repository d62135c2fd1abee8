import { afterEach, expect, test, vi } from 'vitest';
import { Turns } from '../../server/routes/admission/turns.ts';

const LIMITS = { perPerson: 2, together: 3, waiting: 2, waitMs: 60_000 };

afterEach(() => {
  vi.useRealTimers();
});

/** Runs all pending callbacks. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Takes turns and records their order. */
function watching(turns: Turns): {
  begun: string[];
  ends: Map<string, () => void>;
  take(person: string, name: string): Promise<void>;
} {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ends,
    async take(person, name) {
      // the wait of some calls ends with a refusal after the test
      const end = await turns.take(person).catch(() => undefined);
      if (!end) return;
      ends.set(name, end);
      begun.push(name);
    },
  };
}

test('limits the parallel turns of a person and of all', async () => {
  const turns = new Turns(LIMITS);
  const { begun, ends, take } = watching(turns);
  void [take('A', 'a1'), take('A', 'a2'), take('A', 'a3'), take('B', 'b1'), take('C', 'c1')];
  await settle();
  expect([begun, turns.running, turns.waiting]).toEqual([['a1', 'a2', 'b1'], 3, 2]);
  ends.get('b1')!();
  await settle();
  expect([begun.at(-1), turns.running, turns.waiting]).toEqual(['c1', 3, 1]);
});

test('prefers the waiting person with the fewest running calls, then the one whose last call ended earliest', async () => {
  const turns = new Turns({ ...LIMITS, together: 1, waiting: 10 });
  const { begun, ends, take } = watching(turns);
  for (const name of ['a1', 'a2', 'a3']) void take('A', name);
  for (const name of ['b1', 'b2']) void take('B', name);
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) {
    await settle();
    expect(begun.at(-1)).toBe(name);
    ends.get(name)!();
    ends.get(name)!();
  }
  await settle();
  expect([turns.running, turns.waiting]).toEqual([0, 0]);
});

test('refuses too many waiting calls: 429 at the limit of a person, 503 at the limit of all', async () => {
  const turns = new Turns(LIMITS);
  const { take } = watching(turns);
  void [
    take('A', 'a1'),
    take('A', 'a2'),
    take('A', 'a3'),
    take('A', 'a4'),
    take('B', 'b1'),
    take('B', 'b2'),
    take('B', 'b3'),
  ];
  await expect(turns.take('A')).rejects.toMatchObject({
    family: 'tooMany',
    key: 'MSG_generic_0429',
    params: { max: 2 },
    retryAfter: 2,
  });
  await expect(turns.take('B')).rejects.toMatchObject({
    family: 'unavailable',
    key: 'MSG_generic_0503',
    retryAfter: 2,
  });
});

test('ends a wait at its time limit, and when the caller disconnects', async () => {
  const turns = new Turns({ ...LIMITS, perPerson: 1, waitMs: 5 });
  await turns.take('A');
  await expect(turns.take('A')).rejects.toMatchObject({ family: 'tooMany' });
  const patient = new Turns({ ...LIMITS, perPerson: 1 });
  const end = await patient.take('A');
  const disconnected = new AbortController();
  const waiting = patient.take('A', disconnected.signal);
  disconnected.abort();
  await expect(waiting).rejects.toMatchObject({ family: 'tooMany' });
  await expect(patient.take('A', disconnected.signal)).rejects.toMatchObject({ family: 'unavailable' });
  await expect(patient.take('B', disconnected.signal)).rejects.toMatchObject({ family: 'unavailable' });
  end();
  expect([patient.running, patient.waiting]).toEqual([0, 0]);
});

test('refuses a call on arrival if its wait would be too long, with the time to wait', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const turns = new Turns({ perPerson: 2, together: 3, waiting: 100, waitMs: 10_000 });
  const { begun, ends, take } = watching(turns);
  void [take('A', 'a1'), take('A', 'a2'), take('A', 'a3'), take('B', 'b1')];
  vi.advanceTimersByTime(9000);
  // A turn takes about 9 s. A's fourth call waits for one turn; the calls of C, D and E wait for one of three turns
  // each.
  void [take('A', 'a4'), take('B', 'b2'), take('C', 'c1'), take('D', 'd1'), take('E', 'e1')];
  await settle();
  expect(turns.waiting).toBe(6);
  await expect(turns.take('A')).rejects.toMatchObject({ family: 'tooMany', retryAfter: 21 });
  await expect(turns.take('F')).rejects.toMatchObject({ family: 'unavailable', retryAfter: 12 });
  expect(turns.waiting, 'no other call leaves the queue').toBe(6);
  ends.get('a1')!();
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
});

test('serves a hundred quick calls of one person, also after slow ones', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const turns = new Turns({ perPerson: 4, together: 8, waiting: 96, waitMs: 10_000 });
  for (let n = 0; n < 2; n++) {
    const end = await turns.take('A');
    vi.advanceTimersByTime(1000);
    end();
  }
  const calls = Array.from({ length: 100 }, () => turns.run('A', settle));
  await expect(Promise.all(calls)).resolves.toHaveLength(100);
});

test('ends the turn of failed work, and uses the message of the class', async () => {
  const turns = new Turns({ perPerson: 1, together: 1, waiting: 0, waitMs: 60_000, busy: 'MSG_upload_0113' });
  await expect(turns.run('A', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await turns.run('B', async () => {
    await expect(turns.take('B')).rejects.toMatchObject({ family: 'tooMany', key: 'MSG_upload_0113' });
    await expect(turns.take('A')).rejects.toMatchObject({ family: 'unavailable', key: 'MSG_upload_0113' });
  });
  expect(turns.running).toBe(0);
});
