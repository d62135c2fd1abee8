import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that a step may take unless it says otherwise. */
const STEP_MS = 5000;

interface Step {
  name: string;
  work(): Promise<unknown>;
  timeoutMs: number;
}

/**
 * What a start has to undo when it fails or the server stops: each step within a time limit, so that none keeps the
 * others from running.
 */
export class Undo {
  readonly #log: Logger;
  readonly #steps: Step[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * Adds a step, which runs before all that were added earlier. @param timeoutMs Infinity where nothing may run on
   * without it
   */
  add(name: string, work: () => Promise<unknown>, timeoutMs: number = STEP_MS): void {
    this.#steps.push({ name, work, timeoutMs });
  }

  /** Runs all steps, latest first. @throws the first error of a step, after all have run */
  async run(): Promise<void> {
    const errors: unknown[] = [];
    for (const step of this.#steps.splice(0).toReversed()) {
      await this.#inTime(step).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }

  async #inTime({ name, work, timeoutMs }: Step): Promise<void> {
    if (timeoutMs === Infinity) return void (await work());
    const ending = new AbortController();
    const late = sleep(timeoutMs, 'late' as const, { signal: ending.signal }).catch(() => undefined);
    try {
      if ((await Promise.race([work(), late])) === 'late')
        this.#log.warn({ step: name, timeoutMs }, 'a step of the stop takes too long and is left behind');
    } finally {
      ending.abort();
    }
  }
}
