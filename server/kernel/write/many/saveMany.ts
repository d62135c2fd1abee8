import { Refusal } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { canWriteAsSet, mustUpdateRowByRow } from '../../keywords/setWrites.ts';
import type { Change, Computed, Entered, EntityRuntime, Kernel, WrittenMany } from '../../core.ts';
import type { Body, Row } from '../../row.ts';
import { arrayText, statement } from '../../statement.ts';
import { changesOfCreate, changesOfUpdate } from '../audit.ts';
import { authorize } from '../authorize.ts';
import { compute } from '../compute.ts';
import { withoutHiddenPeriod } from '../refusal/duplicates.ts';
import { gate } from '../gate.ts';
import { writeByHalves } from './halving.ts';
import { load } from '../load.ts';
import { lookUp } from '../lookups.ts';
import { translateRefusal } from '../refusal/refusal.ts';
import { enter } from '../set.ts';
import { refreshStatistics } from './statistics.ts';
import { updateManyStatement } from '../statements.ts';
import { checkRules } from '../validate.ts';
import { bindable, changedColumns, withHashes } from '../write.ts';

/*
 * Saves many changes of one entity in one statement. `prepareMany` runs the steps of `save.ts` from authorize to
 * validate for each change, except for the values that keywords and the business area set. `insertMany` and
 * `writeUpdates` write all rows with one statement. Keywords take part with their functions `…Many`; the steps
 * complete, children and afterSave are not run. `canWriteAsSet` is false for entities whose saves need any of this;
 * their rows are saved one by one.
 */

/** A valid change that is not written yet. `index` is its position in the list of changes. */
export interface ReadySave {
  index: number;
  save: Computed;
}

/** A valid update that changes the stored row. */
export interface ReadyUpdate {
  index: number;
  before: Row;
  row: Row;
  /** changed fields with the values to write */
  columns: Row;
}

/** Receives the index and the refusal of a change that cannot be saved. */
export type OnRefused = (index: number, refusal: Refusal) => void;

/** Options for rows that an operation writes. */
export interface ManyRows {
  acceptWarnings: boolean;
  /** action of the audit lines */
  action: string;
  /** common parent of the rows. The caller has locked and checked it, and checks the number of its children */
  parent?: Row;
  /** whether an authorized operation creates the rows, so that the user needs no right to add rows */
  isAuthorized?: boolean;
}

/** Fields to set in a stored row, which the caller has locked. */
export interface RowUpdate {
  before: Row;
  values: Row;
}

/**
 * Creates rows of one entity for an operation, in one statement. Refused rows are found as in `writeByHalves`.
 *
 * @param rows normalised values by field
 * @returns number of created rows
 */
export async function createMany(
  kernel: Kernel,
  runtime: EntityRuntime,
  {
    rows,
    options: { acceptWarnings, action, parent, isAuthorized = parent !== undefined },
    onRefused,
  }: { rows: readonly Row[]; options: ManyRows; onRefused: OnRefused },
  context: Context,
): Promise<number> {
  const changes = rows.map((values): Change => ({
    runtime,
    operation: 'create',
    body: bodyOf(values, acceptWarnings),
    ...(parent ? { parent } : {}),
    ...(isAuthorized ? { system: { isAuthorized: true } } : {}),
  }));
  const ready = await prepareMany(kernel, runtime, { changes, onRefused }, context);
  return insertMany(kernel, runtime, { ready, action, onRefused }, context);
}

/**
 * Updates children of one parent for an operation, in one statement. The caller has checked rights and gates.
 *
 * @returns number of changed rows
 * @throws Refusal if the database refuses a row; then nothing is written
 */
export async function updateMany(
  kernel: Kernel,
  runtime: EntityRuntime,
  {
    rows,
    options: { acceptWarnings, action, parent },
    onRefused,
  }: { rows: readonly RowUpdate[]; options: ManyRows; onRefused: OnRefused },
  context: Context,
): Promise<number> {
  if (!canWriteAsSet(kernel, runtime, 'updateWithParent', action))
    throw new Error(`rows of ${runtime.entity.name} must be updated one by one`);
  const changes = rows.map(({ before, values }): Change => ({
    runtime,
    operation: 'update',
    before,
    body: bodyOf(values, acceptWarnings),
    ...(parent ? { parent } : {}),
    system: { isAuthorized: true, action },
  }));
  const ready = differing(await prepareMany(kernel, runtime, { changes, onRefused }, context));
  await writeUpdates(kernel, runtime, { ready, action }, context);
  return ready.length;
}

/** Creates a body from normalised values. */
export const bodyOf = (values: Row, acceptWarnings: boolean): Body => ({
  values,
  children: {},
  acceptWarnings,
  violations: [],
});

/**
 * Runs the steps of a save before the write for changes of one entity with the same operation.
 *
 * @returns the valid changes
 * @throws Refusal (403) if the user may not create rows
 */
export async function prepareMany(
  kernel: Kernel,
  runtime: EntityRuntime,
  { changes, onRefused }: { changes: readonly Change[]; onRefused: OnRefused },
  context: Context,
): Promise<ReadySave[]> {
  const entered: { index: number; save: Entered }[] = [];
  if (changes[0]?.operation === 'create') authorize(kernel, changes[0], context);
  for (const [index, change] of changes.entries())
    await reporting(index, onRefused, async () => {
      if (change.operation !== 'create') authorize(kernel, change, context);
      const loaded = await load(kernel, change, context);
      const gated = await gate(loaded);
      entered.push({ index, save: enter(gated) });
    });
  const rows = entered.map(({ save }) => save.entered);
  const found = await lookUp(kernel, runtime, { rows, parent: entered[0]?.save.parent }, context);
  const ready: ReadySave[] = [];
  for (const [position, { index, save }] of entered.entries())
    await reporting(index, onRefused, async () => {
      const computed = await compute(save, found[position]);
      await checkRules(computed);
      ready.push({ index, save: computed });
    });
  return ready;
}

/** Selects the updates that change their stored rows. */
export const differing = (ready: readonly ReadySave[]): ReadyUpdate[] =>
  ready.flatMap(({ index, save }) => {
    const { before, row } = save;
    const columns = before ? changedColumns(save, before) : {};
    return before && Object.keys(columns).length > 0 ? [{ index, before, row, columns }] : [];
  });

/** Runs `work` for the change at `index`, and reports its refusal instead of throwing it. */
async function reporting(index: number, onRefused: OnRefused, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    onRefused(index, error);
  }
}

/** Locks what keywords need before new rows are written. Locking again has no effect. */
export async function lockForMany(runtime: EntityRuntime, context: Context): Promise<void> {
  for (const keyword of runtime.keywords) if (keyword.lockMany) await keyword.lockMany(runtime, context);
}

/**
 * Inserts rows with their audit lines in one statement. Refused rows are found as in `writeByHalves`.
 *
 * @returns number of inserted rows
 */
export async function insertMany(
  kernel: Kernel,
  runtime: EntityRuntime,
  { ready, action, onRefused }: { ready: readonly ReadySave[]; action: string; onRefused: OnRefused },
  context: Context,
): Promise<number> {
  await lockForMany(runtime, context);
  let refused = 0;
  const isRefusal = (error: unknown): boolean =>
    translateRefusal(error, kernel.registry, runtime, 'create') instanceof Refusal;
  await writeByHalves(
    ready,
    (saves) => context.separately((inside) => insertAll(kernel, runtime, { ready: saves, action }, inside)),
    isRefusal,
    async ({ index, save }, error) => {
      const refusal = translateRefusal(error, kernel.registry, runtime, 'create');
      if (!(refusal instanceof Refusal)) throw refusal;
      refused++;
      onRefused(index, await withoutHiddenPeriod(kernel, runtime, { row: save.row, refusal }, context));
    },
  );
  context.afterCommit(() => kernel.invalidate(runtime.entity.table));
  await refreshStatistics(runtime, ready.length - refused, context);
  return ready.length - refused;
}

async function insertAll(
  kernel: Kernel,
  runtime: EntityRuntime,
  { ready, action }: { ready: readonly ReadySave[]; action: string },
  context: Context,
): Promise<void> {
  const { db, user, requestId } = context;
  const { insertColumns, insertMany: text } = runtime.statements;
  const rows = await completeMany(
    runtime,
    ready.map(({ save }) => save.row),
    context,
  );
  const stored = await Promise.all(rows.map((row) => withHashes(runtime, row)));
  const columns = insertColumns.map((field) => arrayText(stored.map((row) => bindable(field, row[field.name]))));
  const audit = JSON.stringify(rows.map((row) => changesOfCreate(runtime, row)));
  await db.query(statement(text, [...columns, audit, user.userCde, requestId, action], true));
  await afterWriteMany({ kernel, runtime, rows: rows.map((row) => ({ row, audited: {} })), context });
}

/** Sets the values that keywords add to valid new rows. */
async function completeMany(runtime: EntityRuntime, rows: readonly Row[], context: Context): Promise<readonly Row[]> {
  let completed = rows;
  for (const keyword of runtime.keywords) {
    if (!keyword.completeMany) continue;
    const values = await keyword.completeMany(runtime, completed, context);
    completed = completed.map((row, index) => ({ ...row, ...values[index] }));
  }
  return completed;
}

/** Writes what belongs to rows that one statement wrote, such as their logs and copies. */
async function afterWriteMany(written: WrittenMany): Promise<void> {
  for (const keyword of written.runtime.keywords) if (keyword.afterWriteMany) await keyword.afterWriteMany(written);
}

/**
 * Writes updates with their audit lines in one statement, then what keywords add.
 *
 * @throws Refusal if the database refuses a row; then nothing is written
 */
export async function writeUpdates(
  kernel: Kernel,
  runtime: EntityRuntime,
  { ready, action }: { ready: readonly ReadyUpdate[]; action: string },
  context: Context,
): Promise<void> {
  if (ready.length === 0) return;
  const { entity } = runtime;
  if (ready.some(({ columns }) => mustUpdateRowByRow(runtime, columns)))
    throw new Error(`${entity.name}: a change must be saved by itself`);
  // only columns that some row changes are written
  const fields = entity.fields.filter(({ name }) => ready.some(({ columns }) => name in columns));
  const values = fields.map((field) => arrayText(ready.map(({ row }) => bindable(field, row[field.name]))));
  const audited = ready.map(({ before, columns }) => changesOfUpdate(runtime, before, columns));
  const audit = arrayText(audited.map((changes) => JSON.stringify(changes)));
  const [ids, revs] = ['id', 'rev'].map((name) => arrayText(ready.map(({ before }) => String(before[name]))));
  const bound = [ids, revs, ...values, audit, context.user.userCde, context.requestId, action];
  try {
    const result = await context.db.query(statement(updateManyStatement(entity, fields), bound, false));
    // the rows are locked, so no rev can have changed
    if ((result.rows[0] as { n: number }).n !== ready.length)
      throw new Error(`${entity.name}: a locked row has changed`);
  } catch (error) {
    throw translateRefusal(error, kernel.registry, runtime, 'update');
  }
  const written = ready.map(({ before, row }, index) => ({ before, row, audited: audited[index]! }));
  await afterWriteMany({ kernel, runtime, rows: written, context });
  context.afterCommit(() => kernel.invalidate(entity.table));
}
