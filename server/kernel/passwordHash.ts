import { hash, verify } from '@node-rs/argon2';

/** OWASP's second choice for argon2id, which is also this library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id in PHC form: the only form in which a password is stored. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Whether `password` is the one that was hashed. */
export const verifyPassword = (stored: string, password: string): Promise<boolean> => verify(stored, password);
