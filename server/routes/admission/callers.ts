/**
 * One caller may have so many times the calls that are still free. Alone, a person gets four fifths of all; a second
 * one always finds room.
 */
const SHARE = 4;
/** A caller with fewer calls in progress than this may also enter where others have used up the shares below. */
const FEW_CALLS = 4;
/** Shares of the room that callers without a session get: one of them, all strangers, all strangers with few calls. */
const SHARE_OF_ONE = 0.25;
const SHARE_OF_STRANGERS = 0.5;
const SHARE_OF_STRANGERS_WITH_FEW = 0.65;
/** All of them together, known callers included: people who are logged in always find room. */
const SHARE_WITHOUT_SESSION = 0.8;
/** Calls without a session whose bodies have not arrived: of one caller, and of all callers. */
const MAX_RECEIVING_OF_ONE = 100;
const MAX_RECEIVING = 400;
const MAX_TOKENS = 10_000;

/**
 * Who calls: a person with a session, a caller without one who logged in before (by device or address), or a stranger
 * at an address.
 */
export interface GateCaller {
  id: string;
  standing: 'person' | 'known' | 'stranger';
}

/**
 * Counts the calls in progress of each caller, and decides whether a further one may enter. Those without a session
 * count separately while their bodies arrive, because they cause no work until then.
 */
export class Callers {
  readonly #working = new Counts();
  readonly #receiving = new Counts();
  /** header → caller */
  readonly #tokens = new Map<string, GateCaller>();

  /**
   * The person of an `Authorization` header; undefined for a token that was never found to be anybody's, so that
   * made-up ones gain nothing.
   */
  of(authorization: string | undefined): GateCaller | undefined {
    return authorization === undefined ? undefined : this.#tokens.get(authorization);
  }

  /** Records that a header is a person's. @returns the person as a caller */
  learn(authorization: string, userCde: string): GateCaller {
    let caller = this.#tokens.get(authorization);
    if (caller) return caller;
    if (this.#tokens.size >= MAX_TOKENS) this.#tokens.clear();
    this.#tokens.set(authorization, (caller = { id: `person ${userCde}`, standing: 'person' }));
    return caller;
  }

  /**
   * Whether a further call of this caller may enter, while `limit` calls may be in progress and never more than
   * `max`.
   */
  mayWork(caller: GateCaller, limit: number, max: number): boolean {
    const own = this.#working.of(caller);
    if (this.#working.total >= max || !this.#hasRoom(this.#working, caller, max * SHARE_OF_ONE, max)) return false;
    return own < FEW_CALLS || own < SHARE * (limit - this.#working.total);
  }

  /** Whether a further call of a caller without a session may wait for its body. */
  mayReceive(caller: GateCaller): boolean {
    return this.#hasRoom(this.#receiving, caller, MAX_RECEIVING_OF_ONE, MAX_RECEIVING);
  }

  enter(caller: GateCaller, isReceiving: boolean): void {
    (isReceiving ? this.#receiving : this.#working).add(caller, 1);
  }

  leave(caller: GateCaller, isReceiving: boolean): void {
    (isReceiving ? this.#receiving : this.#working).add(caller, -1);
  }

  #hasRoom(counts: Counts, caller: GateCaller, maxOfOne: number, max: number): boolean {
    if (caller.standing === 'person') return true;
    const own = counts.of(caller);
    if (own >= maxOfOne || counts.withoutSession >= SHARE_WITHOUT_SESSION * max) return false;
    const share = own < FEW_CALLS ? SHARE_OF_STRANGERS_WITH_FEW : SHARE_OF_STRANGERS;
    return caller.standing === 'known' || counts.strangers < share * max;
  }
}

class Counts {
  readonly #calls = new Map<string, number>();
  total = 0;
  withoutSession = 0;
  strangers = 0;

  of({ id }: GateCaller): number {
    return this.#calls.get(id) ?? 0;
  }

  add(caller: GateCaller, change: 1 | -1): void {
    this.total += change;
    if (caller.standing !== 'person') this.withoutSession += change;
    if (caller.standing === 'stranger') this.strangers += change;
    const own = this.of(caller) + change;
    if (own === 0) this.#calls.delete(caller.id);
    else this.#calls.set(caller.id, own);
  }
}
