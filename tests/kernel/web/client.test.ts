import i18next from 'i18next';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiError } from '../../../web/api/error.ts';
import { errorText } from '../../../web/shell/errorText.ts';
import { ChunkLoadError } from '../../../web/shell/lazyChunk.ts';
import en from '../../../locales/en-US/interface.json' with { type: 'json' };
import zh from '../../../locales/zh-CN/interface.json' with { type: 'json' };

/** The functions under test of the client, which needs `window` and `localStorage` of a browser when it is loaded. */
interface Client {
  call(
    method: string,
    path: string,
    options?: { query?: object; body?: unknown; signal?: AbortSignal },
  ): Promise<unknown>;
  callWithMessage(method: string, path: string): Promise<{ result: unknown; message: string }>;
}
interface Connection {
  isConnectionLost(): boolean;
}

const stored = new Map<string, string>();
let client: Client;
let connection: Connection;
let server: Server;
let seen: { method: string; url: URL; headers: IncomingMessage['headers'] }[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const languages = i18next.createInstance();
const textOf = (language: string, error: unknown): string => errorText(error, languages.getFixedT(language));

beforeAll(async () => {
  await languages.init({
    resources: { 'en-US': { translation: en }, 'zh-CN': { translation: zh } },
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
  });
  server = createServer((request, response) => {
    seen.push({ method: request.method!, url: new URL(request.url!, 'http://here'), headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetched = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetched(`${origin}${path}`, init));
  vi.stubGlobal('window', { addEventListener: () => undefined });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      stored.set(key, value);
    },
    removeItem: (key: string) => {
      stored.delete(key);
    },
  });
  const load = <T>(path: string): Promise<T> =>
    import(new URL(`../../../web/api/${path}`, import.meta.url).href) as Promise<T>;
  client = await load<Client>('client.ts');
  connection = await load<Connection>('connection.ts');
});
afterAll(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((done) => {
    server.close(done);
  });
});
beforeEach(() => {
  seen = [];
  stored.clear();
  stored.set('language', 'zh-CN');
  stored.set('Access-Token', 'token-1');
});
afterEach(() => vi.restoreAllMocks());

const send =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, headers).end(body);
  };
const envelope = (code: number, message: string, rest: object = {}): string =>
  JSON.stringify({ code, message, result: null, ...rest });
const failure = (path = '/api/x'): Promise<ApiError> =>
  client.call('GET', path).then(
    () => {
      throw new Error('it did not fail');
    },
    (error: ApiError) => error,
  );

/** The catalogue (1§8) with its exact Chinese texts. `body` is the server's answer. */
test.each<[what: string, status: number, body: string, zh: string, en: string]>([
  ['400 with the server’s message', 400, envelope(1, '请求无效'), '请求无效', '请求无效'],
  [
    '401',
    401,
    '',
    '用户没有权限（令牌、用户名、密码错误）!',
    'You are not authorized (token, user name or password wrong).',
  ],
  ['403', 403, '<html>', '用户得到授权，但是访问是被禁止的。!', 'You are logged in, but access to this is forbidden.'],
  ['403 with the server’s message', 403, envelope(1, '只允许内网访问'), '只允许内网访问', '只允许内网访问'],
  ['404', 404, '', '网络请求错误,未找到该资源!', 'Request error: there is nothing at this address.'],
  ['405', 405, '', '网络请求错误,请求方法未允许!', 'Request error: this method is not allowed.'],
  ['408', 408, '', '网络请求超时!', 'The request timed out.'],
  ['500', 500, '', '服务器错误,请联系管理员!', 'Server error. Tell your administrator.'],
  [
    '500 with the id of the request',
    500,
    envelope(1, '服务器错误,请联系管理员!', { requestId: 'r-7' }),
    '服务器错误,请联系管理员! (r-7)',
    '服务器错误,请联系管理员! (r-7)',
  ],
  ['501', 501, '', '网络未实现!', 'The server does not offer this.'],
  ['502', 502, '<html>', '网络错误!', 'Network error.'],
  [
    '503',
    503,
    '',
    '服务不可用，服务器暂时过载或维护!',
    'The service is not available: the server is overloaded or under maintenance.',
  ],
  ['504', 504, '', '网络超时!', 'The network timed out.'],
  ['505', 505, '', 'http版本不支持该请求!', 'This HTTP version is not supported.'],
  ['a refusal without a message', 400, envelope(1, ''), '操作失败！', 'The operation failed.'],
  ['a refusal with status 200', 200, envelope(1, ''), '操作失败！', 'The operation failed.'],
  ['an answer without body', 200, '', '服务器返回状态 200。', 'The server answered with status 200.'],
  [
    'an error without body and of no known status',
    418,
    '',
    '服务器返回状态 418。',
    'The server answered with status 418.',
  ],
])('%s', async (_, status, body, chinese, english) => {
  answer = send(status, body);
  const error = await failure();
  expect(error).toMatchObject({ name: 'ApiError', statusCode: status });
  expect([textOf('zh-CN', error), textOf('en-US', error)]).toEqual([chinese, english]);
  expect(error.isSilent).toBe(false);
  expect(connection.isConnectionLost()).toBe(false);
});

test.each<[string, unknown, string, string]>([
  [
    'a module that cannot be loaded',
    new ChunkLoadError('x'),
    '页面资源加载失败，请刷新页面。',
    'A part of the page did not arrive. Reload the page.',
  ],
  [
    'a page that cannot be drawn',
    new TypeError('x is not a function'),
    '出错了，请重试；如仍不行，请联系管理员。',
    'Something went wrong. Try again; if the error persists, contact your administrator.',
  ],
])('%s', (_, error, chinese, english) => {
  expect([textOf('zh-CN', error), textOf('en-US', error)]).toEqual([chinese, english]);
});

test('reports no answer within 15 s', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
  answer = () => undefined;
  const error = await failure();
  expect(limits.mock.calls).toEqual([[15_000]]);
  expect([textOf('zh-CN', error), textOf('en-US', error)]).toEqual([
    '接口请求超时,请刷新页面重试!',
    'The request took too long. Reload the page and try again.',
  ]);
  expect(error.isSilent).toBe(false);
});

test('reports an incomplete answer as late', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(150));
  answer = (_, response) => {
    response.writeHead(200).write('{"code":');
  };
  expect(await failure()).toMatchObject({ isLate: true });
});

test('shows no message for a network error, and marks the connection as lost until an answer comes', async () => {
  answer = (request) => {
    request.socket.destroy();
  };
  const error = await failure();
  expect(error).toMatchObject({ statusCode: 0, isLate: false });
  expect(error.isSilent).toBe(true);
  expect([textOf('zh-CN', error), textOf('en-US', error)]).toEqual([
    '无法连接服务器，请检查网络后重试。',
    'The server cannot be reached. Check the connection and try again.',
  ]);
  expect(connection.isConnectionLost()).toBe(true);
  answer = send(404, envelope(1, 'x'));
  await failure();
  expect(connection.isConnectionLost()).toBe(false);
});

test('warns of a cancelled call and shows nothing', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const abort = new AbortController();
  answer = () => abort.abort();
  expect(await client.call('GET', '/api/vessel', { signal: abort.signal })).toBeUndefined();
  expect(warn.mock.calls).toEqual([['cancelled: GET /api/vessel']]);
  expect(connection.isConnectionLost()).toBe(false);
});

describe('a call', () => {
  test('sends token and language, and a timestamp with GET', async () => {
    answer = send(200, envelope(0, '操作成功！', { result: 7 }));
    const before = Date.now();
    expect(await client.call('GET', '/api/vessel', { query: { current: 1, sort: undefined } })).toBe(7);
    expect(await client.callWithMessage('POST', '/api/vessel')).toEqual({ result: 7, message: '操作成功！' });
    const [get, post] = seen;
    expect(get!.headers).toMatchObject({ authorization: 'Bearer token-1', 'accept-language': 'zh-CN' });
    expect(get!.url.searchParams.get('current')).toBe('1');
    expect(get!.url.searchParams.has('sort')).toBe(false);
    expect(Number(get!.url.searchParams.get('_t'))).toBeGreaterThanOrEqual(before);
    expect([post!.url.search, post!.headers['accept-language']]).toEqual(['', 'zh-CN']);
  });

  test('stores the new token of an answer', async () => {
    answer = send(200, envelope(0, ''), { access_token: 'token-2' });
    await client.call('GET', '/api/x');
    expect(stored.get('Access-Token')).toBe('token-2');
  });

  test.each<[string, string | undefined]>([
    ['somebody else logged in', 'token-9'],
    ['the reader logged out', undefined],
  ])('ignores a new token after %s', async (_, now) => {
    answer = (_request, response) => {
      if (now === undefined) stored.delete('Access-Token');
      else stored.set('Access-Token', now);
      response.writeHead(200, { access_token: 'token-2' }).end(envelope(0, ''));
    };
    await client.call('GET', '/api/x');
    expect(stored.get('Access-Token')).toBe(now);
  });

  test.each([
    ['HTTP 401', 401, ''],
    ['code 401', 200, envelope(401, '')],
    ['code 10042', 200, envelope(10042, '')],
  ])('ends the session at %s', async (_, status, body) => {
    answer = send(status, body);
    await failure();
    expect(stored.has('Access-Token')).toBe(false);
  });

  test('keeps a new session when a call with the old token is refused', async () => {
    answer = (_, response) => {
      stored.set('Access-Token', 'token-2');
      response.writeHead(401).end();
    };
    await failure();
    expect(stored.get('Access-Token')).toBe('token-2');
  });

  test.each([403, 404, 500])('keeps the session at %d', async (status) => {
    answer = send(status, '');
    await failure();
    expect(stored.get('Access-Token')).toBe('token-1');
  });
});
