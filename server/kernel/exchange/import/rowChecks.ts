import type { Violation } from '../../../../generator/language/violation.ts';
import { userBinding, type Context } from '../../context.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import { missingReference } from '../../write/references.ts';
import type { IncomingRow } from './incomingRow.ts';

/**
 * Finds further errors of rows with invalid cells. These rows do not reach the save path, but staff should see all
 * errors of a row at once.
 */
export class RowChecks {
  readonly #kernel: Kernel;
  readonly #runtime: EntityRuntime;
  readonly #context: Context;
  /** reference and value → its violations, looked up once for all rows */
  readonly #references = new Map<string, Promise<Violation[]>>();

  constructor(kernel: Kernel, runtime: EntityRuntime, context: Context) {
    this.#kernel = kernel;
    this.#runtime = runtime;
    this.#context = context;
  }

  /**
   * Violations of rules by a row with its defaults. Invalid cells, and fields that the save path would compute, are not
   * reported.
   */
  brokenRules(row: IncomingRow): Violation[] {
    const { evaluator, entity } = this.#runtime;
    const unknown = new Set([
      ...row.violations.map(({ field }) => field),
      ...entity.fields
        .filter(({ name, compute }) => compute !== undefined && row.values[name] == null)
        .map(({ name }) => name),
    ]);
    const context = { mode: 'create', today: this.#context.today, user: userBinding(this.#context) } as const;
    return evaluator
      .validate(evaluator.compute(row.values, context), context)
      .filter(({ field, level }) => level !== 'warning' && !unknown.has(field));
  }

  /** Violations for references of a row to missing rows, except those in its invalid cells. */
  async missingReferences({ values, violations }: IncomingRow): Promise<Violation[]> {
    const invalid = new Set(violations.map(({ field }) => field));
    const valid = Object.fromEntries(Object.entries(values).filter(([name]) => !invalid.has(name)));
    const found: Violation[] = [];
    for (const field of this.#runtime.entity.fields) {
      if (!field.ref || valid[field.name] == null) continue;
      const key = JSON.stringify([
        field.name,
        valid[field.name],
        ...Object.keys(field.ref.match ?? {}).map((own) => valid[own]),
      ]);
      if (!this.#references.has(key))
        this.#references.set(
          key,
          missingReference(this.#kernel, field, { value: valid[field.name], beside: valid }, this.#context),
        );
      found.push(...(await this.#references.get(key)!));
    }
    return found;
  }
}
