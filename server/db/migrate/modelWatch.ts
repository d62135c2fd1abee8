import { isSchemaMismatch } from '../databaseErrors.ts';
import type { DatabaseConnection } from '../connection.ts';
import { listen } from '../notices.ts';
import { MODEL_CHANNEL } from './migrate.ts';

/** Notices that another release has given the database another model. */
export interface ModelWatch {
  /** The database no longer has this server's model, for good: a server starts with its own model or not at all. */
  readonly replaced: boolean;
  /** Looks now. A database that does not answer in time is not judged. */
  check(): Promise<boolean>;
  /** Runs once when the model is replaced. */
  onReplaced(work: () => void): void;
  close(): Promise<void>;
}

interface Sessions {
  query(statement: { name: string; text: string }): Promise<{ rows: unknown[] }>;
}

/** Milliseconds between two looks, beside those that a notification causes. */
const CHECK_EVERY_MS = 5000;

const CURRENT = {
  name: 'current model',
  text: 'select model from kernel."migration" where model is not null order by id desc limit 1',
};

/**
 * Watches which model the database has: at once by LISTEN, and every five seconds in case a notification was missed.
 *
 * @param sessions for short statements, which no long statement keeps busy
 * @param model `Plan.model` of this server
 */
export async function watchModel(
  sessions: Sessions,
  connection: DatabaseConnection,
  model: string,
): Promise<ModelWatch> {
  const listeners: (() => void)[] = [];
  let replaced = false;
  let checking: Promise<boolean> | undefined;
  const replace = (): void => {
    if (replaced) return;
    replaced = true;
    for (const work of listeners.splice(0)) work();
  };
  const look = async (): Promise<boolean> => {
    try {
      const { rows } = await sessions.query(CURRENT);
      if ((rows[0] as { model: string } | undefined)?.model !== model) replace();
    } catch (error) {
      // a release without this record has taken the database back
      if (isSchemaMismatch(error)) replace();
    }
    return replaced;
  };
  // callers that come together share one look
  const check = (): Promise<boolean> => {
    if (replaced) return Promise.resolve(true);
    return (checking ??= look().finally(() => {
      checking = undefined;
    }));
  };
  const subscription = await listen(connection, MODEL_CHANNEL, {
    onMessage: (current) => {
      if (current !== model) replace();
    },
    onGap: () => void check(),
  });
  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref();
  await check();
  return {
    get replaced() {
      return replaced;
    },
    check,
    onReplaced: (work) => {
      if (replaced) work();
      else listeners.push(work);
    },
    async close() {
      clearInterval(timer);
      await subscription.close();
    },
  };
}
