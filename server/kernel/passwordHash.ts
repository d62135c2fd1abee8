import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { FairQueue, type Turn } from './fairQueue.ts';

/** OWASP's second choice for argon2id, which is also this library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Half of the processors, up to three: a hash takes 19 MB and one of the four threads that file and DNS calls share. */
const queue = new FairQueue({
  atOnce: Math.max(1, Math.min(3, Math.floor(availableParallelism() / 2))),
  waiting: 100,
  waitingEach: 20,
});

const OWN_TURN: Turn = { lane: 'server', key: '' };

/**
 * argon2id in PHC form: the only form in which a password is stored. @throws Refusal 503 when too many wait for a hash
 */
export const hashPassword = (password: string, turn = OWN_TURN): Promise<string> =>
  queue.run(turn, () => hash(password, COST));

/** Whether `password` is the one that was hashed. @throws Refusal 503 when too many wait for a hash */
export const verifyPassword = (stored: string, password: string, turn = OWN_TURN): Promise<boolean> =>
  queue.run(turn, () => verify(stored, password));
