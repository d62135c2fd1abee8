import type { Field } from '../../../generator/model/field.ts';

/** The SQL that prints a file field's column as names instead of ids; undefined for other kinds. */
export function fileNamesSql({ kind }: Field, column: string): string | undefined {
  if (kind === 'file') return `(select f.name from kernel.file f where f.id = ${column})`;
  if (kind !== 'files') return undefined;
  return `(select jsonb_agg(f.name order by e.place) from jsonb_array_elements_text(${column}) with ordinality e(id, place) join kernel.file f on f.id = e.id)`;
}
