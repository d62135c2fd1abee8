import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../server/errors.ts';
import { FairQueue, type QueueLimits, type Turn } from '../../server/kernel/fairQueue.ts';

/** A queue whose work ends on request, with the names of started and refused work in order. */
function recordedQueue(limits: QueueLimits = { atOnce: 1, waiting: 4, waitingEach: 3 }) {
  const queue = new FairQueue(limits);
  const started: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const add = (lane: Turn['lane'], name: string): void => {
    const run = queue.run({ lane, key: name.slice(0, 1) }, () => {
      started.push(name);
      return new Promise<void>((end) => {
        ends.push(end);
      });
    });
    run.catch((error: unknown) => {
      expect(error).toMatchObject({ family: 'unavailable', retryAfter: 2 } satisfies Partial<Refusal>);
      refused.push(name);
    });
  };
  const settle = () =>
    new Promise((done) => {
      setImmediate(done);
    });
  return {
    started,
    refused,
    settle,
    add: async (lane: Turn['lane'], ...names: string[]) => {
      for (const name of names) add(lane, name);
      await settle();
    },
    drain: async () => {
      for (let index = 0; index < ends.length; index++) {
        ends[index]!();
        await settle();
      }
    },
  };
}

describe('a fair queue', () => {
  test('takes turns between lanes, then between keys, then in order', async () => {
    const { add, drain, started, refused } = recordedQueue({ atOnce: 1, waiting: 9, waitingEach: 9 });
    await add('untrusted', 'a1', 'a2', 'a3', 'a4', 'b1', 'b2');
    await add('trusted', 'm1', 'm2');
    await add('server', 's1');
    await drain();
    expect(started).toEqual(['a1', 's1', 'm1', 'a2', 'm2', 'b1', 'a3', 'b2', 'a4']);
    expect(refused).toEqual([]);
  });

  test('respects the limit of parallel work, and continues after a failure', async () => {
    const queue = new FairQueue({ atOnce: 2, waiting: 9, waitingEach: 9 });
    let [running, maxRunning] = [0, 0];
    const work = async (): Promise<never> => {
      maxRunning = Math.max(maxRunning, ++running);
      await new Promise((done) => {
        setImmediate(done);
      });
      running--;
      throw new Error('failed');
    };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => queue.run({ lane: 'trusted', key: 'a' }, work)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'));
    expect([maxRunning, running]).toEqual([2, 0]);
  });

  test('refuses work above the limit of one key', async () => {
    const { add, drain, started, refused } = recordedQueue();
    await add('untrusted', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6');
    expect(refused).toEqual(['a5', 'a6']);
    await drain();
    expect(started).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  test('drops the latest work of the busiest key in a full lane, and refuses new work where all keys have little', async () => {
    const { add, drain, started, refused } = recordedQueue();
    await add('untrusted', 'a0', 'a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'e1');
    expect(refused.toSorted()).toEqual(['a2', 'a3', 'e1']);
    await drain();
    expect(started).toEqual(['a0', 'a1', 'b1', 'c1', 'd1']);
  });

  test('never refuses work of the server, and a full lane does not fill another', async () => {
    const { add, drain, started, refused } = recordedQueue({ atOnce: 1, waiting: 1, waitingEach: 1 });
    await add('untrusted', 'a0', 'b1', 'c1');
    await add('server', 's1', 's2', 's3');
    await add('trusted', 'm1');
    expect(refused).toEqual(['c1']);
    await drain();
    expect(started.toSorted()).toEqual(['a0', 'b1', 'm1', 's1', 's2', 's3']);
  });

  test('reserves slots for other than untrusted work', async () => {
    const { add, drain, started } = recordedQueue({ atOnce: 2, untrustedAtOnce: 1, waiting: 9, waitingEach: 9 });
    await add('untrusted', 'a1', 'b1', 'c1');
    expect(started).toEqual(['a1']);
    await add('trusted', 'm1', 'm2', 'm3');
    expect(started).toEqual(['a1', 'm1']);
    await drain();
    expect(started.toSorted()).toEqual(['a1', 'b1', 'c1', 'm1', 'm2', 'm3']);
  });
});
