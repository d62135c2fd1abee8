import { titlesOf } from '../../../../generator/language/title.ts';
import type { Label } from '../../../../generator/model/field.ts';
import type { Violation } from '../../../../generator/language/violation.ts';
import { refuseFields, type Refusal } from '../../../errors.ts';
import { violationText } from '../../../messages.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime } from '../../core.ts';
import { knownEntity } from '../../knownEntity.ts';
import type { Row } from '../../row.ts';

/** Limit of rows that a warning lists. */
const MAX_LISTED = 10;

/** Collects rows with warnings for one refusal: each warning once, with the rows that it concerns. */
export class WarnedRows {
  readonly #context: Context;
  readonly #key: string;
  readonly #warnings = new Map<string, Violation>();

  /** @param key message of a warning, with the parameters label (of the field) and reason */
  constructor(context: Context, key: string) {
    this.#context = context;
    this.#key = key;
  }

  /**
   * Adds the warnings about a row.
   *
   * @param link the stored row to list: the row itself, or the one from which a new row is made
   */
  add({ violations }: Refusal, link: { runtime: EntityRuntime; row: Row }): void {
    for (const violation of violations) {
      const reason = violationText(this.#context.language, violation);
      const label = violation.params['label'] as Label | undefined;
      const text = `${violation.field} ${reason}`;
      const known = this.#warnings.get(text);
      this.#warnings.set(text, {
        field: '',
        key: this.#key,
        params: { label, reason },
        level: 'warning',
        ...this.#listed(known, link),
      });
    }
  }

  #listed(known: Violation | undefined, { runtime, row }: { runtime: EntityRuntime; row: Row }): Partial<Violation> {
    const rows = known?.rows ?? [];
    if (rows.length === MAX_LISTED) return { rows, moreRows: true };
    const title = titlesOf(knownEntity(runtime, this.#context.user), row);
    return { rows: [...rows, { entity: runtime.entity.name, id: String(row['id']), title }] };
  }

  /** @throws Refusal (400) with the warnings, if a row was added */
  throwAny(): void {
    if (this.#warnings.size > 0) throw refuseFields([...this.#warnings.values()]);
  }
}
