import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';
import { inputKindOf } from '../../fields/choice/options.ts';

/** Kinds whose input takes the whole width of the form. */
const WIDE: ReadonlySet<KindName> = new Set(['longText', 'richText', 'multiChoice', 'multiRef', 'files', 'json']);

/**
 * The part of an entity's JSON Schema for a section.
 *
 * @param schema of the whole row
 * @param fields names of the section's fields, in order
 * @param isRequired whether a field must be filled in here
 */
export function sectionSchema(
  schema: RJSFSchema,
  entity: Entity,
  fields: readonly string[],
  isRequired: (name: string) => boolean,
): RJSFSchema {
  const title = (name: string): string => fieldOf(entity, name)?.label.en ?? name;
  return {
    type: 'object',
    // with a title, because RJSF renders nothing for an empty schema, and the schema of a `json` field is empty
    properties: Object.fromEntries(
      fields.map((name) => [name, { ...(schema.properties?.[name] as RJSFSchema), title: title(name) }]),
    ),
    required: fields.filter(isRequired),
  };
}

/** The uiSchema of a section: each field is rendered by its kind. */
export const sectionUiSchema = (entity: Entity, fields: readonly string[], columns: number): UiSchema => ({
  'ui:options': { columns },
  ...Object.fromEntries(
    fields.flatMap((name) => {
      const field = fieldOf(entity, name);
      return field ? [[name, { 'ui:field': inputKindOf(field), 'ui:options': { wide: WIDE.has(field.kind) } }]] : [];
    }),
  ),
});

const fieldOf = (entity: Entity, name: string): Field | undefined => entity.fields.find((field) => field.name === name);
