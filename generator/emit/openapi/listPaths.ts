import { envelope, type Json, json, REFUSED, TEXT } from './json.ts';

const VIEW_PROPERTIES: Json = {
  name: { type: 'string', maxLength: 40 },
  query: { type: 'string', maxLength: 2000, description: 'query string of the list' },
  shared: { type: 'boolean', description: 'colleagues who may read the list see it; only its author changes it' },
};

const VIEW: Json = {
  type: 'object',
  properties: { id: TEXT, ...VIEW_PROPERTIES, by: TEXT, byName: { type: ['string', 'null'] } },
};

const LIST_SETTINGS: Json = {
  type: 'object',
  properties: {
    columns: { type: 'array', items: TEXT },
    widths: { type: 'object', additionalProperties: { type: 'integer', minimum: 40, maximum: 2000 } },
    pageSize: { type: 'integer', minimum: 1, maximum: 1000 },
    unfolded: { type: 'boolean' },
  },
  additionalProperties: false,
};

const OF_ENTITY: Json = { name: 'entity', in: 'path', required: true, schema: TEXT };

interface ListCall {
  body?: Json;
  /** parameters besides the entity */
  parameters?: Json[];
  status?: string;
}

const listCall = (summary: string, result: Json, { body, parameters = [], status = '200' }: ListCall = {}): Json => ({
  tags: ['lists'],
  summary,
  parameters: [OF_ENTITY, ...parameters],
  ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
  responses: { [status]: { description: 'Done', content: json(envelope(result)) }, ...REFUSED },
});

const OWN_VIEW = [{ $ref: '#/components/parameters/id' }];

/** Calls of the settings and views of a list. */
export const LISTS: Json = {
  '/api/lists/{entity}': {
    get: listCall('Settings of the caller for the list, and its saved views: own and shared ones', {
      type: 'object',
      properties: { settings: LIST_SETTINGS, views: { type: 'array', items: VIEW } },
    }),
    patch: listCall('Store settings for the list; null resets one', LIST_SETTINGS, { body: LIST_SETTINGS }),
  },
  '/api/lists/{entity}/views': {
    post: listCall('Save a view', VIEW, {
      body: { type: 'object', required: ['name'], properties: VIEW_PROPERTIES },
      status: '201',
    }),
  },
  '/api/lists/{entity}/views/{id}': {
    patch: listCall('Change an own view', VIEW, {
      body: { type: 'object', properties: VIEW_PROPERTIES },
      parameters: OWN_VIEW,
    }),
    delete: listCall('Delete an own view', { type: 'null' }, { parameters: OWN_VIEW }),
  },
};
