import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';

/** The methods of a session that transactions use. */
export type Session = Pick<PoolClient, 'query' | 'release'>;

/** A source of sessions: a pool, or the sessions of `withCancellation`. */
export interface SessionSource {
  connect(): Promise<Session>;
  query(statement: QueryConfig): Promise<QueryResult>;
}

/** Runs short statements on another session. */
interface CancelSession {
  query(statement: QueryConfig): Promise<unknown>;
}

/**
 * Wraps the sessions of `source` for one call. When `signal` aborts, PostgreSQL cancels the running statement. That
 * statement, and any later one except `rollback`, throws the signal's reason.
 *
 * @param canceller sends the cancellations, because the session of the call is busy
 */
export function withCancellation(source: Pool, canceller: CancelSession, signal: AbortSignal): SessionSource {
  const connect = async (): Promise<Session> => {
    signal.throwIfAborted();
    return makeCancellable(await source.connect(), canceller, signal);
  };
  return {
    connect,
    async query(statement) {
      const client = await connect();
      try {
        return await client.query(statement);
      } finally {
        client.release();
      }
    },
  };
}

/**
 * Wraps a session so that `signal` cancels its statements. After an abort, `release` closes the session: a late
 * cancellation could otherwise reach a statement of the next caller.
 */
function makeCancellable(client: PoolClient, canceller: CancelSession, signal: AbortSignal): Session {
  const cancel = (): void => {
    const { processID } = client as PoolClient & { processID: number };
    canceller.query({ text: 'select pg_cancel_backend($1)', values: [processID] }).catch(() => undefined);
  };
  const query = async (statement: QueryConfig | string): Promise<QueryResult> => {
    if (statement === 'rollback') return client.query(statement);
    signal.throwIfAborted();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await client.query(statement as QueryConfig);
    } catch (error) {
      throw signal.aborted && (error as { code?: string }).code === CANCELLED ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
  const release = (broken?: Error): void => client.release(broken ?? signal.aborted);
  return { query: query as PoolClient['query'], release: release as PoolClient['release'] };
}

/** SQLSTATE query_canceled */
const CANCELLED = '57014';
