import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { inject } from 'vitest';
import { readConfig } from '../../server/config.ts';
import type { DatabaseConnection } from '../../server/db/connection.ts';
import type { DeliveryPace } from '../../server/domain/partners/delivery.ts';
import type { WatchTimes } from '../../server/db/sessionWatch.ts';
import type { Effects, Kernel } from '../../server/kernel/core.ts';
import { startServer } from '../../server/start.ts';
import { ADMIN_PASSWORD } from '../adminPassword.ts';
import { compiledModel } from '../compiledModel.ts';
import { quickHash } from '../quickHash.ts';
import { openStartedDatabase } from '../startedDatabase.ts';

/** Any JSON object of an answer, such as a row. */
export type Json = Record<string, any>;

/** The answer of the API. */
export interface Answer {
  status: number;
  headers: Headers;
  /** the body as text */
  text: string;
  code: number;
  message: string;
  key?: string;
  errors: { field: string; key: string; message: string; params: Json; level?: string }[];
  requestId?: string;
  result: any;
}

export interface CallOptions {
  /** sent as JSON, unless it is text, a form or bytes, which go as they are */
  body?: unknown;
  headers?: Record<string, string>;
  /** `Accept-Language` */
  language?: string;
  /** default: the token of the administrator; null sends none */
  token?: string | null;
  /** address of another server; default: the first one */
  url?: string;
}

/** The product on a database of its own, in this process. */
export interface TestServer {
  url: string;
  /** for direct access to the database */
  pool: Pool;
  connection: DatabaseConnection;
  /** the engine in this process */
  kernel: Kernel;
  /** the administrator's */
  token: string;
  /** One call. @throws when it answers 500, which no call may */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The bytes of a download. */
  download(
    path: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; bytes: Buffer }>;
  /** Creates a user, by default without a role, and logs in. @returns the token */
  logInAs(userCde: string, roleName?: string, fields?: Json): Promise<string>;
  /** Creates a row. @throws when it is refused */
  create(entity: string, body: Json): Promise<Json>;
  /** The current row. @throws if it does not exist */
  read(entity: string, id: string): Promise<Json>;
  /**
   * A text that changes with every write: rows and revisions of every entity, audit lines, running numbers, idempotency
   * keys.
   */
  footprint(): Promise<string>;
  /**
   * Starts another server on the same database, which shares nothing else with the first.
   *
   * @param roots other further schemas
   */
  startAnother(
    env?: Record<string, string>,
    options?: { roots?: readonly string[] },
  ): Promise<{ url: string; stop(): Promise<void> }>;
  close(): Promise<void>;
}

export { ADMIN_PASSWORD };
/** The password of every user that tests log in. */
const PERSON_PASSWORD = 'long enough for anybody';
let personHash: Promise<string> | undefined;

/** Folder of the fixture entities. */
export const FIXTURES = resolve(import.meta.dirname, '../fixtures/schemas');

/** Detects that a test blocked this process for a while. */
const BEAT_MS = 200;
const MAX_BEATS_MISSED = 5;

export interface ServerOptions {
  env?: Record<string, string>;
  /** further folders of schemas */
  roots?: readonly string[];
  /** the effects of actions in those schemas */
  effects?: Effects;
  /** how messages to partners are delivered */
  delivery?: Partial<DeliveryPace>;
  /** false starts with empty tables */
  referenceData?: boolean;
  /** a proxy between the server and its database: returns the address to use instead */
  throughProxy?(url: string): Promise<string>;
  /** when sessions of the database count as silent */
  watchTimes?: Partial<WatchTimes>;
  /** whether it has all database sessions of the product, for tests of what happens when they are used */
  allSessions?: boolean;
}

/**
 * Limit of database sessions for transactions. Each session plans all of its statements again, so calls that a test
 * makes at once would take several times as long.
 */
const FEW_SESSIONS = 6;

/** Starts the server with the product's schemas and the fixture entities, small reference data, and no samples. */
export async function startTestServer({
  env = {},
  roots = [],
  effects = new Map(),
  delivery,
  referenceData = true,
  throughProxy = async (url) => url,
  watchTimes,
  allSessions = false,
}: ServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bordereau-http-'));
  const { withData, withoutData } = inject('schemaFolders');
  const schemas = referenceData ? withData : withoutData;
  const database = await openStartedDatabase({ schemaRoots: [schemas, FIXTURES] });
  const settings = {
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: await throughProxy(database.url),
    ADMIN_PASSWORD,
    LOG_LEVEL: 'error',
    ...env,
  };
  const start = (more: Record<string, string> = {}, further = roots, prepared = false) =>
    startServer({
      config: readConfig({ ...settings, ...more }),
      schemaRoots: [schemas, FIXTURES, ...further],
      compile: compiledModel,
      effects,
      web: false,
      strictLocks: true,
      prepared,
      ...(allSessions ? {} : { sessions: FEW_SESSIONS }),
      ...(delivery ? { delivery } : {}),
      ...(watchTimes ? { watchTimes } : {}),
    });
  const running = await start({}, roots, roots.length === 0);
  const others: { stop(): Promise<void> }[] = [];

  const { send, stop: stopBeat } = openSender(running.url);
  const entered = await callerWith(send, undefined)('POST', '/account/login', {
    body: { username: 'admin', password: ADMIN_PASSWORD },
  });
  if (entered.status !== 200) throw new Error(`the administrator cannot log in: ${entered.text}`);
  const token = entered.result.token as string;
  const call = callerWith(send, token);
  const callExpecting = async (method: string, path: string, status: number, body?: unknown): Promise<Json> => {
    const answer = await call(method, path, body === undefined ? {} : { body });
    if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.result as Json;
  };

  return {
    url: running.url,
    token,
    pool: database.pool,
    connection: database.connection,
    kernel: running.kernel,
    call,
    async logInAs(userCde, roleName, fields = {}) {
      await callExpecting('POST', '/api/person', 201, { userCde, userName: userCde, ...fields });
      if (roleName !== undefined) {
        const { records } = await callExpecting('POST', '/api/role/search', 200, {
          searchCondition: [{ name: 'roleName', type: 'equal', value: roleName }],
        });
        await callExpecting('POST', '/api/role-user', 201, { userCde, roleId: records[0].id });
      }
      await database.pool.query(`update person set password = $2, "passwordInitial" = 'N' where "userCde" = $1`, [
        userCde,
        await (personHash ??= quickHash(PERSON_PASSWORD)),
      ]);
      return (await callExpecting('POST', '/account/login', 200, { username: userCde, password: PERSON_PASSWORD }))[
        'token'
      ] as string;
    },
    create: (entity, body) => callExpecting('POST', `/api/${entity}`, 201, body),
    read: (entity, id) => callExpecting('GET', `/api/${entity}/${id}`, 200),
    footprint: () => footprint(database.pool),
    async download(path, headers = {}) {
      const response = await send('GET', path, { headers }, token);
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
    },
    async startAnother(more, options) {
      const other = await start(more, options?.roots);
      others.push(other);
      return other;
    },
    async close() {
      stopBeat();
      await Promise.all([running, ...others].map((one) => one.stop()));
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a call, by default with this token. */
type Send = (method: string, path: string, options: CallOptions, defaultToken: string | undefined) => Promise<Response>;

/** Creates the function that sends calls, by default to `defaultUrl`. `stop` ends its timer. */
function openSender(defaultUrl: string): { send: Send; stop(): void } {
  let lastBeat = Date.now();
  const beat = setInterval(() => {
    lastBeat = Date.now();
  }, BEAT_MS).unref();
  return {
    async send(method, path, { body, headers = {}, language, token, url = defaultUrl }, defaultToken) {
      // after the event loop was blocked, wait until connections are removed that the server has closed meanwhile
      if (Date.now() - lastBeat > MAX_BEATS_MISSED * BEAT_MS) await setTimeout(20);
      const bearer = token === undefined ? defaultToken : token;
      return fetch(`${url}${path}`, {
        method,
        headers: {
          ...(bearer == null ? {} : { authorization: `Bearer ${bearer}` }),
          ...(language === undefined ? {} : { 'accept-language': language }),
          ...(isSentAsIs(body) && typeof body !== 'string' ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: (isSentAsIs(body) ? body : JSON.stringify(body)) as NonNullable<RequestInit['body']> }),
        ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      });
    },
    stop: () => clearInterval(beat),
  };
}

/** Whether a body is sent unchanged, not as JSON. */
const isSentAsIs = (body: unknown): boolean =>
  body === undefined ||
  typeof body === 'string' ||
  [FormData, URLSearchParams, Uint8Array, ReadableStream].some((type) => body instanceof type);

/** Creates the function that makes calls, by default with this token. It throws when a call answers 500. */
const callerWith =
  (send: Send, defaultToken: string | undefined): TestServer['call'] =>
  async (method, path, options = {}) => {
    const response = await send(method, path, options, defaultToken);
    const text = await response.text();
    if (response.status === 500) throw new Error(`${method} ${path} answered 500: ${text}`);
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const { errors = [], ...envelope } = isJson ? (JSON.parse(text) as Answer) : ({} as Answer);
    return { ...envelope, errors, status: response.status, headers: response.headers, text };
  };

/** Rows and sum of revisions of an empty table. */
const NO_ROWS = '0/0';

async function footprint(pool: Pool): Promise<string> {
  // only tables that have ever had a row, as planning a count of all tables takes longer than most calls
  const tables = await pool.query({
    name: 'tables',
    text: `
    select relname as name from pg_attribute join pg_class on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'rev' and not attisdropped
      and pg_relation_size(pg_class.oid) > 0 order by 1`,
  });
  const counts = (tables.rows as { name: string }[]).map(
    ({ name }) => `select '${name}' as what, count(*)::text || '/' || coalesce(sum(rev), 0) as n from "${name}"`,
  );
  const text = [
    ...counts,
    `select 'kernel.audit', count(*)::text from kernel.audit`,
    `select 'kernel.running_number', coalesce(string_agg(entity || year || '=' || last, ' ' order by entity, year), '') from kernel.running_number`,
    `select 'kernel.idempotency', count(*)::text from kernel.idempotency`,
  ].join(' union all ');
  // prepared, as planning for so many tables takes ten times as long as counting
  const { rows } = await pool.query({ name: `footprint ${hash('sha256', text).slice(0, 16)}`, text });
  // the database counts tables in parallel, and sends results as they are ready; a refused insert leaves an empty table
  return (rows as { what: string; n: string }[])
    .filter(({ n }) => n !== NO_ROWS)
    .map(({ what, n }) => `${what} ${n}`)
    .sort()
    .join('\n');
}
