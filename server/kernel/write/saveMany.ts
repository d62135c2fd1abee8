import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import { syncCopies } from '../keywords/compute.ts';
import { logChanges } from '../keywords/fieldLog.ts';
import { affectsLatest, latestFlags, lockAllGroups, syncLatest } from '../keywords/latest.ts';
import { canWriteAsSet } from '../keywords/setWrites.ts';
import type { Change, Computed, Entered, EntityRuntime, Kernel } from '../core.ts';
import type { Body, Row } from '../row.ts';
import { arrayText, statement } from '../statement.ts';
import { changesOfCreate, changesOfUpdate } from './audit.ts';
import { authorize } from './authorize.ts';
import { compute } from './compute.ts';
import { withoutHiddenPeriod } from './duplicates.ts';
import { gate } from './gate.ts';
import { writeByHalves } from './halving.ts';
import { load } from './load.ts';
import { lookUp } from './lookups.ts';
import { translateRefusal } from './refusal.ts';
import { enter } from './set.ts';
import { updateManyStatement } from './statements.ts';
import { checkRules } from './validate.ts';
import { bindable, changedColumns, withHashes } from './write.ts';

/*
 * Many changes of one entity in one statement, where `canWriteAsSet` allows it. `prepareMany` takes each change through
 * the steps of `save.ts` up to validate, `insertMany` and `writeUpdates` write them. Lookups, the write and what follows
 * it are done for all rows together. The other steps of `save.ts` are absent: where one of them adds something, the rows
 * are saved one by one.
 */

/** A change that is valid and ready to be written, with its place in the list. */
export interface ReadySave {
  index: number;
  save: Computed;
}

/** A valid change of a stored row that differs from it. */
export interface ReadyUpdate {
  index: number;
  before: Row;
  row: Row;
  columns: Row;
}

/** Receives the place and the refusal of a change that cannot be saved. */
export type OnRefused = (index: number, refusal: Refusal) => void;

/** Options of rows that an operation computes. */
export interface ManyRows {
  acceptWarnings: boolean;
  /** the action of the audit lines */
  action: string;
  /** their common parent, locked and checked by the caller, who also checks the number of its children */
  parent?: Row;
  /** an authorized operation of the business area creates them: no right to add rows is needed */
  isAuthorized?: boolean;
}

/** Fields of a stored row to set; the row is locked by the caller. */
export interface RowUpdate {
  before: Row;
  values: Row;
}

/**
 * Creates rows of one entity that an operation computes, in one statement. Where the database refuses it, the rows are
 * halved until each refused row is alone.
 *
 * @param rows normalised values by field
 * @returns how many rows were created
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
 * Updates children of one parent that an operation computes, in one statement. Rights and gates are checked by the
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

/** Normalised values as a body. */
export const bodyOf = (values: Row, acceptWarnings: boolean): Body => ({
  values,
  children: {},
  acceptWarnings,
  violations: [],
});

/**
 * Takes changes of one entity and one operation through the steps of a save before the write.
 *
 * @returns the valid ones
 * @throws Refusal (403) where the user may not create rows
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
  for (const [place, { index, save }] of entered.entries())
    await reporting(index, onRefused, async () => {
      const computed = await compute(save, found[place]);
      await checkRules(computed);
      ready.push({ index, save: computed });
    });
  return ready;
}

/** The changes that differ from their stored rows, with the columns to write. */
export const differing = (ready: readonly ReadySave[]): ReadyUpdate[] =>
  ready.flatMap(({ index, save }) => {
    const { before, row } = save;
    const columns = before ? changedColumns(save, before) : {};
    return before && Object.keys(columns).length > 0 ? [{ index, before, row, columns }] : [];
  });

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
 * halved until each refused row is alone.
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
  const isRefusal = (error: unknown): boolean =>
    translateRefusal(error, kernel.registry, runtime, 'create') instanceof Refusal;
  await writeByHalves(
    ready,
    (some) => context.separately((inside) => insertAll(kernel, runtime, { ready: some, action }, inside)),
    isRefusal,
    async ({ index, save }, error) => {
      const refusal = translateRefusal(error, kernel.registry, runtime, 'create');
      if (!(refusal instanceof Refusal)) throw refusal;
      refused++;
      onRefused(index, await withoutHiddenPeriod(kernel, runtime, { row: save.row, refusal }, context));
    },
  );
  context.afterCommit(() => kernel.invalidate(runtime.entity.table));
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
  { ready, action }: { ready: readonly ReadyUpdate[]; action: string },
  context: Context,
): Promise<void> {
  if (ready.length === 0) return;
  const { entity } = runtime;
  if (ready.some(({ columns }) => entity.latest && affectsLatest(entity.latest, columns)))
    throw new Error(`${entity.name}: a change may move the flag of another row`);
  // columns that no row changes are not written
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
  const lines = ready.map(({ before }, index) => ({
    id: String(before['id']),
    action: 'update' as const,
    changes: audited[index]!,
  }));
  await logChanges(kernel, runtime, lines, context);
  await syncCopies(
    kernel,
    runtime,
    ready.map(({ before, row }) => ({ before, after: row })),
    context,
  );
  context.afterCommit(() => kernel.invalidate(entity.table));
}
