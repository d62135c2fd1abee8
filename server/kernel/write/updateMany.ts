import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import { afterSaveOf } from '../domain.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { arrayText, statement } from '../statement.ts';
import type { Row } from './body.ts';
import type { ManyRows, Refuse } from './createMany.ts';
import { judged } from './judging.ts';
import { lookUp } from './lookups.ts';
import { translateRefusal } from './refusal.ts';
import { bindable, changedColumns, changesAsAudited } from './rowWriter.ts';
import { updateManyStatement } from './statements.ts';

/** A row as it stands, held by the caller, and the fields of it to set. */
export interface Change { before: Row; values: Row }

/**
 * Changes many rows below one parent: each is judged as `updateRow` does, then those that differ are written with their audit
 * lines in one statement. It is for what an action works out; the gates and rights of a change by hand are the caller's to ask.
 *
 * @param refuse is told the index and the refusal of each row that breaks a rule
 * @returns how many rows were written
 * @throws Refusal where the database refuses them, and nothing is written
 */
export async function updateMany(kernel: Kernel, runtime: EntityRuntime, changes: readonly Change[], { acceptWarnings, action, parent }: ManyRows, context: Context, refuse: Refuse): Promise<number> {
  const { entity } = runtime;
  if (entity.changeLog || entity.newest || runtime.fileFields.length > 0 || runtime.passwords.length > 0 || ofDomain(kernel, entity.name, action)) throw new Error(`a change of ${entity.name} is more than its row`);
  const entered = changes.map(({ before, values }): Row => ({ ...before, ...values }));
  const found = await lookUp(kernel, runtime, entered, parent, context);
  const written: { before: Row; after: Row; changed: Row }[] = [];
  for (const [index, { before, values }] of changes.entries()) {
    try {
      const asked = { values, children: {}, acceptWarnings, violations: [] };
      const after = await judged(kernel, runtime, entered[index]!, asked, context, before, parent, found[index]);
      const changed = changedColumns(runtime, before, after, asked, {});
      if (Object.keys(changed).length > 0) written.push({ before, after, changed });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(index, error);
    }
  }
  if (written.length > 0) await write(kernel, runtime, written, action, context);
  return written.length;
}

async function write(kernel: Kernel, runtime: EntityRuntime, rows: readonly { before: Row; after: Row; changed: Row }[], action: string, context: Context): Promise<void> {
  const { entity } = runtime;
  // what no row changes is neither sent nor written
  const fields = entity.fields.filter(({ name }) => rows.some(({ changed }) => name in changed));
  const columns = fields.map((field) => arrayText(rows.map(({ after }) => bindable(field, after[field.name]))));
  const audit = arrayText(rows.map(({ before, changed }) => JSON.stringify(changesAsAudited(runtime, before, changed))));
  const [ids, revs] = ['id', 'rev'].map((name) => arrayText(rows.map(({ before }) => String(before[name]))));
  const values = [ids, revs, ...columns, audit, context.user.userCde, context.requestId, action];
  try {
    const result = await context.db.query(statement(updateManyStatement(entity, fields), values, false));
    // the rows are held, so none can have moved on
    if ((result.rows[0] as { n: number }).n !== rows.length) throw new Error(`${entity.name}: a row that was held is gone`);
  } catch (error) {
    throw translateRefusal(error, kernel.registry, runtime, 'update');
  }
  context.afterCommit(() => kernel.written(entity.table));
}

/** Whether a domain has a part in such a write. */
function ofDomain({ domain }: Kernel, name: string, action: string): boolean {
  const rules = domain.get(name);
  return rules?.beforeSave !== undefined || rules?.complete !== undefined || afterSaveOf(rules, action) !== undefined;
}
