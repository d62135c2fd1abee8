import { LockOrder } from '../kernel/heldLocks.ts';
import type { Kernel } from '../kernel/core.ts';

/**
 * The entities whose rows are locked together with rows of others, in the order in which one transaction locks them
 * (decision 43). Only the tops of trees: children come after their parent. A row of an entity that is not named is
 * locked before all of these.
 */
export const LOCK_ORDER: readonly string[] = [
  'partner-event',
  'company-submission',
  'company',
  'vessel-pre-entry',
  'vessel',
  'policy-year',
  'premium-version',
  'premium-stage',
  'bank-slip',
  'claim',
  'task',
];

/** Rows that belong to a record which is locked before them. */
const COVERED: readonly string[] = ['task'];

/** Gives the engine the order of locks. @param broken called for a lock that is out of order */
export function orderLocks(kernel: Kernel, broken: (message: string) => void): void {
  const tables = (names: readonly string[]): string[] =>
    names.flatMap((name) => kernel.registry.entities.get(name)?.entity.table ?? []);
  kernel.lockOrder = new LockOrder(tables(LOCK_ORDER), tables(COVERED));
  kernel.onLockOrderViolation = broken;
}
