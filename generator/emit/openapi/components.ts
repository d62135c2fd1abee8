import { type Json, json, LABEL, query } from './json.ts';

/** Parameters of a comparison of versions. */
export const COMPARED = [
  query('with', { type: 'string', description: 'the id of the other version' }),
  query('only', { enum: ['differences'] }),
];

/** Parameter that omits children with many rows. */
export const FEW_CHILDREN = query('children', {
  enum: ['few'],
  description: 'few: omits children with many rows, which have lists of their own',
});

/** Parameters of a page. */
export const PAGE_PARAMETERS = ['current', 'pageSize'].map((name) => ({ $ref: `#/components/parameters/${name}` }));

/** Parameters of a list. */
export const LIST_PARAMETERS = ['current', 'pageSize', 'sort', 'where'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

/** Conditions of a search. */
export const CONDITIONS: Json = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      type: { enum: ['equal', 'like', 'array', 'dateRange', 'ne', 'gt', 'gte', 'lt', 'lte', 'isNull', 'notNull'] },
      value: {},
      or: { type: 'array' },
    },
  },
};

/** Accepts warnings. */
export const ACCEPT: Json = { type: 'boolean', description: 'true: accepts warnings' };

/** A line of the history. */
export const HISTORY: Json = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    at: { type: 'string', format: 'date-time' },
    by: { type: 'string' },
    byName: { type: ['string', 'null'] },
    action: { type: 'string' },
    changes: { type: 'array', items: { type: 'object', properties: { field: { type: 'string' }, from: {}, to: {} } } },
    part: {
      type: 'object',
      description: 'the changed child or related row; absent for the row itself',
      properties: { entity: { type: 'string' }, id: { type: 'string' }, title: LABEL, deleted: { type: 'boolean' } },
    },
    parts: {
      type: 'integer',
      description: 'number of children that a change affected, if they are too many to be listed',
    },
  },
};

const NAMED: Json = {
  type: 'object',
  properties: { code: { type: 'string' }, en: { type: 'string' }, zh: { type: 'string' } },
};

const MAYBE_NAMED: Json = { oneOf: [NAMED, { type: 'null' }] };

const APPROVAL_LINE: Json = {
  type: 'object',
  properties: {
    step: { enum: ['submit', 'approve', 'reject', 'withdraw'] },
    level: MAYBE_NAMED,
    by: { type: 'string' },
    byName: { type: ['string', 'null'] },
    at: { type: 'string', format: 'date-time' },
    opinion: { type: ['string', 'null'] },
  },
};

/** One approval of a row. */
export const APPROVAL: Json = {
  type: 'object',
  properties: {
    id: { type: 'string', description: 'of the to-do' },
    open: { type: 'boolean' },
    amount: { type: ['string', 'null'] },
    currency: { type: 'string' },
    levels: { type: 'array', items: NAMED },
    level: MAYBE_NAMED,
    role: MAYBE_NAMED,
    submitter: { type: 'string' },
    submitterName: { type: ['string', 'null'] },
    lines: { type: 'array', items: APPROVAL_LINE },
  },
};

/** The body of a bulk call. */
export const BULK: Json = {
  type: 'object',
  required: ['items'],
  properties: {
    items: {
      type: 'array',
      maxItems: 1000,
      items: {
        type: 'object',
        required: ['id', 'rev'],
        properties: { id: { type: 'string' }, rev: { type: 'integer' } },
      },
    },
    acceptWarnings: ACCEPT,
  },
};

/** The rows that a message concerns. */
const VIOLATING_ROWS: Json = {
  rows: {
    type: 'array',
    description: 'the first children that violate a rule of the row, as far as the caller may see them',
    items: {
      type: 'object',
      required: ['entity', 'id', 'title'],
      properties: { entity: { type: 'string' }, id: { type: 'string' }, title: { type: 'string' } },
    },
  },
  moreRows: { const: true, description: 'further children violate it' },
};

/** The outcome for one row of a bulk call. */
export const OUTCOME: Json = {
  type: 'object',
  required: ['id', 'ok', 'key', 'message'],
  properties: {
    id: { type: 'string' },
    ok: { type: 'boolean' },
    key: { type: ['string', 'null'] },
    message: { type: ['string', 'null'] },
    level: { const: 'warning', description: 'with acceptWarnings the row would be accepted' },
    field: { type: 'string', description: 'the field or input that the message concerns' },
    ...VIOLATING_ROWS,
  },
};

/** The body of a refusal. */
export const ERROR: Json = {
  type: 'object',
  required: ['code', 'message', 'key', 'requestId'],
  properties: {
    code: { enum: [1, 401, 10042] },
    message: { type: 'string' },
    key: { type: 'string', pattern: '^MSG_' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string' },
          key: { type: 'string' },
          message: { type: 'string' },
          params: { type: 'object' },
          level: { const: 'warning' },
          ...VIOLATING_ROWS,
        },
      },
    },
  },
};

/** Parameters that several calls share. */
export const PARAMETERS: Json = {
  id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  current: query('current', { type: 'integer', minimum: 1 }),
  pageSize: query('pageSize', { type: 'integer', minimum: 1, maximum: 1000 }),
  sort: query('sort', { type: 'string', examples: ['-updateAt,vslCde'] }),
  where: { name: 'where', in: 'query', description: 'JSON text of a condition list', content: json(CONDITIONS) },
};
