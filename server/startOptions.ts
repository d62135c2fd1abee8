import type { Logger } from 'pino';
import type { Model } from '../generator/model/entity.ts';
import type { Config } from './config.ts';
import type { DatabaseConnection } from './db/connection.ts';
import type { WatchTimes } from './db/sessionWatch.ts';
import type { DeliveryPace } from './domain/partners/delivery.ts';
import type { Effects } from './kernel/core.ts';
import type { Cleanup } from './cleanup.ts';

/** How a server starts. */
export interface StartOptions {
  config: Config;
  /** folders of schemas; default: `schemas/` */
  schemaRoots?: readonly string[];
  /** compiles the schemas; default: `compileModel` */
  compile?(roots: readonly string[]): Model;
  /** further effects, in addition to those of the business areas */
  effects?: Effects;
  /** times of the delivery to partners that differ from the default */
  delivery?: Partial<DeliveryPace>;
  /** a lock out of order (decision 43) throws, as in tests, instead of being logged */
  strictLocks?: boolean;
  /** false serves the API alone */
  web?: boolean;
  /** the schemas are being edited: any migration without data loss is applied while another server still runs */
  development?: boolean;
  /** limit of database sessions for transactions; default: 20 */
  sessions?: number;
  /** a database that the caller starts and stops; default: the one of the settings */
  connection?: DatabaseConnection;
  /**
   * a server with these schemas has prepared the database, and no other has used it since: it is neither compared with
   * the schemas again, nor repaired before the first hour
   */
  prepared?: boolean;
  /** called when the embedded database ends unexpectedly */
  onLost?(error: Error): void;
  /** aborts a start in progress, which then cleans up */
  signal?: AbortSignal;
  /** times of the watch for silent database sessions that differ from the default */
  watchTimes?: Partial<WatchTimes>;
}

/** Shared by all steps of a start. */
export interface StartContext {
  options: StartOptions;
  log: Logger;
  cleanup: Cleanup;
  /** aborted as soon as the server begins to stop */
  stopping: AbortSignal;
  /** how long a stop still accepts calls */
  drainMs(): number;
  /** Fails as soon as the start is aborted. */
  unlessAborted<T>(work: Promise<T>): Promise<T>;
}
