import { jsonSchemaOf } from '../../language/jsonSchema.ts';
import { KINDS } from '../../language/kinds/kinds.ts';
import { typeName } from '../../compile/names.ts';
import { isForPeople } from '../../language/operations.ts';
import { KERNEL_FIELDS } from '../../language/kernelFields.ts';
import type { Action } from '../../model/operation.ts';
import type { Entity, Model } from '../../model/entity.ts';
import { exportColumns, IMPORT_RESULT, IMPORT_SCHEMAS, importParameters, importTexts } from './importPaths.ts';
import {
  type Json,
  withoutDialect,
  json,
  query,
  envelope,
  pageOf,
  COMPARED,
  FEW_CHILDREN,
  PAGE_PARAMETERS,
  LIST_PARAMETERS,
  CONDITIONS,
  ACCEPT,
  HISTORY,
  APPROVAL,
  BULK,
  OUTCOME,
  ERROR,
  PARAMETERS,
  FILES,
  SEARCH,
  RECONCILIATION,
  LISTS,
  SELECT,
  SESSION,
} from './sharedParts.ts';

/** OpenAPI 3.1 of the HTTP contract: every entity's calls, written out. */
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
      { name: 'session' },
      { name: 'select' },
      { name: 'files' },
      { name: 'lists' },
      ...entities.map((entity) => ({ name: entity.name, description: `${entity.label.en} ${entity.label.zh}` })),
    ],
    paths: {
      ...SESSION,
      ...SEARCH,
      ...RECONCILIATION,
      ...SELECT,
      ...FILES,
      ...LISTS,
      ...(Object.assign({}, ...entities.map(pathsOf)) as Json),
    },
    components: {
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
    },
  };
}

function pathsOf(entity: Entity): Json {
  const base = `/api/${entity.name}`;
  const row = { $ref: `#/components/schemas/${typeName(entity)}` };
  const page = envelope(pageOf(row));
  const call = (summary: string, more: Json, result: Json = envelope(row), status = '200'): Json => ({
    tags: [entity.name],
    summary,
    ...more,
    responses: {
      [status]: { description: 'Done', content: json(result) },
      default: { $ref: '#/components/responses/Refused' },
    },
  });
  const body = (schema: Json): Json => ({ requestBody: { required: true, content: json(schema) } });
  const id = { parameters: [{ $ref: '#/components/parameters/id' }] };
  const hasMany = entity.children.some(({ grid }) => grid);
  const ways = entity.machines.flatMap((machine) => machine.transitions.filter(isForPeople));
  const steps = ways.map(({ action }) => action);
  const inBulk = [...steps, ...entity.actions.filter(({ bulk }) => bulk).map(({ name }) => name)];
  const file = (schema: Json): Json => ({
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: { file: { type: 'string', format: 'binary' }, ...schema },
          },
        },
      },
    },
  });
  const reading = {
    [base]: {
      get: call(
        `List ${entity.label.en}`,
        {
          parameters: [
            ...LIST_PARAMETERS,
            query('total', {
              const: 'soon',
              description: 'soon: rows do not wait for a total that takes long to count',
            }),
          ],
        },
        page,
      ),
      ...(entity.readOnly
        ? {}
        : {
            post: call(
              `Create ${entity.label.en}`,
              body({ $ref: `#/components/schemas/New${typeName(entity)}` }),
              envelope(row),
              '201',
            ),
          }),
    },
    [`${base}/choices`]: {
      get: call(`${entity.label.en}: the rows that a reference may be set to`, { parameters: LIST_PARAMETERS }, page),
    },
    [`${base}/search`]: {
      post: call(
        `Search ${entity.label.en}`,
        body({
          type: 'object',
          properties: {
            searchCondition: CONDITIONS,
            current: { type: 'integer' },
            pageSize: { type: 'integer' },
            sort: { type: 'string' },
            total: { const: 'soon' },
            language: { type: 'string' },
          },
        }),
        page,
      ),
    },
    [`${base}/count`]: {
      get: call(
        'How many rows meet the conditions',
        { parameters: [query('where', { type: 'string' })] },
        envelope({ type: 'object', properties: { total: { type: 'integer' }, totalIsEstimate: { type: 'boolean' } } }),
      ),
    },
    [`${base}/groups`]: {
      get: call(
        'How many rows there are of each value of a field, and the totals of amounts',
        {
          parameters: [
            query('by', { enum: entity.list.filters }),
            query('sum', { type: 'string', description: 'Amounts among the columns, joined by commas' }),
            query('where', { type: 'string' }),
          ],
        },
        envelope({
          type: 'array',
          items: {
            type: 'object',
            properties: {
              value: { type: ['string', 'null'] },
              count: { type: 'integer' },
              sums: { type: 'object', additionalProperties: { type: 'string' } },
            },
          },
        }),
      ),
    },
    [`${base}/{id}`]: {
      get: call(`Read ${entity.label.en}`, hasMany ? { parameters: [...id.parameters, FEW_CHILDREN] } : id),
      ...(entity.readOnly
        ? {}
        : {
            patch: call(`Change ${entity.label.en}`, {
              ...(hasMany ? { parameters: [...id.parameters, FEW_CHILDREN] } : id),
              ...body({ $ref: `#/components/schemas/${typeName(entity)}Changes` }),
            }),
            delete: call(
              `Delete ${entity.label.en}`,
              { ...id, ...body({ type: 'object', required: ['rev'], properties: { rev: { type: 'integer' } } }) },
              envelope({ type: 'object' }),
            ),
          }),
    },
    [`${base}/{id}/history`]: {
      get: call(
        'Who changed what, when: the newest 1000 lines, or the page asked for',
        {
          parameters: [
            ...id.parameters,
            ...PAGE_PARAMETERS,
            query('parts', {
              type: 'boolean',
              description: 'true: by pages, with what happened to the parts of the row, and to what is related to it',
            }),
            query('of', {
              type: 'string',
              description:
                'with parts: only lines of these entities, joined by commas; the row’s own entity among them',
            }),
          ],
        },
        envelope({ oneOf: [{ type: 'array', items: HISTORY }, pageOf(HISTORY)] }),
      ),
    },
    ...(entity.version
      ? {
          [`${base}/{id}/compare`]: {
            get: call(
              'Compare with another version, row by row and field by field',
              { parameters: [...id.parameters, ...COMPARED] },
              envelope({ type: 'object' }),
            ),
          },
          [`${base}/{id}/compare/export`]: {
            get: call(
              'The comparison as a workbook',
              { parameters: [...id.parameters, ...COMPARED] },
              { type: 'string', format: 'binary' },
            ),
          },
        }
      : {}),
    ...(entity.approval
      ? {
          [`${base}/{id}/approval`]: {
            get: call(
              'Every approval of a row, the latest first: its levels, who decides now, and each operation with its opinion',
              id,
              envelope({ type: 'array', items: APPROVAL }),
            ),
          },
        }
      : {}),
    [`${base}/export`]: {
      get: call(
        'Export all rows that match',
        {
          parameters: [
            ...LIST_PARAMETERS,
            query('format', { enum: ['xlsx', 'csv'] }),
            query('columns', { type: 'string', description: exportColumns(entity) }),
          ],
        },
        { type: 'string', format: 'binary' },
      ),
    },
    [`${base}/template`]: {
      get: call(
        'Empty spreadsheet for import',
        entity.import?.layouts
          ? {
              parameters: [
                query('layout', {
                  enum: entity.import.layouts.map((layout) => layout.id),
                  description: 'with the headings of another system’s file',
                }),
              ],
            }
          : {},
        { type: 'string', format: 'binary' },
      ),
    },
  };
  if (entity.readOnly) return reading;
  return {
    ...reading,
    [`${base}/surroundings`]: {
      post: call(
        'What formulae and rules read beside a row: its parent, and the rows looked up',
        body({ type: 'object' }),
        envelope({ type: 'object' }),
      ),
    },
    [`${base}/preview`]: {
      post: call(
        'Run a save without keeping it',
        body({ $ref: `#/components/schemas/New${typeName(entity)}` }),
        envelope({ type: 'object' }),
      ),
    },
    [`${base}/bulk/{action}`]: {
      post: call(
        'Delete rows, take them through a transition or do an action to them',
        {
          parameters: [{ name: 'action', in: 'path', required: true, schema: { enum: ['delete', ...inBulk] } }],
          ...body(BULK),
        },
        envelope({ type: 'array', items: OUTCOME }),
      ),
    },
    ...(entity.import
      ? {
          [`${base}/import`]: {
            post: call(
              '',
              {
                ...importTexts(entity),
                parameters: importParameters(entity),
                ...file({ mapping: { type: 'string' }, edits: { type: 'string' } }),
              },
              envelope(IMPORT_RESULT),
            ),
          },
          [`${base}/import/preview`]: {
            post: call(
              'Headings, first rows and the proposed mapping of a spreadsheet',
              file({}),
              envelope({ type: 'object' }),
            ),
          },
          [`${base}/import/free-codes`]: {
            get: call(
              'From which number on a running code names that many new rows',
              {
                parameters: [
                  query('field', { type: 'string' }),
                  query('pattern', { type: 'string', description: 'such as `Z{seq:2}`' }),
                  query('rows', { type: 'integer', minimum: 1 }),
                ],
              },
              envelope({ type: 'object', required: ['start'], properties: { start: { type: 'integer' } } }),
            ),
          },
        }
      : {}),
    ...Object.fromEntries(
      [...Map.groupBy(ways, ({ action }) => action)].map(([action, [first, ...others]]): [string, Json] =>
        // whatever state a step leads to, it asks for the same
        [
          `${base}/{id}/actions/${action}`,
          {
            post: call(first!.label.en, {
              ...id,
              ...body(inputSchema({ on: 'row', input: [first!, ...others].find(({ input }) => input)?.input })),
            }),
          },
        ],
      ),
    ),
    ...Object.fromEntries(
      entity.actions.map((action): [string, Json] =>
        action.on === 'list'
          ? [`${base}/actions/${action.name}`, { post: call(action.label.en, body(inputSchema(action)), envelope({})) }]
          : [
              `${base}/{id}/actions/${action.name}`,
              { post: call(action.label.en, { ...id, ...body(inputSchema(action)) }) },
            ],
      ),
    ),
  };
}

/** What an action is told, beside the row's revision. */
function inputSchema({ on, input }: Pick<Action, 'on'> & { input?: Action['input'] | undefined }): Json {
  const fields = input?.fields ?? [];
  const ofRow = on === 'row';
  return {
    type: 'object',
    required: [
      ...(ofRow ? ['rev'] : []),
      ...fields.filter(({ required, default: fallback }) => required && fallback === undefined).map(({ name }) => name),
    ],
    properties: {
      ...(ofRow ? { rev: { type: 'integer' } } : {}),
      acceptWarnings: ACCEPT,
      ...Object.fromEntries(
        fields.map((field) => [
          field.name,
          {
            ...KINDS[field.kind].jsonSchema(field),
            title: field.label.en,
            ...(field.help ? { description: field.help.en } : {}),
          },
        ]),
      ),
    },
    additionalProperties: false,
  };
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
