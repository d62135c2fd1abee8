import { notFound, Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Change, Kernel } from '../core.ts';
import { isId } from '../read/conditions.ts';
import { permit } from '../rights.ts';
import { refuseTooManyChildren } from './childRows.ts';

const ACTION = { create: 'add', update: 'edit', delete: 'delete' } as const;

/**
 * Checks the rights of the user to the operation, before anything is read. A row that is saved with its parent is
 * authorized with the parent.
 *
 * @throws Refusal 403 without the right, 404 for an invalid id, 400 for too many children
 */
export function authorize(kernel: Kernel, change: Change, context: Context): void {
  const { runtime, operation, system, before } = change;
  if (!system?.isAuthorized) {
    const action = operation === 'update' ? system?.action : undefined;
    permit(kernel, runtime, action ?? ACTION[operation], context);
    if (runtime.entity.readOnly && system?.action === undefined) throw new Refusal('forbidden', 'MSG_generic_0007');
  }
  if (operation !== 'create' && !before && !isId(change.id)) throw notFound();
  if (operation !== 'delete') refuseTooManyChildren(kernel, runtime, change.input);
}
