import type { Context } from '../context.ts';
import type { Effect } from '../domain.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import type { Row } from '../write/body.ts';
import { lockInOrder } from '../write/locks.ts';
import { readForWrite } from '../write/rowWriter.ts';

/**
 * What a step or an action does beside its own row. No server starts without the effects that its schemas name; a step
 * that names none does nothing else.
 */
export const effectOf = (kernel: Kernel, { effect }: { effect?: string | undefined }): Effect =>
  effect === undefined ? async () => ({}) : kernel.effects.get(effect)!;

/**
 * Reads the row of a step or an action, locked with all that its effects will change of other trees.
 *
 * @param steps the ways that the step may take, each with its effect
 * @throws Refusal as `readForWrite`
 */
export async function lockForEffects(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: string,
  rev: number,
  steps: readonly { effect?: string | undefined }[],
  input: Row,
  context: Context,
): Promise<Row> {
  const ahead = steps.flatMap((step) => effectOf(kernel, step).locks ?? []);
  if (ahead.length > 0) {
    const row = await readForWrite(kernel, runtime, id, rev, context, false);
    const targets = [{ runtime, id }];
    for (const locks of ahead) targets.push(...(await locks(kernel, { runtime, row, input }, context)));
    await lockInOrder(kernel, targets, context);
  }
  return readForWrite(kernel, runtime, id, rev, context, true);
}
