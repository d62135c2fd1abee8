import { Refusal } from '../../errors.ts';
import { translate, violationText } from '../../messages.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { permit } from '../rights.ts';
import { readRev, refuseWords, type Row } from './body.ts';
import { deleteRow } from './save.ts';
import { transit } from './transition.ts';

/** What became of one row of a bulk call. */
export interface BulkOutcome { id: string; ok: boolean; key: string | null; message: string | null }

const MOST_ITEMS = 1000;

/**
 * Deletes rows or takes them through a transition, each for itself: one that is refused does not stop the others.
 *
 * @throws Refusal 400 for a list that is none, 428 where an item has no rev, 403 without the right, 404 for an action that the entity does not have
 */
export async function bulk(kernel: Kernel, runtime: EntityRuntime, action: string, items: unknown, input: Row, context: Context): Promise<BulkOutcome[]> {
  if (!Array.isArray(items) || items.length === 0) throw new Refusal('invalid', 'MSG_generic_0028', {}, [{ field: 'items', key: 'MSG_generic_0028', params: {} }]);
  if (items.length > MOST_ITEMS) throw new Refusal('invalid', 'MSG_generic_0012', { max: MOST_ITEMS }, [{ field: 'items', key: 'MSG_generic_0012', params: { max: MOST_ITEMS } }]);
  const known = action === 'delete' || runtime.entity.machines.some((machine) => machine.transitions.some((transition) => transition.action === action));
  if (!known) throw new Refusal('notFound', 'MSG_generic_0004');
  permit(kernel, runtime, action, context);
  const asked = items.map((item: unknown) => {
    const { id, rev } = (typeof item === 'object' && item !== null ? item : {}) as Row;
    return { id: String(id), rev: readRev(rev) };
  });
  if (action === 'delete') refuseWords(input);
  const outcomes: BulkOutcome[] = [];
  for (const { id, rev } of asked) outcomes.push(await outcomeOf(id, context, (inside) => (action === 'delete' ? deleteRow(kernel, runtime, id, rev, inside) : transit(kernel, runtime, id, rev, action, input, inside))));
  return outcomes;
}

/** One item inside a transaction of the whole, or in one of its own. */
async function outcomeOf(id: string, context: Context, work: (context: Context) => Promise<unknown>): Promise<BulkOutcome> {
  try {
    await context.separately(work);
    return { id, ok: true, key: null, message: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [violation] = error.violations;
    return { id, ok: false, key: error.key, message: violation ? violationText(context.language, violation) : translate(context.language, error.key, error.params) };
  }
}
