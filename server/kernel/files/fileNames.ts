import type { Field } from '../../../generator/model/field.ts';

/** SQL that converts the ids in the column of a file field to names; undefined for other field kinds. */
export function fileNamesSql({ kind }: Field, column: string): string | undefined {
  if (kind === 'file') return `(select f.name from kernel.file f where f.id = ${column})`;
  if (kind !== 'files') return undefined;
  return `(select jsonb_agg(f.name order by e.place) from jsonb_array_elements_text(${column}) with ordinality e(id, place) join kernel.file f on f.id = e.id)`;
}
