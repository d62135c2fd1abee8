import { KERNEL_FIELDS } from './kernelFields.ts';
import type { Entity } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import { KINDS } from './kinds/kinds.ts';

/**
 * JSON Schema 2020-12 of a normalised request body, in which blank text is null, for Ajv in strict mode.
 *
 * On create, the fields that only the caller can provide are required. On update, a required field may be absent but
 * not null. Kernel fields are allowed and ignored. Children are lists of objects; the schemas of their own entities
 * validate them.
 */
export function jsonSchemaOf(entity: Entity, mode: 'create' | 'update'): Record<string, unknown> {
  const own = entity.fields.map((field) => [field.name, propertyOf(field)]);
  const kernel = KERNEL_FIELDS.map((field) => [field.name, {}]);
  const children = entity.children.map((child) => [child.entity, { type: 'array', items: { type: 'object' } }]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries([...kernel, ...own, ...children]),
    required: mode === 'create' ? entity.fields.filter(isRequiredOnCreate).map((field) => field.name) : [],
    additionalProperties: false,
  };
}

/** Whether the caller must provide a field on create: it is required, and nothing else sets it. */
export const isRequiredOnCreate = (field: Field): boolean =>
  field.required &&
  !field.readOnly &&
  !field.state &&
  field.default === undefined &&
  field.defaultExpr === undefined &&
  field.compute === undefined &&
  field.number === undefined;

function propertyOf(field: Field): Record<string, unknown> {
  const schema = KINDS[field.kind].jsonSchema(field);
  return {
    ...(field.required && !field.readOnly ? schema : nullable(schema)),
    ...(field.readOnly ? { readOnly: true } : {}),
    ...(field.writeOnly ? { writeOnly: true } : {}),
  };
}

function nullable(schema: Record<string, unknown>): Record<string, unknown> {
  if (schema['type'] === undefined) return schema;
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
  };
}
