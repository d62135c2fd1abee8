import { Refusal } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import type { Change, EntityRuntime, Kernel, Parent } from '../../core.ts';
import { recomputationOf } from '../../keywords/child.ts';
import { canWriteAsSet } from '../../keywords/setWrites.ts';
import { requireOpenParent } from '../../operations/parents.ts';
import type { Row } from '../../row.ts';
import { childOf, lockParent } from '../parent.ts';
import { save } from '../save.ts';
import { bodyOf, insertMany, prepareMany, type OnRefused } from './saveMany.ts';

/** New rows of one parent, as normalised values by field. */
export interface NewSiblings {
  rows: readonly Row[];
  acceptWarnings: boolean;
  /** action of the audit lines */
  action: string;
}

/**
 * Creates rows under one parent for a user who may add them. The result is that of saving each row by itself, but the
 * parent is locked and checked only once, one statement writes all rows, and the parent is computed and validated only
 * once.
 *
 * @returns number of created rows; undefined if the rows must be saved one by one, and then nothing is written or
 *   reported
 */
export async function createSiblings(
  kernel: Kernel,
  runtime: EntityRuntime,
  { rows, acceptWarnings, action, onRefused }: NewSiblings & { onRefused: OnRefused },
  context: Context,
): Promise<number | undefined> {
  if (!canWriteAsSet(kernel, runtime, 'createWithParent', action)) return undefined;
  const refused: Parameters<OnRefused>[] = [];
  const create = async (inside: Context): Promise<number | undefined> => {
    const parent = await openParent(kernel, runtime, rows[0]!, inside);
    if (!parent || addsRowByRow(parent, runtime)) return undefined;
    const changes = rows.map((values): Change => ({
      runtime,
      operation: 'create',
      body: bodyOf(values, acceptWarnings),
      parent: parent.row,
    }));
    const report: OnRefused = (...refusal) => void refused.push(refusal);
    const ready = await prepareMany(kernel, runtime, { changes, onRefused: report }, inside);
    const created = await insertMany(kernel, runtime, { ready, action, onRefused: report }, inside);
    await save(kernel, recomputationOf(parent), inside);
    return created;
  };
  const created = await undoneIfRefused(create, context);
  if (created !== undefined) for (const refusal of refused) onRefused(...refusal);
  return created;
}

/** Locks the parent of a row that a user adds. @throws Refusal if the user may not add rows to it */
async function openParent(
  kernel: Kernel,
  runtime: EntityRuntime,
  row: Row,
  context: Context,
): Promise<Parent | undefined> {
  const parent = await lockParent(kernel, runtime, row, context);
  if (parent) await requireOpenParent(kernel, parent, { child: runtime, operation: 'add' }, context);
  return parent;
}

/** Whether a keyword requires that each new row of the parent is saved by itself. */
const addsRowByRow = (parent: Parent, runtime: EntityRuntime): boolean => {
  const child = childOf(parent, runtime);
  return !child || runtime.keywords.some((keyword) => keyword.addsRowByRow?.(parent.runtime, child));
};

/** Does work; if a refusal ends it, the work is undone and the result is undefined. */
async function undoneIfRefused<Result>(
  work: (inside: Context) => Promise<Result>,
  context: Context,
): Promise<Result | undefined> {
  try {
    return await context.separately(work);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  }
}
