/** A part of the document. */
export type Json = Record<string, unknown>;

/** Removes `$schema` from a JSON Schema, because the document states the dialect. */
export function withoutDialect({ $schema: _, ...schema }: Json): Json {
  return schema;
}

/** The content of a JSON body or answer. */
export const json = (schema: Json): Json => ({ 'application/json': { schema } });

/** A parameter in the query. */
export const query = (name: string, schema: Json): Json => ({ name, in: 'query', schema });

/** The envelope of an answer. */
export const envelope = (result: Json): Json => ({
  type: 'object',
  required: ['code', 'message', 'result'],
  properties: { code: { const: 0 }, message: { type: 'string' }, result },
});

/** A page of a list. */
export const pageOf = (items: Json): Json => ({
  type: 'object',
  properties: {
    records: { type: 'array', items },
    total: { type: 'integer' },
    totalIsEstimate: { type: 'boolean' },
    totalIsPending: {
      type: 'boolean',
      description: 'with total=soon: counting continues, and the total is at least this number',
    },
    current: { type: 'integer' },
    pageSize: { type: 'integer' },
  },
});

/** A text in both languages. */
export const LABEL: Json = { type: 'object', properties: { en: { type: 'string' }, zh: { type: 'string' } } };

/** A text. */
export const TEXT: Json = { type: 'string' };

/** The answer of a refusal. */
export const REFUSED: Json = { default: { $ref: '#/components/responses/Refused' } };
