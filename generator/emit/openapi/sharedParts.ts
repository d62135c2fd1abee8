export type Json = Record<string, unknown>;

export function withoutDialect({ $schema: _, ...schema }: Json): Json {
  return schema;
}

export const json = (schema: Json): Json => ({ 'application/json': { schema } });
export const query = (name: string, schema: Json): Json => ({ name, in: 'query', schema });
export const envelope = (result: Json): Json => ({
  type: 'object',
  required: ['code', 'message', 'result'],
  properties: { code: { const: 0 }, message: { type: 'string' }, result },
});

export const pageOf = (items: Json): Json => ({
  type: 'object',
  properties: {
    records: { type: 'array', items },
    total: { type: 'integer' },
    totalIsEstimate: { type: 'boolean' },
    totalIsPending: {
      type: 'boolean',
      description: 'with total=soon: it is still being counted, and there are at least so many',
    },
    current: { type: 'integer' },
    pageSize: { type: 'integer' },
  },
});

export const COMPARED = [
  query('with', { type: 'string', description: 'the id of the other version' }),
  query('only', { enum: ['differences'] }),
];
export const FEW_CHILDREN = query('children', {
  enum: ['few'],
  description: 'leaves out the children that are many: each is a list of its own, by pages',
});
export const PAGE_PARAMETERS = ['current', 'pageSize'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
export const LIST_PARAMETERS = ['current', 'pageSize', 'sort', 'where'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));
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
export const ACCEPT: Json = { type: 'boolean', description: 'true: what is only warned of may pass' };
const LABEL: Json = { type: 'object', properties: { en: { type: 'string' }, zh: { type: 'string' } } };
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
      description: 'the part, or the related row, that it happened to; absent for the row itself',
      properties: { entity: { type: 'string' }, id: { type: 'string' }, title: LABEL, deleted: { type: 'boolean' } },
    },
    parts: {
      type: 'integer',
      description: 'how many parts one change touched, where they are too many to be told one by one',
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
export const OUTCOME: Json = {
  type: 'object',
  required: ['id', 'ok', 'key', 'message'],
  properties: {
    id: { type: 'string' },
    ok: { type: 'boolean' },
    key: { type: ['string', 'null'] },
    message: { type: ['string', 'null'] },
    level: { const: 'warning', description: 'with acceptWarnings the row would go through' },
  },
};
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
        },
      },
    },
  },
};
export const PARAMETERS: Json = {
  id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  current: query('current', { type: 'integer', minimum: 1 }),
  pageSize: query('pageSize', { type: 'integer', minimum: 1, maximum: 1000 }),
  sort: query('sort', { type: 'string', examples: ['-updateAt,vslCde'] }),
  where: { name: 'where', in: 'query', description: 'JSON text of a condition list', content: json(CONDITIONS) },
};

const plain = (summary: string, properties: Json = {}, open = false): Json => ({
  tags: ['session'],
  summary,
  ...(open ? { security: [] } : {}),
  ...(Object.keys(properties).length > 0
    ? { requestBody: { required: true, content: json({ type: 'object', properties }) } }
    : {}),
  responses: {
    200: { description: 'Done', content: json(envelope({})) },
    default: { $ref: '#/components/responses/Refused' },
  },
});
const TEXT: Json = { type: 'string' };
const IDS: Json = { type: 'array', items: TEXT };
const REFUSED: Json = { default: { $ref: '#/components/responses/Refused' } };
const STORED_FILE: Json = {
  type: 'object',
  properties: {
    id: TEXT,
    name: TEXT,
    type: TEXT,
    size: { type: 'integer' },
    hash: { type: 'string', description: 'sha-256' },
    scan: {
      type: 'string',
      enum: ['unscanned', 'waiting', 'clean', 'infected'],
      description: 'what a virus scanner found',
    },
  },
};
export const FILES: Json = {
  '/api/files': {
    post: {
      tags: ['files'],
      summary:
        'Upload a file: png, jpg, pdf, doc or docx of at most 7.5 MiB. It is the sender’s until a row refers to it by its id',
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
          },
        },
      },
      responses: { 201: { description: 'Done', content: json(envelope(STORED_FILE)) }, ...REFUSED },
    },
    get: {
      tags: ['files'],
      summary: 'Names, types and sizes of those files that the caller may read',
      parameters: [query('id', { type: 'string', description: 'ids, with commas between them; 200 at most' })],
      responses: {
        200: { description: 'Done', content: json(envelope({ type: 'array', items: STORED_FILE })) },
        ...REFUSED,
      },
    },
  },
  '/api/files/{id}': {
    get: {
      tags: ['files'],
      summary: 'Download a file',
      parameters: [
        { $ref: '#/components/parameters/id' },
        query('preview', { type: 'boolean', description: 'true: a picture or PDF to be shown in place' }),
      ],
      responses: {
        200: { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
        ...REFUSED,
      },
    },
  },
};
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
    unchecked: { type: 'string', description: 'why the database cannot work it out' },
  },
};
const DIFFERENCE: Json = {
  type: 'object',
  properties: { id: TEXT, title: LABEL, field: TEXT, stored: {}, worked: { description: 'what its parts make' } },
};
export const RECONCILIATION: Json = {
  '/api/_reconciliation': {
    get: {
      tags: ['reconciliation'],
      summary: 'The stored totals that follow from the parts of their rows; for administrators',
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
  '/api/_reconciliation/{entity}': {
    get: {
      tags: ['reconciliation'],
      summary: 'Work the totals of some rows out once more, and tell those that differ; for administrators',
      parameters: [
        { name: 'entity', in: 'path', required: true, schema: TEXT },
        query('after', { type: 'string', description: 'the id that was told as `next` before' }),
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
                next: { type: ['string', 'null'], description: 'rows behind this id are still to be looked at' },
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
const VIEW_WORDS: Json = {
  name: { type: 'string', maxLength: 40 },
  query: { type: 'string', maxLength: 2000, description: 'what stands in the list’s address behind the path' },
  shared: { type: 'boolean', description: 'colleagues who may read the list see it; only its author changes it' },
};
const VIEW: Json = {
  type: 'object',
  properties: { id: TEXT, ...VIEW_WORDS, by: TEXT, byName: { type: ['string', 'null'] } },
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
const listCall = (summary: string, result: Json, body?: Json, more: Json[] = [], status = '200'): Json => ({
  tags: ['lists'],
  summary,
  parameters: [OF_ENTITY, ...more],
  ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
  responses: { [status]: { description: 'Done', content: json(envelope(result)) }, ...REFUSED },
});
const OWN_VIEW = [{ $ref: '#/components/parameters/id' }];
export const LISTS: Json = {
  '/api/lists/{entity}': {
    get: listCall(
      'How the caller likes the list to look, and its named searches: one’s own, and those that colleagues share',
      { type: 'object', properties: { settings: LIST_SETTINGS, views: { type: 'array', items: VIEW } } },
    ),
    patch: listCall('Keep some choices for the list; null takes one back', LIST_SETTINGS, LIST_SETTINGS),
  },
  '/api/lists/{entity}/views': {
    post: listCall('Name a search', VIEW, { type: 'object', required: ['name'], properties: VIEW_WORDS }, [], '201'),
  },
  '/api/lists/{entity}/views/{id}': {
    patch: listCall('Change one’s own view', VIEW, { type: 'object', properties: VIEW_WORDS }, OWN_VIEW),
    delete: listCall('Forget one’s own view', { type: 'null' }, undefined, OWN_VIEW),
  },
};
const DAY: Json = { type: 'string', format: 'date' };
export const SELECT: Json = {
  '/api/common/select/exchangeRate': {
    post: {
      tags: ['select'],
      summary:
        'The exchange rate that serves on a day: of that day, or the latest of the ten days before, of the pair or else of the opposite one',
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
            keyword: { type: 'string', description: 'what code or name contains' },
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
export const SESSION: Json = {
  '/account/login': { post: plain('Log in', { username: TEXT, password: TEXT }, true) },
  '/account/loginOptions': {
    get: plain('Whether there is single sign-on beside names and passwords', undefined, true),
  },
  '/account/logout': { get: plain('Log out: the token is dead from now on') },
  '/account/getUserInfo': { post: plain('The person logged in') },
  '/account/changePassword': {
    post: plain('Change the password: all tokens of the person are dead from now on, and a new one is answered', {
      oldPassword: TEXT,
      newPassword: TEXT,
    }),
  },
  '/account/preferences': {
    post: plain('Keep the language and look of the screens with the person', {
      language: { enum: ['zh-CN', 'en-US'] },
      theme: { enum: ['light', 'dark', 'system'] },
    }),
  },
  '/account/seen/{entity}': {
    get: {
      ...plain('The ids of the rows that the person has looked at'),
      parameters: [{ name: 'entity', in: 'path', required: true, schema: TEXT }],
    },
    post: {
      ...plain('Remember that the person has looked at rows', { ids: IDS }),
      parameters: [{ name: 'entity', in: 'path', required: true, schema: TEXT }],
    },
  },
  '/account/verificationCode': {
    post: plain(
      'Send a code to a mail address',
      { mail: TEXT, purpose: { enum: ['register', 'reset', 'submission'] } },
      true,
    ),
  },
  '/account/register': {
    post: plain(
      'Ask for an account, to be reviewed',
      {
        userCde: TEXT,
        userName: TEXT,
        password: TEXT,
        phone: TEXT,
        mail: TEXT,
        mailCode: TEXT,
        companyName: TEXT,
        unifiedSocialCreditNo: TEXT,
      },
      true,
    ),
  },
  '/account/resetPassword': {
    post: plain('Set a new password', { mail: TEXT, mailCode: TEXT, userCde: TEXT, newPassword: TEXT }, true),
  },
  '/account/companySubmission/file': {
    post: {
      ...plain('Send a scan for a submission', {}, true),
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: { file: { type: 'string', format: 'binary' }, mail: TEXT, mailCode: TEXT },
            },
          },
        },
      },
    },
  },
  '/account/companySubmission': {
    post: plain(
      'Submit a company’s information, once, for review',
      {
        mail: TEXT,
        mailCode: TEXT,
        companyName: TEXT,
        unifiedSocialCreditNo: TEXT,
        abbreviation: TEXT,
        address: TEXT,
        phone: TEXT,
        fax: TEXT,
        businessLicence: IDS,
        invoiceInfo: IDS,
      },
      true,
    ),
  },
  '/resource/authorization/refreshToken': { post: plain('A new token, the old one dead') },
  '/resource/authorization/validateTokenWithKeycloak': { get: plain('Role and permissions') },
  '/resource/authorization/permissions': {
    get: plain('Areas, entities and actions that a role may be given rights to; for who may read roles'),
  },
  '/resource/authorization/searchMsRoleMenuVoByUser': { post: plain('The menu') },
};
