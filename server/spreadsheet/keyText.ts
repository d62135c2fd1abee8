import { KINDS } from '../../generator/language/kinds/kinds.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';

/** Separator of the fields of a natural key in one cell: `2026 / Premium-PI`. */
export const KEY_SEPARATOR = ' / ';

/** The key fields of an entity; undefined if a cell cannot contain the key, because a field is an id or hidden. */
export function keyFields({ key, fields }: Entity): Field[] | undefined {
  const found = key.map((name) => fields.find((field) => field.name === name));
  return found.every((field) => field !== undefined && field.ref?.by !== 'id' && !field.sensitive && !field.writeOnly)
    ? (found as Field[])
    : undefined;
}

/** Parses the key in a cell into normalised values of `fields`; undefined if the cell has more or fewer values. */
export function parseKey(fields: readonly Field[], text: string): Record<string, unknown> | undefined {
  const values = fields.length === 1 ? [text] : text.split('/');
  return values.length === fields.length
    ? Object.fromEntries(fields.map((field, index) => [field.name, KINDS[field.kind].normalise(values[index]!, field)]))
    : undefined;
}
