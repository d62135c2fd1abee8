import type { ColumnShape, ConstraintShape, IndexShape, TableShape } from './shape.ts';

/** The kernel's own tables, in the schema `kernel`. */
export const KERNEL_TABLES: readonly TableShape[] = [
  // audit: who changed what and when; the primary key has the order of a row's history
  table(
    'audit',
    [
      { ...column('id', 'bigint'), identity: true },
      column('entity', 'text'),
      column('entityId', 'bigint'),
      column('action', 'text'),
      optional('changes', 'jsonb'),
      column('by', 'text'),
      column('at', 'timestamp with time zone', 'now()'),
      optional('requestId', 'text'),
    ],
    ['entity', 'entityId', 'id'],
  ),

  // answers of calls with an idempotency key; for a day, a call with the same key gets the same answer
  table(
    'idempotency',
    [
      column('key', 'text'),
      column('by', 'text'),
      column('requestHash', 'text'),
      optional('status', 'integer'),
      optional('body', 'text'),
      column('at', 'timestamp with time zone', 'now()'),
    ],
    ['by', 'key'],
  ),

  // counters of limited actions such as uploads, for each account or address and period
  table(
    'limit_count',
    [column('key', 'text'), column('points', 'integer', '0'), optional('expire', 'bigint')],
    ['key'],
  ),

  // failed log-ins by account, device and address, and the time until which further log-ins are refused
  table(
    'login_try',
    [
      column('key', 'text'),
      column('failures', 'integer'),
      column('until', 'timestamp with time zone'),
      column('expiresAt', 'timestamp with time zone'),
    ],
    ['key'],
  ),

  // addresses from which a person has logged in: failed attempts from other addresses do not delay log-ins from these
  table(
    'known_address',
    [column('userCde', 'text'), column('address', 'text'), column('usedAt', 'timestamp with time zone')],
    ['userCde', 'address'],
  ),

  // sessions: hashes of opaque tokens; a renewed session has the hash of its successor
  table(
    'session',
    [
      column('tokenHash', 'bytea'),
      column('userCde', 'text'),
      column('createdAt', 'timestamp with time zone', 'now()'),
      column('expiresAt', 'timestamp with time zone'),
      optional('renewedAs', 'bytea'),
    ],
    ['tokenHash'],
    { indexes: [index('session_userCde_index', 'userCde'), index('session_renewedAs_index', 'renewedAs')] },
  ),

  // hash of the secret in the address of each person's calendar of deadlines
  table(
    'calendar',
    [column('userCde', 'text'), column('secretHash', 'bytea'), column('at', 'timestamp with time zone', 'now()')],
    ['userCde'],
    { indexes: [{ name: 'calendar_secret_index', unique: true, definition: 'using btree ("secretHash")' }] },
  ),

  // subject of the single sign-on provider for each person, bound at the first log-in
  table(
    'sign_on',
    [
      column('issuer', 'text'),
      column('subject', 'text'),
      column('userCde', 'text'),
      column('at', 'timestamp with time zone', 'now()'),
    ],
    ['issuer', 'subject'],
    { indexes: [{ name: 'sign_on_person_index', unique: true, definition: 'using btree (issuer, "userCde")' }] },
  ),

  // rows that a person has viewed, such as notices
  table(
    'seen',
    [
      column('userCde', 'text'),
      column('entity', 'text'),
      column('entityId', 'bigint'),
      column('at', 'timestamp with time zone', 'now()'),
    ],
    ['userCde', 'entity', 'entityId'],
  ),

  // codes that verify a mail address. `tries` and `otherTries` count wrong codes from the caller that requested it and
  // from all others; `spent`: the code was used. Rows are kept for a day, to limit the codes per address
  table(
    'mail_code',
    [
      { ...column('id', 'bigint'), identity: true },
      column('purpose', 'text'),
      column('address', 'text'),
      column('hash', 'text'),
      column('caller', 'text', `''::text`),
      column('trusted', 'boolean', 'false'),
      column('tries', 'integer', '0'),
      column('otherTries', 'integer', '0'),
      column('spent', 'boolean', 'false'),
      column('at', 'timestamp with time zone', 'now()'),
      column('expiresAt', 'timestamp with time zone'),
    ],
    ['id'],
    { indexes: [index('mail_code_address_index', 'address')] },
  ),

  // the last number of each field with x-number; year 0 for a pattern without a year
  table(
    'running_number',
    [column('entity', 'text'), column('field', 'text'), column('year', 'integer', '0'), column('last', 'integer')],
    ['entity', 'field', 'year'],
  ),

  // deliveries of messages to partners: until the given time, no other server delivers the event
  table('delivery', [column('event', 'bigint'), column('until', 'timestamp with time zone')], ['event']),

  // loaded reference data: the content hash of the file of each entity
  table(
    'seed',
    [column('entity', 'text'), column('hash', 'text'), column('at', 'timestamp with time zone', 'now()')],
    ['entity'],
  ),

  // the field of each column by x-id, to distinguish a rename from a removed and an added field
  table('model', [column('entity', 'text'), column('field', 'text'), column('id', 'text')], ['entity', 'field']),

  // spreadsheets with the invalid rows of an import, for the user: the last ten, kept for a day
  table(
    'import_errors',
    [
      column('id', 'text'),
      optional('entity', 'text'),
      column('by', 'text'),
      column('at', 'timestamp with time zone', 'now()'),
      column('content', 'bytea'),
    ],
    ['id'],
    { indexes: [index('import_errors_by_index', 'by')] },
  ),

  // uploaded files; a file belongs to its uploader until a field of a row refers to it. `freeSince`: time since which
  // no field refers to it; `address`: network address of the uploader, for the quota of files without a row;
  // `outsider`: uploaded by a person without an account and not yet accepted; `scan` and `scannedAt`: result and time
  // of the virus scan
  table(
    'file',
    [
      column('id', 'text'),
      column('name', 'text'),
      column('type', 'text'),
      column('size', 'bigint'),
      column('hash', 'text'),
      column('by', 'text'),
      column('at', 'timestamp with time zone', 'now()'),
      optional('entity', 'text'),
      optional('entityId', 'bigint'),
      optional('field', 'text'),
      { ...optional('freeSince', 'timestamp with time zone'), default: 'now()' },
      optional('address', 'text'),
      column('outsider', 'boolean', 'false'),
      column('scan', 'text', `'unscanned'::text`),
      optional('scannedAt', 'timestamp with time zone'),
    ],
    ['id'],
    {
      indexes: [
        { name: 'file_owner_index', unique: false, definition: 'using btree (entity, "entityId", field)' },
        {
          name: 'file_scan_index',
          unique: false,
          definition: `using btree ("scannedAt") where (scan = 'waiting'::text)`,
        },
        { name: 'file_outsider_index', unique: false, definition: 'using btree (at) where outsider' },
        {
          name: 'file_free_index',
          unique: false,
          definition: 'using btree ("freeSince") where "freeSince" is not null',
        },
      ],
    },
  ),

  // list settings of each person
  table(
    'list_settings',
    [column('by', 'text'), column('entity', 'text'), column('content', 'jsonb')],
    ['by', 'entity'],
  ),

  // saved views of lists; a shared view is visible to everyone who may read the list
  table(
    'list_view',
    [
      { ...column('id', 'bigint'), identity: true },
      column('entity', 'text'),
      column('by', 'text'),
      column('name', 'text'),
      column('query', 'text'),
      column('shared', 'boolean'),
    ],
    ['id'],
    { indexes: [{ name: 'list_view_name_index', unique: true, definition: 'using btree (entity, "by", name)' }] },
  ),

  // migrations. `plan`: the steps; `hash`: of the schema files; `model`: hash of the resulting database model;
  // `version`: the release; `previous`: id of the migration of the previous model in release order
  table(
    'migration',
    [
      { ...column('id', 'bigint'), identity: true },
      column('at', 'timestamp with time zone', 'now()'),
      column('plan', 'text'),
      column('hash', 'text'),
      optional('model', 'text'),
      optional('version', 'text'),
      optional('previous', 'bigint'),
    ],
    ['id'],
  ),
];

function table(
  name: string,
  columns: ColumnShape[],
  key: string[],
  more: { constraints?: ConstraintShape[]; indexes?: IndexShape[] } = {},
): TableShape {
  return {
    schema: 'kernel',
    name,
    columns,
    triggers: [],
    remarks: [],
    indexes: more.indexes ?? [],
    constraints: [
      {
        name: `${name}_pkey`,
        type: 'primary',
        definition: `primary key (${key.map((part) => `"${part}"`).join(', ')})`,
      },
      ...(more.constraints ?? []),
    ],
  };
}

function column(name: string, type: string, preset?: string): ColumnShape {
  return { name, type, nullable: false, ...(preset === undefined ? {} : { default: preset }) };
}

function optional(name: string, type: string): ColumnShape {
  return { name, type, nullable: true };
}

function index(name: string, field: string): IndexShape {
  return { name, unique: false, definition: `using btree ("${field}")` };
}
