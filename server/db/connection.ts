import type { ClientConfig } from 'pg';
import { typeParsers } from './typeParsers.ts';

/** How a database is reached: by the URL that DATABASE_URL holds, or by what the embedded database states. */
export type DatabaseConnection =
  { url: string } | { host: string; port: number; user: string; database: string; password?: string };

/** What a session is told when it begins. */
export interface SessionSettings {
  /** what the session is called in pg_stat_activity */
  applicationName: string;
  /** milliseconds that PostgreSQL lets one statement run; 0: no limit */
  statementTimeoutMs: number;
  /** milliseconds that a transaction may wait for its next statement before PostgreSQL ends the session; 0: no limit */
  idleInTransactionTimeoutMs: number;
  /** milliseconds that a statement waits for a lock; 0 or absent: no limit */
  lockTimeoutMs?: number;
  /** milliseconds until an attempt to connect is given up */
  connectTimeoutMs: number;
}

/** Time without traffic until the system asks the other machine whether it is still there. */
const KEEP_ALIVE_MS = 10_000;

/** The driver's configuration of a session, whose settings do not depend on those of the database or of the role. */
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

/** Adds to the options of a URL, which the driver would obey instead of ours. */
function withOptions(url: string, options: string): string {
  const [address = '', query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('options', `${parameters.get('options') ?? ''} ${options}`.trim());
  return `${address}?${parameters}`;
}
