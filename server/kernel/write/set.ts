import type { ChildValues, Entered, Gated } from '../core.ts';
import type { Saving } from '../domainRules.ts';
import type { Row } from '../row.ts';

/** Builds the row: stored row, input, and values that keywords and the business area set. */
export async function set(save: Gated): Promise<Entered> {
  const { kernel, runtime, before, system } = save;
  const systemValues: Row = { ...system.values };
  const violations = [...save.body.violations];
  let childValues = NO_CHILD_VALUES;
  for (const keyword of runtime.keywords) {
    if (!keyword.set) continue;
    const added = await keyword.set(save, systemValues);
    Object.assign(systemValues, added.values);
    violations.push(...(added.violations ?? []));
    childValues = added.childValues ?? childValues;
  }
  const body = { ...save.body, violations };
  const result = enter({ ...save, body }, systemValues, childValues);
  const rules = kernel.domain.get(runtime.entity.name);
  if (!rules?.beforeSave) return result;
  const saving: Saving = {
    row: { ...result.entered },
    input: body,
    system: { ...system, values: systemValues },
    ...(before ? { before } : {}),
  };
  return { ...result, entered: { ...result.entered, ...rules.beforeSave(saving) } };
}

const NO_CHILD_VALUES: ChildValues = { set: {}, added: new Map() };

/** Merges the stored row, the input and the values that the server sets; later ones have precedence. */
export const enter = (
  save: Gated,
  systemValues = save.system.values ?? {},
  childValues = NO_CHILD_VALUES,
): Entered => ({
  ...save,
  systemValues,
  childValues,
  entered: { ...save.before, ...save.body.values, ...systemValues },
});
