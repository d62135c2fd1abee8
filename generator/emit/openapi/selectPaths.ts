import { CONDITIONS } from './components.ts';
import { envelope, type Json, json, REFUSED, TEXT } from './json.ts';

const DAY: Json = { type: 'string', format: 'date' };

/** Calls for select lists and exchange rates. */
export const SELECT: Json = {
  '/api/common/select/exchangeRate': {
    post: {
      tags: ['select'],
      summary:
        'The exchange rate for a day: of that day, or the latest of the ten days before, for the pair or else for the inverse pair',
      requestBody: {
        content: json({
          type: 'object',
          properties: { fromCur: TEXT, toCur: TEXT, date: DAY },
          required: ['fromCur', 'toCur', 'date'],
        }),
      },
      responses: {
        200: {
          description: 'Done',
          content: json(
            envelope({
              type: 'array',
              items: {
                type: 'object',
                required: ['value', 'label', 'exRateDate'],
                properties: { value: TEXT, label: TEXT, exRateDate: DAY },
              },
            }),
          ),
        },
        ...REFUSED,
      },
    },
  },
  '/api/common/select/{name}': {
    post: {
      tags: ['select'],
      summary: 'A select list in the reader’s language, such as company, curr or config',
      parameters: [{ name: 'name', in: 'path', required: true, schema: TEXT }],
      requestBody: {
        content: json({
          type: 'object',
          properties: {
            keyword: { type: 'string', description: 'text that code or name contains' },
            searchCondition: CONDITIONS,
            current: { type: 'integer' },
            pageSize: { type: 'integer' },
            language: TEXT,
          },
          additionalProperties: true,
        }),
      },
      responses: {
        200: {
          description: 'Done',
          content: json(
            envelope({
              type: 'array',
              items: { type: 'object', required: ['value', 'label'], properties: { value: TEXT, label: TEXT } },
            }),
          ),
        },
        ...REFUSED,
      },
    },
  },
};
