import { typeName } from '../../compile/names.ts';
import { isForPeople } from '../../language/operations.ts';
import { KINDS } from '../../language/kinds/kinds.ts';
import type { Entity } from '../../model/entity.ts';
import type { Action, Transition } from '../../model/operation.ts';
import { ACCEPT, BULK, OUTCOME } from './components.ts';
import { body, fileBody, ID, type EntityCalls } from './entityCall.ts';
import { IMPORT_RESULT, importParameters, importTexts } from './importPaths.ts';
import { envelope, query, type Json } from './json.ts';

/** Transitions that people perform. */
const transitionsOf = ({ machines }: Entity): Transition[] =>
  machines.flatMap(({ transitions }) => transitions.filter(isForPeople));

/** Calls that a form makes before a save. */
export const previewCalls = ({ entity, base, call }: EntityCalls): Json => ({
  [`${base}/surroundings`]: {
    post: call(
      'Rows that formulas and rules of a row read: its parent and looked-up rows',
      body({ type: 'object' }),
      envelope({ type: 'object' }),
    ),
  },
  [`${base}/preview`]: {
    post: call(
      'Run a save without storing it',
      body({ $ref: `#/components/schemas/New${typeName(entity)}` }),
      envelope({ type: 'object' }),
    ),
  },
});

/** One operation on several rows. */
export const bulkCalls = ({ entity, base, call }: EntityCalls): Json => ({
  [`${base}/bulk/{action}`]: {
    post: call(
      'Delete rows, or perform a transition or action on them',
      {
        parameters: [
          { name: 'action', in: 'path', required: true, schema: { enum: ['delete', ...bulkNames(entity)] } },
        ],
        ...body(BULK),
      },
      envelope({ type: 'array', items: OUTCOME }),
    ),
  },
});

const bulkNames = (entity: Entity): string[] => [
  ...transitionsOf(entity).map(({ action }) => action),
  ...entity.actions.filter(({ bulk }) => bulk).map(({ name }) => name),
];

/** Import of a spreadsheet. */
export const importCalls = ({ entity, base, call }: EntityCalls): Json =>
  entity.import
    ? {
        [`${base}/import`]: {
          post: call(
            '',
            {
              ...importTexts(entity),
              parameters: importParameters(entity),
              ...fileBody({ mapping: { type: 'string' }, edits: { type: 'string' } }),
            },
            envelope(IMPORT_RESULT),
          ),
        },
        [`${base}/import/preview`]: {
          post: call(
            'Headings, first rows and the proposed mapping of a spreadsheet',
            fileBody({}),
            envelope({ type: 'object' }),
          ),
        },
        [`${base}/import/free-codes`]: {
          get: call(
            'The first number from which a code pattern is free for a number of new rows',
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
    : {};

/** Transitions and actions. */
export const operationCalls = ({ entity, base, call }: EntityCalls): Json => ({
  ...Object.fromEntries(
    [...Map.groupBy(transitionsOf(entity), ({ action }) => action)].map(
      ([action, [first, ...others]]): [string, Json] =>
        // all transitions with the same name have the same input
        [
          `${base}/{id}/actions/${action}`,
          {
            post: call(first!.label.en, {
              ...ID,
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
            { post: call(action.label.en, { ...ID, ...body(inputSchema(action)) }) },
          ],
    ),
  ),
});

/** The input of an operation, with the revision of the row. */
function inputSchema({ on, input }: Pick<Action, 'on'> & { input?: Action['input'] | undefined }): Json {
  const fields = input?.fields ?? [];
  const ofRow = on === 'row';
  return {
    type: 'object',
    required: [
      ...(ofRow ? ['rev'] : []),
      ...fields
        .filter(({ name, required, default: fallback }) => required && fallback === undefined && !input?.show?.[name])
        .map(({ name }) => name),
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
