import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Client } from 'pg';
import { clientConfig } from './connection.ts';
import type { DatabaseConnection } from './connection.ts';
import { watchOf } from './sessionWatch.ts';

/** Receives the notifications of a channel. */
export interface Listener {
  /** Receives the payload of a notification. Notifications arrive in the order of the commits of their transactions. */
  onMessage(payload: string): void;
  /**
   * Notifications may have been missed, because the session broke and a new one listens now. The listener must re-read
   * its cached values.
   */
  onGap(): void;
}

/** A listener that receives notifications until it is closed. */
export interface Subscription {
  close(): Promise<void>;
}

/** Pause after the first failed attempt to reconnect, and limit of the pause, which doubles after each failure. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

/** Time between two checks of the session. The session watch ends a session that does not answer. */
const CHECK_EVERY_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Listens to a channel of NOTIFY on a separate session. When the session breaks or no longer answers, connects again,
 * with growing pauses, until `close`.
 *
 * @throws the driver's error if the first attempt to connect fails
 */
export async function listen(
  connection: DatabaseConnection,
  channel: string,
  listener: Listener,
): Promise<Subscription> {
  const subscription = new ChannelSubscription(connection, channel, listener);
  await subscription.open();
  return subscription;
}

class ChannelSubscription implements Subscription {
  readonly #connection: DatabaseConnection;
  readonly #channel: string;
  readonly #listener: Listener;
  readonly #closing = new AbortController();
  #reconnecting = Promise.resolve();
  #client: Client | undefined;

  constructor(connection: DatabaseConnection, channel: string, listener: Listener) {
    this.#connection = connection;
    this.#channel = channel;
    this.#listener = listener;
  }

  async open(): Promise<void> {
    this.#client = await this.#connect();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // a reconnect may be in progress
    await this.#reconnecting;
    await this.#client?.end().catch(() => undefined);
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #connect(): Promise<Client> {
    const settings = {
      applicationName: `bordereau ${this.#channel}`,
      statementTimeoutMs: 0,
      idleInTransactionTimeoutMs: 0,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
    };
    const client = new pg.Client(clientConfig(this.#connection, settings));
    client.on('notification', (message) => {
      if (!this.#isClosed) this.#listener.onMessage(message.payload ?? '');
    });
    // a broken session also emits 'end', which is handled below
    client.on('error', () => undefined);
    try {
      await client.connect();
      watchOf(this.#connection).add(client, CONNECT_TIMEOUT_MS);
      await client.query(`listen ${client.escapeIdentifier(this.#channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    const checks = startChecks(client);
    client.once('end', () => {
      clearInterval(checks);
      if (!this.#isClosed) this.#reconnecting = this.#reconnect();
    });
    return client;
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing;
    for (let pause = FIRST_PAUSE_MS; !this.#isClosed; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        this.#client = await this.#connect();
      } catch {
        await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
        continue;
      }
      if (!this.#isClosed) this.#listener.onGap();
      return;
    }
  }
}

/** Sends a statement at intervals, because the loss of the network or of the other machine shows only at a request. */
function startChecks(client: Client): NodeJS.Timeout {
  let isAnswered = true;
  return setInterval(() => {
    if (!isAnswered) return;
    isAnswered = false;
    client.query('select').then(
      () => {
        isAnswered = true;
      },
      () => {
        void client.end().catch(() => undefined);
      },
    );
  }, CHECK_EVERY_MS);
}
