import type { RowSave } from '../core.ts';

/** Puts the row together: the stored row, the input, and the values that keywords and the business area set. */
export async function set(save: RowSave): Promise<void> {
  const { kernel, runtime, before, system } = save;
  for (const keyword of runtime.keywords) if (keyword.set) await keyword.set(save);
  save.entered = { ...before, ...save.body.values, ...save.systemValues };
  const rules = kernel.domain.get(runtime.entity.name);
  if (!rules?.beforeSave) return;
  const given = { ...system, values: save.systemValues };
  const entered = { row: { ...save.entered }, asked: save.body, given, ...(before ? { before } : {}) };
  Object.assign(save.entered, rules.beforeSave(entered));
}
