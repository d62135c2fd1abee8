import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { entityNamed, type Kernel } from '../../kernel/kernel.ts';
import type { EntityRuntime } from '../../kernel/registry.ts';
import { quote } from '../../kernel/statement.ts';
import type { Row } from '../../kernel/write/body.ts';
import { createMany, type ManyRows } from '../../kernel/write/createMany.ts';
import { RefusedRows } from '../../kernel/write/refusedRows.ts';
import { updateMany, type Change } from '../../kernel/write/updateMany.ts';

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

/** What an action works out: rows to change, and rows to add. */
export interface Worked { changes: readonly Change[]; added: readonly Row[] }

/**
 * Writes what an action worked out, all of it or nothing.
 *
 * @returns how many rows were changed
 * @throws Refusal (400) naming the rows that break a rule
 */
export async function writeWorked(kernel: Kernel, runtime: EntityRuntime, { changes, added }: Worked, many: ManyRows, context: Context): Promise<number> {
  const refused = new RefusedRows(context, { field: '', key: 'MSG_premium_0202' });
  const changed = await updateMany(kernel, runtime, changes, many, context, (index, refusal) => refused.add(runtime, changes[index]!.before, refusal));
  await createMany(kernel, runtime, added, many, context, (index, refusal) => refused.add(runtime, added[index]!, refusal));
  refused.throwAny();
  return changed;
}
