import type { Entity } from '../../../generator/model/entity.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { SampleOptions } from '../sample.ts';

/**
 * Candidates after which a search has drawn enough of a kind if each breaks the same rule: what they have in common,
 * such as the parent or their optional fields, breaks it.
 */
const MAX_CONSTANT = 400;

/** The rules over the parent that every candidate of a search breaks; other rules may still be kept by chance. */
export class ConstantViolations {
  /** the rules that are not to be broken and read the parent */
  readonly #overParent: ReadonlySet<string>;
  readonly #isSearched: boolean;
  #rules: Set<string> | undefined;
  #count = 0;

  constructor({ rules }: Entity, { accepts, breaks }: Pick<SampleOptions, 'accepts' | 'breaks'>) {
    this.#overParent = new Set(
      rules
        .filter(({ id, when = '', assert }) => id !== breaks && /\bparent\./.test(`${when} ${assert}`))
        .map(({ id }) => id),
    );
    // without the rule that a row must break, any may be meant
    this.#isSearched = !accepts || breaks !== undefined;
  }

  /** Whether more candidates would break such a rule too. */
  get areFound(): boolean {
    return this.#isSearched && this.#count >= MAX_CONSTANT && this.#rules !== undefined && this.#rules.size > 0;
  }

  /** Restarts the count, for candidates that omit optional fields. */
  reset(): void {
    this.#rules = undefined;
    this.#count = 0;
  }

  /** Notes what a candidate breaks. */
  note(violations: readonly Violation[]): void {
    this.#count++;
    const broken = new Set(violations.flatMap(({ rule }) => rule ?? [])).intersection(this.#overParent);
    this.#rules = this.#rules?.intersection(broken) ?? broken;
  }
}
