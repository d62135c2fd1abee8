import { expect, test } from 'vitest';
import { expectedWait, TurnTimes, type Arrival } from '../../server/routes/admission/turnTimes.ts';

const IDLE: Arrival = { perPerson: 4, together: 8, ownRunning: 0, ownWaiting: 0, running: 0, ahead: 0, turnMs: 1000 };

test.each<[string, Partial<Arrival>, number]>([
  ['a turn is free', { ownRunning: 3, running: 7 }, 0],
  ['this person uses the limit of one person', { ownRunning: 4, running: 4 }, 250],
  ['more calls of this person wait', { ownRunning: 4, running: 4, ownWaiting: 7, ahead: 7 }, 2000],
  ['all turns are taken by others', { running: 8 }, 125],
  ['others wait too', { running: 8, ahead: 15 }, 2000],
  [
    'others wait too, and this person uses the limit of one person',
    { ownRunning: 4, running: 8, ownWaiting: 3, ahead: 15 },
    2000,
  ],
  ['turns took no time', { ownRunning: 4, running: 8, ownWaiting: 90, ahead: 90, turnMs: 0 }, 0],
])('computes the expected wait where %s', (_, arrival, wait) => {
  expect(expectedWait({ ...IDLE, ...arrival })).toBe(wait);
});

test('one long turn counts little, many determine the typical time, and all expire', () => {
  const times = new TurnTimes();
  expect(times.typical(0)).toBe(0);
  const take = (from: number, to: number): void => {
    times.begin(from);
    times.end(from, to);
  };
  take(0, 8000);
  expect(times.typical(8000)).toBe(1000);
  for (let n = 1; n < 60; n++) take(0, 8000);
  expect(times.typical(8000)).toBeCloseTo(8000, -2);
  expect(times.typical(18_000)).toBeCloseTo(4000, -2);
  expect(times.typical(108_000)).toBeLessThan(10);
});

test('counts long turns before they end', () => {
  const times = new TurnTimes();
  times.begin(0);
  times.begin(2000);
  expect([times.typical(2000), times.typical(11_000)]).toEqual([1000, 10_000]);
  times.end(0, 11_000);
  expect(times.typical(11_000)).toBe(9000);
});
