import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';

/** Default time limit of a step. */
const TIMEOUT_MS = 5000;

interface Step {
  name: string;
  work(): Promise<unknown>;
  timeoutMs: number;
}

/**
 * Clean-up steps of a server, run when it stops or when its start fails. Each step has a time limit, so that a hanging
 * step does not block the others.
 */
export class Cleanup {
  readonly #log: Logger;
  readonly #steps: Step[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * Adds a step, which runs before all earlier ones.
   *
   * @param timeoutMs Infinity: the next step must not start before this one has ended
   */
  add(name: string, work: () => Promise<unknown>, timeoutMs: number = TIMEOUT_MS): void {
    this.#steps.push({ name, work, timeoutMs });
  }

  /** Runs all steps, latest first. @throws the first error, after all steps have run */
  async run(): Promise<void> {
    const errors: unknown[] = [];
    for (const step of this.#steps.splice(0).toReversed()) {
      await this.#runWithin(step).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }

  async #runWithin({ name, work, timeoutMs }: Step): Promise<void> {
    if (timeoutMs === Infinity) return void (await work());
    const finished = new AbortController();
    const late = sleep(timeoutMs, 'late' as const, { signal: finished.signal }).catch(() => undefined);
    try {
      if ((await Promise.race([work(), late])) === 'late')
        this.#log.warn({ step: name, timeoutMs }, 'a clean-up step exceeded its time limit');
    } finally {
      finished.abort();
    }
  }
}
