import { envelope, type Json, json, LABEL, query, REFUSED, TEXT } from './json.ts';

/** The search across entities. */
export const SEARCH: Json = {
  '/api/search': {
    get: {
      tags: ['search'],
      summary: 'Records of every entity that the reader may query, by their codes and names',
      parameters: [query('q', { type: 'string', minLength: 2, maxLength: 100 })],
      responses: {
        200: {
          description: 'Done',
          content: json(
            envelope({
              type: 'array',
              items: {
                type: 'object',
                required: ['entity', 'area', 'label', 'records', 'more'],
                properties: {
                  entity: TEXT,
                  area: TEXT,
                  label: { type: 'object' },
                  records: { type: 'array', items: { type: 'object' } },
                  more: { type: 'boolean' },
                },
              },
            }),
          ),
        },
        ...REFUSED,
      },
    },
  },
};

const TOTAL: Json = {
  type: 'object',
  properties: {
    name: TEXT,
    label: LABEL,
    formula: TEXT,
    unchecked: { type: 'string', description: 'reason why the database cannot compute it' },
  },
};

const DIFFERENCE: Json = {
  type: 'object',
  properties: {
    id: TEXT,
    title: LABEL,
    field: TEXT,
    stored: {},
    worked: { description: 'computed from its children' },
  },
};

const PROPOSAL: Json = {
  type: 'object',
  required: ['entity', 'id', 'rev', 'total', 'open', 'amount', 'difference', 'score', 'reasons', 'mayClaim'],
  properties: {
    entity: TEXT,
    id: TEXT,
    rev: { type: 'integer' },
    number: { type: ['string', 'null'], description: 'number of a bill' },
    case: { type: ['object', 'null'], properties: { id: TEXT, ourRef: TEXT, bizType: TEXT } },
    party: { type: ['string', 'null'], description: 'code of the company that pays or is paid' },
    partyName: { ...LABEL, type: ['object', 'null'] },
    currency: TEXT,
    total: { type: 'string', description: 'a decimal amount' },
    open: { type: 'string', description: 'what is not claimed of it yet' },
    amount: { type: 'string', description: 'what a claim without an amount takes' },
    difference: { type: 'string', description: '`open` less the open amount of the flow' },
    dueDate: { type: ['string', 'null'], format: 'date' },
    score: { type: 'integer' },
    reasons: { type: 'array', items: TEXT, description: 'in the language of the call' },
    mayClaim: { type: 'boolean', description: 'whether the reader may claim the flow for it' },
  },
};

/** Proposals for bank flows. Money is claimed by `claimFunds` of what is proposed. */
export const MATCHES: Json = {
  '/api/_matches/{flow}': {
    get: {
      tags: ['bank'],
      summary: 'Bills, charges and receivables that an open bank flow may pay, best first; nothing is claimed',
      parameters: [{ name: 'flow', in: 'path', required: true, schema: TEXT }],
      responses: {
        200: { description: 'Done', content: json(envelope({ type: 'array', maxItems: 20, items: PROPOSAL })) },
        ...REFUSED,
      },
    },
  },
};

/** Calls that compare stored totals with the child rows they are computed from. */
export const RECONCILIATION: Json = {
  '/api/_reconciliation': {
    get: {
      tags: ['reconciliation'],
      summary: 'Stored totals that are computed from child rows; for administrators',
      responses: {
        200: {
          description: 'Done',
          content: json(
            envelope({
              type: 'array',
              items: {
                type: 'object',
                properties: { name: TEXT, area: TEXT, label: LABEL, totals: { type: 'array', items: TOTAL } },
              },
            }),
          ),
        },
        ...REFUSED,
      },
    },
  },
  '/api/_balances': {
    get: {
      tags: ['reconciliation'],
      summary:
        'Amounts of bills and bank flows by company and currency, and how many differ from their lines and fund claims',
      responses: {
        200: {
          description: 'Done',
          content: json(
            envelope({
              type: 'array',
              items: {
                type: 'object',
                properties: { company: TEXT, currency: TEXT, differing: { type: 'integer' } },
                additionalProperties: { type: 'string', description: 'a decimal amount' },
              },
            }),
          ),
        },
        ...REFUSED,
      },
    },
  },
  '/api/_reconciliation/{entity}': {
    get: {
      tags: ['reconciliation'],
      summary: 'Compute the totals of some rows again, and return those that differ; for administrators',
      parameters: [
        { name: 'entity', in: 'path', required: true, schema: TEXT },
        query('after', { type: 'string', description: '`next` of the previous answer' }),
      ],
      responses: {
        200: {
          description: 'Done',
          content: json(
            envelope({
              type: 'object',
              properties: {
                rows: { type: 'integer' },
                differences: { type: 'array', items: DIFFERENCE },
                next: { type: ['string', 'null'], description: 'rows after this id are not checked yet' },
                at: { type: 'string', format: 'date-time' },
              },
            }),
          ),
        },
        ...REFUSED,
      },
    },
  },
};
