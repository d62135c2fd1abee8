import { afterWriteOf } from '../domain.ts';
import type { EntityRuntime, Kernel, SetWrite } from '../core.ts';
import type { Row } from '../row.ts';

/**
 * Whether many rows of an entity can be written in one statement: neither its keywords nor the rules of its business
 * area add anything to the save of a row that such a write would omit.
 *
 * @param action name of the action in audit lines
 */
export const canWriteAsSet = (kernel: Kernel, runtime: EntityRuntime, write: SetWrite, action: string): boolean =>
  !runtime.rowByRow.has(write) && !addsToSetWrite(kernel, runtime, write, action);

/** Whether an update of these columns must be saved by itself, because a keyword of the entity requires it. */
export const mustUpdateRowByRow = ({ entity, keywords }: EntityRuntime, columns: Row): boolean =>
  keywords.some((keyword) => keyword.updatesRowByRow?.(entity, columns));

/** Whether the business area has rules that a write of many rows would omit. */
function addsToSetWrite({ domain }: Kernel, { entity }: EntityRuntime, write: SetWrite, action: string): boolean {
  const rules = domain.get(entity.name);
  if (!rules) return false;
  if (write === 'create' || write === 'createWithParent') return true;
  const after = afterWriteOf(rules, action) !== undefined;
  return write === 'deleteWithParent' ? after : after || rules.beforeSave !== undefined || rules.complete !== undefined;
}
