import { Refusal } from '../../errors.ts';
import { hiddenChildrenReason } from '../operations/hiddenChildren.ts';
import { requireOpenParent, requireOpenRow } from '../operations/parents.ts';
import { requireEditor } from '../operations/rowSubject.ts';
import type { EntityRuntime, Gated, GatedParents, Loaded } from '../core.ts';
import type { Body, Row } from '../row.ts';
import { isMoved, lockParent } from './parent.ts';

/**
 * Checks that states, guards and editors of the row and of its parents allow the change, and locks the parents.
 *
 * @throws Refusal 409 for a state or guard, 403 if the user is not an editor
 */
export async function gate(save: Loaded): Promise<Gated> {
  const { runtime, change, before } = save;
  if (before) await gateRow(save, before);
  const hasParents = runtime.entity.parents.length > 0;
  const parents = change.parent ? { parent: change.parent } : hasParents ? await gateParents(save) : NO_PARENT;
  const gated: Gated = { ...save, ...parents };
  for (const keyword of runtime.keywords) if (keyword.gate) await keyword.gate(gated);
  return gated;
}

async function gateRow({ kernel, runtime, operation, system, body, context }: Loaded, before: Row): Promise<void> {
  if (operation === 'delete') {
    if (!system.isAuthorized) requireEditor(runtime, before, context);
    await requireOpenRow({ kernel, runtime, row: before, context }, 'delete');
    const hidden = await hiddenChildrenReason(kernel, runtime, before, context);
    if (hidden) throw new Refusal('forbidden', hidden.key, hidden.params);
    return;
  }
  // an operation has its own states and guards
  if (system.action !== undefined) return;
  if (!system.isAuthorized) requireEditor(runtime, before, context);
  if (!system.isDerived && !hasOnlyGatedChildren(runtime, body))
    await requireOpenRow({ kernel, runtime, row: before, context }, 'edit');
}

/** Whether a body contains only children with gates of their own, which `saveChildren` checks. */
function hasOnlyGatedChildren({ entity }: EntityRuntime, { values, children, violations }: Body): boolean {
  const named = Object.keys(children);
  return (
    named.length > 0 &&
    Object.keys(values).length === 0 &&
    violations.length === 0 &&
    named.every((name) => entity.children.find((child) => child.entity === name)?.gate?.['edit'] !== undefined)
  );
}

async function gateParents(save: Loaded): Promise<GatedParents> {
  const { kernel, runtime, operation, system, before, body, context } = save;
  const { isAuthorized = false, action } = system;
  if (operation === 'delete') return isAuthorized ? NO_PARENT : lockParentToLeave(save, before);
  const row = before ? { ...before, ...body.values } : { ...body.values, ...system.values };
  if (isAuthorized) {
    const parent = await lockParent(kernel, runtime, row, context);
    return parent ? { parent: parent.row } : NO_PARENT;
  }
  const { ownParent: formerParent } =
    before && isMoved(runtime, body, before) ? await lockParentToLeave(save, before) : NO_PARENT;
  const former = formerParent ? { formerParent } : {};
  const ownParent = await lockParent(kernel, runtime, row, context);
  if (!ownParent) return former;
  const requested = before ? (action ?? (formerParent ? 'add' : 'edit')) : 'add';
  await requireOpenParent(kernel, ownParent, { child: runtime, operation: requested }, context);
  return { ...former, ownParent, parent: ownParent.row };
}

const NO_PARENT: GatedParents = {};

/** Locks the parent of a row that is deleted or moved away. @throws Refusal (409) if the parent does not allow it */
async function lockParentToLeave({ kernel, runtime, context }: Loaded, before: Row): Promise<GatedParents> {
  const ownParent = await lockParent(kernel, runtime, before, context);
  if (!ownParent) return NO_PARENT;
  await requireOpenParent(kernel, ownParent, { child: runtime, operation: 'delete' }, context);
  return { ownParent };
}
