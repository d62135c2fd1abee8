import type { Operation } from '../../../generator/model/operation.ts';
import type { Context } from '../context.ts';
import type { Effect, EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { lockInOrder } from '../write/locks.ts';
import { readForWrite } from '../write/load.ts';

/** The effect of an operation; an empty one if it declares none. Unknown effects fail at start-up. */
export const effectOf = (kernel: Kernel, { effect }: Pick<Operation, 'effect'>): Effect =>
  effect === undefined ? async () => ({}) : kernel.effects.get(effect)!;

/**
 * Locks and reads the row of an operation. If its effects change other rows, all rows are locked in the general order
 * first.
 *
 * @param branches the branches of the operation, each with its effect
 * @throws Refusal as `readForWrite`
 */
export async function lockForEffects(
  kernel: Kernel,
  { runtime, id, rev }: { runtime: EntityRuntime; id: string; rev: number },
  { branches, input }: { branches: readonly Pick<Operation, 'effect'>[]; input: Row },
  context: Context,
): Promise<Row> {
  const locksOfEffects = branches.flatMap((branch) => effectOf(kernel, branch).locks ?? []);
  if (locksOfEffects.length > 0) {
    const row = await readForWrite(kernel, { runtime, id, rev }, context, { lock: false });
    const targets = [{ runtime, id }];
    for (const locks of locksOfEffects) targets.push(...(await locks(kernel, { runtime, row, input }, context)));
    await lockInOrder(kernel, targets, context);
  }
  return readForWrite(kernel, { runtime, id, rev }, context, { lock: true });
}
