import { labelIn } from '../../../generator/language/message.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { refuseFields, type Refusal } from '../../errors.ts';
import { violationText } from '../../messages.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';

/** Number of refused rows that the refusal names. */
const MAX_NAMED = 20;

/** Collects rows that break a rule, for one refusal that names them. */
export class RefusedRows {
  readonly #context: Context;
  readonly #place: Pick<Violation, 'field' | 'key'>;
  readonly #violations: Violation[] = [];

  /** @param place the field to report at, and the message that names a record with its reason */
  constructor(context: Context, place: Pick<Violation, 'field' | 'key'>) {
    this.#context = context;
    this.#place = place;
  }

  /** Whether the limit of named rows is reached. */
  get isFull(): boolean {
    return this.#violations.length >= MAX_NAMED;
  }

  /** Adds a row with its violations. */
  add({ entity }: EntityRuntime, row: Row, { violations }: Refusal): void {
    const { language } = this.#context;
    const record = labelIn(titlesOf(entity, row), language);
    for (const violation of violations) {
      this.#violations.push({
        ...this.#place,
        params: { record, reason: violationText(language, violation) },
        ...(violation.level ? { level: violation.level } : {}),
      });
    }
  }

  /** @throws Refusal (400) naming the first refused rows with their violations, if there are any */
  throwAny(): void {
    if (this.#violations.length > 0) throw refuseFields(this.#violations.slice(0, MAX_NAMED));
  }
}
