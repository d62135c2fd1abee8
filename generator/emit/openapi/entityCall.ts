import { typeName } from '../../compile/names.ts';
import type { Entity } from '../../model/entity.ts';
import { envelope, json, pageOf, REFUSED, type Json } from './json.ts';

/** What the descriptions of all calls of one entity share. */
export interface EntityCalls {
  entity: Entity;
  /** path of the list */
  base: string;
  /** answer with a row */
  row: Json;
  /** answer with a page of rows */
  page: Json;
  call(summary: string, more: Json, result?: Json, status?: string): Json;
}

/** Creates what the descriptions of all calls of an entity share. */
export function entityCalls(entity: Entity): EntityCalls {
  const row = envelope({ $ref: `#/components/schemas/${typeName(entity)}` });
  return {
    entity,
    base: `/api/${entity.name}`,
    row,
    page: envelope(pageOf({ $ref: `#/components/schemas/${typeName(entity)}` })),
    call: (summary, more, result = row, status = '200') => ({
      tags: [entity.name],
      summary,
      ...more,
      responses: { [status]: { description: 'Done', content: json(result) }, ...REFUSED },
    }),
  };
}

/** A JSON body. */
export const body = (schema: Json): Json => ({ requestBody: { required: true, content: json(schema) } });

/** A body with a file, and further parts. */
export const fileBody = (parts: Json): Json => ({
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['file'],
          properties: { file: { type: 'string', format: 'binary' }, ...parts },
        },
      },
    },
  },
});

/** The parameter that names a row. */
export const ID = { parameters: [{ $ref: '#/components/parameters/id' }] };
