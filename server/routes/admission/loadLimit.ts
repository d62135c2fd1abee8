/**
 * Calls that may be under way at once: at least, so that one caller can always have a hundred, and at most, when
 * answers are quick.
 */
export const LEAST_CALLS = 130;
export const MOST_CALLS = 400;

const LOOK_MS = 100;
/** The server is behind when the event loop is late by so much, or when no call at all was answered faster. */
const LATE_MS = 100;
const SLOW_MS = 300;
/** So many looks in a row: one long piece of work is no overload. */
const LOOKS = 2;
const FEWER = 0.7;
const MORE = 1.1;

/**
 * How many calls may be under way at once. While the server is behind there are fewer from look to look, and more again
 * when it is not: in two seconds all are back. What tells an overload from a few slow calls is that even the quickest
 * answer is slow.
 */
export class LoadLimit {
  #value = MOST_CALLS;
  #behind = 0;
  #quickest = Infinity;
  #lastLook = performance.now();
  readonly #looking = setInterval(() => this.#look(), LOOK_MS).unref();

  get value(): number {
    return this.#value;
  }

  /** A call was answered. */
  took(milliseconds: number): void {
    if (milliseconds < this.#quickest) this.#quickest = milliseconds;
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    const now = performance.now();
    const isBehind =
      now - this.#lastLook - LOOK_MS > LATE_MS || (this.#quickest > SLOW_MS && this.#quickest !== Infinity);
    this.#lastLook = now;
    this.#quickest = Infinity;
    this.#behind = isBehind ? this.#behind + 1 : 0;
    if (this.#behind >= LOOKS) this.#value = Math.max(LEAST_CALLS, this.#value * FEWER);
    else if (!isBehind) this.#value = Math.min(MOST_CALLS, this.#value * MORE);
  }
}
