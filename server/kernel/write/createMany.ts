import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { permit } from '../rights.ts';
import { statement } from '../statement.ts';
import type { Row } from './body.ts';
import { Refusal } from '../../errors.ts';
import { judged } from './judging.ts';
import { lookUp } from './lookups.ts';
import { holdAllThings, newestFlags, settleNewest } from './newest.ts';
import { auditedValues, bindable, withHashes } from './rowWriter.ts';
import { translateRefusal } from './refusal.ts';

/** How many rows are written at once. */
export interface ManyRows {
  acceptWarnings: boolean;
  /** what their audit lines say was done */
  action: string;
  /** the row above them all, held and passed by the caller, who judges the number of its parts */
  parent?: Row;
}

/**
 * Creates many rows of one entity: each is judged as `createRow` does, then all are written with their audit lines in one
 * statement. Where the database refuses it, the rows are halved until the ones to blame stand alone.
 *
 * @param refuse is told the index and the refusal of each row that cannot be written; the others are
 * @returns how many were refused
 */
export async function createMany(kernel: Kernel, runtime: EntityRuntime, rows: readonly Row[], { acceptWarnings, action, parent }: ManyRows, context: Context, refuse: (index: number, error: unknown) => void): Promise<number> {
  if (!parent) permit(kernel, runtime, 'add', context);
  let refused = 0;
  const reject = (index: number, error: unknown) => {
    refused++;
    refuse(index, error);
  };
  const sound: Sound[] = [];
  const found = await lookUp(kernel, runtime, rows, parent, context);
  for (const [index, values] of rows.entries()) {
    try {
      sound.push({ index, row: await judged(kernel, runtime, values, { values, children: {}, acceptWarnings, violations: [] }, context, undefined, parent, found[index]) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reject(index, error);
    }
  }
  await holdAllThings(runtime, context);
  await insertHalving(kernel, runtime, sound, action, context, reject);
  context.afterCommit(() => kernel.written(runtime.entity.table));
  return refused;
}

interface Sound { index: number; row: Row }

async function insertHalving(kernel: Kernel, runtime: EntityRuntime, rows: readonly Sound[], action: string, context: Context, reject: (index: number, error: unknown) => void): Promise<void> {
  if (rows.length === 0) return;
  try {
    await context.separately((inside) => insertAll(kernel, runtime, rows, action, inside));
  } catch (error) {
    const refusal = translateRefusal(error, kernel.registry, runtime, 'create');
    if (!(refusal instanceof Refusal)) throw refusal;
    if (rows.length === 1) {
      reject(rows[0]!.index, refusal);
      return;
    }
    const middle = rows.length >> 1;
    await insertHalving(kernel, runtime, rows.slice(0, middle), action, context, reject);
    await insertHalving(kernel, runtime, rows.slice(middle), action, context, reject);
  }
}

async function insertAll(kernel: Kernel, runtime: EntityRuntime, sound: readonly Sound[], action: string, context: Context): Promise<void> {
  const { db, user, requestId } = context;
  const { insertColumns, insertMany } = runtime.statements;
  const flags = await newestFlags(runtime, sound.map(({ row }) => row), context);
  const rows = sound.map(({ row }, index) => ({ ...row, ...flags[index] }));
  const stored = await Promise.all(rows.map((row) => withHashes(runtime, row)));
  const columns = insertColumns.map((field) => stored.map((row) => bindable(field, row[field.name])));
  const audit = rows.map((row) => JSON.stringify(auditedValues(runtime, row)));
  await db.query(statement(insertMany, [...columns, audit, user.userCde, requestId, action], true));
  await settleNewest(kernel, runtime, rows, context);
}
