import type { ClientConfig } from 'pg';
import { typeParsers } from './typeParsers.ts';

/** Address of a database: the URL in DATABASE_URL, or the properties of the embedded database. */
export type DatabaseConnection =
  { url: string } | { host: string; port: number; user: string; database: string; password?: string };

/** Settings of a database session. */
export interface SessionSettings {
  /** name of the session in pg_stat_activity */
  applicationName: string;
  /** milliseconds that PostgreSQL lets one statement run; 0: no limit */
  statementTimeoutMs: number;
  /** milliseconds that a transaction may wait for its next statement before PostgreSQL ends the session; 0: no limit */
  idleInTransactionTimeoutMs: number;
  /** milliseconds that a statement waits for a lock; 0 or absent: no limit */
  lockTimeoutMs?: number;
  /** time limit of an attempt to connect, in milliseconds */
  connectTimeoutMs: number;
}

/** Idle time after which the operating system sends TCP keep-alive probes. */
const KEEP_ALIVE_MS = 10_000;

/** Builds the driver's configuration of a session. `settings` override those of the database and of the role. */
export function clientConfig(connection: DatabaseConnection, settings: SessionSettings): ClientConfig {
  const sessionOptions = [
    'TimeZone=UTC',
    'DateStyle=ISO',
    'IntervalStyle=iso_8601',
    `statement_timeout=${settings.statementTimeoutMs}`,
    `lock_timeout=${settings.lockTimeoutMs ?? 0}`,
    `idle_in_transaction_session_timeout=${settings.idleInTransactionTimeoutMs}`,
  ]
    .map((option) => `-c ${option}`)
    .join(' ');
  return {
    ...('url' in connection
      ? { connectionString: withOptions(connection.url, sessionOptions) }
      : { ...connection, ssl: false, options: sessionOptions }),
    application_name: settings.applicationName,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: typeParsers,
  };
}

/** Appends to the parameter `options` of a URL, because the driver ignores its own setting if the URL has this one. */
function withOptions(url: string, options: string): string {
  const [address = '', query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('options', `${parameters.get('options') ?? ''} ${options}`.trim());
  return `${address}?${parameters}`;
}
