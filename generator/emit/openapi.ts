import { jsonSchemaOf } from '../language/jsonSchema.ts';
import { KINDS } from '../language/kinds/kinds.ts';
import { typeName } from '../compile/names.ts';
import { isForPeople } from '../language/actor.ts';
import { KERNEL_FIELDS } from '../language/kernelFields.ts';
import type { Action } from '../model/operation.ts';
import type { Entity, Model } from '../model/entity.ts';
import { exportColumns, IMPORT_RESULT, IMPORT_SCHEMAS, importParameters, importTexts } from './openapiImport.ts';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of the HTTP contract: every entity's calls, written out. */
export function printOpenApi(model: Model): Json {
  const entities = Object.values(model.entities);
  return {
    openapi: '3.1.0',
    info: { title: 'Bordereau', version: '1', description: 'Back office for the insurance and claims staff of a shipping group. Every answer is an envelope {code, message, result}.' },
    security: [{ token: [] }],
    tags: [{ name: 'session' }, { name: 'select' }, { name: 'files' }, { name: 'lists' }, ...entities.map((entity) => ({ name: entity.name, description: `${entity.label.en} ${entity.label.zh}` }))],
    paths: { ...SESSION, ...SEARCH, ...RECONCILIATION, ...SELECT, ...FILES, ...LISTS, ...Object.assign({}, ...entities.map(pathsOf)) as Json },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      parameters: PARAMETERS,
      responses: { Refused: { description: 'Refused: 400, 401, 403, 404, 409, 413, 415, 428 or 429', content: json({ $ref: '#/components/schemas/Error' }) } },
      schemas: {
        Error: ERROR,
        ...IMPORT_SCHEMAS,
        ...Object.fromEntries(entities.flatMap((entity) => [
          [typeName(entity), rowSchema(entity)],
          [`New${typeName(entity)}`, withoutDialect(jsonSchemaOf(entity, 'create'))],
          [`${typeName(entity)}Changes`, withoutDialect(jsonSchemaOf(entity, 'update'))],
        ])),
      },
    },
  };
}

function pathsOf(entity: Entity): Json {
  const base = `/api/${entity.name}`;
  const row = { $ref: `#/components/schemas/${typeName(entity)}` };
  const page = envelope(pageOf(row));
  const call = (summary: string, more: Json, result: Json = envelope(row), status = '200'): Json =>
    ({ tags: [entity.name], summary, ...more, responses: { [status]: { description: 'Done', content: json(result) }, default: { $ref: '#/components/responses/Refused' } } });
  const body = (schema: Json): Json => ({ requestBody: { required: true, content: json(schema) } });
  const id = { parameters: [{ $ref: '#/components/parameters/id' }] };
  const hasMany = entity.children.some(({ grid }) => grid);
  const ways = entity.machines.flatMap((machine) => machine.transitions.filter(isForPeople));
  const steps = ways.map(({ action }) => action);
  const inBulk = [...steps, ...entity.actions.filter(({ bulk }) => bulk).map(({ name }) => name)];
  const file = (schema: Json): Json => ({ requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' }, ...schema } } } } } });
  const reading = {
    [base]: { get: call(`List ${entity.label.en}`, { parameters: [...LIST_PARAMETERS, query('total', { const: 'soon', description: 'soon: rows do not wait for a total that takes long to count' })] }, page), ...(entity.readOnly ? {} : { post: call(`Create ${entity.label.en}`, body({ $ref: `#/components/schemas/New${typeName(entity)}` }), envelope(row), '201') }) },
    [`${base}/choices`]: { get: call(`${entity.label.en}: the rows that a reference may be set to`, { parameters: LIST_PARAMETERS }, page) },
    [`${base}/search`]: { post: call(`Search ${entity.label.en}`, body({ type: 'object', properties: { searchCondition: CONDITIONS, current: { type: 'integer' }, pageSize: { type: 'integer' }, sort: { type: 'string' }, total: { const: 'soon' }, language: { type: 'string' } } }), page) },
    [`${base}/count`]: { get: call('How many rows meet the conditions', { parameters: [query('where', { type: 'string' })] }, envelope({ type: 'object', properties: { total: { type: 'integer' }, totalIsEstimate: { type: 'boolean' } } })) },
    [`${base}/groups`]: { get: call('How many rows there are of each value of a field, and the totals of amounts', { parameters: [query('by', { enum: entity.list.filters }), query('sum', { type: 'string', description: 'Amounts among the columns, joined by commas' }), query('where', { type: 'string' })] }, envelope({ type: 'array', items: { type: 'object', properties: { value: { type: ['string', 'null'] }, count: { type: 'integer' }, sums: { type: 'object', additionalProperties: { type: 'string' } } } } })) },
    [`${base}/{id}`]: {
      get: call(`Read ${entity.label.en}`, hasMany ? { parameters: [...id.parameters, FEW_CHILDREN] } : id),
      ...(entity.readOnly ? {} : {
        patch: call(`Change ${entity.label.en}`, { ...(hasMany ? { parameters: [...id.parameters, FEW_CHILDREN] } : id), ...body({ $ref: `#/components/schemas/${typeName(entity)}Changes` }) }),
        delete: call(`Delete ${entity.label.en}`, { ...id, ...body({ type: 'object', required: ['rev'], properties: { rev: { type: 'integer' } } }) }, envelope({ type: 'object' })),
      }),
    },
    [`${base}/{id}/history`]: { get: call('Who changed what, when: the newest 1000 lines, or the page asked for', { parameters: [...id.parameters, ...PAGE_PARAMETERS, query('parts', { type: 'boolean', description: 'true: by pages, with what happened to the parts of the row, and to what is related to it' }), query('of', { type: 'string', description: 'with parts: only lines of these entities, joined by commas; the row’s own entity among them' })] }, envelope({ oneOf: [{ type: 'array', items: HISTORY }, pageOf(HISTORY)] })) },
    ...(entity.version ? {
      [`${base}/{id}/compare`]: { get: call('Compare with another version, row by row and field by field', { parameters: [...id.parameters, ...COMPARED] }, envelope({ type: 'object' })) },
      [`${base}/{id}/compare/export`]: { get: call('The comparison as a workbook', { parameters: [...id.parameters, ...COMPARED] }, { type: 'string', format: 'binary' }) },
    } : {}),
    ...(entity.approval ? { [`${base}/{id}/approval`]: { get: call('Every approval of a row, the latest first: its levels, who decides now, and each operation with its opinion', id, envelope({ type: 'array', items: APPROVAL })) } } : {}),
    [`${base}/export`]: { get: call('Export all rows that match', { parameters: [...LIST_PARAMETERS, query('format', { enum: ['xlsx', 'csv'] }), query('columns', { type: 'string', description: exportColumns(entity) })] }, { type: 'string', format: 'binary' }) },
    [`${base}/template`]: { get: call('Empty spreadsheet for import', entity.import?.layouts ? { parameters: [query('layout', { enum: entity.import.layouts.map((layout) => layout.id), description: 'with the headings of another system’s file' })] } : {}, { type: 'string', format: 'binary' }) },
  };
  if (entity.readOnly) return reading;
  return {
    ...reading,
    [`${base}/surroundings`]: { post: call('What formulae and rules read beside a row: its parent, and the rows looked up', body({ type: 'object' }), envelope({ type: 'object' })) },
    [`${base}/preview`]: { post: call('Run a save without keeping it', body({ $ref: `#/components/schemas/New${typeName(entity)}` }), envelope({ type: 'object' })) },
    [`${base}/bulk/{action}`]: { post: call('Delete rows, take them through a transition or do an action to them', { parameters: [{ name: 'action', in: 'path', required: true, schema: { enum: ['delete', ...inBulk] } }], ...body(BULK) }, envelope({ type: 'array', items: OUTCOME })) },
    ...(entity.import ? {
      [`${base}/import`]: { post: call('', { ...importTexts(entity), parameters: importParameters(entity), ...file({ mapping: { type: 'string' }, edits: { type: 'string' } }) }, envelope(IMPORT_RESULT)) },
      [`${base}/import/preview`]: { post: call('Headings, first rows and the proposed mapping of a spreadsheet', file({}), envelope({ type: 'object' })) },
      [`${base}/import/free-codes`]: { get: call('From which number on a running code names that many new rows', { parameters: [query('field', { type: 'string' }), query('pattern', { type: 'string', description: 'such as `Z{seq:2}`' }), query('rows', { type: 'integer', minimum: 1 })] }, envelope({ type: 'object', required: ['start'], properties: { start: { type: 'integer' } } })) },
    } : {}),
    ...Object.fromEntries([...Map.groupBy(ways, ({ action }) => action)].map(([action, [first, ...others]]): [string, Json] =>
      // whatever state a step leads to, it asks for the same
      [`${base}/{id}/actions/${action}`, { post: call(first!.label.en, { ...id, ...body(inputSchema({ on: 'row', input: [first!, ...others].find(({ input }) => input)?.input })) }) }])),
    ...Object.fromEntries(entity.actions.map((action): [string, Json] => (action.on === 'list'
      ? [`${base}/actions/${action.name}`, { post: call(action.label.en, body(inputSchema(action)), envelope({})) }]
      : [`${base}/{id}/actions/${action.name}`, { post: call(action.label.en, { ...id, ...body(inputSchema(action)) }) }]))),
  };
}

/** What an action is told, beside the row's revision. */
function inputSchema({ on, input }: Pick<Action, 'on'> & { input?: Action['input'] | undefined }): Json {
  const fields = input?.fields ?? [];
  const ofRow = on === 'row';
  return {
    type: 'object',
    required: [...(ofRow ? ['rev'] : []), ...fields.filter(({ required, default: fallback }) => required && fallback === undefined).map(({ name }) => name)],
    properties: {
      ...(ofRow ? { rev: { type: 'integer' } } : {}), acceptWarnings: ACCEPT,
      ...Object.fromEntries(fields.map((field) => [field.name, { ...KINDS[field.kind].jsonSchema(field), title: field.label.en, ...(field.help ? { description: field.help.en } : {}) }])),
    },
    additionalProperties: false,
  };
}

/** A row as the API reads it. */
function rowSchema(entity: Entity): Json {
  const fields = [...KERNEL_FIELDS, ...entity.fields].filter((field) => !field.writeOnly);
  return { type: 'object', title: entity.label.en, properties: Object.fromEntries(fields.map((field) => [field.name, { ...KINDS[field.kind].jsonSchema(field), title: field.label.en, ...(field.help ? { description: field.help.en } : {}) }])) };
}

function withoutDialect({ $schema: _, ...schema }: Json): Json {
  return schema;
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });
const query = (name: string, schema: Json): Json => ({ name, in: 'query', schema });
const envelope = (result: Json): Json => ({ type: 'object', required: ['code', 'message', 'result'], properties: { code: { const: 0 }, message: { type: 'string' }, result } });

const pageOf = (items: Json): Json => ({ type: 'object', properties: { records: { type: 'array', items }, total: { type: 'integer' }, totalIsEstimate: { type: 'boolean' }, totalIsPending: { type: 'boolean', description: 'with total=soon: it is still being counted, and there are at least so many' }, current: { type: 'integer' }, pageSize: { type: 'integer' } } });

const COMPARED = [query('with', { type: 'string', description: 'the id of the other version' }), query('only', { enum: ['differences'] })];
const FEW_CHILDREN = query('children', { enum: ['few'], description: 'leaves out the children that are many: each is a list of its own, by pages' });
const PAGE_PARAMETERS = ['current', 'pageSize'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
const LIST_PARAMETERS = ['current', 'pageSize', 'sort', 'where'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
const CONDITIONS: Json = { type: 'array', items: { type: 'object', properties: { name: { type: 'string' }, type: { enum: ['equal', 'like', 'array', 'dateRange', 'ne', 'gt', 'gte', 'lt', 'lte', 'isNull', 'notNull'] }, value: {}, or: { type: 'array' } } } };
const ACCEPT: Json = { type: 'boolean', description: 'true: what is only warned of may pass' };
const LABEL: Json = { type: 'object', properties: { en: { type: 'string' }, zh: { type: 'string' } } };
const HISTORY: Json = { type: 'object', properties: { id: { type: 'string' }, at: { type: 'string', format: 'date-time' }, by: { type: 'string' }, byName: { type: ['string', 'null'] }, action: { type: 'string' }, changes: { type: 'array', items: { type: 'object', properties: { field: { type: 'string' }, from: {}, to: {} } } }, part: { type: 'object', description: 'the part, or the related row, that it happened to; absent for the row itself', properties: { entity: { type: 'string' }, id: { type: 'string' }, title: LABEL, deleted: { type: 'boolean' } } }, parts: { type: 'integer', description: 'how many parts one change touched, where they are too many to be told one by one' } } };
const NAMED: Json = { type: 'object', properties: { code: { type: 'string' }, en: { type: 'string' }, zh: { type: 'string' } } };
const MAYBE_NAMED: Json = { oneOf: [NAMED, { type: 'null' }] };
const APPROVAL_LINE: Json = { type: 'object', properties: { step: { enum: ['submit', 'approve', 'reject', 'withdraw'] }, level: MAYBE_NAMED, by: { type: 'string' }, byName: { type: ['string', 'null'] }, at: { type: 'string', format: 'date-time' }, opinion: { type: ['string', 'null'] } } };
const APPROVAL: Json = {
  type: 'object',
  properties: {
    id: { type: 'string', description: 'of the to-do' }, open: { type: 'boolean' }, amount: { type: ['string', 'null'] }, currency: { type: 'string' }, levels: { type: 'array', items: NAMED },
    level: MAYBE_NAMED, role: MAYBE_NAMED, submitter: { type: 'string' }, submitterName: { type: ['string', 'null'] }, lines: { type: 'array', items: APPROVAL_LINE },
  },
};
const BULK: Json = { type: 'object', required: ['items'], properties: { items: { type: 'array', maxItems: 1000, items: { type: 'object', required: ['id', 'rev'], properties: { id: { type: 'string' }, rev: { type: 'integer' } } } }, acceptWarnings: ACCEPT } };
const OUTCOME: Json = { type: 'object', required: ['id', 'ok', 'key', 'message'], properties: { id: { type: 'string' }, ok: { type: 'boolean' }, key: { type: ['string', 'null'] }, message: { type: ['string', 'null'] }, level: { const: 'warning', description: 'with acceptWarnings the row would go through' } } };
const ERROR: Json = {
  type: 'object', required: ['code', 'message', 'key', 'requestId'],
  properties: {
    code: { enum: [1, 401, 10042] }, message: { type: 'string' }, key: { type: 'string', pattern: '^MSG_' }, requestId: { type: 'string' },
    errors: { type: 'array', items: { type: 'object', properties: { field: { type: 'string' }, key: { type: 'string' }, message: { type: 'string' }, params: { type: 'object' }, level: { const: 'warning' } } } },
  },
};
const PARAMETERS: Json = {
  id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  current: query('current', { type: 'integer', minimum: 1 }),
  pageSize: query('pageSize', { type: 'integer', minimum: 1, maximum: 1000 }),
  sort: query('sort', { type: 'string', examples: ['-updateAt,vslCde'] }),
  where: { name: 'where', in: 'query', description: 'JSON text of a condition list', content: json(CONDITIONS) },
};

const plain = (summary: string, properties: Json = {}, open = false): Json => ({
  tags: ['session'], summary, ...(open ? { security: [] } : {}),
  ...(Object.keys(properties).length > 0 ? { requestBody: { required: true, content: json({ type: 'object', properties }) } } : {}),
  responses: { 200: { description: 'Done', content: json(envelope({})) }, default: { $ref: '#/components/responses/Refused' } },
});
const TEXT: Json = { type: 'string' };
const IDS: Json = { type: 'array', items: TEXT };
const REFUSED: Json = { default: { $ref: '#/components/responses/Refused' } };
const STORED_FILE: Json = { type: 'object', properties: { id: TEXT, name: TEXT, type: TEXT, size: { type: 'integer' }, hash: { type: 'string', description: 'sha-256' }, scan: { type: 'string', enum: ['unscanned', 'waiting', 'clean', 'infected'], description: 'what a virus scanner found' } } };
const FILES: Json = {
  '/api/files': {
    post: {
      tags: ['files'], summary: 'Upload a file: png, jpg, pdf, doc or docx of at most 7.5 MiB. It is the sender’s until a row refers to it by its id',
      requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } } } } },
      responses: { 201: { description: 'Done', content: json(envelope(STORED_FILE)) }, ...REFUSED },
    },
    get: { tags: ['files'], summary: 'Names, types and sizes of those files that the caller may read', parameters: [query('id', { type: 'string', description: 'ids, with commas between them; 200 at most' })], responses: { 200: { description: 'Done', content: json(envelope({ type: 'array', items: STORED_FILE })) }, ...REFUSED } },
  },
  '/api/files/{id}': {
    get: {
      tags: ['files'], summary: 'Download a file', parameters: [{ $ref: '#/components/parameters/id' }, query('preview', { type: 'boolean', description: 'true: a picture or PDF to be shown in place' })],
      responses: { 200: { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }, ...REFUSED },
    },
  },
};
const SEARCH: Json = {
  '/api/search': {
    get: {
      tags: ['search'], summary: 'Records of every entity that the reader may query, by their codes and names',
      parameters: [query('q', { type: 'string', minLength: 2, maxLength: 100 })],
      responses: { 200: { description: 'Done', content: json(envelope({ type: 'array', items: { type: 'object', required: ['entity', 'area', 'label', 'records', 'more'], properties: { entity: TEXT, area: TEXT, label: { type: 'object' }, records: { type: 'array', items: { type: 'object' } }, more: { type: 'boolean' } } } })) }, ...REFUSED },
    },
  },
};
const TOTAL: Json = { type: 'object', properties: { name: TEXT, label: LABEL, formula: TEXT, unchecked: { type: 'string', description: 'why the database cannot work it out' } } };
const DIFFERENCE: Json = { type: 'object', properties: { id: TEXT, title: LABEL, field: TEXT, stored: {}, worked: { description: 'what its parts make' } } };
const RECONCILIATION: Json = {
  '/api/_reconciliation': {
    get: {
      tags: ['reconciliation'], summary: 'The stored totals that follow from the parts of their rows; for administrators',
      responses: { 200: { description: 'Done', content: json(envelope({ type: 'array', items: { type: 'object', properties: { name: TEXT, area: TEXT, label: LABEL, totals: { type: 'array', items: TOTAL } } } })) }, ...REFUSED },
    },
  },
  '/api/_reconciliation/{entity}': {
    get: {
      tags: ['reconciliation'], summary: 'Work the totals of some rows out once more, and tell those that differ; for administrators',
      parameters: [{ name: 'entity', in: 'path', required: true, schema: TEXT }, query('after', { type: 'string', description: 'the id that was told as `next` before' })],
      responses: { 200: { description: 'Done', content: json(envelope({ type: 'object', properties: { rows: { type: 'integer' }, differences: { type: 'array', items: DIFFERENCE }, next: { type: ['string', 'null'], description: 'rows behind this id are still to be looked at' }, at: { type: 'string', format: 'date-time' } } })) }, ...REFUSED },
    },
  },
};
const VIEW_WORDS: Json = { name: { type: 'string', maxLength: 40 }, query: { type: 'string', maxLength: 2000, description: 'what stands in the list’s address behind the path' }, shared: { type: 'boolean', description: 'colleagues who may read the list see it; only its author changes it' } };
const VIEW: Json = { type: 'object', properties: { id: TEXT, ...VIEW_WORDS, by: TEXT, byName: { type: ['string', 'null'] } } };
const LIST_SETTINGS: Json = { type: 'object', properties: { columns: { type: 'array', items: TEXT }, widths: { type: 'object', additionalProperties: { type: 'integer', minimum: 40, maximum: 2000 } }, pageSize: { type: 'integer', minimum: 1, maximum: 1000 }, unfolded: { type: 'boolean' } }, additionalProperties: false };
const OF_ENTITY: Json = { name: 'entity', in: 'path', required: true, schema: TEXT };
const listCall = (summary: string, result: Json, body?: Json, more: Json[] = [], status = '200'): Json => ({
  tags: ['lists'], summary, parameters: [OF_ENTITY, ...more], ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
  responses: { [status]: { description: 'Done', content: json(envelope(result)) }, ...REFUSED },
});
const OWN_VIEW = [{ $ref: '#/components/parameters/id' }];
const LISTS: Json = {
  '/api/lists/{entity}': {
    get: listCall('How the caller likes the list to look, and its named searches: one’s own, and those that colleagues share', { type: 'object', properties: { settings: LIST_SETTINGS, views: { type: 'array', items: VIEW } } }),
    patch: listCall('Keep some choices for the list; null takes one back', LIST_SETTINGS, LIST_SETTINGS),
  },
  '/api/lists/{entity}/views': { post: listCall('Name a search', VIEW, { type: 'object', required: ['name'], properties: VIEW_WORDS }, [], '201') },
  '/api/lists/{entity}/views/{id}': {
    patch: listCall('Change one’s own view', VIEW, { type: 'object', properties: VIEW_WORDS }, OWN_VIEW),
    delete: listCall('Forget one’s own view', { type: 'null' }, undefined, OWN_VIEW),
  },
};
const DAY: Json = { type: 'string', format: 'date' };
const SELECT: Json = {
  '/api/common/select/exchangeRate': {
    post: {
      tags: ['select'], summary: 'The exchange rate that serves on a day: of that day, or the latest of the ten days before, of the pair or else of the opposite one',
      requestBody: { content: json({ type: 'object', properties: { fromCur: TEXT, toCur: TEXT, date: DAY }, required: ['fromCur', 'toCur', 'date'] }) },
      responses: { 200: { description: 'Done', content: json(envelope({ type: 'array', items: { type: 'object', required: ['value', 'label', 'exRateDate'], properties: { value: TEXT, label: TEXT, exRateDate: DAY } } })) }, ...REFUSED },
    },
  },
  '/api/common/select/{name}': {
    post: {
      tags: ['select'], summary: 'A select list in the reader’s language, such as company, curr or config',
      parameters: [{ name: 'name', in: 'path', required: true, schema: TEXT }],
      requestBody: { content: json({ type: 'object', properties: { keyword: { type: 'string', description: 'what code or name contains' }, searchCondition: CONDITIONS, current: { type: 'integer' }, pageSize: { type: 'integer' }, language: TEXT }, additionalProperties: true }) },
      responses: { 200: { description: 'Done', content: json(envelope({ type: 'array', items: { type: 'object', required: ['value', 'label'], properties: { value: TEXT, label: TEXT } } })) }, ...REFUSED },
    },
  },
};
const SESSION: Json = {
  '/account/login': { post: plain('Log in', { username: TEXT, password: TEXT }, true) },
  '/account/loginOptions': { get: plain('Whether there is single sign-on beside names and passwords', undefined, true) },
  '/account/logout': { get: plain('Log out: the token is dead from now on') },
  '/account/getUserInfo': { post: plain('The person logged in') },
  '/account/changePassword': { post: plain('Change the password: all tokens of the person are dead from now on, and a new one is answered', { oldPassword: TEXT, newPassword: TEXT }) },
  '/account/preferences': { post: plain('Keep the language and look of the screens with the person', { language: { enum: ['zh-CN', 'en-US'] }, theme: { enum: ['light', 'dark', 'system'] } }) },
  '/account/seen/{entity}': {
    get: { ...plain('The ids of the rows that the person has looked at'), parameters: [{ name: 'entity', in: 'path', required: true, schema: TEXT }] },
    post: { ...plain('Remember that the person has looked at rows', { ids: IDS }), parameters: [{ name: 'entity', in: 'path', required: true, schema: TEXT }] },
  },
  '/account/verificationCode': { post: plain('Send a code to a mail address', { mail: TEXT, purpose: { enum: ['register', 'reset', 'submission'] } }, true) },
  '/account/register': { post: plain('Ask for an account, to be reviewed', { userCde: TEXT, userName: TEXT, password: TEXT, phone: TEXT, mail: TEXT, mailCode: TEXT, companyName: TEXT, unifiedSocialCreditNo: TEXT }, true) },
  '/account/resetPassword': { post: plain('Set a new password', { mail: TEXT, mailCode: TEXT, userCde: TEXT, newPassword: TEXT }, true) },
  '/account/companySubmission/file': { post: { ...plain('Send a scan for a submission', {}, true), requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' }, mail: TEXT, mailCode: TEXT } } } } } } },
  '/account/companySubmission': { post: plain('Submit a company’s information, once, for review', { mail: TEXT, mailCode: TEXT, companyName: TEXT, unifiedSocialCreditNo: TEXT, abbreviation: TEXT, address: TEXT, phone: TEXT, fax: TEXT, businessLicence: IDS, invoiceInfo: IDS }, true) },
  '/resource/authorization/refreshToken': { post: plain('A new token, the old one dead') },
  '/resource/authorization/validateTokenWithKeycloak': { get: plain('Role and permissions') },
  '/resource/authorization/permissions': { get: plain('Areas, entities and actions that a role may be given rights to; for who may read roles') },
  '/resource/authorization/searchMsRoleMenuVoByUser': { post: plain('The menu') },
};
