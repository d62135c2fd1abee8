/** Smallest limit of calls in progress. One caller can then still have a hundred. */
export const MIN_CALLS = 130;
/** Largest limit, while answers are quick. */
export const MAX_CALLS = 400;

const CHECK_MS = 100;
/** Delay of the event loop above which the server is behind. */
const LATE_MS = 100;
/** Duration of the fastest call between two checks above which the server is behind. */
const SLOW_MS = 300;
/** Checks in a row with the server behind that count as overload: one long task does not. */
const CHECKS_IN_A_ROW = 2;
const DECREASE = 0.7;
const INCREASE = 1.1;

/**
 * Limit of calls in progress that adapts to the load. Each check lowers it while the server is behind, and raises it
 * again otherwise; from the minimum to the maximum it takes about two seconds. An overload differs from some slow calls
 * in that even the fastest call is slow.
 */
export class LoadLimit {
  #value = MAX_CALLS;
  #checksBehind = 0;
  #quickest = Infinity;
  #lastCheck = performance.now();
  readonly #timer = setInterval(() => this.#adjust(), CHECK_MS).unref();

  get value(): number {
    return this.#value;
  }

  /** Records the duration of an answered call. */
  recordTime(milliseconds: number): void {
    if (milliseconds < this.#quickest) this.#quickest = milliseconds;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #adjust(): void {
    const now = performance.now();
    const isBehind =
      now - this.#lastCheck - CHECK_MS > LATE_MS || (this.#quickest > SLOW_MS && this.#quickest !== Infinity);
    this.#lastCheck = now;
    this.#quickest = Infinity;
    this.#checksBehind = isBehind ? this.#checksBehind + 1 : 0;
    if (this.#checksBehind >= CHECKS_IN_A_ROW) this.#value = Math.max(MIN_CALLS, this.#value * DECREASE);
    else if (!isBehind) this.#value = Math.min(MAX_CALLS, this.#value * INCREASE);
  }
}
