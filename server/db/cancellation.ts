import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';

/** A session, as far as transactions need it. */
export type Session = Pick<PoolClient, 'query' | 'release'>;

/** Where sessions come from: a pool, or one whose work ends with a signal. */
export interface SessionSource {
  connect(): Promise<Session>;
  query(statement: QueryConfig): Promise<QueryResult>;
}

/** Runs short statements on another session. */
interface CancelSession {
  query(statement: QueryConfig): Promise<unknown>;
}

/**
 * Sessions of `source` for one call. When `ending` aborts, the statement under way is cancelled at the server, no
 * further one begins except a rollback, and each throws the signal's reason.
 *
 * @param canceller cancels from there, since the call's own session is busy
 */
export function withCancellation(source: Pool, canceller: CancelSession, ending: AbortSignal): SessionSource {
  const connect = async (): Promise<Session> => {
    ending.throwIfAborted();
    return guardSession(await source.connect(), canceller, ending);
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
 * The same session, whose statements end with `ending`. One that was cancelled is closed, for the cancellation could
 * reach its next user.
 */
function guardSession(client: PoolClient, canceller: CancelSession, ending: AbortSignal): Session {
  const cancel = (): void => {
    const { processID } = client as PoolClient & { processID: number };
    canceller.query({ text: 'select pg_cancel_backend($1)', values: [processID] }).catch(() => undefined);
  };
  const query = async (statement: QueryConfig | string): Promise<QueryResult> => {
    if (statement === 'rollback') return client.query(statement);
    ending.throwIfAborted();
    ending.addEventListener('abort', cancel, { once: true });
    try {
      return await client.query(statement as QueryConfig);
    } catch (error) {
      throw ending.aborted && (error as { code?: string }).code === CANCELLED ? ending.reason : error;
    } finally {
      ending.removeEventListener('abort', cancel);
    }
  };
  const release = (broken?: Error): void => client.release(broken ?? ending.aborted);
  return { query: query as PoolClient['query'], release: release as PoolClient['release'] };
}

/** query_canceled */
const CANCELLED = '57014';
