import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { permit } from '../rights.ts';
import { arrayText, statement } from '../statement.ts';
import { changesOfCreate } from './audit.ts';
import type { Row } from './body.ts';
import { Refusal } from '../../errors.ts';
import { withoutHiddenPeriod } from './duplicates.ts';
import { settleFollowers } from './followers.ts';
import { judged } from './judging.ts';
import { lookUp } from './lookups.ts';
import { holdAllThings, newestFlags, settleNewest } from './newest.ts';
import { bindable, withHashes } from './rowWriter.ts';
import { translateRefusal } from './refusal.ts';

/** How many rows are written at once. */
export interface ManyRows {
  acceptWarnings: boolean;
  /** what their audit lines say was done */
  action: string;
  /** the row above them all, held and passed by the caller, who judges the number of its parts */
  parent?: Row;
  /** an action of the domain makes them, whose right was asked: none to add rows is needed beside it */
  ofAction?: boolean;
}

/**
 * Creates many rows of one entity: each is judged as `createRow` does, then all are written with their audit lines in
 * one statement. Where the database refuses it, the rows are halved until the ones to blame stand alone.
 *
 * @param refuse is told the index and the refusal of each row that cannot be written; the others are
 * @returns how many were refused
 */
export async function createMany(
  kernel: Kernel,
  runtime: EntityRuntime,
  rows: readonly Row[],
  many: ManyRows,
  context: Context,
  refuse: Refuse,
): Promise<number> {
  const sound = await judgeMany(kernel, runtime, rows, many, context, refuse);
  return rows.length - (await insertMany(kernel, runtime, sound, many.action, context, refuse));
}

/** Rows that were judged and are still to be written, each with its place among those given. */
export type SoundRows = readonly Sound[];

/** Is told the place and the refusal of a row that cannot be written. */
export type Refuse = (index: number, refusal: Refusal) => void;

/**
 * Judges many new rows of one entity, each as `createRow` does; needs the transaction's session only where formulae
 * look rows up. @returns those that no rule refuses
 */
export async function judgeMany(
  kernel: Kernel,
  runtime: EntityRuntime,
  rows: readonly Row[],
  { acceptWarnings, parent, ofAction = parent !== undefined }: Omit<ManyRows, 'action'>,
  context: Context,
  refuse: Refuse,
): Promise<SoundRows> {
  if (!ofAction) permit(kernel, runtime, 'add', context);
  const sound: Sound[] = [];
  const found = await lookUp(kernel, runtime, rows, parent, context);
  for (const [index, values] of rows.entries()) {
    try {
      sound.push({
        index,
        row: await judged(
          kernel,
          runtime,
          values,
          { values, children: {}, acceptWarnings, violations: [] },
          context,
          undefined,
          parent,
          found[index],
        ),
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(index, error);
    }
  }
  return sound;
}

/**
 * Writes rows that were judged, with their audit lines, in one statement. Where the database refuses it, they are
 * halved until the ones to blame stand alone.
 *
 * @returns how many were written
 */
export async function insertMany(
  kernel: Kernel,
  runtime: EntityRuntime,
  rows: SoundRows,
  action: string,
  context: Context,
  refuse: Refuse,
): Promise<number> {
  await holdAllThings(runtime, context);
  let refused = 0;
  await insertHalving(kernel, runtime, rows, action, context, (index, error) => {
    refused++;
    refuse(index, error);
  });
  context.afterCommit(() => kernel.written(runtime.entity.table));
  return rows.length - refused;
}

interface Sound {
  index: number;
  row: Row;
}

async function insertHalving(
  kernel: Kernel,
  runtime: EntityRuntime,
  rows: SoundRows,
  action: string,
  context: Context,
  reject: Refuse,
): Promise<void> {
  if (rows.length === 0) return;
  try {
    await context.separately((inside) => insertAll(kernel, runtime, rows, action, inside));
  } catch (error) {
    const refusal = translateRefusal(error, kernel.registry, runtime, 'create');
    if (!(refusal instanceof Refusal)) throw refusal;
    if (rows.length === 1) {
      reject(rows[0]!.index, await withoutHiddenPeriod(kernel, runtime, rows[0]!.row, refusal, context));
      return;
    }
    const middle = rows.length >> 1;
    await insertHalving(kernel, runtime, rows.slice(0, middle), action, context, reject);
    await insertHalving(kernel, runtime, rows.slice(middle), action, context, reject);
  }
}

async function insertAll(
  kernel: Kernel,
  runtime: EntityRuntime,
  sound: SoundRows,
  action: string,
  context: Context,
): Promise<void> {
  const { db, user, requestId } = context;
  const { insertColumns, insertMany } = runtime.statements;
  const flags = await newestFlags(
    runtime,
    sound.map(({ row }) => row),
    context,
  );
  const rows = sound.map(({ row }, index) => ({ ...row, ...flags[index] }));
  const stored = await Promise.all(rows.map((row) => withHashes(runtime, row)));
  const columns = insertColumns.map((field) => arrayText(stored.map((row) => bindable(field, row[field.name]))));
  const audit = JSON.stringify(rows.map((row) => changesOfCreate(runtime, row)));
  await db.query(statement(insertMany, [...columns, audit, user.userCde, requestId, action], true));
  await settleNewest(kernel, runtime, rows, context);
  // rows of one file may refer to later ones
  await settleFollowers(
    kernel,
    runtime,
    rows.map((after) => ({ after })),
    context,
  );
}
