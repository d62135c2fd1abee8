const CONNECTION_LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What an error of the driver, the operating system or PostgreSQL may say of itself. */
const wordsOf = (error: unknown): { code?: string; syscall?: string; message?: string } =>
  typeof error === 'object' && error !== null ? error : {};

/**
 * Whether the session with the database, or any hope of one, is gone: whatever runs next would fail too. Classes 08 and
 * 57P of PostgreSQL, and failures below it.
 */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', syscall, message = '' } = wordsOf(error);
  return (
    /^(08...|57P..)$/.test(code) ||
    CONNECTION_LOST.has(code) ||
    (code === 'ENOENT' && syscall === 'connect') ||
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(message)
  );
}

/** Whether a statement was given up since somebody else held a lock for too long. */
export const isLockTimeout = (error: unknown): boolean => wordsOf(error).code === '55P03';

/**
 * Whether the database is away or has too much to do, so that the same call may succeed later: a lost connection,
 * classes 53 (no resources left) and 57 (cancelled after too long, shutting down), deadlocks that repeating did not
 * solve.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '' } = wordsOf(error);
  return isConnectionLost(error) || /^(53|57)...$/.test(code) || ['40P01', '40001', '55P03'].includes(code);
}

/**
 * Whether a statement names a table, column or function that the database does not have, or one that has changed since
 * it was prepared.
 */
export function isSchemaMismatch(error: unknown): boolean {
  return ['42P01', '42703', '42883', '0A000'].includes(wordsOf(error).code ?? '');
}
