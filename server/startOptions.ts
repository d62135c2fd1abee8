import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { DatabaseConnection } from './db/connection.ts';
import type { WatchTimes } from './db/sessionWatch.ts';
import type { DeliveryPace } from './domain/partners/delivery.ts';
import type { Effects } from './kernel/core.ts';
import type { Undo } from './undo.ts';

export interface StartOptions {
  config: Config;
  /** folders of schemas; the product's own when left out */
  schemaRoots?: readonly string[];
  /** what actions do, beside the product's own effects */
  effects?: Effects;
  /** how messages to partners are delivered, where not as usual */
  delivery?: Partial<DeliveryPace>;
  /** whether a lock against the order of locks (decision 43) fails, as in tests, instead of being logged */
  strictLocks?: boolean;
  /** false serves the API alone */
  web?: boolean;
  /**
   * somebody is writing schemas: any model may follow any other, while another server still runs with the former one
   */
  development?: boolean;
  /** a database that somebody else started and stops; the settings say which when left out */
  connection?: DatabaseConnection;
  onLost?(error: Error): void;
  /** gives up a start that is under way; what was begun is undone */
  signal?: AbortSignal;
  /** when sessions of the database count as silent, where not as usual */
  watchTimes?: Partial<WatchTimes>;
}

/** What all steps of a start share. */
export interface Start {
  options: StartOptions;
  log: Logger;
  undo: Undo;
  /** aborted as soon as the server begins to stop */
  stopping: AbortSignal;
  /** fails at once when the start is given up */
  whileWanted<T>(work: Promise<T>): Promise<T>;
}
