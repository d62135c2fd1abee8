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

/** A field of a natural key in a cell. `of`: it is the id of another row, and the cell contains the key of that row. */
export interface KeyPart {
  field: Field;
  of?: KeyPart[];
}

/**
 * The parts of the key of an entity, such as those of a charge: case, supplier, type and amount. The key of the parent
 * is written out; undefined if a cell cannot contain the key.
 *
 * @param find returns an entity by name; absent: the key of no other row is written out
 */
export function keyParts(
  { key, fields }: Entity,
  find: (name: string) => Entity | undefined = () => undefined,
): KeyPart[] | undefined {
  const parts = key.map((name): KeyPart | undefined => {
    const field = fields.find((one) => one.name === name);
    if (!field || field.sensitive || field.writeOnly) return undefined;
    if (field.ref?.by !== 'id') return { field };
    const target = find(field.ref.entity);
    const of = target && keyFields(target)?.map((one): KeyPart => ({ field: one }));
    return of && { field, of };
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** The fields whose values a cell with the key contains, in their order. */
export const fieldsOfParts = (parts: readonly KeyPart[]): Field[] =>
  parts.flatMap(({ field, of }) => (of ? fieldsOfParts(of) : [field]));

/**
 * Splits the key in a cell into the normalised values of its parts; the value of a part with `of` is the text of that
 * key. Undefined if the cell has more or fewer values.
 */
export function parseKey(parts: readonly KeyPart[], text: string): Record<string, unknown> | undefined {
  const count = fieldsOfParts(parts).length;
  const values = count === 1 ? [text] : text.split('/');
  if (values.length !== count) return undefined;
  let from = 0;
  const entries = parts.map(({ field, of }) => {
    const own = values.slice(from, (from += of ? fieldsOfParts(of).length : 1));
    return [field.name, of ? own.join('/') : KINDS[field.kind].normalise(own[0]!, field)] as const;
  });
  return Object.fromEntries(entries);
}
