import { useSearchParams } from 'react-router';
import { isImportable } from '../../../generator/language/importable.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { useReferencedRow } from '../../fields/ref/titles.ts';

/** The record into which rows are imported: the value of a reference in the address, such as `?versionId=7`. */
export interface ImportInto {
  field: string;
  value: string;
  /** undefined until it is read, or if the user may not see it */
  title: string | undefined;
  /** address of its page, if the user may open it */
  path: string | undefined;
}

/** The record that the address of the import page names; undefined if it names none. */
export function useImportInto({ fields }: Entity): ImportInto | undefined {
  const label = useLabel();
  const [search] = useSearchParams();
  const field = fields.find((one) => one.kind === 'ref' && isImportable(one) && search.get(one.name));
  const value = field ? search.get(field.name)! : '';
  const record = useReferencedRow(field?.ref, value);
  return field && { field: field.name, value, title: record ? label(record.title) : undefined, path: record?.path };
}
