import type { RowSave, Saving } from '../core.ts';

/** Puts the row together: the stored row, the input, and the values that keywords and the business area set. */
export async function set(save: RowSave): Promise<void> {
  const { kernel, runtime, before, system } = save;
  for (const keyword of runtime.keywords) if (keyword.set) await keyword.set(save);
  save.entered = { ...before, ...save.body.values, ...save.systemValues };
  const rules = kernel.domain.get(runtime.entity.name);
  if (!rules?.beforeSave) return;
  const saving: Saving = {
    row: { ...save.entered },
    input: save.body,
    system: { ...system, values: save.systemValues },
    ...(before ? { before } : {}),
  };
  Object.assign(save.entered, rules.beforeSave(saving));
}
