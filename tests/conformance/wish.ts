import type { Sample, Wish } from './sample.ts';

/** A wish for a row that has `fields` in common with another. */
export function beside(first: Sample, fields: readonly string[], wish: Wish): Wish {
  const { entity, parent } = first;
  const underSame = parent && entity.parents.some(({ via }) => fields.includes(via));
  return {
    ...wish,
    fixed: { ...Object.fromEntries(fields.map((name) => [name, first.row[name]])), ...wish.fixed },
    ...(underSame ? { parent } : {}),
  };
}
