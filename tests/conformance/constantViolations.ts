import type { Violation } from '../../generator/language/violation.ts';
import type { SampleOptions } from './sample.ts';

/**
 * Candidates after which a search ends if each breaks the same rule. Later ones of them omit most optional fields, so
 * what they have in common, such as the parent, breaks the rule.
 */
const MAX_CONSTANT = 400;

/** The rules that every candidate of a search breaks. */
export class ConstantViolations {
  readonly #breaks: string | undefined;
  readonly #isSearched: boolean;
  #rules: Set<string> | undefined;
  #count = 0;

  constructor({ accepts, breaks }: Pick<SampleOptions, 'accepts' | 'breaks'>) {
    this.#breaks = breaks;
    // without the rule that a row must break, any may be meant
    this.#isSearched = !accepts || breaks !== undefined;
  }

  /** Whether more candidates would break such a rule too. */
  get exist(): boolean {
    return this.#isSearched && this.#count >= MAX_CONSTANT && this.#rules !== undefined && this.#rules.size > 0;
  }

  /** Notes what a candidate breaks. */
  note(violations: readonly Violation[]): void {
    this.#count++;
    const broken = new Set(
      violations.flatMap(({ rule }) => (rule === undefined || rule === this.#breaks ? [] : [rule])),
    );
    this.#rules = this.#rules?.intersection(broken) ?? broken;
  }
}
