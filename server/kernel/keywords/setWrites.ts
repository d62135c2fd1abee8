import { afterWriteOf } from '../domain.ts';
import type { EntityRuntime, Kernel, SetWrite } from '../core.ts';

/**
 * Whether many rows of an entity can be written in one statement: no keyword of it, and no rule of its business area,
 * adds anything that such a write would omit.
 *
 * @param action as audit lines name it
 */
export const canWriteAsSet = (kernel: Kernel, runtime: EntityRuntime, write: SetWrite, action: string): boolean =>
  !runtime.rowByRow.has(write) && !addsToSetWrite(kernel, runtime, write, action);

/** Whether a save runs in a transaction: it may touch other rows. */
export const needsTransaction = ({ domain }: Kernel, { entity, needsTransaction }: EntityRuntime): boolean =>
  needsTransaction || domain.has(entity.name);

function addsToSetWrite({ domain }: Kernel, { entity }: EntityRuntime, write: SetWrite, action: string): boolean {
  const rules = domain.get(entity.name);
  if (!rules) return false;
  if (write === 'create' || write === 'createWithParent') return true;
  const after = afterWriteOf(rules, action) !== undefined;
  return write === 'deleteWithParent' ? after : after || rules.beforeSave !== undefined || rules.complete !== undefined;
}
