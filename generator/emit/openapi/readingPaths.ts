import { typeName } from '../../compile/names.ts';
import {
  APPROVAL,
  COMPARED,
  CONDITIONS,
  FEW_CHILDREN,
  HISTORY,
  LIST_PARAMETERS,
  PAGE_PARAMETERS,
} from './components.ts';
import { body, ID, type EntityCalls } from './entityCall.ts';
import { exportColumns } from './importPaths.ts';
import { envelope, pageOf, query, type Json } from './json.ts';

/** Calls that list rows and create one. */
export const listCalls = ({ entity, base, row, page, call }: EntityCalls): Json => ({
  [base]: {
    get: call(
      `List ${entity.label.en}`,
      {
        parameters: [
          ...LIST_PARAMETERS,
          query('total', {
            const: 'soon',
            description: 'soon: returns the rows before a total that takes long to count',
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
            row,
            '201',
          ),
        }),
  },
});

/** Calls for the choices of a reference, and for a search. */
export const searchCalls = ({ entity, base, page, call }: EntityCalls): Json => ({
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
});

/** Counts and totals. */
export const countCalls = ({ entity, base, call }: EntityCalls): Json => ({
  [`${base}/count`]: {
    get: call(
      'Number of rows that meet the conditions',
      { parameters: [query('where', { type: 'string' })] },
      envelope({ type: 'object', properties: { total: { type: 'integer' }, totalIsEstimate: { type: 'boolean' } } }),
    ),
  },
  [`${base}/groups`]: {
    get: call(
      'Number of rows for each value of a field, with totals of amounts',
      {
        parameters: [
          query('by', { enum: entity.list.filters }),
          query('sum', { type: 'string', description: 'Amounts among the columns, joined by commas' }),
          query('distinct', {
            type: 'string',
            description: 'Filters whose different values are counted, joined by commas',
          }),
          query('absent', { type: 'string', description: 'A column: the rows without a value are counted' }),
          query('where', { type: 'string' }),
        ],
      },
      envelope({ type: 'array', items: GROUP }),
    ),
  },
});

const GROUP: Json = {
  type: 'object',
  properties: {
    value: { type: ['string', 'null'] },
    count: { type: 'integer' },
    distinct: { type: 'integer' },
    absent: { type: 'integer' },
    currency: {
      type: ['string', 'null'],
      description: 'Currency of the totals, for amounts whose currency is in a field; each has its own group',
    },
    sums: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

/** One row. */
export const rowCalls = ({ entity, base, call }: EntityCalls): Json => ({
  [`${base}/{id}`]: {
    get: call(
      `Read ${entity.label.en}`,
      entity.children.some(({ grid }) => grid) ? { parameters: [...ID.parameters, FEW_CHILDREN] } : ID,
    ),
    ...(entity.readOnly
      ? {}
      : {
          patch: call(`Change ${entity.label.en}`, {
            ...(entity.children.some(({ grid }) => grid) ? { parameters: [...ID.parameters, FEW_CHILDREN] } : ID),
            ...body({ $ref: `#/components/schemas/${typeName(entity)}Changes` }),
          }),
          delete: call(
            `Delete ${entity.label.en}`,
            { ...ID, ...body({ type: 'object', required: ['rev'], properties: { rev: { type: 'integer' } } }) },
            envelope({ type: 'object' }),
          ),
        }),
  },
});

/** The history of a row. */
export const historyCalls = ({ base, call }: EntityCalls): Json => ({
  [`${base}/{id}/history`]: {
    get: call(
      'Who changed what and when: the latest 1000 lines, or the requested page',
      {
        parameters: [
          ...ID.parameters,
          ...PAGE_PARAMETERS,
          query('parts', {
            type: 'boolean',
            description: 'true: by pages, including changes of children and related rows',
          }),
          query('of', {
            type: 'string',
            description: 'with parts: only lines of these entities, joined by commas; the row’s own entity among them',
          }),
        ],
      },
      envelope({ oneOf: [{ type: 'array', items: HISTORY }, pageOf(HISTORY)] }),
    ),
  },
});

/** The comparison of versions. */
export const versionCalls = ({ entity, base, call }: EntityCalls): Json =>
  entity.version
    ? {
        [`${base}/{id}/compare`]: {
          get: call(
            'Compare with another version, row by row and field by field',
            { parameters: [...ID.parameters, ...COMPARED] },
            envelope({ type: 'object' }),
          ),
        },
        ...(entity.export
          ? {
              [`${base}/{id}/compare/export`]: {
                get: call(
                  'The comparison as a workbook',
                  { parameters: [...ID.parameters, ...COMPARED] },
                  { type: 'string', format: 'binary' },
                ),
              },
            }
          : {}),
      }
    : {};

/** The documents of a row. */
export const documentCalls = ({ entity, base, call }: EntityCalls): Json =>
  entity.documents
    ? {
        [`${base}/{id}/documents/{name}`]: {
          get: call(
            'A document of a row as PDF, in the language of the request',
            {
              parameters: [
                ...ID.parameters,
                {
                  name: 'name',
                  in: 'path',
                  required: true,
                  schema: { enum: entity.documents.map(({ name }) => name) },
                },
                query('language', { enum: ['en-US', 'zh-CN'] }),
              ],
            },
            { type: 'string', format: 'binary' },
          ),
        },
      }
    : {};

/** The approvals of a row. */
export const approvalCalls = ({ entity, base, call }: EntityCalls): Json =>
  entity.approval
    ? {
        [`${base}/{id}/approval`]: {
          get: call(
            'Every approval of a row, the latest first: its levels, who decides now, and each operation with its opinion',
            ID,
            envelope({ type: 'array', items: APPROVAL }),
          ),
        },
      }
    : {};

/** Exports, and the template of an import. */
export const exportCalls = ({ entity, base, call }: EntityCalls): Json => ({
  ...(entity.export
    ? {
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
      }
    : {}),

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
});
