import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { FairQueue, type Turn } from './fairQueue.ts';

/** Parameters of argon2id, the default algorithm of the library: the second set that OWASP recommends. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Limits concurrent hashes to half of the processors, up to three: each needs 19 MB and a thread of the pool of four.
 */
const queue = new FairQueue({
  atOnce: Math.max(1, Math.min(3, Math.floor(availableParallelism() / 2))),
  waiting: 100,
  waitingEach: 20,
});

const OWN_TURN: Turn = { lane: 'server', key: '' };

/**
 * Hashes a password by argon2id, in PHC format. Passwords are stored only in this form. @throws Refusal 503 if the
 * queue is full
 */
export const hashPassword = (password: string, turn = OWN_TURN): Promise<string> =>
  queue.run(turn, () => hash(password, COST));

/** Whether `stored` is a hash of `password`. @throws Refusal 503 if the queue is full */
export const verifyPassword = (stored: string, password: string, turn = OWN_TURN): Promise<boolean> =>
  queue.run(turn, () => verify(stored, password));
