import type { Computed } from '../core.ts';
import type { Row } from '../row.ts';
import { compute } from './compute.ts';
import { validate } from './validate.ts';

/**
 * Sets what depends on the valid row: values of the business area, after which the row is computed and validated again,
 * and values that are known only when the row is written.
 *
 * @throws Refusal
 */
export async function complete(save: Computed): Promise<Computed> {
  const { kernel, runtime, before, context } = save;
  const rules = kernel.domain.get(runtime.entity.name);
  let completed = save;
  if (rules?.complete) {
    const added = await rules.complete({ row: save.row, ...(before ? { before } : {}) }, context);
    if (added) {
      completed = await compute({ ...save, entered: { ...save.entered, ...added } });
      await validate(completed);
    }
  }
  const values: Row = {};
  for (const keyword of runtime.keywords)
    if (keyword.complete) Object.assign(values, await keyword.complete(completed));
  return Object.keys(values).length === 0 ? completed : { ...completed, row: { ...completed.row, ...values } };
}
