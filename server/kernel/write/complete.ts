import type { Computed } from '../core.ts';
import type { Row } from '../row.ts';
import { compute } from './compute.ts';
import { validate } from './validate.ts';

/**
 * Sets values that depend on the valid row. If the business area sets any, the row is computed and validated again.
 * Keywords set their values last.
 *
 * @throws Refusal if the completed row is invalid
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
