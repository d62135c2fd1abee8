import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Pool } from 'pg';
import type { FileStore } from '../fileStore.ts';
import type { Scanner, ScanState } from './scanner.ts';

/** How long a caller waits for a scan, and how long one may take in the background. */
const SOON_MS = 15_000;
const MAX_MS = 120_000;
const AT_ONCE = 2;
/** After a scan that took too long, callers do not wait for the next ones. */
const PAUSE_MS = 10_000;
const RETRY_EVERY_MS = 30_000;

const IS_DUE = `scan = 'waiting' and coalesce("scannedAt", '-infinity') < now() - interval '25 seconds'`;
/** The stored file that waited longest since its last try, marked as tried; of two servers one gets it. */
const TAKE_NEXT = `update kernel.file set "scannedAt" = now()
  where id = (select id from kernel.file where ${IS_DUE} order by "scannedAt" nulls first, at limit 1) and ${IS_DUE} returning id`;

/** Scans files when they arrive, when somebody wants one that waits, and again while the scanner is down. */
export class FileScans {
  readonly #pool: Pool;
  readonly #store: FileStore;
  readonly #scanner: Scanner | undefined;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #retryEveryMs: number;
  readonly #waiting: (() => void)[] = [];
  readonly #ending = new AbortController();
  #running = 0;
  #pausedUntil = 0;

  constructor(pool: Pool, store: FileStore, scanner: Scanner | undefined, log: Pick<Logger, 'warn'>, retryEveryMs = RETRY_EVERY_MS) {
    this.#pool = pool;
    this.#store = store;
    this.#scanner = scanner;
    this.#log = log;
    this.#retryEveryMs = retryEveryMs;
  }

  /** The state of a file that just arrived; `waiting` where the scanner is down or slow. */
  async stateOf(path: string): Promise<ScanState> {
    if (!this.#scanner) return 'unscanned';
    return performance.now() < this.#pausedUntil ? 'waiting' : this.#scan(path, SOON_MS);
  }

  /** Tells the operator of a file in quarantine; its row says who uploaded it, and from where. */
  logInfected(id: string): void {
    this.#log.warn({ file: id }, 'the virus scanner found malware in a file; it is in quarantine');
  }

  /** Scans a stored file and keeps the state; `unscanned` where its bytes are gone. */
  async scanStored(id: string, maxMs = SOON_MS): Promise<ScanState> {
    if (!this.#scanner) return 'waiting';
    const bytes = await this.#store.get(id);
    // nothing to scan, and nothing to give out
    if (!bytes) return 'unscanned';
    const folder = await mkdtemp(join(tmpdir(), 'bordereau-scan-'));
    try {
      const path = join(folder, 'file');
      await writeFile(path, bytes, { mode: 0o600 });
      const state = await this.#scan(path, maxMs);
      if (state === 'infected') this.logInfected(id);
      if (state !== 'waiting') await this.#pool.query(`update kernel.file set scan = $2, "scannedAt" = now() where id = $1 and scan = 'waiting'`, [id, state]);
      return state;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /**
   * Starts the tries of files that wait. With a scanner, files from before it wait as well; without one, nothing waits.
   *
   * @returns what stops them
   */
  async start(): Promise<() => Promise<void>> {
    const [from, to] = this.#scanner ? ['unscanned', 'waiting'] : ['waiting', 'unscanned'];
    await this.#pool.query(`update kernel.file set scan = $2 where scan = $1`, [from, to]);
    if (!this.#scanner) return async () => {};
    let round: Promise<void> | undefined;
    const run = (): void => { round ??= this.#scanWaiting().finally(() => { round = undefined; }); };
    const timer = setInterval(run, this.#retryEveryMs);
    run();
    return async () => {
      clearInterval(timer);
      this.#ending.abort();
      await round;
    };
  }

  /** Scans what waits, one after the other, until the scanner fails or nothing is left. */
  async #scanWaiting(): Promise<void> {
    try {
      while (!this.#ending.signal.aborted) {
        const { rows } = await this.#pool.query(TAKE_NEXT);
        const [next] = rows as { id: string }[];
        if (!next || await this.scanStored(next.id, MAX_MS) === 'waiting') return;
      }
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#log.warn({ err: error }, 'files wait for their scan');
    }
  }

  async #scan(path: string, maxMs: number): Promise<ScanState> {
    const signal = AbortSignal.any([AbortSignal.timeout(maxMs), this.#ending.signal]);
    await this.#enter();
    try {
      const { isInfected } = await this.#scanner!.scan(path, signal);
      return isInfected ? 'infected' : 'clean';
    } catch (error) {
      if (signal.aborted) this.#pausedUntil = performance.now() + PAUSE_MS;
      this.#log.warn({ err: error }, 'the virus scanner failed; the file waits');
      return 'waiting';
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  /** A few scans run at once; as many files wait as uploads and downloads may run. */
  async #enter(): Promise<void> {
    if (this.#running >= AT_ONCE) await new Promise<void>((start) => { this.#waiting.push(start); });
    this.#running++;
  }
}
