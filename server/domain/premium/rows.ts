import { labelIn } from '../../../generator/language/message.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { entityNamed, type Kernel } from '../../kernel/kernel.ts';
import type { EntityRuntime } from '../../kernel/registry.ts';
import { quote } from '../../kernel/statement.ts';
import type { Row } from '../../kernel/write/body.ts';
import { violationText } from '../../messages.ts';

/** The live rows of which all `conditions` hold, in the order of `sort`, held against other writers until the transaction ends. */
export async function heldRows({ entity, statements }: EntityRuntime, conditions: Row, sort: readonly string[], { db }: Context): Promise<Row[]> {
  const names = Object.keys(conditions);
  const text = `select (select to_json(x)::text from (select ${statements.selectList}) x) as json from ${quote(entity.table)} t where t."delFlag" = 'N'`
    + names.map((name, index) => ` and t.${quote(name)} = $${index + 1}`).join('') + ` order by ${[...sort, 'id'].map((name) => `t.${quote(name)}`).join(', ')} for no key update of t`;
  const { rows } = await db.query({ text, values: Object.values(conditions) });
  return (rows as { json: string }[]).map(({ json }) => JSON.parse(json) as Row);
}

/** The policy year of a version, held until the transaction ends. @throws Refusal (409) where it is not maintained */
export async function policyYearOf(kernel: Kernel, version: Row, context: Context): Promise<Row> {
  const { policyYear, policyType } = version;
  const [year] = await heldRows(entityNamed(kernel, 'policy-year'), { policyYear, policyType }, [], context);
  if (!year) throw new Refusal('conflict', 'MSG_premium_0103', { year: policyYear }, [{ field: 'policyYear', key: 'MSG_premium_0103', params: { year: policyYear } }]);
  return year;
}

/** So many rows are named of those that a bulk calculation cannot write: the first are mended first. */
const MOST_NAMED = 20;

/** Rows that broke a rule, gathered until all of them can be told at once. */
export class RefusedRows {
  readonly #context: Context;
  readonly #violations: Violation[] = [];

  constructor(context: Context) {
    this.#context = context;
  }

  /** A row, and what is wrong with it. */
  add({ entity }: EntityRuntime, row: Row, { violations }: Refusal): void {
    const { language } = this.#context;
    for (const violation of violations) {
      this.#violations.push({ field: '', key: 'MSG_premium_0202', params: { record: labelIn(titlesOf(entity, row), language), reason: violationText(language, violation) }, ...(violation.level ? { level: violation.level } : {}) });
    }
  }

  /** @throws Refusal (400) naming the first rows and all that is wrong with them, where there is any */
  throwAny(): void {
    if (this.#violations.length > 0) throw refuseFields(this.#violations.slice(0, MOST_NAMED));
  }
}
