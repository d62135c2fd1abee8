import { LockOrder } from '../kernel/rowLocks.ts';
import type { Kernel } from '../kernel/core.ts';

/**
 * The entities whose rows are locked together with rows of others, in the order in which a transaction locks them
 * (decision 43). Children come after their parent and are not listed. Rows of entities that are not listed are locked
 * before all of these.
 */
const LOCK_ORDER: readonly string[] = [
  'partner-event',
  'company-submission',
  'company',
  'vessel-pre-entry',
  'vessel',
  'policy-year',
  'premium-version',
  'bank-slip',
  'settlement-bill',
  'premium-stage',
  'claim',
  'task',
];

/** Entities whose rows belong to a record that is locked before them. */
const COVERED: readonly string[] = ['task'];

/** Sets the order of locks in the engine. @param onViolation called for a lock that is out of order */
export function orderLocks(kernel: Kernel, onViolation: (message: string) => void): void {
  const tables = (names: readonly string[]): string[] =>
    names.flatMap((name) => kernel.registry.entities.get(name)?.entity.table ?? []);
  kernel.lockOrder = new LockOrder(tables(LOCK_ORDER), tables(COVERED));
  kernel.onLockOrderViolation = onViolation;
}
