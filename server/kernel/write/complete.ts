import type { RowSave } from '../core.ts';
import { compute } from './compute.ts';
import { validate } from './validate.ts';

/**
 * Sets what depends on the valid row: values of the business area, after which the row is computed and checked again,
 * and values that are known only when the row is written.
 *
 * @throws Refusal
 */
export async function complete(save: RowSave): Promise<void> {
  const { kernel, runtime, before, context } = save;
  const rules = kernel.domain.get(runtime.entity.name);
  if (rules?.complete) {
    const added = await rules.complete({ row: save.row, ...(before ? { before } : {}) }, context);
    if (added) {
      save.entered = { ...save.entered, ...added };
      await compute(save);
      await validate(save);
    }
  }
  for (const keyword of runtime.keywords) if (keyword.complete) await keyword.complete(save);
}
