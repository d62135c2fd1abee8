import { expect, test } from 'vitest';
import { Turns } from '../../server/routes/admission/turns.ts';

const LIMITS = { perPerson: 2, together: 3, waiting: 2, waitMs: 60_000 };

/** Lets everything run that is ready to. */
const settle = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });

/** Takes turns and notes whose begin, in their order. */
function watching(turns: Turns): { begun: string[]; ends: Map<string, () => void>; take(person: string, name: string): Promise<void> } {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun, ends,
    async take(person, name) {
      ends.set(name, await turns.take(person));
      begun.push(name);
    },
  };
}

test('a person has so many turns at once, and all together so many', async () => {
  const turns = new Turns(LIMITS);
  const { begun, ends, take } = watching(turns);
  void [take('A', 'a1'), take('A', 'a2'), take('A', 'a3'), take('B', 'b1'), take('C', 'c1')];
  await settle();
  expect([begun, turns.running, turns.waiting]).toEqual([['a1', 'a2', 'b1'], 3, 2]);
  ends.get('b1')!();
  await settle();
  expect([begun.at(-1), turns.running, turns.waiting]).toEqual(['c1', 3, 1]);
});

test('of those who wait, who has the fewest calls is next, then whose last call ended longest ago', async () => {
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

test('too many that wait are refused: 429 for the person’s own calls, 503 for everybody’s', async () => {
  const turns = new Turns(LIMITS);
  const { take } = watching(turns);
  void [take('A', 'a1'), take('A', 'a2'), take('A', 'a3'), take('A', 'a4'), take('B', 'b1'), take('B', 'b2'), take('B', 'b3')];
  await expect(turns.take('A')).rejects.toMatchObject({ family: 'tooMany', key: 'MSG_generic_0429', params: { max: 2 }, retryAfter: 2 });
  await expect(turns.take('B')).rejects.toMatchObject({ family: 'unavailable', key: 'MSG_generic_0503', retryAfter: 2 });
});

test('a wait ends with its time, and with a caller that hangs up', async () => {
  const turns = new Turns({ ...LIMITS, perPerson: 1, waitMs: 5 });
  await turns.take('A');
  await expect(turns.take('A')).rejects.toMatchObject({ family: 'tooMany' });
  const patient = new Turns({ ...LIMITS, perPerson: 1 });
  const end = await patient.take('A');
  const gone = new AbortController();
  const waiting = patient.take('A', gone.signal);
  gone.abort();
  await expect(waiting).rejects.toMatchObject({ family: 'tooMany' });
  await expect(patient.take('A', gone.signal)).rejects.toMatchObject({ family: 'unavailable' });
  await expect(patient.take('B', gone.signal)).rejects.toMatchObject({ family: 'unavailable' });
  end();
  expect([patient.running, patient.waiting]).toEqual([0, 0]);
});
