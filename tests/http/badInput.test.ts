import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isLongRun, someCases } from '../longTest.ts';
import { startTestServer, type CallOptions, type Json, type TestServer } from './server.ts';

let server: TestServer;
let id: string;
let before: string;
beforeAll(async () => {
  server = await startTestServer();
  id = (await server.create('specimen', { specimenCde: 'BAD', textValue: 'whole' }))['id'];
});
afterAll(() => server.close());
/** Invalid input of many forms: the server refuses it and stores nothing. */
beforeEach(async () => {
  before = await server.footprint();
});
afterEach(async () => {
  expect(await server.footprint()).toBe(before);
});

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);
const WRITES: [string, string][] = [
  ['POST', '/api/specimen'],
  ['PATCH', '/api/specimen/1'],
  ['DELETE', '/api/specimen/1'],
  ['POST', '/api/specimen/search'],
  ['POST', '/api/specimen/preview'],
  ['POST', '/api/specimen/bulk/delete'],
  ['POST', '/api/berth-visit/1/actions/confirm'],
  ['POST', '/account/changePassword'],
];

describe.each(WRITES)('%s %s refuses a body that is not a valid JSON object:', (method, path) => {
  test.each<[string, string, string]>([
    ['no JSON', '{', 'MSG_generic_0020'],
    ['text', 'hello', 'MSG_generic_0020'],
    ['two values', '{}{}', 'MSG_generic_0020'],
    ['a comma too many', '{"rev": 1,}', 'MSG_generic_0020'],
    ['single quotes', "{'rev': 1}", 'MSG_generic_0020'],
    ['NaN', '{"rev": NaN}', 'MSG_generic_0020'],
    ['a raw control character', '{"textValue": "a\u0001b"}', 'MSG_generic_0020'],
    ['a list', '[]', 'MSG_generic_0005'],
    ['null', 'null', 'MSG_generic_0005'],
    ['a number', '5', 'MSG_generic_0005'],
    ['a string', '"x"', 'MSG_generic_0005'],
    ['a key twice', '{"rev": 1, "rev": 2}', 'MSG_generic_0022'],
    ['a key twice, once escaped', '{"rev": 1, "\\u0072ev": 2}', 'MSG_generic_0022'],
    ['a key twice, deep', '{"a": [{"b": 1, "b": 2}]}', 'MSG_generic_0022'],
    ['21 levels of lists', `{"jsonValue": ${nested(20, '[', ']')}}`, 'MSG_generic_0021'],
    ['100,000 levels of lists', nested(100_000, '[', ']'), 'MSG_generic_0021'],
    ['100,000 levels of objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'MSG_generic_0021'],
    ['100,000 levels, never closed', '['.repeat(100_000), 'MSG_generic_0021'],
  ])('%s', async (_, body, key) => {
    expect(await server.call(method, path.replace('/1', `/${id}`), { body })).toMatchObject({
      status: 400,
      code: 1,
      key,
      result: null,
    });
  });

  test('10 MB, with and without Content-Length', async () => {
    const body = `{"textValue": "${'x'.repeat(10_000_000)}"}`;
    const tooLarge = { status: 413, code: 1, key: 'MSG_generic_0024' };
    expect(await server.call(method, path, { body })).toMatchObject(tooLarge);
    const stream = new Blob([body]).stream();
    expect(
      await server.call(method, path, { body: stream, headers: { 'content-type': 'application/json' } }),
    ).toMatchObject(tooLarge);
  });
});

test('the message names a duplicate key', async () => {
  expect(
    (await server.call('POST', '/api/specimen', { body: '{"textValue": "a", "textValue": "b"}' })).errors,
  ).toMatchObject([{ field: 'textValue', key: 'MSG_generic_0022' }]);
});

test('a body that is not UTF-8 is refused, not stored with replacement characters', async () => {
  const body = Buffer.concat([
    Buffer.from('{"specimenCde": "UTF", "textValue": "'),
    Buffer.from([0xc3, 0x28, 0xff]),
    Buffer.from('"}'),
  ]);
  expect(
    await server.call('POST', '/api/specimen', { body, headers: { 'content-type': 'application/json' } }),
  ).toMatchObject({ status: 400, code: 1 });
});

describe('names of properties of Object are treated like any other name', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'])(
    '%s',
    async (name) => {
      const body = `{"specimenCde": "PROTO", ${JSON.stringify(name)}: {"delFlag": "Y", "polluted": true}}`;
      expect(await server.call('POST', '/api/specimen', { body })).toMatchObject({
        status: 400,
        errors: [{ field: name, key: 'MSG_generic_0119' }],
      });
      expect(
        await server.call('PATCH', `/api/specimen/${id}`, { body: `{"rev": 1, ${JSON.stringify(name)}: "x"}` }),
      ).toMatchObject({ status: 400, errors: [{ field: name }] });
      for (const path of [
        `/api/${name}`,
        `/api/${name}/1`,
        `/api/meta/${name}`,
        `/api/specimen/${name}`,
        `/api/${name}/export`,
        `/model/x/${name}.js`,
      ])
        expect((await server.call('GET', path)).status, path).toBe(404);
      expect((await server.call('POST', `/api/specimen/1/actions/${name}`, { body: { rev: 1 } })).status).toBe(404);
      expect(
        (await server.call('POST', `/api/specimen/bulk/${name}`, { body: { items: [{ id: '1', rev: 1 }] } })).status,
      ).toBe(404);
      expect(({} as Json)['polluted']).toBeUndefined();
    },
  );

  test('in forms too', async () => {
    for (const form of [
      'specimenCde=F&__proto__[polluted]=1',
      'specimenCde=F&constructor[prototype][polluted]=1',
      'specimenCde=F&a[__proto__][polluted]=1',
    ]) {
      const answer = await server.call('POST', '/api/specimen', {
        body: form,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(answer.status, form).toBe(400);
      expect(({} as Json)['polluted']).toBeUndefined();
    }
  });
});

describe('a form beyond its limits', () => {
  test.each<[string, string]>([
    ['nested too deep', `a${'[b]'.repeat(30)}=1`],
    ['too many parts', Array.from({ length: 6000 }, (_, n) => `a${n}=1`).join('&')],
    ['a list too long', Array.from({ length: 1500 }, () => 'a[]=1').join('&')],
    ['half an escape', 'specimenCde=%'],
    ['an escape that is no text', 'specimenCde=%ff%fe&textValue=x'],
    ['NUL', 'specimenCde=%00'],
    ['nothing', ''],
  ])('%s', async (_, form) => {
    const answer = await server.call('POST', '/api/specimen', {
      body: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer).toMatchObject({ status: 400, code: 1 });
  });
});

describe('a value of any shape does no harm', () => {
  const WRONG: unknown[] = [
    5,
    -1.5,
    1e308,
    true,
    false,
    {},
    { $gt: '' },
    [],
    [[]],
    [null],
    [{}],
    'a\u0000b',
    '\ud800',
    '\u0007',
    'x'.repeat(200_000),
    "'; drop table specimen; --",
    '9'.repeat(400),
    '-',
    '1e999',
    'NaN',
    'Infinity',
    '0x10',
    '２０２４-01-01',
    '2024-02-30',
    '99999999999999999999',
    '２',
    '\u202e',
    '\ufeff',
    '{{7*7}}',
    '=1+1',
    '../../etc/passwd',
    'null',
    'undefined',
  ];
  test('in any field', async () => {
    const { properties } = (await server.call('GET', '/api/meta/specimen')).result;
    const fields = Object.keys(properties).filter((name) => name.endsWith('Value') && name !== 'textValue');
    expect(fields.length).toBeGreaterThan(25);
    for (const field of fields) {
      const answers = await Promise.all(
        WRONG.map((value) =>
          server.call('POST', '/api/specimen', {
            body: { specimenCde: 'BAD', textValue: 'x'.repeat(21), [field]: value },
          }),
        ),
      );
      for (const [index, answer] of answers.entries()) {
        expect(answer.status, `${field} ${JSON.stringify(WRONG[index])?.slice(0, 50)}`).toBe(400);
        expect(answer.errors.every((error) => error.field === field || error.field === 'textValue')).toBe(true);
      }
    }
  });

  test('in any condition', async () => {
    const { properties, 'x-list': list } = (await server.call('GET', '/api/meta/vessel')).result;
    const filters = [...(list.filters as string[]), 'id', 'delFlag', 'createAt', 'updater'];
    const oneOfEachKind = new Map(filters.map((name) => [properties[name]['x-kind'], name]));
    for (const name of isLongRun ? filters : oneOfEachKind.values()) {
      for (const type of someCases(3, ['equal', 'like', 'dateRange', 'ne', 'gt', 'lte', 'array', 'isNull'])) {
        const answers = await Promise.all(
          [...WRONG, null, undefined].map((value) =>
            server.call('POST', '/api/vessel/search', { body: { searchCondition: [{ name, type, value }] } }),
          ),
        );
        for (const { status } of answers)
          expect([200, 400], `${name} ${type} of ${properties[name]['x-kind']}`).toContain(status);
      }
    }
  });
});

describe('a rev', () => {
  test.each<[unknown, number]>([
    [0, 409],
    [2, 409],
    [-1, 400],
    [1.5, 400],
    ['1.0', 400],
    ['abc', 400],
    [{}, 400],
    [[1], 400],
    [true, 400],
    [1e300, 400],
    ['99999999999', 400],
    [null, 428],
    ['', 428],
    ['\u0000', 400],
  ])('%j is %i', async (rev, status) => {
    expect(await server.call('PATCH', `/api/specimen/${id}`, { body: { rev, textValue: 'x' } })).toMatchObject({
      status,
      code: 1,
    });
    expect((await server.call('DELETE', `/api/specimen/${id}`, { body: { rev } })).status).toBe(status);
  });

  test.each(['abc', '*', '"abc"', '', '"1", "2"', '-1'])('If-Match %s counts as missing', async (header) => {
    expect(
      (await server.call('PATCH', `/api/specimen/${id}`, { headers: { 'if-match': header }, body: { textValue: 'x' } }))
        .status,
    ).toBe(428);
  });
});

test.each<[string, string, CallOptions]>([
  ['an address of half an escape', '/api/specimen/%E0%A4%A', {}],
  ['an address of an escape that is no text', '/api/%ff', {}],
  ['NUL in an address', '/api/spec%00imen', {}],
  ['a very long address', `/api/${'x'.repeat(8000)}`, {}],
  ['dots', '/api/../../../../etc/passwd', {}],
  ['escaped dots', '/api/..%2f..%2f..%2fetc%2fpasswd', {}],
  ['slashes', '//api//specimen//', {}],
  ['a query of half escapes', '/api/specimen?%=%&%ff=%ff&where=%', {}],
  [
    'a very wide query',
    `/api/specimen?${Array.from({ length: 3000 }, (_, n) => `a${n}=`)
      .join('&')
      .slice(0, 12_000)}`,
    {},
  ],
])('%s is refused as JSON, not with an HTML page or 500', async (_, path, options) => {
  expect((await server.call('GET', path, options)).status).toBeGreaterThanOrEqual(400);
});

test('bytes that are not HTTP do not stop the server', async () => {
  const raw = (text: string): Promise<void> =>
    new Promise((done) => {
      const { port } = new URL(server.url);
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(text));
      socket.on('error', () => done());
      socket.on('close', () => done());
      socket.resume();
    });
  for (const text of [
    '\0\0\0',
    'GET / HTTP/9.9\r\n\r\n',
    'POST /api/specimen HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{',
    'GET /api/specimen HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n',
    'POST /account/login HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n',
  ])
    await raw(text);
  expect((await server.call('GET', `/api/specimen/${id}`)).result.textValue).toBe('whole');
});
