import { KINDS } from '../../generator/language/kinds/kinds.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';

/** Between the parts of a natural key where all of it stands in one cell: `2026 / Premium-PI`. */
export const KEY_SEPARATOR = ' / ';

/**
 * The fields that name a row of the entity in one cell; undefined where one of them is itself an id that nobody knows.
 */
export function keyFields({ key, fields }: Entity): Field[] | undefined {
  const parts = key.map((name) => fields.find((field) => field.name === name));
  return parts.every((field) => field !== undefined && field.ref?.by !== 'id' && !field.sensitive && !field.writeOnly)
    ? (parts as Field[])
    : undefined;
}

/** The key that a cell holds, field by field; undefined where it has not as many parts. */
export function parseKey(parts: readonly Field[], text: string): Record<string, unknown> | undefined {
  const written = parts.length === 1 ? [text] : text.split('/');
  return written.length === parts.length
    ? Object.fromEntries(parts.map((field, place) => [field.name, KINDS[field.kind].normalise(written[place]!, field)]))
    : undefined;
}
