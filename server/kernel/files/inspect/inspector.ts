import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ATTACHMENT_MESSAGE, type AttachmentExtension } from '../../../../generator/language/attachment.ts';
import type { Problem } from '../../../../generator/language/violation.ts';
import { Refusal } from '../../../errors.ts';

/** A file to inspect. */
export interface Inspection { path: string; extension: AttachmentExtension }

/** Result of a worker: nothing for a valid file, `failure` for an error of the product or the disk. */
export interface Verdict { problem?: Problem; failure?: string }

export interface InspectorOptions {
  /** threads that inspect at the same time */
  workers: number;
  /** files that wait for a thread */
  maxWaiting: number;
  /** after this time the thread is ended and the file refused */
  timeLimitMs: number;
  /** heap of a thread; the file itself and what is unpacked come on top, within the limits of the readers */
  heapMb: number;
  /** module that the threads run */
  module: URL;
}

const DEFAULTS: InspectorOptions = {
  workers: availableParallelism() >= 4 ? 2 : 1,
  maxWaiting: 32,
  timeLimitMs: 20_000,
  heapMb: 128,
  module: new URL('worker.ts', import.meta.url),
};
const RETRY_AFTER_SECONDS = 5;

interface Task extends Inspection { settle(problem: Problem | undefined): void; fail(error: Error): void }

/**
 * Inspects uploaded files in worker threads with a heap limit, so that no file can stall or end the server. A file that
 * takes too long or ends its thread is refused; the next file gets a new thread.
 */
export class FileInspector {
  readonly #options: InspectorOptions;
  readonly #waiting: Task[] = [];
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  #closed = false;

  constructor(options: Partial<InspectorOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /**
   * Reports what is wrong with the content of a file.
   *
   * @throws Refusal (503) while too many files wait
   */
  inspect(file: Inspection): Promise<Problem | undefined> {
    if (this.#closed || this.#waiting.length >= this.#options.maxWaiting) return Promise.reject(unavailable());
    return new Promise((settle, fail) => {
      this.#waiting.push({ ...file, settle, fail });
      this.#next();
    });
  }

  /** Ends the threads and refuses the files that wait. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { fail } of this.#waiting.splice(0)) fail(unavailable());
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#busy.size >= this.#options.workers) return;
    const task = this.#waiting.shift();
    if (task) this.#run(this.#idle.pop() ?? this.#start(), task);
  }

  #start(): Worker {
    const { heapMb, module } = this.#options;
    const worker = new Worker(module, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    worker.unref();
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    return worker;
  }

  #run(worker: Worker, { path, extension, settle, fail }: Task): void {
    this.#busy.add(worker);
    const end = (isReusable: boolean): void => {
      clearTimeout(timer);
      worker.off('message', report).off('exit', refuseUnreadable);
      this.#busy.delete(worker);
      if (isReusable && !this.#closed) this.#idle.push(worker);
      else void worker.terminate();
      this.#next();
    };
    const refuse = (key: string): void => {
      if (this.#closed) fail(unavailable());
      else settle({ key, params: {} });
      end(false);
    };
    const refuseUnreadable = (): void => refuse(ATTACHMENT_MESSAGE.unreadable);
    const report = ({ problem, failure }: Verdict): void => {
      if (failure === undefined) settle(problem);
      else fail(new Error(`a file cannot be inspected: ${failure}`));
      end(true);
    };
    const timer = setTimeout(() => refuse(ATTACHMENT_MESSAGE.tooSlow), this.#options.timeLimitMs);
    worker.on('message', report).on('exit', refuseUnreadable);
    // a thread has no target origin
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage({ path, extension } satisfies Inspection);
  }
}

const unavailable = (): Refusal => new Refusal('unavailable', ATTACHMENT_MESSAGE.busy, {}, [], RETRY_AFTER_SECONDS);
