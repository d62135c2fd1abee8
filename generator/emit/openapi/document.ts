import { typeName } from '../../compile/names.ts';
import { jsonSchemaOf } from '../../language/jsonSchema.ts';
import { KERNEL_FIELDS } from '../../language/kernelFields.ts';
import { KINDS } from '../../language/kinds/kinds.ts';
import type { Entity, Model } from '../../model/entity.ts';
import { ERROR, PARAMETERS } from './components.ts';
import { entityCalls } from './entityCall.ts';
import { FILES } from './filePaths.ts';
import { IMPORT_SCHEMAS } from './importPaths.ts';
import { json, withoutDialect, type Json } from './json.ts';
import { LISTS } from './listPaths.ts';
import * as reading from './readingPaths.ts';
import { MATCHES, RECONCILIATION, SEARCH } from './searchPaths.ts';
import { SELECT } from './selectPaths.ts';
import { SESSION } from './sessionPaths.ts';
import * as writing from './writingPaths.ts';

/** Creates the OpenAPI 3.1 document of the HTTP API, with the calls of each entity. */
export function printOpenApi(model: Model): Json {
  const entities = Object.values(model.entities);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bordereau',
      version: '1',
      description:
        'Back office for the insurance and claims staff of a shipping group. Every answer is an envelope {code, message, result}.',
    },
    security: [{ token: [] }],
    tags: [
      ...['session', 'select', 'files', 'lists'].map((name) => ({ name })),
      ...entities.map((entity) => ({ name: entity.name, description: `${entity.label.en} ${entity.label.zh}` })),
    ],
    paths: {
      ...SESSION,
      ...SEARCH,
      ...RECONCILIATION,
      ...MATCHES,
      ...SELECT,
      ...FILES,
      ...LISTS,
      ...(Object.assign({}, ...entities.map(pathsOf)) as Json),
    },
    components: componentsOf(entities),
  };
}

const componentsOf = (entities: readonly Entity[]): Json => ({
  securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  parameters: PARAMETERS,
  responses: {
    Refused: {
      description: 'Refused: 400, 401, 403, 404, 409, 413, 415, 428 or 429',
      content: json({ $ref: '#/components/schemas/Error' }),
    },
  },
  schemas: {
    Error: ERROR,
    ...IMPORT_SCHEMAS,
    ...Object.fromEntries(
      entities.flatMap((entity) => [
        [typeName(entity), rowSchema(entity)],
        [`New${typeName(entity)}`, withoutDialect(jsonSchemaOf(entity, 'create'))],
        [`${typeName(entity)}Changes`, withoutDialect(jsonSchemaOf(entity, 'update'))],
      ]),
    ),
  },
});

/** The calls of an entity, in the order of the document. */
const READING = [
  reading.listCalls,
  reading.searchCalls,
  reading.countCalls,
  reading.rowCalls,
  reading.historyCalls,
  reading.versionCalls,
  reading.documentCalls,
  reading.approvalCalls,
  reading.exportCalls,
];
const WRITING = [writing.previewCalls, writing.bulkCalls, writing.importCalls, writing.operationCalls];

function pathsOf(entity: Entity): Json {
  const calls = entityCalls(entity);
  const groups = entity.readOnly ? READING : [...READING, ...WRITING];
  return Object.assign({}, ...groups.map((group) => group(calls))) as Json;
}

/** A row as the API reads it. */
function rowSchema(entity: Entity): Json {
  const fields = [...KERNEL_FIELDS, ...entity.fields].filter((field) => !field.writeOnly);
  return {
    type: 'object',
    title: entity.label.en,
    properties: Object.fromEntries(
      fields.map((field) => [
        field.name,
        {
          ...KINDS[field.kind].jsonSchema(field),
          title: field.label.en,
          ...(field.help ? { description: field.help.en } : {}),
        },
      ]),
    ),
  };
}
