import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type CallOptions, type TestServer } from './server.ts';

let server: TestServer;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  id = (await server.create('pilot', { pilotCde: 'P1', pilotName: 'Pilot' }))['id'];
});
afterAll(() => server.close());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('a refusal', () => {
  const table: [string, string, string, CallOptions, number, string][] = [
    ['invalid input', 'POST', '/api/pilot', { body: {} }, 400, 'MSG_generic_0100'],
    ['a body that is no object', 'POST', '/api/pilot', { body: [] }, 400, 'MSG_generic_0005'],
    ['no token', 'GET', '/api/pilot', { token: null }, 401, 'MSG_generic_0401'],
    ['an entity that the kernel alone writes', 'POST', '/api/tide', { body: {} }, 403, 'MSG_generic_0007'],
    ['an entity that is not there', 'GET', '/api/no-such-entity', {}, 404, 'MSG_generic_0004'],
    ['a row that is not there', 'GET', '/api/pilot/999', {}, 404, 'MSG_generic_0004'],
    ['an address that is not there', 'GET', '/no/such/address', {}, 404, 'MSG_generic_0003'],
    ['an address below a row that is not there', 'GET', '/api/pilot/1/no-such-part', {}, 404, 'MSG_generic_0003'],
    [
      'an action that is not there',
      'POST',
      '/api/berth-visit/1/actions/explode',
      { body: { rev: 1 } },
      404,
      'MSG_generic_0003',
    ],
    [
      'a bulk action that is not there',
      'POST',
      '/api/pilot/bulk/confirm',
      { body: { items: [{ id: '1', rev: 1 }] } },
      404,
      'MSG_generic_0004',
    ],
    ['another method on a list', 'PUT', '/api/pilot', { body: {} }, 405, 'MSG_generic_0006'],
    ['another method on a row', 'PUT', '/api/pilot/1', { body: {} }, 405, 'MSG_generic_0006'],
    ['another method on an action', 'GET', '/api/pilot/1/actions/confirm', {}, 405, 'MSG_generic_0006'],
    ['another method on a log-in', 'GET', '/account/login', {}, 405, 'MSG_generic_0006'],
    ['another method on a log-out', 'POST', '/account/logout', {}, 405, 'MSG_generic_0006'],
    ['a duplicate', 'POST', '/api/pilot', { body: { pilotCde: 'p1', pilotName: 'Again' } }, 409, 'MSG_generic_0121'],
    [
      'a body over a MiB',
      'POST',
      '/api/pilot',
      { body: { pilotCde: 'P2', pilotName: 'x'.repeat(1_100_000) } },
      413,
      'MSG_generic_0024',
    ],
    [
      'text',
      'POST',
      '/api/pilot',
      { body: 'pilotCde=P2', headers: { 'content-type': 'text/plain' } },
      415,
      'MSG_generic_0023',
    ],
    [
      'XML',
      'POST',
      '/api/pilot/search',
      { body: '<x/>', headers: { 'content-type': 'application/xml' } },
      415,
      'MSG_generic_0023',
    ],
    ['an import that is no upload', 'POST', '/api/berth/import', { body: {} }, 415, 'MSG_generic_0025'],
    ['a change without rev', 'PATCH', '/api/pilot/1', { body: { pilotName: 'Other' } }, 428, 'MSG_generic_0008'],
    ['a deletion without rev', 'DELETE', '/api/pilot/1', {}, 428, 'MSG_generic_0008'],
    ['an action without rev', 'POST', '/api/berth-visit/1/actions/confirm', { body: {} }, 428, 'MSG_generic_0008'],
    [
      'a bulk item without rev',
      'POST',
      '/api/pilot/bulk/delete',
      { body: { items: [{ id: '1' }] } },
      428,
      'MSG_generic_0008',
    ],
    ['a stale rev', 'PATCH', '/api/pilot/1', { body: { rev: 7, pilotName: 'Other' } }, 409, 'MSG_generic_0010'],
    [
      'a rev that is no number',
      'PATCH',
      '/api/pilot/1',
      { body: { rev: 'one', pilotName: 'Other' } },
      400,
      'MSG_generic_0009',
    ],
  ];
  test.each(table)('%s: %s %s', async (_, method, path, options, status, key) => {
    const before = await server.footprint();
    const answer = await server.call(method, path.replace('/pilot/1', `/pilot/${id}`), options);
    expect(answer).toMatchObject({
      status,
      code: status === 401 ? 401 : 1,
      key,
      result: null,
      requestId: expect.stringMatching(UUID),
      message: expect.stringMatching(/\S/),
    });
    expect(answer.message).not.toMatch(/MSG_|\{\{/);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await server.footprint()).toBe(before);
  });

  test('a 405 names the allowed methods', async () => {
    const answer = await server.call('PUT', `/api/pilot/${id}`, { body: {} });
    expect(answer.headers.get('allow')?.split(/, ?/)).toEqual(expect.arrayContaining(['GET', 'PATCH', 'DELETE']));
  });

  test('names each invalid field, with its message and the values in it', async () => {
    const answer = await server.call('POST', '/api/pilot', { body: { pilotCde: 'TOO LONG A CODE' } });
    expect(answer.errors).toEqual([
      {
        field: 'pilotCde',
        key: 'MSG_generic_0101',
        message: 'Pilot code may have at most 8 characters',
        params: expect.objectContaining({ limit: 8 }),
      },
      { field: 'pilotName', key: 'MSG_generic_0100', message: 'Name cannot be empty', params: expect.anything() },
    ]);
    expect(answer.message).toBe(answer.errors[0]!.message);
  });
});

test.each([
  '0',
  '-1',
  '1.0',
  '01',
  '1e3',
  'abc',
  '9223372036854775808',
  '99999999999999999999',
  '%00',
  '%ff',
  '%E4%BD%A0',
  '1%20',
  "1'--",
  '__proto__',
  'null',
  '½',
])('an id of an invalid form answers like a missing row: %s', async (wrong) => {
  const before = await server.footprint();
  const table: [string, string, CallOptions][] = [
    ['GET', `/api/pilot/${wrong}`, {}],
    ['GET', `/api/pilot/${wrong}/history`, {}],
    ['PATCH', `/api/pilot/${wrong}`, { body: { rev: 1, pilotName: 'x' } }],
    ['DELETE', `/api/pilot/${wrong}?rev=1`, {}],
    ['POST', `/api/berth-visit/${wrong}/actions/confirm`, { body: { rev: 1 } }],
  ];
  for (const [method, path, options] of table)
    expect(await server.call(method, path, options), `${method} ${path}`).toMatchObject({
      status: 404,
      code: 1,
      key: 'MSG_generic_0004',
    });
  expect(await server.footprint()).toBe(before);
});

test('a success is code 0 with a message and a result', async () => {
  const read = JSON.parse((await server.call('GET', `/api/pilot/${id}`)).text);
  expect(Object.keys(read).sort()).toEqual(['code', 'message', 'result']);
  expect(read).toMatchObject({ code: 0, message: 'Done', result: { id, pilotCde: 'P1' } });
  const created = await server.call('POST', '/api/pilot', { body: { pilotCde: 'P9', pilotName: 'Nine' } });
  expect(created).toMatchObject({ status: 201, code: 0, message: 'Created', result: { rev: 1, pilotCde: 'P9' } });
});

describe('the language of a request', () => {
  const ENGLISH = 'The record does not exist, or you may not see it';
  const CHINESE = /[\u4e00-\u9fff]/;
  test.each<[string, string | undefined, 'en' | 'zh']>([
    ['', undefined, 'en'],
    ['', 'zh-CN', 'zh'],
    ['', 'zh', 'zh'],
    ['', 'zh-Hans-CN', 'zh'],
    ['', 'ZH-cn', 'zh'],
    ['', 'en-GB', 'en'],
    ['', '*', 'en'],
    ['', 'fr-FR', 'en'],
    ['', 'fr-FR, zh-CN;q=0.3', 'zh'],
    ['', 'zh-CN;q=0.5, en-US;q=0.9', 'en'],
    ['', 'zh-CN;q=0, en;q=0.1', 'en'],
    ['', '*, zh-CN;q=0.1', 'zh'],
    ['', ';;;,,q=', 'en'],
    ['?language=zh-CN', undefined, 'zh'],
    ['?language=zh-CN', 'en-US', 'zh'],
    ['?language=en-US', 'zh-CN', 'en'],
    ['?language=fr', 'zh-CN', 'zh'],
    ['?language=*', 'zh-CN', 'zh'],
    ['?language=', 'zh-CN', 'zh'],
    ['?_t=1&language=zh%2DCN', 'en-US', 'zh'],
    ['?language=%', 'zh-CN', 'zh'],
  ])('%s with header %s is %s', async (query, header, language) => {
    const { message } = await server.call(
      'GET',
      `/api/pilot/999${query}`,
      header === undefined ? { headers: { 'accept-language': '' } } : { language: header },
    );
    if (language === 'en') expect(message).toBe(ENGLISH);
    else expect(message).toMatch(CHINESE);
  });

  test.each([
    ['zh-CN', CHINESE],
    ['en-US', /^The field “nothing”/],
  ])('may be in the body of a search: %s', async (language, text) => {
    const other = language === 'zh-CN' ? 'en-US' : 'zh-CN';
    const answer = await server.call('POST', '/api/pilot/search', {
      language: other,
      body: { language, searchCondition: [{ name: 'nothing', type: 'equal', value: 'x' }] },
    });
    expect(answer.status).toBe(400);
    expect(answer.message).toMatch(text);
  });

  test('also applies to labels in messages', async () => {
    const answer = await server.call('POST', '/api/pilot', { language: 'zh-CN', body: { pilotCde: 'P3' } });
    expect(answer.errors).toMatchObject([{ field: 'pilotName', message: '姓名不能为空' }]);
  });
});

test('is by default DEFAULT_LANGUAGE', async () => {
  const chinese = await startTestServer({ env: { DEFAULT_LANGUAGE: 'zh-CN' } });
  try {
    expect((await chinese.call('GET', '/api/pilot/1', { headers: { 'accept-language': '*' } })).message).toMatch(
      /[\u4e00-\u9fff]/,
    );
    expect((await chinese.call('GET', '/api/pilot/1', { language: 'en-US' })).message).not.toMatch(/[\u4e00-\u9fff]/);
  } finally {
    await chinese.close();
  }
});

describe('without a token', () => {
  test.each([
    ['/health/live', 200],
    ['/health/ready', 200],
  ])('GET %s', async (path, status) => {
    expect((await server.call('GET', path, { token: null })).status).toBe(status);
  });

  test('metrics are in the text format of Prometheus, and only for the intranet', async () => {
    const answer = await server.call('GET', '/metrics', { token: null });
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.text).toMatch(/^# HELP /m);
    for (const headers of [{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }])
      expect((await server.call('GET', '/metrics', { token: null, headers })).status).toBe(404);
  });
});
