import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import { syncCopies } from '../keywords/compute.ts';
import { logChanges } from '../keywords/fieldLog.ts';
import { affectsLatest, latestFlags, lockAllGroups, syncLatest } from '../keywords/latest.ts';
import { canWriteAsSet } from '../keywords/setWrites.ts';
import type { Change, EntityRuntime, Kernel, RowSave } from '../core.ts';
import type { Body, Row } from '../row.ts';
import { arrayText, statement } from '../statement.ts';
import { changesOfCreate, changesOfUpdate } from './audit.ts';
import { authorize } from './authorize.ts';
import { compute } from './compute.ts';
import { withoutHiddenPeriod } from './duplicates.ts';
import { gate } from './gate.ts';
import { load } from './load.ts';
import { lookUp } from './lookups.ts';
import { translateRefusal } from './refusal.ts';
import { updateManyStatement } from './statements.ts';
import { checkRules } from './validate.ts';
import { bindable, changedColumns, withHashes } from './write.ts';

/*
 * Many changes of one entity in one statement, where `canWriteAsSet` allows it. They take the steps of `save.ts`; only the
 * lookups and the write are done for all rows together.
 */

/** A change that is valid and ready to be written, with its place in the list. */
export interface ReadySave {
  index: number;
  save: RowSave;
}

/** Receives the place and the refusal of a change that cannot be saved. */
export type OnRefused = (index: number, refusal: Refusal) => void;

/** Options of changes that an operation works out itself. */
export interface ManyRows {
  acceptWarnings: boolean;
  /** the action of the audit lines */
  action: string;
  /** the row above them all, locked and checked by the caller, who also checks the number of its children */
  parent?: Row;
  /** an operation of the business area makes them, which was authorized: no right to add rows is needed */
  ofAction?: boolean;
}

/** Fields of a stored row to set; the row is locked by the caller. */
export interface RowUpdate {
  before: Row;
  values: Row;
}

/**
 * Creates rows of one entity that an operation works out, in one statement. Where the database refuses it, the rows are
 * halved until the refused ones stand alone.
 *
 * @param rows normalised values by field
 * @returns how many rows were created
 */
export async function createMany(
  kernel: Kernel,
  runtime: EntityRuntime,
  {
    rows,
    options: { acceptWarnings, action, parent, ofAction = parent !== undefined },
    onRefused,
  }: { rows: readonly Row[]; options: ManyRows; onRefused: OnRefused },
  context: Context,
): Promise<number> {
  const changes = rows.map((values): Change => ({
    runtime,
    operation: 'create',
    body: bodyOf(values, acceptWarnings),
    ...(parent ? { parent } : {}),
    ...(ofAction ? { system: { underParent: true } } : {}),
  }));
  const ready = await prepareMany(kernel, runtime, { changes, onRefused }, context);
  return insertMany(kernel, runtime, { ready, action, onRefused }, context);
}

/**
 * Updates rows below one parent that an operation works out, in one statement. Rights and gates are checked by the
 * caller.
 *
 * @returns how many rows differed and were written
 * @throws Refusal where the database refuses them, and nothing is written
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
    throw new Error(`a change of ${runtime.entity.name} is more than its row`);
  const changes = rows.map(({ before, values }): Change => ({
    runtime,
    operation: 'update',
    before,
    body: bodyOf(values, acceptWarnings),
    ...(parent ? { parent } : {}),
    system: { underParent: true, action },
  }));
  const ready = await prepareMany(kernel, runtime, { changes, onRefused }, context);
  await writeUpdates(kernel, runtime, { ready, action }, context);
  return ready.length;
}

/** Normalised values as a body. */
export const bodyOf = (values: Row, acceptWarnings: boolean): Body => ({
  values,
  children: {},
  acceptWarnings,
  violations: [],
});

/**
 * Takes changes of one entity and one operation through all steps before the write.
 *
 * @returns the valid ones; of updates those that differ from the stored row
 * @throws Refusal (403) where the user may not create rows
 */
export async function prepareMany(
  kernel: Kernel,
  runtime: EntityRuntime,
  { changes, onRefused }: { changes: readonly Change[]; onRefused: OnRefused },
  context: Context,
): Promise<ReadySave[]> {
  const entered: ReadySave[] = [];
  if (changes[0]?.operation === 'create') authorize(kernel, changes[0], context);
  for (const [index, change] of changes.entries())
    await reporting(index, onRefused, async () => {
      if (change.operation !== 'create') authorize(kernel, change, context);
      const save = await load(kernel, change, context, async () => []);
      await gate(save);
      // keywords that set values are saved row by row, or their values are among those of the operation
      save.entered = { ...save.before, ...save.body.values, ...save.systemValues };
      entered.push({ index, save });
    });
  const rows = entered.map(({ save }) => save.entered);
  const found = await lookUp(kernel, runtime, { rows, parent: entered[0]?.save.parent }, context);
  const ready: ReadySave[] = [];
  for (const [place, { index, save }] of entered.entries())
    await reporting(index, onRefused, async () => {
      save.lookups = found[place]!;
      await compute(save);
      await checkRules(save);
      if (save.before) save.columns = changedColumns(save, save.before);
      if (!save.columns || Object.keys(save.columns).length > 0) ready.push({ index, save });
    });
  return ready;
}

async function reporting(index: number, onRefused: OnRefused, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    onRefused(index, error);
  }
}

/**
 * Inserts new rows that are ready, with their audit lines, in one statement. Where the database refuses it, they are
 * halved until the refused ones stand alone.
 *
 * @returns how many were written
 */
export async function insertMany(
  kernel: Kernel,
  runtime: EntityRuntime,
  { ready, action, onRefused }: { ready: readonly ReadySave[]; action: string; onRefused: OnRefused },
  context: Context,
): Promise<number> {
  await lockAllGroups(runtime, context);
  let refused = 0;
  await halving(
    ready,
    (some) => context.separately((inside) => insertAll(kernel, runtime, { ready: some, action }, inside)),
    async ({ index, save }, error) => {
      const refusal = translateRefusal(error, kernel.registry, runtime, 'create');
      if (!(refusal instanceof Refusal)) throw refusal;
      refused++;
      onRefused(index, await withoutHiddenPeriod(kernel, runtime, { row: save.row, refusal }, context));
    },
    (error) => translateRefusal(error, kernel.registry, runtime, 'create') instanceof Refusal,
  );
  context.afterCommit(() => kernel.written(runtime.entity.table));
  return ready.length - refused;
}

/**
 * Runs a write of many rows. Where it is refused, its halves are written, until the refused rows stand alone.
 *
 * @param alone receives a row that is refused by itself
 */
export async function halving(
  ready: readonly ReadySave[],
  write: (some: readonly ReadySave[]) => Promise<void>,
  alone: (one: ReadySave, error: unknown) => Promise<void>,
  isRefusal: (error: unknown) => boolean,
): Promise<void> {
  if (ready.length === 0) return;
  try {
    await write(ready);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (ready.length === 1) return alone(ready[0]!, error);
    const middle = ready.length >> 1;
    await halving(ready.slice(0, middle), write, alone, isRefusal);
    await halving(ready.slice(middle), write, alone, isRefusal);
  }
}

async function insertAll(
  kernel: Kernel,
  runtime: EntityRuntime,
  { ready, action }: { ready: readonly ReadySave[]; action: string },
  context: Context,
): Promise<void> {
  const { db, user, requestId } = context;
  const { insertColumns, insertMany: text } = runtime.statements;
  const computed = ready.map(({ save }) => save.row);
  const flags = await latestFlags(runtime, computed, context);
  const rows = computed.map((row, index) => ({ ...row, ...flags[index] }));
  const stored = await Promise.all(rows.map((row) => withHashes(runtime, row)));
  const columns = insertColumns.map((field) => arrayText(stored.map((row) => bindable(field, row[field.name]))));
  const audit = JSON.stringify(rows.map((row) => changesOfCreate(runtime, row)));
  await db.query(statement(text, [...columns, audit, user.userCde, requestId, action], true));
  await syncLatest(kernel, runtime, rows, context);
  // rows of one file may refer to later ones
  await syncCopies(
    kernel,
    runtime,
    rows.map((after) => ({ after })),
    context,
  );
}

/**
 * Writes updates that are ready, with their audit lines in one statement, and their logs.
 *
 * @throws Refusal where the database refuses them, and nothing is written
 */
export async function writeUpdates(
  kernel: Kernel,
  runtime: EntityRuntime,
  { ready, action }: { ready: readonly ReadySave[]; action: string },
  context: Context,
): Promise<void> {
  if (ready.length === 0) return;
  const { entity } = runtime;
  const rows = ready.map(({ save }) => ({ before: save.before!, after: save.row, columns: save.columns! }));
  if (rows.some(({ columns }) => entity.latest && affectsLatest(entity.latest, columns)))
    throw new Error(`${entity.name}: a change may move the flag of another row`);
  // columns that no row changes are not written
  const fields = entity.fields.filter(({ name }) => rows.some(({ columns }) => name in columns));
  const values = fields.map((field) => arrayText(rows.map(({ after }) => bindable(field, after[field.name]))));
  const audited = rows.map(({ before, columns }) => changesOfUpdate(runtime, before, columns));
  const audit = arrayText(audited.map((changes) => JSON.stringify(changes)));
  const [ids, revs] = ['id', 'rev'].map((name) => arrayText(rows.map(({ before }) => String(before[name]))));
  const bound = [ids, revs, ...values, audit, context.user.userCde, context.requestId, action];
  try {
    const result = await context.db.query(statement(updateManyStatement(entity, fields), bound, false));
    // the rows are locked, so none can have moved on
    if ((result.rows[0] as { n: number }).n !== rows.length) throw new Error(`${entity.name}: a locked row is gone`);
  } catch (error) {
    throw translateRefusal(error, kernel.registry, runtime, 'update');
  }
  const lines = rows.map(({ before }, index) => ({
    id: String(before['id']),
    action: 'update' as const,
    changes: audited[index]!,
  }));
  await logChanges(kernel, runtime, lines, context);
  await syncCopies(kernel, runtime, rows, context);
  context.afterCommit(() => kernel.written(entity.table));
}
