import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Client } from 'pg';
import { clientConfig } from './connection.ts';
import type { DatabaseConnection } from './connection.ts';
import { watchOf } from './sessionWatch.ts';

export interface Listener {
  /** a notification's payload, in the order in which the transactions were committed */
  onMessage(payload: string): void;
  /**
   * notifications may have been missed: the session broke, and a new one listens again. What was cached must be read
   * anew.
   */
  onGap(): void;
}

export interface Subscription {
  close(): Promise<void>;
}

/** Milliseconds between two tries to reconnect, at first and at most. */
const firstPause = 50;
const longestPause = 5_000;

/**
 * Milliseconds between two questions whether the session still answers; the watch over sessions gives it up if it does
 * not.
 */
const askEvery = 5_000;
const connectTimeoutMs = 5_000;

/**
 * Listens to a channel of NOTIFY on a session of its own. When that breaks or answers no more, it connects again, with
 * growing pauses, until `close`.
 *
 * @throws the driver's error if the first attempt to connect fails
 */
export async function listen(
  connection: DatabaseConnection,
  channel: string,
  listener: Listener,
): Promise<Subscription> {
  let closed = false;
  const closing = new AbortController();
  let reconnecting = Promise.resolve();
  let client = await connect();

  async function connect(): Promise<Client> {
    const next = new pg.Client(
      clientConfig(connection, {
        applicationName: `bordereau ${channel}`,
        statementTimeoutMs: 0,
        idleInTransactionTimeoutMs: 0,
        connectTimeoutMs,
      }),
    );
    next.on('notification', (message) => {
      if (!closed) listener.onMessage(message.payload ?? '');
    });
    // A broken session also ends, and is dealt with there.
    next.on('error', () => undefined);
    try {
      await next.connect();
      watchOf(connection).add(next, connectTimeoutMs);
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    let isAnswered = true;
    const asking = setInterval(() => {
      // A peer that is gone without a word (machine off, cable out) is noticed only by asking.
      if (!isAnswered) return;
      isAnswered = false;
      next.query('select').then(
        () => {
          isAnswered = true;
        },
        () => {
          void next.end().catch(() => undefined);
        },
      );
    }, askEvery);
    next.once('end', () => {
      clearInterval(asking);
      if (!closed) reconnecting = reconnect();
    });
    return next;
  }

  async function reconnect(): Promise<void> {
    for (let pause = firstPause; !closed; pause = Math.min(pause * 2, longestPause)) {
      try {
        client = await connect();
      } catch {
        await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => undefined);
        continue;
      }
      if (!closed) listener.onGap();
      return;
    }
  }

  return {
    async close() {
      closed = true;
      closing.abort();
      // A session may just be coming up.
      await reconnecting;
      await client.end().catch(() => undefined);
    },
  };
}
