/**
 * One caller may have so many times the calls that are still free. Alone, a caller gets four fifths of all; a second
 * one always finds room.
 */
const SHARE = 4;
/**
 * A caller with fewer calls under way than this may also enter where others have used up the limit, as far as the
 * server takes any.
 */
const FEW_CALLS = 4;
/**
 * Callers without a known token may have this share of all calls under way, from however many addresses they come:
 * people who are logged in always find room beside them.
 */
const SHARE_OF_STRANGERS = 0.75;
const MOST_KNOWN = 10_000;
/** No address begins like that. */
const PERSON = 'person ';

/**
 * Counts the calls that each caller has under way. A call counts for the person of its token, else for the address that
 * it comes from.
 */
export class Callers {
  /** caller → calls under way */
  readonly #calls = new Map<string, number>();
  /** header → caller */
  readonly #known = new Map<string, string>();
  #total = 0;
  #strangers = 0;

  /**
   * The person of an `Authorization` header; undefined for a token that was never found to be anybody's, so that
   * made-up ones gain nothing.
   */
  of(authorization: string | undefined): string | undefined {
    return authorization === undefined ? undefined : this.#known.get(authorization);
  }

  /** The header was found to be a person's. */
  learn(authorization: string, userCde: string): void {
    if (this.#known.has(authorization)) return;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(authorization, PERSON + userCde);
  }

  /**
   * Whether a further call of this caller may enter where `limit` calls may be under way in all, and never more than
   * `most`.
   */
  mayEnter(caller: string, limit: number, most: number): boolean {
    if (isStranger(caller) && this.#strangers >= SHARE_OF_STRANGERS * most) return false;
    const own = this.#calls.get(caller) ?? 0;
    return own < SHARE * (limit - this.#total) || (own < FEW_CALLS && this.#total < most);
  }

  enter(caller: string): void {
    this.#total++;
    if (isStranger(caller)) this.#strangers++;
    this.#calls.set(caller, (this.#calls.get(caller) ?? 0) + 1);
  }

  leave(caller: string): void {
    this.#total--;
    if (isStranger(caller)) this.#strangers--;
    const left = this.#calls.get(caller)! - 1;
    if (left === 0) this.#calls.delete(caller);
    else this.#calls.set(caller, left);
  }
}

const isStranger = (caller: string): boolean => !caller.startsWith(PERSON);
