/** Weight of a new value in the moving average, which begins at 0 so that the first long turns count little. */
const WEIGHT = 1 / 8;
/** Half-life of the average while no turn ends, because old durations do not predict new ones. */
const HALF_LIFE_MS = 10_000;

/** Recent durations of the turns of a class. All times are milliseconds of one clock. */
export class TurnTimes {
  #average = 0;
  #lastEnd = 0;
  #running = 0;
  #sumOfBegins = 0;

  /** Records the begin of a turn. */
  begin(now: number): void {
    this.#running++;
    this.#sumOfBegins += now;
  }

  /** Records the end of a turn that began at `began`. */
  end(began: number, now: number): void {
    this.#running--;
    this.#sumOfBegins -= began;
    const average = this.#recent(now);
    this.#average = average + WEIGHT * (now - began - average);
    this.#lastEnd = now;
  }

  /**
   * Expected duration of a turn: the average of recently ended turns, or of running turns if that is longer already.
   */
  typical(now: number): number {
    const running = this.#running === 0 ? 0 : now - this.#sumOfBegins / this.#running;
    return Math.max(this.#recent(now), running);
  }

  #recent(now: number): number {
    return this.#average * 0.5 ** ((now - this.#lastEnd) / HALF_LIFE_MS);
  }
}

/** State of a queue when a call arrives. */
export interface Arrival {
  /** limit of running calls of one person */
  perPerson: number;
  /** limit of running calls of all persons */
  together: number;
  /** running calls of this person */
  ownRunning: number;
  /** waiting calls of this person */
  ownWaiting: number;
  /** running calls of all persons */
  running: number;
  /** waiting calls of all persons, this person included, that run before the new call */
  ahead: number;
  /** expected duration of a turn */
  turnMs: number;
}

/** Expected wait of a call in milliseconds. Assumes that running turns end at equal intervals. */
export function expectedWait({ perPerson, together, ownRunning, ownWaiting, running, ahead, turnMs }: Arrival): number {
  const own = (ownRunning + ownWaiting + 1 - perPerson) / perPerson;
  const all = (running + ahead + 1 - together) / together;
  return Math.max(0, own, all) * turnMs;
}
