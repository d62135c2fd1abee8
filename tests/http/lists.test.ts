import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
const tokens = {} as Record<'ann' | 'ben' | 'outsider', string>;
beforeAll(async () => {
  server = await startTestServer();
  tokens.ann = await server.logInAs('ann', 'Claims officer');
  tokens.ben = await server.logInAs('ben', 'Claims officer');
  tokens.outsider = await server.logInAs('outsider');
});
afterAll(() => server.close());

type Person = keyof typeof tokens;
const call = (who: Person | 'admin' | null, method: string, path: string, body?: unknown): Promise<Answer> =>
  server.call(method, `/api/lists/${path}`, {
    ...(who === 'admin' ? {} : { token: who === null ? null : tokens[who] }),
    ...(body === undefined ? {} : { body }),
  });
const storedViews = async (): Promise<unknown> =>
  (
    await server.pool.query(
      'select (select count(*) from kernel.list_settings) as settings, (select json_agg(v order by id) from kernel.list_view v) as views',
    )
  ).rows[0];

describe('how a list looks', () => {
  test('follows the schema until a user changes it; each setting is kept when another one changes', async () => {
    expect((await call('ann', 'GET', 'vessel')).result).toEqual({ settings: {}, views: [] });
    expect(await call('ann', 'PATCH', 'vessel', { columns: ['fleet', 'vslCde'], pageSize: 50 })).toMatchObject({
      status: 200,
      result: { columns: ['fleet', 'vslCde'], pageSize: 50 },
    });
    await call('ann', 'PATCH', 'vessel', { widths: { fleet: 200 }, unfolded: true });
    expect((await call('ann', 'GET', 'vessel')).result.settings).toEqual({
      columns: ['fleet', 'vslCde'],
      pageSize: 50,
      widths: { fleet: 200 },
      unfolded: true,
    });
    await call('ann', 'PATCH', 'vessel', { columns: null, widths: null });
    expect((await call('ann', 'GET', 'vessel')).result.settings).toEqual({ pageSize: 50, unfolded: true });
  });

  test('is stored for one user and one list', async () => {
    await call('ann', 'PATCH', 'vessel', { pageSize: 100 });
    expect((await call('ben', 'GET', 'vessel')).result.settings).toEqual({});
    expect((await call('ann', 'GET', 'company')).result.settings).toEqual({});
  });

  test.each<[string, Json]>([
    ['no such column', { columns: ['vslCde', 'nope'] }],
    ['a column twice', { columns: ['vslCde', 'vslCde'] }],
    ['no column', { columns: [] }],
    ['columns as text', { columns: 'vslCde' }],
    ['a number as column', { columns: [1] }],
    ['the width of no column', { widths: { nope: 100 } }],
    ['a width like __proto__', JSON.parse('{"widths": {"__proto__": 100}}') as Json],
    ['no width', { widths: { fleet: 1 } }],
    ['a width as text', { widths: { fleet: '100' } }],
    ['a page of none', { pageSize: 0 }],
    ['a page too large', { pageSize: 1001 }],
    ['half a page', { pageSize: 1.5 }],
    ['text for yes', { unfolded: 'true' }],
    ['another word', { theme: 'dark' }],
  ])('does not keep %s', async (_, body) => {
    const before = (await call('ann', 'GET', 'vessel')).result;
    expect(await call('ann', 'PATCH', 'vessel', body)).toMatchObject({
      status: 400,
      errors: [{ field: Object.keys(body)[0] }],
    });
    expect((await call('ann', 'GET', 'vessel')).result).toEqual(before);
  });

  test('omits a column that no longer exists', async () => {
    await server.pool.query(
      `update kernel.list_settings set content = '{"columns": ["gone", "fleet"], "widths": {"gone": 100, "fleet": 90}}' where "by" = 'ann' and entity = 'vessel'`,
    );
    expect((await call('ann', 'GET', 'vessel')).result.settings).toEqual({ columns: ['fleet'], widths: { fleet: 90 } });
  });
});

describe('a named search', () => {
  const ours = async (who: Person): Promise<Json[]> => (await call(who, 'GET', 'fleet')).result.views;

  test('is visible to its author; once shared, also to colleagues, with the name of its author', async () => {
    const created = await call('ann', 'POST', 'fleet/views', { name: ' Own fleet ', query: '?fleetCde=A' });
    expect(created).toMatchObject({
      status: 201,
      result: { name: 'Own fleet', query: '?fleetCde=A', shared: false, by: 'ann' },
    });
    expect(await ours('ann')).toEqual([created.result]);
    expect(await ours('ben')).toEqual([]);
    expect(await call('ann', 'PATCH', `fleet/views/${created.result.id}`, { shared: true })).toMatchObject({
      status: 200,
    });
    expect(await ours('ben')).toEqual([{ ...created.result, shared: true, byName: 'ann' }]);
    expect((await call('ben', 'GET', 'vessel')).result.views).toEqual([]);
  });

  test('can be changed and deleted only by its author', async () => {
    const {
      result: { id },
    } = await call('ann', 'POST', 'fleet/views', { name: 'Shared', shared: true });
    const {
      result: { id: hidden },
    } = await call('ann', 'POST', 'fleet/views', { name: 'Hidden' });
    const before = await storedViews();
    for (const [view, status] of [
      [id, 403],
      [hidden, 404],
      ['999999', 404],
      ['x', 404],
    ]) {
      expect(await call('ben', 'PATCH', `fleet/views/${view}`, { name: 'Ben’s' })).toMatchObject({ status });
      expect(await call('ben', 'DELETE', `fleet/views/${view}`)).toMatchObject({ status });
    }
    // a view is reached through its own list only
    expect(await call('ann', 'DELETE', `vessel/views/${id}`)).toMatchObject({ status: 404 });
    expect(await storedViews()).toEqual(before);
    expect(await call('ann', 'PATCH', `fleet/views/${id}`, { name: 'Renamed', query: '?a=1' })).toMatchObject({
      status: 200,
      result: { name: 'Renamed', query: '?a=1', shared: true },
    });
    expect(await call('ann', 'DELETE', `fleet/views/${id}`)).toMatchObject({ status: 200 });
    expect((await ours('ann')).map(({ name }) => name)).toEqual(['Hidden', 'Own fleet']);
  });

  test('has a unique name among those of its author', async () => {
    const {
      result: { id },
    } = await call('ben', 'POST', 'fleet/views', { name: 'Twice' });
    expect(await call('ben', 'POST', 'fleet/views', { name: 'Twice' })).toMatchObject({
      status: 409,
      errors: [{ field: 'name' }],
    });
    await call('ben', 'POST', 'fleet/views', { name: 'Other' });
    expect(await call('ben', 'PATCH', `fleet/views/${id}`, { name: 'Other' })).toMatchObject({
      status: 409,
      errors: [{ field: 'name' }],
    });
    expect(await call('ann', 'POST', 'fleet/views', { name: 'Twice' })).toMatchObject({ status: 201 });
  });

  test.each<[string, Json, string]>([
    ['without a name', { query: '' }, 'name'],
    ['of blanks', { name: ' ' }, 'name'],
    ['of 41 letters', { name: 'x'.repeat(41) }, 'name'],
    ['with a control character', { name: 'a\u0000b' }, 'name'],
    ['that is no text', { name: 5 }, 'name'],
    ['of an address elsewhere', { name: 'N', query: 'https://example.com' }, 'query'],
    ['of a path', { name: 'N', query: '/master/vessel' }, 'query'],
    ['of 2001 letters', { name: 'N', query: `?${'x'.repeat(2000)}` }, 'query'],
    ['shared by a word', { name: 'N', shared: 'yes' }, 'shared'],
    ['of somebody else', { name: 'N', by: 'ben' }, 'by'],
  ])('is refused %s', async (_, body, field) => {
    const before = await storedViews();
    expect(await call('ann', 'POST', 'fleet/views', body)).toMatchObject({ status: 400, errors: [{ field }] });
    expect(await storedViews()).toEqual(before);
  });

  test('is refused if there are fifty for the list already', async () => {
    for (let n = 0; n < 50; n++)
      expect((await call('ann', 'POST', 'company/views', { name: `V${n}` })).status).toBe(201);
    expect(await call('ann', 'POST', 'company/views', { name: 'One more' })).toMatchObject({
      status: 409,
      key: 'MSG_generic_0063',
    });
    expect((await call('ann', 'GET', 'company')).result.views).toHaveLength(50);
    expect((await call('ben', 'POST', 'company/views', { name: 'One more' })).status).toBe(201);
  });

  test('of a deleted user is deleted', async () => {
    const token = await server.logInAs('cyd', 'Claims officer');
    await server.call('POST', '/api/lists/port/views', { token, body: { name: 'Of Cyd', shared: true } });
    expect((await call('ann', 'GET', 'port')).result.views).toHaveLength(1);
    await server.pool.query(
      `update role_user set "delFlag" = 'Y' where "userCde" = 'cyd'; update person set "delFlag" = 'Y' where "userCde" = 'cyd'`,
    );
    expect((await call('ann', 'GET', 'port')).result.views).toEqual([]);
  });
});

test.each<[string, Person | null, string, number]>([
  ['somebody without the right to the list', 'outsider', 'vessel', 403],
  ['a caller without a session', null, 'vessel', 401],
  ['a list that there is not', 'ann', 'nope', 404],
])('refuses %s on every call', async (_, who, entity, status) => {
  const before = await storedViews();
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { pageSize: 20 }],
    ['POST', '/views', { name: 'N' }],
    ['PATCH', '/views/1', { name: 'N' }],
    ['DELETE', '/views/1', undefined],
  ] as const) {
    expect(await call(who, method, `${entity}${path}`, body), `${method} ${path}`).toMatchObject({
      status,
      result: null,
    });
  }
  expect(await storedViews()).toEqual(before);
});
