import { isAbsent } from '../types.ts';

/** What a row keeps of a file. */
export interface StoredFile { id: string; name: string }

/** The files of a value of kind `file` or `files`; one that is only an id is called by it. */
export function storedFiles(value: unknown): StoredFile[] {
  if (isAbsent(value)) return [];
  return (Array.isArray(value) ? value : [value]).map((one): StoredFile => {
    if (typeof one !== 'object' || one === null) return { id: String(one), name: String(one) };
    const { id, name } = one as Partial<StoredFile>;
    return { id: String(id), name: name ?? String(id) };
  });
}
