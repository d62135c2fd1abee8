/** The weight of one more turn in the average. It begins at 0, so that a few long turns tell little. */
const WEIGHT = 1 / 8;
/** The average is halved whenever no turn has ended for so long: what was slow a while ago says nothing about now. */
const HALVED_AFTER_MS = 10_000;

/** How long the turns of a class took lately. Times are milliseconds of one clock. */
export class TurnTimes {
  #average = 0;
  #lastEnd = 0;
  #running = 0;
  #sumOfBegins = 0;

  begin(now: number): void {
    this.#running++;
    this.#sumOfBegins += now;
  }

  /** A turn ends that began at `began`. */
  end(began: number, now: number): void {
    this.#running--;
    this.#sumOfBegins -= began;
    const average = this.#recent(now);
    this.#average = average + WEIGHT * (now - began - average);
    this.#lastEnd = now;
  }

  /**
   * How long a turn takes: the average of those that ended lately, or of those that run, where these already took
   * longer.
   */
  typical(now: number): number {
    const running = this.#running === 0 ? 0 : now - this.#sumOfBegins / this.#running;
    return Math.max(this.#recent(now), running);
  }

  #recent(now: number): number {
    return this.#average * 0.5 ** ((now - this.#lastEnd) / HALVED_AFTER_MS);
  }
}

/** What a call finds when it arrives. */
export interface Arrival {
  perPerson: number;
  together: number;
  /** calls of this person that have their turn */
  ownRunning: number;
  /** calls of this person that wait */
  ownWaiting: number;
  /** calls of all persons that have their turn */
  running: number;
  /** calls of all persons, this one included, that wait and come earlier */
  ahead: number;
  /** how long a turn takes */
  turnMs: number;
}

/**
 * How long the call will wait for its turn. Turns that run at once are taken to end one after the other, at equal
 * distances.
 */
export function expectedWait({ perPerson, together, ownRunning, ownWaiting, running, ahead, turnMs }: Arrival): number {
  const own = (ownRunning + ownWaiting + 1 - perPerson) / perPerson;
  const all = (running + ahead + 1 - together) / together;
  return Math.max(0, own, all) * turnMs;
}
