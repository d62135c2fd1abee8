import { labelIn } from '../../../generator/language/message.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { refuseFields, type Refusal } from '../../errors.ts';
import { violationText } from '../../messages.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';

/** So many rows are named of those that cannot be written: the first are mended first. */
const MOST_NAMED = 20;

/** Rows that broke a rule, gathered until all of them can be told at once, each by its name. */
export class RefusedRows {
  readonly #context: Context;
  readonly #told: Pick<Violation, 'field' | 'key'>;
  readonly #violations: Violation[] = [];

  /** @param told the input to blame, and the message that names a record with its reason */
  constructor(context: Context, told: Pick<Violation, 'field' | 'key'>) {
    this.#context = context;
    this.#told = told;
  }

  /** As many as are named are there: to find more would tell nothing new. */
  get areEnough(): boolean {
    return this.#violations.length >= MOST_NAMED;
  }

  /** A row, and what is wrong with it. */
  add({ entity }: EntityRuntime, row: Row, { violations }: Refusal): void {
    const { language } = this.#context;
    const record = labelIn(titlesOf(entity, row), language);
    for (const violation of violations) {
      this.#violations.push({
        ...this.#told,
        params: { record, reason: violationText(language, violation) },
        ...(violation.level ? { level: violation.level } : {}),
      });
    }
  }

  /** @throws Refusal (400) naming the first rows and all that is wrong with them, where there is any */
  throwAny(): void {
    if (this.#violations.length > 0) throw refuseFields(this.#violations.slice(0, MOST_NAMED));
  }
}
