import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ATTACHMENT_MESSAGE, type AttachmentExtension } from '../../../../generator/language/attachment.ts';
import type { Problem } from '../../../../generator/language/violation.ts';
import { Refusal } from '../../../errors.ts';
import { FairQueue, type Turn } from '../../fairQueue.ts';

/** A file to inspect. */
export interface Inspection {
  path: string;
  extension: AttachmentExtension;
}

/** Result of a worker: empty for a valid file; `failure` for an error of the product or the disk. */
export interface InspectionResult {
  problem?: Problem;
  failure?: string;
}

/** Limits of the inspection of files. */
export interface InspectorOptions {
  /** threads that inspect at the same time */
  workers: number;
  /** limit of waiting files of staff, and also of waiting files of outsiders */
  maxWaiting: number;
  /** limit of waiting files of one person, or of one network address of outsiders */
  maxWaitingEach: number;
  /** after this time the thread is ended and the file refused */
  timeLimitMs: number;
  /** heap of a thread in MB, without the file and its unpacked bytes, which the readers limit */
  heapMb: number;
  /** module that the threads run */
  module: URL;
}

const DEFAULTS: InspectorOptions = {
  workers: availableParallelism() >= 4 ? 2 : 1,
  maxWaiting: 32,
  maxWaitingEach: 8,
  timeLimitMs: 20_000,
  heapMb: 128,
  module: new URL('worker.ts', import.meta.url),
};
const RETRY_AFTER_SECONDS = 5;

/**
 * Inspects uploaded files in worker threads with a heap limit, so that no file can stall or end the server. A file that
 * takes too long or ends its thread is refused; the next file gets a new thread. Staff and outsiders take turns; within
 * staff, persons do, and within outsiders, network addresses. If there are several threads, one is reserved for staff.
 */
export class FileInspector {
  readonly #options: InspectorOptions;
  readonly #queue: FairQueue;
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  #closed = false;

  constructor(options: Partial<InspectorOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
    const { workers, maxWaiting, maxWaitingEach } = this.#options;
    const limits = {
      atOnce: workers,
      untrustedAtOnce: Math.max(1, workers - 1),
      waiting: maxWaiting,
      waitingEach: maxWaitingEach,
    };
    this.#queue = new FairQueue(limits, unavailable);
  }

  /**
   * Returns why the content of a file is not acceptable; undefined if it is acceptable.
   *
   * @throws Refusal (503) while too many files wait
   */
  async inspect(file: Inspection, turn: Turn): Promise<Problem | undefined> {
    if (this.#closed) throw unavailable();
    return this.#queue.run(turn, async () => {
      if (this.#closed) throw unavailable();
      return this.#run(this.#idle.pop() ?? this.#start(), file);
    });
  }

  /** Ends the threads and refuses the files that wait. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.terminate()));
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

  #run(worker: Worker, { path, extension }: Inspection): Promise<Problem | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Problem | undefined>();
    this.#busy.add(worker);
    const end = (isReusable: boolean): void => {
      clearTimeout(timer);
      worker.off('message', report).off('exit', refuseUnreadable);
      this.#busy.delete(worker);
      if (isReusable && !this.#closed) this.#idle.push(worker);
      else void worker.terminate();
    };
    const refuse = (key: string): void => {
      end(false);
      if (this.#closed) reject(unavailable());
      else resolve({ key, params: {} });
    };
    const refuseUnreadable = (): void => refuse(ATTACHMENT_MESSAGE.unreadable);
    const report = ({ problem, failure }: InspectionResult): void => {
      end(true);
      if (failure === undefined) resolve(problem);
      else reject(new Error(`a file cannot be inspected: ${failure}`));
    };
    const timer = setTimeout(() => refuse(ATTACHMENT_MESSAGE.tooSlow), this.#options.timeLimitMs);
    worker.on('message', report).on('exit', refuseUnreadable);
    // a thread has no target origin
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage({ path, extension } satisfies Inspection);
    return promise;
  }
}

const unavailable = (): Refusal =>
  new Refusal('unavailable', ATTACHMENT_MESSAGE.busy).withRetryAfter(RETRY_AFTER_SECONDS);
