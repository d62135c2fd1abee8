import { setImmediate } from 'node:timers/promises';
import { throwIfDisconnected } from '../callerDisconnected.ts';

/** How long a reader may keep the process to itself. */
const MAX_RUN_MS = 10;

/** Lets a reader of many rows give way to other work now and then, and stop when its caller left. */
export class Pace {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Whether it is time to `giveWay`; cheap enough to ask for each row. */
  isDue(): boolean {
    return performance.now() - this.#since >= MAX_RUN_MS;
  }

  /** Lets other work run. @throws CallerDisconnected once the signal is aborted */
  async giveWay(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
    if (this.#signal) throwIfDisconnected(this.#signal);
  }
}
