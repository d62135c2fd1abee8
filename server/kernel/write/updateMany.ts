import type { Violation } from '../../../generator/language/violation.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import { canWriteAsSet } from '../keywords/setWrites.ts';
import type { EntityRuntime } from '../registry.ts';
import { arrayText, statement } from '../statement.ts';
import { changesOfUpdate } from './audit.ts';
import type { Row } from './body.ts';
import { logChanges } from './changeLog.ts';
import type { ManyRows, Refuse } from './createMany.ts';
import { settleFollowers } from './followers.ts';
import { judged } from './judging.ts';
import { lookUp } from './lookups.ts';
import { isAboutNewest } from './newest.ts';
import { translateRefusal } from './refusal.ts';
import { bindable, changedColumns } from './rowWriter.ts';
import { updateManyStatement } from './statements.ts';

/** A row as it stands, held by the caller, the fields of it to set, and what is known to be wrong with them. */
export interface Change {
  before: Row;
  values: Row;
  violations?: Violation[];
}

/** A change that was judged and makes a difference: its place among those given, and what is written of it. */
export interface SoundChange {
  index: number;
  before: Row;
  after: Row;
  changed: Row;
}

/**
 * Changes many rows below one parent: each is judged as `updateRow` does, then those that differ are written with their
 * audit lines in one statement. It is for what an action works out; the gates and rights of a change by hand are the
 * caller's to ask.
 *
 * @param refuse is told the index and the refusal of each row that breaks a rule
 * @returns how many rows were written
 * @throws Refusal where the database refuses them, and nothing is written
 */
export async function updateMany(
  kernel: Kernel,
  runtime: EntityRuntime,
  changes: readonly Change[],
  many: ManyRows,
  context: Context,
  refuse: Refuse,
): Promise<number> {
  const { entity } = runtime;
  if (!canWriteAsSet(kernel, runtime, 'updateWithParent', many.action))
    throw new Error(`a change of ${entity.name} is more than its row`);
  const sound = await judgeChanges(kernel, runtime, changes, many, context, refuse);
  await writeChanges(kernel, runtime, sound, many.action, context);
  return sound.length;
}

/**
 * Judges many changed rows below one parent, each as `updateRow` does. @returns those that no rule refuses and that
 * differ from what they were
 */
export async function judgeChanges(
  kernel: Kernel,
  runtime: EntityRuntime,
  changes: readonly Change[],
  { acceptWarnings, parent }: Omit<ManyRows, 'action'>,
  context: Context,
  refuse: Refuse,
): Promise<SoundChange[]> {
  const entered = changes.map(({ before, values }): Row => ({ ...before, ...values }));
  const found = await lookUp(kernel, runtime, entered, parent, context);
  const sound: SoundChange[] = [];
  for (const [index, { before, values, violations = [] }] of changes.entries()) {
    try {
      const asked = { values, children: {}, acceptWarnings, violations };
      const after = await judged(kernel, runtime, entered[index]!, asked, context, before, parent, found[index]);
      const changed = changedColumns(runtime, before, after, asked, {});
      if (Object.keys(changed).length > 0) sound.push({ index, before, after, changed });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(index, error);
    }
  }
  return sound;
}

/**
 * Writes changes that were judged, of rows that are held, with their audit lines in one statement, and their log.
 *
 * @throws Refusal where the database refuses them, and nothing is written
 */
export async function writeChanges(
  kernel: Kernel,
  runtime: EntityRuntime,
  rows: readonly SoundChange[],
  action: string,
  context: Context,
): Promise<void> {
  if (rows.length === 0) return;
  const { entity } = runtime;
  if (rows.some(({ changed }) => entity.newest && isAboutNewest(entity.newest, changed)))
    throw new Error(`${entity.name}: a change may move the flag of another row`);
  // what no row changes is neither sent nor written
  const fields = entity.fields.filter(({ name }) => rows.some(({ changed }) => name in changed));
  const columns = fields.map((field) => arrayText(rows.map(({ after }) => bindable(field, after[field.name]))));
  const audited = rows.map(({ before, changed }) => changesOfUpdate(runtime, before, changed));
  const audit = arrayText(audited.map((changes) => JSON.stringify(changes)));
  const [ids, revs] = ['id', 'rev'].map((name) => arrayText(rows.map(({ before }) => String(before[name]))));
  const values = [ids, revs, ...columns, audit, context.user.userCde, context.requestId, action];
  try {
    const result = await context.db.query(statement(updateManyStatement(entity, fields), values, false));
    // the rows are held, so none can have moved on
    if ((result.rows[0] as { n: number }).n !== rows.length)
      throw new Error(`${entity.name}: a row that was held is gone`);
  } catch (error) {
    throw translateRefusal(error, kernel.registry, runtime, 'update');
  }
  await logChanges(
    kernel,
    runtime,
    rows.map(({ before }, index) => ({ id: String(before['id']), action: 'update', changes: audited[index]! })),
    context,
  );
  await settleFollowers(kernel, runtime, rows, context);
  context.afterCommit(() => kernel.written(entity.table));
}
