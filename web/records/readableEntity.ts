import type { Action } from '../../generator/model/operation.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field, Option } from '../../generator/model/field.ts';

/** A property of the inlined JSON Schema of `GET /api/meta/{entity}`. */
export interface PropertySchema {
  'x-kind'?: string;
  'x-options'?: Option[];
  'x-option-colours'?: Record<string, string>;
  'x-ref'?: { closed?: true };
  [word: string]: unknown;
}

/** The parts of the answer of `GET /api/meta/{entity}` that determine what the user may see. */
interface ReadableSchema {
  properties: Record<string, PropertySchema>;
  'x-action': Action[];
}

/**
 * Restricts an entity to what this user may see. The compiled module is the same for everybody; the schema response
 * omits hidden fields, marks references to rows that the user may not choose, and has the options of dictionary lists,
 * which are data.
 */
export function readableEntity(entity: Entity, { properties, 'x-action': actions }: ReadableSchema): Entity {
  const isVisible = (name: string): boolean => name in properties;
  const fields = entity.fields
    .filter(({ name }) => isVisible(name))
    .map((field) =>
      field.hints ? { ...field, hints: field.hints.filter((hint) => hint.fields.every(isVisible)) } : field,
    )
    .map((field): Field => {
      const { 'x-options': options, 'x-option-colours': colours = {}, 'x-ref': ref } = properties[field.name]!;
      const restricted = field.ref && ref?.closed ? { ...field, ref: { ...field.ref, closed: true as const } } : field;
      return restricted.options || !Array.isArray(options)
        ? restricted
        : {
            ...restricted,
            options: options.map((option) =>
              option.code in colours ? { ...option, colour: colours[option.code]! } : option,
            ),
          };
    });
  const { list } = entity;
  const writers = entity.writers && {
    ...entity.writers,
    ...(properties['creater']?.['x-ref']?.closed ? { closed: true as const } : {}),
  };
  return {
    ...entity,
    ...(writers && { writers }),
    fields,
    actions,
    list: {
      ...list,
      columns: list.columns.filter(isVisible),
      filters: list.filters.filter(isVisible),
      sort: list.sort.filter(({ field }) => isVisible(field)),
      ...(list.picker && { picker: list.picker.filter(isVisible) }),
    },
  };
}
