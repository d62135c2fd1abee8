import pg from 'pg';
import type { QueryResult } from 'pg';
import { isConnectionLost } from './databaseErrors.ts';
import { clientConfig, type DatabaseConnection, type SessionSettings } from './connection.ts';
import { watchOf } from './sessionWatch.ts';

type Statement = { text: string; values?: unknown[]; name?: string };

/** Place of one session: `ready` is the open session, `opening` the promise while it is being opened. */
interface Slot {
  ready?: pg.Client;
  opening?: Promise<pg.Client>;
}

/**
 * Sessions that all callers share, for short statements that wait for no lock and need no transaction, such as reads of
 * one row. Each statement is sent without waiting for earlier answers (pipelining). The statements of one turn of the
 * event loop are sent in one write, which halves the overhead of reading one row. A failed statement does not affect
 * the others.
 */
export class SharedSessions {
  readonly #open: () => Promise<pg.Client>;
  readonly #slots: Slot[];
  #slotIndex = 0;
  #closed = false;

  constructor(connection: DatabaseConnection, { sessions, ...settings }: SessionSettings & { sessions: number }) {
    const config = { ...clientConfig(connection, settings), pipeline: true };
    this.#slots = Array.from({ length: sessions }, () => ({}));
    this.#open = async () => {
      const client = new pg.Client(config);
      // the running statements of a broken session reject; the next statement opens a new session
      client.on('error', () => this.#lose(client));
      client.on('end', () => this.#lose(client));
      await client.connect();
      watchOf(connection).add(client, settings.statementTimeoutMs);
      return client;
    };
  }

  /**
   * Runs one read-only statement. If the session breaks before the answer arrives, the statement is sent again.
   *
   * @throws Error of the driver
   */
  async query(config: Statement): Promise<QueryResult> {
    this.#slotIndex = (this.#slotIndex + 1) % this.#slots.length;
    const slot = this.#slots[this.#slotIndex]!;
    const client = slot.ready ?? (await this.#openIn(slot));
    try {
      return await send(client, config);
    } catch (error) {
      if (this.#closed || !isConnectionLost(error)) throw error;
      this.#lose(client);
      return send(await this.#openIn(slot), config);
    }
  }

  /** Closes the sessions after their running statements. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(
      this.#slots.map(async (slot) => (slot.ready ?? (await slot.opening?.catch(() => undefined)))?.end()),
    );
  }

  #openIn(slot: Slot): Promise<pg.Client> {
    if (slot.ready) return Promise.resolve(slot.ready);
    if (this.#closed) return Promise.reject(new Error('The shared sessions are closed.'));
    return (slot.opening ??= this.#open()
      .then((client) => (slot.ready = client))
      .finally(() => delete slot.opening));
  }

  #lose(client: pg.Client): void {
    for (const slot of this.#slots) if (slot.ready === client) delete slot.ready;
  }
}

/** Sends a statement, in one write with the other statements of this turn of the event loop. */
function send(client: pg.Client, config: Statement): Promise<QueryResult> {
  const { stream } = client.connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    setImmediate(() => stream.uncork());
  }
  return client.query(config);
}
