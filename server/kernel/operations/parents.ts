import {
  childBlockReasons,
  gateReasons,
  isSpecific,
  type BlockReason,
} from '../../../generator/language/blockReasons.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel, Parent } from '../core.ts';
import type { Row } from '../row.ts';
import { permit } from '../rights.ts';
import { childOf, lockParent, readAncestors } from '../write/parent.ts';
import { refuseGate, requireEditor, subjectOf } from './rowSubject.ts';

/** A row and the caller who wants to perform an operation on it. */
export interface RowSubject {
  kernel: Kernel;
  runtime: EntityRuntime;
  row: Row;
  context: Context;
  /** the parents of the row, the nearest first; read when they are needed */
  parents?: Promise<Parent[]>;
}

/** Reasons of the nearest parent that blocks an operation on a row. */
export async function parentReasons(subject: RowSubject, operation: string): Promise<BlockReason[]> {
  const { kernel, runtime, row, context } = subject;
  if (row['id'] === undefined || !hasBlockingParent(kernel, runtime)) return [];
  const parents = await (subject.parents ??= readAncestors(kernel, runtime, row, context));
  let key: string | undefined;
  for (const [index, parent] of parents.entries()) {
    const childRuntime = parents[index - 1]?.runtime ?? runtime;
    const child = childOf(parent, childRuntime);
    const childOperation = index === 0 ? operation : 'edit';
    if (child?.free?.includes(childOperation)) return [];
    key ??= child?.key;
    const reasons = childBlockReasons(subjectOf(parent.runtime, parent.row, context), child, childOperation, key);
    if (reasons.length > 0) return reasons;
  }
  return [];
}

/** Whether any parent of the entity can block operations on its children. */
export const hasBlockingParent = (kernel: Kernel, { entity: { name, parents } }: EntityRuntime): boolean =>
  parents
    .flatMap(({ entity, via }) => entityNamed(kernel, entity).names.map((subtype) => ({ subtype, via })))
    .some(({ subtype, via }) => {
      const parentRuntime = entityNamed(kernel, subtype);
      const { gate, guards, access, children } = parentRuntime.entity;
      return (
        gate['edit'] !== undefined ||
        guards['edit'] !== undefined ||
        access?.edit !== undefined ||
        children.some((child) => child.entity === name && child.via === via && child.gate) ||
        hasBlockingParent(kernel, parentRuntime)
      );
    });

/**
 * Checks that a parent and its ancestors, which it locks, permit an operation on a child. A parent that cannot be
 * edited blocks changes of its children, unless `x-child.gate` or `x-child.free` permits them.
 *
 * @param operation `add`, `edit`, `delete` or the operation on the child
 * @param key message key of a refusal (`x-child.key` of a child below)
 * @throws Refusal 409, or 403 for a user who may not edit the parent
 */
export async function requireOpenParent(
  kernel: Kernel,
  parent: Parent,
  { child: childRuntime, operation, key }: { child: EntityRuntime; operation: string; key?: string | undefined },
  context: Context,
): Promise<void> {
  const { runtime, row } = parent;
  const child = childOf(parent, childRuntime);
  const messageKey = key ?? child?.key;
  if (child?.free?.includes(operation)) return;
  // the right to the child may come from another subtype of the parent, without the right to this one
  if (
    runtime.entity.extends !== undefined &&
    !context.user.rights.allow(childRuntime.entity.area, childRuntime.entity.name, operation)
  )
    permit(kernel, runtime, 'edit', context);
  requireEditor(runtime, row, context);
  const reasons = childBlockReasons(subjectOf(runtime, row, context), child, operation, messageKey);
  if (reasons.length > 0) throw refuseGate(reasons);
  const next = await lockParent(kernel, runtime, row, context);
  if (next) await requireOpenParent(kernel, next, { child: runtime, operation: 'edit', key: messageKey }, context);
}

/**
 * Checks the gates and guards of a row. If they have only a generic message, the refusal has the message of a parent
 * that blocks the operation too.
 *
 * @throws Refusal (409)
 */
export async function requireOpenRow(subject: RowSubject, operation: string): Promise<void> {
  const { runtime, row, context } = subject;
  const reasons = gateReasons(subjectOf(runtime, row, context), operation);
  if (reasons.length === 0) return;
  throw refuseGate(reasons.some(isSpecific) ? reasons : [...reasons, ...(await parentReasons(subject, operation))]);
}
