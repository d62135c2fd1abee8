import { textOf } from '../../fields/types.ts';
import type { ChildRows } from './childRows.ts';

/** The keys of the rows that contain every word of a filter. Without a filter this is the array `keys` itself. */
export function matchingKeys(rows: ChildRows, keys: readonly string[], filter: string): readonly string[] {
  const words = filter
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return keys;
  return keys.filter((id) => {
    const text = searchText(rows, id);
    return words.every((word) => text.includes(word));
  });
}

/** All values of a row in lower case; options also with their texts in both languages. */
const searchText = (rows: ChildRows, id: string): string =>
  rows.entity.fields
    .map(({ name, options }) => {
      const value = textOf(rows.value(id, name));
      const option = options?.find(({ code }) => code === value);
      return option ? `${value} ${option.en} ${option.zh}` : value;
    })
    .join(' ')
    .toLowerCase();
