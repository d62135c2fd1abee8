import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let viewer: string;
let officer: string;
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO_DATA: 'true' } });
  viewer = await server.logInAs('viewer', 'Viewer');
  officer = await server.logInAs('officer', 'Claims officer', { companyCde: '2000' });
});
afterAll(() => server.close());

const notice = (title: string): Promise<Json> =>
  server.create('notice', { title, issueDate: '2026-01-02', content: '<p>Text</p>' });

test('only the author and administrators change or delete a resource item', async () => {
  const { result } = await server.call('POST', '/api/resource-item', {
    body: { title: 'Clauses', content: '<p>All risks</p>' },
    token: officer,
  });
  const other = await server.logInAs('colleague', 'Claims officer', { companyCde: '2000' });
  const change = (token?: string): Promise<Answer> =>
    server.call('PATCH', `/api/resource-item/${result.id}`, {
      body: { rev: result.rev, content: '<p>None</p>' },
      ...(token === undefined ? {} : { token }),
    });
  const before = await server.footprint();
  expect(await change(other)).toMatchObject({ status: 409, key: 'MSG_system_0120' });
  expect(await server.footprint()).toBe(before);
  expect((await change()).status).toBe(200);
});

describe('recently opened records', () => {
  const seen = async (entity: string, token?: string): Promise<string[]> =>
    (await server.call('GET', `/account/seen/${entity}`, token === undefined ? {} : { token })).result;
  const mark = (entity: string, ids: unknown, token?: string): Promise<Answer> =>
    server.call('POST', `/account/seen/${entity}`, { body: { ids }, ...(token === undefined ? {} : { token }) });

  test('are stored once for each user, without changing the row', async () => {
    const [first, second] = [await notice('First'), await notice('Second')];
    const before = await server.footprint();
    for (let time = 0; time < 2; time++)
      expect((await mark('notice', [first['id'], second['id']], viewer)).status).toBe(200);
    expect(await seen('notice', viewer)).toEqual([second['id'], first['id']]);
    expect(await seen('notice', officer)).toEqual([]);
    expect(await seen('mail', viewer)).toEqual([]);
    expect(await server.footprint()).toBe(before);
  });

  test('contain only rows that the user can see', async () => {
    const mail = { sender: 'a@b.example', receiver: 'c@d.example', sendDate: '2026-01-02T03:04:05Z' };
    const own = await server.create('mail', { ...mail, title: 'Own', billCompany: '2000' });
    const other = await server.create('mail', { ...mail, title: 'Other', billCompany: '2001' });
    expect((await mark('mail', [own['id'], other['id'], '999999'], officer)).status).toBe(200);
    expect(await seen('mail', officer)).toEqual([own['id']]);
  });

  test('are deleted with the user', async () => {
    const first = await notice('Once more');
    const token = await server.logInAs('goer', 'Viewer');
    await mark('notice', [first['id']], token);
    expect(await seen('notice', token)).toEqual([first['id']]);
    const { records } = (
      await server.call('POST', '/api/person/search', {
        body: { searchCondition: [{ name: 'userCde', type: 'equal', value: 'goer' }] },
      })
    ).result;
    const { records: assignments } = (
      await server.call('POST', '/api/role-user/search', {
        body: { searchCondition: [{ name: 'userCde', type: 'equal', value: 'goer' }] },
      })
    ).result;
    expect(
      (await server.call('DELETE', `/api/role-user/${assignments[0].id}`, { body: { rev: assignments[0].rev } }))
        .status,
    ).toBe(200);
    const remembered = async () =>
      (await server.pool.query(`select count(*)::int as n from kernel.seen where "userCde" = 'goer'`)).rows[0]
        .n as number;
    expect(await remembered()).toBe(1);
    expect(
      (await server.call('DELETE', `/api/person/${records[0].id}`, { body: { rev: records[0].rev } })).status,
    ).toBe(200);
    expect(await remembered()).toBe(0);
  });

  test.each([
    [[]],
    ['1'],
    [[1.5]],
    [['x']],
    [[null]],
    [Array.from({ length: 101 }, (_, index) => String(index + 1))],
    [undefined],
  ])('%j is refused as a list of ids', async (ids) => {
    expect((await mark('notice', ids)).status).toBe(400);
  });

  test('require a token and permission to read the entity', async () => {
    expect((await server.call('GET', '/account/seen/notice', { token: null })).status).toBe(401);
    expect((await server.call('GET', '/account/seen/person', { token: viewer })).status).toBe(403);
    expect((await mark('person', ['1'], viewer)).status).toBe(403);
    expect((await mark('nothing', ['1'])).status).toBe(404);
  });
});

describe('a mail', () => {
  const make = (billCompany: string): Promise<Json> =>
    server.create('mail', {
      sender: 'a@b.example',
      receiver: 'c@d.example',
      title: 'News',
      sendDate: '2026-01-02T03:04:05Z',
      billCompany,
    });

  test('is unread at first; everyone who sees it can mark it as read and back, and change nothing else', async () => {
    const { id, rev, readFlag } = await make('2000');
    expect(readFlag).toBe('N');
    expect(
      (await server.call('PATCH', `/api/mail/${id}`, { token: officer, body: { rev, readFlag: 'Y' } })).status,
    ).not.toBe(200);
    const read = await server.call('POST', `/api/mail/${id}/actions/read`, { token: officer, body: { rev } });
    expect(read.result).toMatchObject({ readFlag: 'Y', title: 'News' });
    expect(
      (await server.call('POST', `/api/mail/${id}/actions/read`, { token: officer, body: { rev: read.result.rev } }))
        .status,
    ).toBe(409);
    expect(
      (
        await server.call('PATCH', `/api/mail/${id}`, {
          token: officer,
          body: { rev: read.result.rev, remark: 'mine now' },
        })
      ).status,
    ).toBe(403);
    expect(
      (await server.call('POST', `/api/mail/${id}/actions/unread`, { token: officer, body: { rev: read.result.rev } }))
        .result.readFlag,
    ).toBe('N');
  });

  test('cannot be marked by users who do not see it or may only read', async () => {
    const { id, rev } = await make('2001');
    expect((await server.call('POST', `/api/mail/${id}/actions/read`, { token: officer, body: { rev } })).status).toBe(
      404,
    );
    expect((await server.call('POST', `/api/mail/${id}/actions/read`, { token: viewer, body: { rev } })).status).toBe(
      403,
    );
    expect((await server.read('mail', String(id)))['readFlag']).toBe('N');
  });
});

describe('an entry of an option list that came with the product', () => {
  const entry = async (code: string): Promise<Json> =>
    (
      await server.call('POST', '/api/dictionary/search', {
        body: {
          searchCondition: [
            { name: 'listCde', type: 'equal', value: 'RESOURCE_TYPE' },
            { name: 'code', type: 'equal', value: code },
          ],
        },
      })
    ).result.records[0];

  test('keeps its code and cannot be deleted; its names and use may change', async () => {
    const { id, rev } = await entry('LAW');
    const before = await server.footprint();
    expect(await server.call('DELETE', `/api/dictionary/${id}`, { body: { rev } })).toMatchObject({
      status: 409,
      key: 'MSG_system_0111',
    });
    expect((await server.call('PATCH', `/api/dictionary/${id}`, { body: { rev, code: 'LAWS' } })).errors).toMatchObject(
      [{ field: 'code', key: 'MSG_system_0110' }],
    );
    expect((await server.call('PATCH', `/api/dictionary/${id}`, { body: { rev, listCde: 'OTHER' } })).status).toBe(400);
    expect(await server.footprint()).toBe(before);
    expect(
      (await server.call('PATCH', `/api/dictionary/${id}`, { body: { rev, nameEn: 'Laws', activeFlag: 'N' } })).result,
    ).toMatchObject({ code: 'LAW', nameEn: 'Laws' });
  });

  test('differs from one that staff added', async () => {
    const { id, rev } = await server.create('dictionary', {
      listCde: 'RESOURCE_TYPE',
      code: 'FILM',
      nameEn: 'Films',
      nameCh: '影片',
    });
    const changed = await server.call('PATCH', `/api/dictionary/${id}`, { body: { rev, code: 'FILMS' } });
    expect(changed.result).toMatchObject({ code: 'FILMS' });
    expect((await server.call('DELETE', `/api/dictionary/${id}`, { body: { rev: changed.result.rev } })).status).toBe(
      200,
    );
  });
});

describe('language and theme of the screens', () => {
  const keep = (body: Json, token: string): Promise<Answer> =>
    server.call('POST', '/account/preferences', { token, body });
  const person = async (token: string): Promise<Json> =>
    (await server.call('POST', '/account/getUserInfo', { token, body: {} })).result;

  test('are stored for the person, each separately', async () => {
    expect(await person(viewer)).toMatchObject({ language: null, theme: null });
    expect((await keep({ language: 'zh-CN' }, viewer)).status).toBe(200);
    expect((await keep({ theme: 'dark' }, viewer)).status).toBe(200);
    expect(await person(viewer)).toMatchObject({ language: 'zh-CN', theme: 'dark' });
    expect(await person(officer)).toMatchObject({ language: null, theme: null });
    // without a language in the request, the answer is in the stored language
    expect((await server.call('GET', '/api/nothing', { token: viewer })).message).toBe('记录不存在，或您无权查看');
  });

  test('cause no conflict for a user who is editing the person', async () => {
    const token = await server.logInAs('chooser', 'Viewer');
    const [before] = (
      await server.call('POST', '/api/person/search', {
        body: { searchCondition: [{ name: 'userCde', type: 'equal', value: 'chooser' }] },
      })
    ).result.records;
    expect((await keep({ language: 'zh-CN', theme: 'dark' }, token)).status).toBe(200);
    expect(await server.read('person', before.id)).toMatchObject({
      language: 'zh-CN',
      rev: before.rev,
      updater: before.updater,
      updateAt: before.updateAt,
    });
    const [line] = (await server.call('GET', `/api/person/${before.id}/history`)).result;
    expect(line).toMatchObject({
      action: 'preferences',
      by: 'chooser',
      changes: expect.arrayContaining([{ field: 'language', from: null, to: 'zh-CN' }]),
    });
    expect(
      await server.call('PATCH', `/api/person/${before.id}`, { body: { rev: before.rev, userName: 'Chooser' } }),
    ).toMatchObject({ status: 200, result: { language: 'zh-CN', userName: 'Chooser', rev: before.rev + 1 } });
  });

  test('are all stored if several are selected at once', async () => {
    const token = await server.logInAs('hasty', 'Viewer');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => keep(index % 2 === 0 ? { language: 'zh-CN' } : { theme: 'dark' }, token)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await person(token)).toMatchObject({ language: 'zh-CN', theme: 'dark' });
  });

  test.each([{ language: 'fr-FR' }, { theme: 'pink' }, { userName: 'Somebody else' }, { language: 1 }])(
    '%j is refused',
    async (body) => {
      const before = await server.footprint();
      expect((await keep(body, viewer)).status).toBe(400);
      expect(await server.footprint()).toBe(before);
    },
  );
});
