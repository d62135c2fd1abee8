import { setImmediate } from 'node:timers/promises';
import { throwIfDisconnected } from '../callerDisconnected.ts';

/** How long a reader may block the event loop, in milliseconds. */
const MAX_RUN_MS = 10;

/** Lets a reader of many rows yield to other work, and stop when its caller disconnects. */
export class Pace {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Whether it is time to call `yieldToOthers`. Cheap enough to be called for each row. */
  isDue(): boolean {
    return performance.now() - this.#since >= MAX_RUN_MS;
  }

  /** Lets other work run. @throws CallerDisconnected once the signal is aborted */
  async yieldToOthers(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
    if (this.#signal) throwIfDisconnected(this.#signal);
  }
}
