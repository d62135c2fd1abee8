import { isSchemaMismatch } from '../databaseErrors.ts';
import type { DatabaseConnection } from '../connection.ts';
import { listen, type Subscription } from '../notices.ts';
import { MODEL_CHANNEL } from './migrate.ts';

/** Detects that another release has migrated the database to another model. */
export interface ModelWatch {
  /** whether the database no longer has the model of this server; once true, it remains true */
  readonly replaced: boolean;
  /** Checks now. Without an answer of the database, the last result remains. @returns `replaced` */
  check(): Promise<boolean>;
  /** Runs `work` once when the model is replaced, or immediately if it has been replaced already. */
  onReplaced(work: () => void): void;
  close(): Promise<void>;
}

interface Sessions {
  query(statement: { name: string; text: string }): Promise<{ rows: unknown[] }>;
}

/** Time between two checks; a notification causes a further check. */
const CHECK_EVERY_MS = 5000;

const CURRENT = {
  name: 'current model',
  text: 'select model from kernel."migration" where model is not null order by id desc limit 1',
};

/**
 * Watches which model the database has: by LISTEN, and every five seconds in case a notification was missed.
 *
 * @param sessions sessions for short statements only, so that a check never waits for a long one
 * @param model `Plan.model` of this server
 */
export async function watchModel(
  sessions: Sessions,
  connection: DatabaseConnection,
  model: string,
): Promise<ModelWatch> {
  const watcher = new ModelWatcher(sessions, model);
  await watcher.start(connection);
  return watcher;
}

class ModelWatcher implements ModelWatch {
  readonly #sessions: Sessions;
  readonly #model: string;
  readonly #listeners: (() => void)[] = [];
  #replaced = false;
  #checking: Promise<boolean> | undefined;
  #subscription: Subscription | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(sessions: Sessions, model: string) {
    this.#sessions = sessions;
    this.#model = model;
  }

  async start(connection: DatabaseConnection): Promise<void> {
    this.#subscription = await listen(connection, MODEL_CHANNEL, {
      onMessage: (current) => {
        if (current !== this.#model) this.#replace();
      },
      onGap: () => void this.check(),
    });
    this.#timer = setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
    await this.check();
  }

  get replaced(): boolean {
    return this.#replaced;
  }

  /** Simultaneous callers share one check. */
  check(): Promise<boolean> {
    if (this.#replaced) return Promise.resolve(true);
    return (this.#checking ??= this.#readModel().finally(() => {
      this.#checking = undefined;
    }));
  }

  onReplaced(work: () => void): void {
    if (this.#replaced) work();
    else this.#listeners.push(work);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#subscription?.close();
  }

  async #readModel(): Promise<boolean> {
    try {
      const { rows } = await this.#sessions.query(CURRENT);
      if ((rows[0] as { model: string } | undefined)?.model !== this.#model) this.#replace();
    } catch (error) {
      // a release without this table has migrated the database back
      if (isSchemaMismatch(error)) this.#replace();
    }
    return this.#replaced;
  }

  #replace(): void {
    if (this.#replaced) return;
    this.#replaced = true;
    for (const work of this.#listeners.splice(0)) work();
  }
}
