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

/** The properties that errors of the driver, the operating system and PostgreSQL may have. */
const detailsOf = (error: unknown): { code?: string; syscall?: string; message?: string } =>
  typeof error === 'object' && error !== null ? error : {};

/**
 * Whether the session with the database was lost or cannot be opened, so that further statements would fail too:
 * SQLSTATE 08xxx and 57Pxx, and errors of the network.
 */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', syscall, message = '' } = detailsOf(error);
  return (
    /^(08...|57P..)$/.test(code) ||
    CONNECTION_LOST.has(code) ||
    (code === 'ENOENT' && syscall === 'connect') ||
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(message)
  );
}

/** Whether a statement waited for a lock longer than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => detailsOf(error).code === '55P03';

/**
 * Whether the database is unavailable or overloaded, so that the same call may succeed later: a lost connection,
 * SQLSTATE 53xxx (insufficient resources) and 57xxx (cancelled after a time limit, shutting down), and deadlocks that
 * remained after all retries.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '' } = detailsOf(error);
  return isConnectionLost(error) || /^(53|57)...$/.test(code) || ['40P01', '40001', '55P03'].includes(code);
}

/**
 * Whether a statement names a table, column or function that is missing in the database or has changed since the
 * statement was prepared.
 */
export function isSchemaMismatch(error: unknown): boolean {
  return ['42P01', '42703', '42883', '0A000'].includes(detailsOf(error).code ?? '');
}
