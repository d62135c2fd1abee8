import { labelIn } from '../../../../generator/language/message.ts';
import { titlesOf } from '../../../../generator/language/title.ts';
import type { Violation } from '../../../../generator/language/violation.ts';
import { refuseFields, type Refusal } from '../../../errors.ts';
import { violationText } from '../../../messages.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime } from '../../core.ts';
import type { Row } from '../../row.ts';

/** Limit of violations in the refusal. */
const MAX_NAMED = 20;

/** Collects invalid rows for one refusal that names them. */
export class RefusedRows {
  readonly #context: Context;
  readonly #target: Pick<Violation, 'field' | 'key'>;
  readonly #violations: Violation[] = [];

  /**
   * @param target field at which the refusal is reported, and key of its message, with the parameters record and reason
   */
  constructor(context: Context, target: Pick<Violation, 'field' | 'key'>) {
    this.#context = context;
    this.#target = target;
  }

  /** Whether the limit of violations is reached. */
  get isFull(): boolean {
    return this.#violations.length >= MAX_NAMED;
  }

  /** Adds a row with its violations. */
  add({ entity }: EntityRuntime, row: Row, { violations }: Refusal): void {
    const { language } = this.#context;
    const record = labelIn(titlesOf(entity, row), language);
    for (const violation of violations) {
      this.#violations.push({
        ...this.#target,
        params: { record, reason: violationText(language, violation) },
        ...(violation.level ? { level: violation.level } : {}),
      });
    }
  }

  /** @throws Refusal (400) with the first violations, if a row was added */
  throwAny(): void {
    if (this.#violations.length > 0) throw refuseFields(this.#violations.slice(0, MAX_NAMED));
  }
}
