/**
 * Limit of one caller's calls in progress, as a multiple of the number of free places for calls. A single caller can
 * thus use four fifths of the capacity, and the rest remains free for a second caller.
 */
const FREE_RATIO = 4;
/**
 * With fewer calls in progress, a caller is exempt from FREE_RATIO, and SHARE_FOR_FIRST_CALLS applies to a stranger.
 */
const FIRST_CALLS = 4;
/** Share of the capacity for one caller without a session. */
const SHARE_OF_CALLER = 0.25;
/** Share for all strangers. */
const SHARE_OF_STRANGERS = 0.5;
/** Share for all strangers that applies to a stranger with fewer than FIRST_CALLS calls in progress. */
const SHARE_FOR_FIRST_CALLS = 0.65;
/** Share of all callers without a session, known callers included. The rest is reserved for people with a session. */
const SHARE_WITHOUT_SESSION = 0.8;
/** Limits of calls without a session whose bodies have not arrived: of one caller, and of all callers. */
const MAX_RECEIVING_OF_CALLER = 100;
const MAX_RECEIVING = 400;
const MAX_TOKENS = 10_000;

/**
 * A caller: a person with a session; a known caller without a session, whose device or address logged in before; or a
 * stranger.
 */
export interface AdmittedCaller {
  /** text that identifies the person, the device or the address */
  id: string;
  standing: 'person' | 'known' | 'stranger';
}

/**
 * Counts the calls in progress of each caller, and decides whether a further call may enter. Calls without a session
 * count separately until their bodies have arrived, because they cause no work before.
 */
export class Callers {
  readonly #working = new Counts();
  readonly #receiving = new Counts();
  /** header → caller */
  readonly #tokens = new Map<string, AdmittedCaller>();

  /** The person of an `Authorization` header; undefined for a token that has never been verified. */
  of(authorization: string | undefined): AdmittedCaller | undefined {
    return authorization === undefined ? undefined : this.#tokens.get(authorization);
  }

  /** Records the person of a verified `Authorization` header. @returns the person as a caller */
  learn(authorization: string, userCde: string): AdmittedCaller {
    let caller = this.#tokens.get(authorization);
    if (caller) return caller;
    if (this.#tokens.size >= MAX_TOKENS) this.#tokens.clear();
    this.#tokens.set(authorization, (caller = { id: `person ${userCde}`, standing: 'person' }));
    return caller;
  }

  /**
   * Whether a further call of this caller may enter.
   *
   * @param limit current limit of all calls in progress
   * @param max largest value of the limit
   */
  mayWork(caller: AdmittedCaller, limit: number, max: number): boolean {
    const own = this.#working.of(caller);
    if (this.#working.total >= max || !this.#hasRoom(this.#working, caller, max * SHARE_OF_CALLER, max)) return false;
    return own < FIRST_CALLS || own < FREE_RATIO * (limit - this.#working.total);
  }

  /** Whether a further call of a caller without a session may wait for its body. */
  mayReceive(caller: AdmittedCaller): boolean {
    return this.#hasRoom(this.#receiving, caller, MAX_RECEIVING_OF_CALLER, MAX_RECEIVING);
  }

  /** Counts a call that enters. @param isReceiving whether its body has not arrived */
  enter(caller: AdmittedCaller, isReceiving: boolean): void {
    (isReceiving ? this.#receiving : this.#working).add(caller, 1);
  }

  /** Ends the count of `enter`. */
  leave(caller: AdmittedCaller, isReceiving: boolean): void {
    (isReceiving ? this.#receiving : this.#working).add(caller, -1);
  }

  #hasRoom(counts: Counts, caller: AdmittedCaller, maxOfCaller: number, max: number): boolean {
    if (caller.standing === 'person') return true;
    const own = counts.of(caller);
    if (own >= maxOfCaller || counts.withoutSession >= SHARE_WITHOUT_SESSION * max) return false;
    const share = own < FIRST_CALLS ? SHARE_FOR_FIRST_CALLS : SHARE_OF_STRANGERS;
    return caller.standing === 'known' || counts.strangers < share * max;
  }
}

/** Calls in progress: of each caller, and the sums that limits need. */
class Counts {
  readonly #calls = new Map<string, number>();
  total = 0;
  withoutSession = 0;
  strangers = 0;

  of({ id }: AdmittedCaller): number {
    return this.#calls.get(id) ?? 0;
  }

  add(caller: AdmittedCaller, change: 1 | -1): void {
    this.total += change;
    if (caller.standing !== 'person') this.withoutSession += change;
    if (caller.standing === 'stranger') this.strangers += change;
    const own = this.of(caller) + change;
    if (own === 0) this.#calls.delete(caller.id);
    else this.#calls.set(caller.id, own);
  }
}
