import { Refusal } from '../../errors.ts';
import { hiddenChildrenReason } from '../operations/hiddenChildren.ts';
import { requireOpenParent, requireOpenRow } from '../operations/parents.ts';
import { requireEditor } from '../operations/rowSubject.ts';
import type { EntityRuntime, RowSave } from '../core.ts';
import type { Body, Row } from '../row.ts';
import { isMoved, lockParent } from './parent.ts';

/**
 * Checks that states, guards and editors of the row and of its parents allow the change, and locks the parents.
 *
 * @throws Refusal 409, or 403 for a wrong user
 */
export async function gate(save: RowSave): Promise<void> {
  const { runtime, before, change, system } = save;
  if (before) await gateRow(save, before);
  if (change.parent) save.parent = change.parent;
  else if (runtime.entity.parents.length > 0) await gateParents(save);
  if (system.underParent) {
    delete save.ownParent;
    delete save.formerParent;
  }
  for (const keyword of runtime.keywords) if (keyword.gate) await keyword.gate(save);
}

async function gateRow({ kernel, runtime, change, system, body, context }: RowSave, before: Row): Promise<void> {
  if (change.operation === 'delete') {
    if (!system.underParent) requireEditor(runtime, before, context);
    await requireOpenRow({ kernel, runtime, row: before, context }, 'delete');
    const hidden = await hiddenChildrenReason(kernel, runtime, before, context);
    if (hidden) throw new Refusal('forbidden', hidden.key, hidden.params);
    return;
  }
  // an operation has its own states and guards
  if (system.action !== undefined) return;
  if (!system.underParent) requireEditor(runtime, before, context);
  if (!system.isSync && !hasOnlyGatedChildren(runtime, body))
    await requireOpenRow({ kernel, runtime, row: before, context }, 'edit');
}

/** Whether a body names only children with gates of their own, which are checked when they are saved. */
function hasOnlyGatedChildren({ entity }: EntityRuntime, { values, children, violations }: Body): boolean {
  const named = Object.keys(children);
  return (
    named.length > 0 &&
    Object.keys(values).length === 0 &&
    violations.length === 0 &&
    named.every((name) => entity.children.find((child) => child.entity === name)?.gate?.['edit'] !== undefined)
  );
}

async function gateParents(save: RowSave): Promise<void> {
  const { kernel, runtime, change, system, before, body, context } = save;
  const { underParent = false, action } = system;
  if (change.operation === 'delete') {
    if (underParent) return;
    const parent = await lockParent(kernel, runtime, before!, context);
    if (!parent) return;
    save.ownParent = parent;
    await requireOpenParent(kernel, parent, { child: runtime, operation: 'delete' }, context);
    return;
  }
  if (before && !underParent && isMoved(runtime, body, before)) {
    const former = await lockParent(kernel, runtime, before, context);
    if (former) {
      save.formerParent = former;
      await requireOpenParent(kernel, former, { child: runtime, operation: 'delete' }, context);
    }
  }
  const row = before ? { ...before, ...body.values } : { ...body.values, ...system.values };
  const parent = await lockParent(kernel, runtime, row, context);
  if (!parent) return;
  save.parent = parent.row;
  save.ownParent = parent;
  const operation = before ? (action ?? (save.formerParent ? 'add' : 'edit')) : 'add';
  if (!underParent) await requireOpenParent(kernel, parent, { child: runtime, operation }, context);
}
