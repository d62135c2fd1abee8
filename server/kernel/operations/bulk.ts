import { isConnectionLost, isDatabaseAway, isLockTimeout } from '../../db/away.ts';
import { Refusal } from '../../errors.ts';
import { translate, violationText } from '../../messages.ts';
import type { Context } from '../context.ts';
import { RowBusy } from '../heldLocks.ts';
import type { Kernel } from '../kernel.ts';
import { isId } from '../read/conditions.ts';
import type { EntityRuntime } from '../registry.ts';
import { permit } from '../rights.ts';
import { rowLocked } from '../contention.ts';
import { readRev, refuseWords, type Row } from '../write/body.ts';
import { lockInOrder } from '../write/locks.ts';
import { deleteRow } from '../write/save.ts';
import { act, actionNamed } from './action.ts';

/**
 * What became of one row of a bulk call; of level `warning` where only warnings stood in its way, so that
 * `acceptWarnings` would let it pass.
 */
export interface BulkOutcome {
  id: string;
  ok: boolean;
  key: string | null;
  message: string | null;
  level?: 'warning';
}

/** Is told of an error that nobody foresaw, and of the row that it befell. */
export type Unexpected = (error: unknown, id: string) => void;

const MOST_ITEMS = 1000;

/**
 * Deletes rows, takes them through a transition or does an action to them, each for itself: one that is refused, or
 * that fails for a reason that nobody foresaw, does not stop the others, and what was done before it is told. Only a
 * lost database ends the whole call.
 *
 * @throws Refusal 400 for a list that is none, 428 where an item has no rev, 403 without the right, 404 for an action
 *   that the entity does not have
 */
export async function bulk(
  kernel: Kernel,
  runtime: EntityRuntime,
  action: string,
  items: unknown,
  input: Row,
  context: Context,
  unexpected: Unexpected,
): Promise<BulkOutcome[]> {
  if (!Array.isArray(items) || items.length === 0)
    throw new Refusal('invalid', 'MSG_generic_0028', {}, [{ field: 'items', key: 'MSG_generic_0028', params: {} }]);
  if (items.length > MOST_ITEMS)
    throw new Refusal('invalid', 'MSG_generic_0012', { max: MOST_ITEMS }, [
      { field: 'items', key: 'MSG_generic_0012', params: { max: MOST_ITEMS } },
    ]);
  const known =
    action === 'delete' ||
    actionNamed(runtime, action, 'row')?.bulk === true ||
    runtime.entity.machines.some((machine) => machine.transitions.some((transition) => transition.action === action));
  if (!known) throw new Refusal('notFound', 'MSG_generic_0004');
  permit(kernel, runtime, action, context);
  const asked = items.map((item: unknown) => {
    const { id, rev } = (typeof item === 'object' && item !== null ? item : {}) as Row;
    return { id: String(id), rev: readRev(rev) };
  });
  if (action === 'delete') refuseWords(input);
  const outcomes: BulkOutcome[] = [];
  if (context.locks)
    await lockAll(
      kernel,
      runtime,
      asked.map(({ id }) => id),
      context,
    );
  for (const { id, rev } of asked) {
    const work = (inside: Context): Promise<unknown> =>
      action === 'delete'
        ? deleteRow(kernel, runtime, id, rev, inside)
        : act(kernel, runtime, id, rev, action, input, inside);
    outcomes.push(await outcomeOf(id, context, work, unexpected));
  }
  return outcomes;
}

/**
 * In one transaction, all rows are locked before the first of them changes; what each changes beside them comes in the
 * order of the items.
 */
async function lockAll(
  kernel: Kernel,
  runtime: EntityRuntime,
  ids: readonly string[],
  context: Context,
): Promise<void> {
  if (runtime.locksRow)
    await lockInOrder(
      kernel,
      ids.filter(isId).map((id) => ({ runtime, id })),
      context,
    );
  context.locks?.held.relax();
}

/** One item inside a transaction of the whole, or in one of its own. */
async function outcomeOf(
  id: string,
  context: Context,
  work: (context: Context) => Promise<unknown>,
  unexpected: Unexpected,
): Promise<BulkOutcome> {
  try {
    await context.separately(work);
    return { id, ok: true, key: null, message: null };
  } catch (error) {
    // a transaction around the whole call waits for its turn and begins again
    if (isConnectionLost(error) || error instanceof RowBusy) throw error;
    if (error instanceof Refusal) return refusedOutcome(id, error, context);
    if (isLockTimeout(error)) return refusedOutcome(id, rowLocked(), context);
    unexpected(error, id);
    const key = isDatabaseAway(error) ? 'MSG_generic_0503' : 'MSG_generic_0500';
    return { id, ok: false, key, message: translate(context.language, key) };
  }
}

/** A refusal says its first reason; warnings are all told, for whoever accepts them accepts each. */
function refusedOutcome(id: string, { key, params, violations }: Refusal, { language }: Context): BulkOutcome {
  const sentences = [...new Set(violations.map((violation) => violationText(language, violation)))];
  const warned = violations.length > 0 && violations.every(({ level }) => level === 'warning');
  const message = warned
    ? sentences.join(language === 'zh-CN' ? '；' : '; ')
    : (sentences[0] ?? translate(language, key, params));
  return { id, ok: false, key, message, ...(warned ? { level: 'warning' as const } : {}) };
}
