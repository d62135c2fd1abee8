import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Pool } from 'pg';
import { build, prepared } from '../../../db/statement.ts';
import { Refusal } from '../../../errors.ts';
import { FairQueue, type Turn } from '../../fairQueue.ts';
import type { FileStore } from '../../../storage/fileStore.ts';
import type { Scanner, ScanState } from './scanner.ts';

/** Time limits of a scan for which a caller waits, and of a scan in the background. */
const CALLER_LIMIT_MS = 15_000;
const BACKGROUND_LIMIT_MS = 120_000;
/** Outsiders use at most one of two slots. When the queue is full, further files are scanned in the background. */
const SCANS = { atOnce: 2, untrustedAtOnce: 1, waiting: 100, waitingEach: 50 };
const OWN_TURN: Turn = { lane: 'server', key: '' };
/** After a scan that exceeded its time limit, callers do not wait for scans for this time. */
const PAUSE_MS = 10_000;
const RETRY_EVERY_MS = 30_000;

const IS_DUE = `scan = 'waiting' and coalesce("scannedAt", '-infinity') < now() - interval '25 seconds'`;
/** Selects the due file with the oldest attempt, and records a new attempt, so that only one server scans it. */
const TAKE_NEXT = `update kernel.file set "scannedAt" = now()
  where id = (select id from kernel.file where ${IS_DUE} order by "scannedAt" nulls first, at limit 1) and ${IS_DUE} returning id`;

/** Makes an interrupted scan due immediately, for the next start or another server. */
const makeDue = prepared<{ id: string }>()(($) =>
  build.updateTable('kernel.file').set({ scannedAt: null }).where('id', '=', $('id')).where('scan', '=', 'waiting'),
);

const storeResult = prepared<{ id: string; state: ScanState }>()(($) =>
  build
    .updateTable('kernel.file')
    .set({ scan: $('state'), scannedAt: sql<string>`now()` })
    .where('id', '=', $('id'))
    .where('scan', '=', 'waiting'),
);

const changeState = prepared<{ from: ScanState; to: ScanState }>()(($) =>
  build
    .updateTable('kernel.file')
    .set({ scan: $('to') })
    .where('scan', '=', $('from')),
);

/** What virus scans need. */
export interface FileScanOptions {
  pool: Pool;
  store: FileStore;
  /** undefined: no scanner is set up */
  scanner: Scanner | undefined;
  log: Pick<Logger, 'warn'>;
  retryEveryMs?: number;
}

/** Scans each file on upload. If that was impossible, scans it when a user reads it, or in the background. */
export class FileScans {
  readonly #pool: Pool;
  readonly #store: FileStore;
  readonly #scanner: Scanner | undefined;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #retryEveryMs: number;
  readonly #queue = new FairQueue(SCANS);
  readonly #stopping = new AbortController();
  #pausedUntil = 0;

  constructor({ pool, store, scanner, log, retryEveryMs = RETRY_EVERY_MS }: FileScanOptions) {
    this.#pool = pool;
    this.#store = store;
    this.#scanner = scanner;
    this.#log = log;
    this.#retryEveryMs = retryEveryMs;
  }

  /** Scans a received file that is not stored yet. @returns `waiting` if the scanner is down or slow */
  async scanReceived(path: string, turn: Turn): Promise<ScanState> {
    if (!this.#scanner) return 'unscanned';
    return performance.now() < this.#pausedUntil ? 'waiting' : this.#scan(path, turn, CALLER_LIMIT_MS);
  }

  /** Logs a file in quarantine for the operator. Its row contains its uploader and network address. */
  logInfected(id: string): void {
    this.#log.warn({ file: id }, 'the virus scanner found malware in a file; it is in quarantine');
  }

  /** Scans a stored file and stores the state. @returns `unscanned` if its bytes are missing */
  async scanStored(id: string, turn: Turn, maxMs = CALLER_LIMIT_MS): Promise<ScanState> {
    if (!this.#scanner) return 'waiting';
    const bytes = await this.#store.get(id);
    // without bytes the file cannot be served either
    if (!bytes) return 'unscanned';
    const folder = await mkdtemp(join(tmpdir(), 'bordereau-scan-'));
    try {
      const path = join(folder, 'file');
      await writeFile(path, bytes, { mode: 0o600 });
      const state = await this.#scan(path, turn, maxMs);
      if (state === 'infected') this.logInfected(id);
      if (state !== 'waiting') await storeResult.run(this.#pool, { id, state });
      return state;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /**
   * Starts the scans in the background. With a scanner, all unscanned files become due; without a scanner, no file is
   * due.
   *
   * @returns stops all scans, and waits for the running ones
   */
  async start(): Promise<() => Promise<void>> {
    const [from, to]: [ScanState, ScanState] = this.#scanner ? ['unscanned', 'waiting'] : ['waiting', 'unscanned'];
    await changeState.run(this.#pool, { from, to });
    if (!this.#scanner) return async () => {};
    let round: Promise<void> | undefined;
    const run = (): void => {
      round ??= this.#scanWaiting().finally(() => {
        round = undefined;
      });
    };
    const timer = setInterval(run, this.#retryEveryMs);
    this.#stopping.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    run();
    return async () => {
      this.end();
      await round;
    };
  }

  /** Aborts all scans and starts no more. Files that are being scanned or arrive later wait for the next start. */
  end(): void {
    this.#stopping.abort();
  }

  /** Scans the files that are due, one after the other, until the scanner fails or none is due. */
  async #scanWaiting(): Promise<void> {
    try {
      while (!this.#stopping.signal.aborted) {
        const { rows } = await this.#pool.query(TAKE_NEXT);
        const [next] = rows as { id: string }[];
        if (!next) return;
        const state = await this.scanStored(next.id, OWN_TURN, BACKGROUND_LIMIT_MS);
        if (state === 'waiting' && this.#stopping.signal.aborted) await makeDue.run(this.#pool, { id: next.id });
        if (state === 'waiting') return;
      }
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#log.warn({ err: error }, 'files wait for their scan');
    }
  }

  /** Scans a file. @returns `waiting` if the scan failed or was aborted, or the queue is full */
  async #scan(path: string, turn: Turn, maxMs: number): Promise<ScanState> {
    const timeout = AbortSignal.timeout(maxMs);
    const signal = AbortSignal.any([timeout, this.#stopping.signal]);
    try {
      const { isInfected } = await this.#queue.run(turn, () => this.#scanner!.scan(path, signal));
      return isInfected ? 'infected' : 'clean';
    } catch (error) {
      if (this.#stopping.signal.aborted || error instanceof Refusal) return 'waiting';
      if (timeout.aborted) this.#pausedUntil = performance.now() + PAUSE_MS;
      this.#log.warn({ err: error }, 'the virus scanner failed; the file waits');
      return 'waiting';
    }
  }
}
