import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAuditLines } from '../fixtures/auditLines.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

/** The fields of a person that need the action viewPrivate, and their values here. */
const HIDDEN = { address: '1 Secret Lane', mobilePhone: '+86 13900001111' };
const FIELDS = Object.keys(HIDDEN);

let server: TestServer;
/** has every permission on persons except viewPrivate */
let clerk: string;
let person: Json;
beforeAll(async () => {
  server = await startTestServer();
  await server.create('role', {
    roleName: 'Clerk',
    'role-permission': [
      { permissionId: 'system.person', actionEntitySet: ['query', 'add', 'edit', 'delete', 'export', 'import'] },
    ],
  });
  clerk = await server.logInAs('clerk', 'Clerk');
  person = await server.create('person', { userCde: 'hermit', userName: 'Hermit', ...HIDDEN });
});
afterAll(() => server.close());

const request = (method: string, path: string, body?: unknown, token = clerk): Promise<Answer> =>
  server.call(method, path, { token, ...(body === undefined ? {} : { body }) });
/** Checks that neither the name nor the value of a hidden field appears. */
const revealsNothing = ({ text }: { text: string }): boolean => !/mobilePhone|"address"|Secret Lane|1390000/.test(text);
const csv = (text: string): FormData => {
  const form = new FormData();
  form.append('file', new Blob([text]), 'people.csv');
  return form;
};

describe('fields hidden from a role', () => {
  test.each<[string, string, string, unknown?]>([
    ['list', 'GET', '/api/person?pageSize=100'],
    ['search', 'POST', '/api/person/search', { pageSize: 100 }],
    ['meta', 'GET', '/api/meta/person'],
    ['export', 'GET', '/api/person/export?format=csv'],
  ])('are nowhere in %s', async (_, method, path, body) => {
    const answer = await request(method, path, body);
    expect(answer.status).toBe(200);
    expect(revealsNothing(answer), answer.text.slice(0, 2000)).toBe(true);
  });

  test('are nowhere in the row, its history, a save or a preview of it', async () => {
    const path = `/api/person/${person['id']}`;
    const { rev } = await server.read('person', person['id']);
    // and the value of a field that the schema no longer has, whose permission is unknown
    const changes = { home: ['Secret Lane 2', null] };
    await insertAuditLines(server.pool, [
      { entity: 'person', entityId: person['id'], action: 'update', changes, by: 'admin' },
    ]);
    const answers = [
      await request('GET', path),
      await request('PATCH', path, { rev, officeTel: '+86 21 5550 0300' }),
      await request('POST', '/api/person/preview', { id: person['id'], rev: rev + 1, userName: 'Other' }),
      await request('POST', '/api/person/preview', { id: person['id'], rev: rev + 1, userName: '' }),
      await request('GET', `${path}/history`),
    ];
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(200);
      expect(revealsNothing(answer), answer.text).toBe(true);
    }
    const history = await server.call('GET', `${path}/history`);
    for (const line of [HIDDEN.address, 'Secret Lane 2'])
      expect(history.text, 'the administrator sees them').toContain(line);
    expect(await server.read('person', person['id'])).toMatchObject(HIDDEN);
  });

  test.each<[string, string, string]>([
    ['one', '?address=Lane&userName=Her&_sort=-mobilePhone', '?userName=Her'],
    ['two', '?_sort=address,-userCde,-mobilePhone&_size=50', '?_sort=-userCde&_size=50'],
    ['three', '?_sort=-mobilePhone', ''],
  ])('are not in a view that a colleague shares: %s', async (name, query, seen) => {
    const { id } = (await server.call('POST', '/api/lists/person/views', { body: { name, query, shared: true } }))
      .result;
    const view = async (token: string) =>
      (await request('GET', '/api/lists/person', undefined, token)).result.views.find((one: Json) => one.id === id)
        .query;
    expect(decodeURIComponent(await view(clerk))).toBe(seen);
    expect(await view(server.token), 'its author’s own').toBe(query);
  });

  test.each(FIELDS)('%s is unknown to filter, sort, export columns and body', async (name) => {
    const where = encodeURIComponent(JSON.stringify([{ name, type: 'notNull' }]));
    const path = `/api/person/${person['id']}`;
    const { rev } = await server.read('person', person['id']);
    const before = await server.footprint();
    const calls: [string, string, unknown?][] = [
      ['GET', `/api/person?where=${where}`],
      ['GET', `/api/person?sort=${name}`],
      ['GET', `/api/person?sort=-userCde,${name}`],
      ['GET', `/api/person/export?format=csv&columns=userCde,${name}`],
      ['GET', `/api/person/export?format=csv&where=${where}`],
      [
        'POST',
        '/api/person/search',
        { searchCondition: [{ or: [[{ name, type: 'isNull' }], [{ name: 'userCde', type: 'equal', value: 'x' }]] }] },
      ],
      ['POST', '/api/person', { userCde: 'guess', userName: 'Guess', [name]: HIDDEN[name as keyof typeof HIDDEN] }],
      ['PATCH', path, { rev, [name]: 'x' }],
    ];
    for (const [method, address, body] of calls) {
      const answer = await request(method, address, body);
      const nonsense = await request(
        method,
        address.replaceAll(name, 'noSuchField'),
        body === undefined ? undefined : JSON.parse(JSON.stringify(body).replaceAll(name, 'noSuchField')),
      );
      expect(
        [answer.status, answer.key, answer.message.replaceAll(name, 'noSuchField')],
        `${method} ${address}`,
      ).toEqual([400, nonsense.key, nonsense.message]);
    }
    expect(await server.footprint()).toBe(before);
  });

  test('can neither be imported nor occur in the template', async () => {
    const template = await fetch(`${server.url}/api/person/template?language=en-US`, {
      headers: { authorization: `Bearer ${clerk}` },
    });
    const own = await fetch(`${server.url}/api/person/template?language=en-US`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(template.status).toBe(200);
    expect((await template.arrayBuffer()).byteLength).toBeLessThan((await own.arrayBuffer()).byteLength);
    const before = await server.footprint();
    const preview = await request(
      'POST',
      '/api/person/import/preview',
      csv('userCde,userName,mobilePhone\nnew,New,+86 13912345678\n'),
    );
    expect(preview.result.proposals.map(({ heading, sort }: Json) => [heading, sort])).toEqual([
      ['userCde', 'field'],
      ['userName', 'field'],
      ['mobilePhone', 'unknown'],
    ]);
    const byName = await request(
      'POST',
      '/api/person/import?dryRun=false',
      csv('userCde,userName,mobilePhone\nnew,New,+86 13912345678\n'),
    );
    expect(byName.status).toBe(400);
    const mapped = csv('userCde,userName,phone\nhermit,Hermit,+86 13912345678\n');
    mapped.append(
      'mapping',
      JSON.stringify({ columns: { userCde: 'userCde', userName: 'userName', phone: 'mobilePhone' } }),
    );
    expect((await request('POST', '/api/person/import?dryRun=false', mapped)).status).toBe(400);
    const constant = csv('userCde,userName\nhermit,Hermit\n');
    constant.append(
      'mapping',
      JSON.stringify({ columns: { userCde: 'userCde', userName: 'userName' }, constants: { address: 'Overwritten' } }),
    );
    expect((await request('POST', '/api/person/import?dryRun=false', constant)).status).toBe(400);
    expect(await server.footprint()).toBe(before);
  });

  test('are shown to a role with the permission', async () => {
    await server.create('role', {
      roleName: 'Personnel',
      'role-permission': [{ permissionId: 'system.person', actionEntitySet: ['query', 'edit', 'viewPrivate'] }],
    });
    const token = await server.logInAs('personnel', 'Personnel');
    expect((await request('GET', `/api/person/${person['id']}`, undefined, token)).result).toMatchObject(HIDDEN);
    const { properties, 'x-permissions': permissions } = (await request('GET', '/api/meta/person', undefined, token))
      .result;
    expect(FIELDS.filter((name) => !(name in properties))).toEqual([]);
    expect(permissions).toEqual(['query', 'edit', 'viewPrivate']);
  });
});

test('a refused save does not echo a password', async () => {
  const password = 'never to be seen again';
  for (const [path, body] of [
    ['/api/person/preview', { userCde: 'p'.repeat(50), userName: 'P', password }],
    [
      '/api/person/preview',
      { id: person['id'], rev: (await server.read('person', person['id']))['rev'], userName: '', password },
    ],
  ] as const) {
    const answer = await server.call('POST', path, { body });
    expect(answer.result.errors.length).toBeGreaterThan(0);
    expect(answer.result.row).toMatchObject({ userName: body.userName || null });
    expect(answer.text).not.toContain(password);
    expect(answer.result.row).not.toHaveProperty('password');
  }
});

describe('people from outside the intranet', () => {
  test('cannot be accessed by any path from outside, and are missing in menu, meta and permissions', async () => {
    const { url } = await server.startAnother({ INTRANET_CIDRS: '10.99.0.0/16' });
    const at = `/api/person/${person['id']}`;
    const before = await server.footprint();
    const calls: [string, string, unknown?][] = [
      ['GET', '/api/person'],
      ['POST', '/api/person/search', {}],
      ['GET', at],
      ['GET', `${at}/history`],
      ['GET', '/api/person/export?format=csv'],
      ['GET', '/api/person/export'],
      ['GET', '/api/person/template'],
      ['POST', '/api/person', { userCde: 'outsider', userName: 'Outsider' }],
      ['PATCH', at, { rev: 1 }],
      ['DELETE', at, { rev: 1 }],
      ['POST', '/api/person/preview', {}],
      ['POST', '/api/person/bulk/delete', { items: [{ id: person['id'], rev: 1 }] }],
      ['POST', '/api/person/import?dryRun=false', csv('userCde,userName\nx,X\n')],
      ['POST', '/api/person/import/preview', csv('userCde,userName\nx,X\n')],
    ];
    for (const [method, path, body] of calls) {
      const answer = await server.call(method, path, {
        url,
        language: 'zh-CN',
        ...(body === undefined ? {} : { body }),
      });
      expect(answer, `${method} ${path}`).toMatchObject({
        status: 403,
        key: 'MSG_generic_0404',
        message: '只允许内网访问',
      });
    }
    expect(await server.footprint()).toBe(before);
    const codes = async (where: { url?: string }) =>
      (await server.call('POST', '/resource/authorization/searchMsRoleMenuVoByUser', where)).result.map(
        ({ permissionCde }: Json) => permissionCde,
      );
    expect(await codes({})).toContain('system.person');
    expect(await codes({ url })).not.toContain('system.person');
    const known = (await server.call('GET', '/api/meta/person', { url })).result;
    expect(
      [known['x-permissions'], 'mail' in known.properties, 'userName' in known.properties],
      'the fields of a choice, and no more',
    ).toEqual([[], false, true]);
    expect((await server.call('GET', '/api/meta', { url })).result.map(({ name }: Json) => name)).toEqual(
      expect.not.arrayContaining(['person']),
    );
    const { role } = (await server.call('GET', '/resource/authorization/validateTokenWithKeycloak', { url })).result;
    expect(role.permissions.map(({ permissionId }: Json) => permissionId)).toEqual(
      expect.not.arrayContaining(['system.person']),
    );
    expect((await server.call('GET', '/api/role', { url })).status, 'the rest answers').toBe(200);
  });

  test('can be accessed from an intranet address that a trusted proxy reports, not from one that the caller claims', async () => {
    const { url } = await server.startAnother({ INTRANET_CIDRS: '10.99.0.0/16', TRUST_PROXY: 'true' });
    const { url: direct } = await server.startAnother({ INTRANET_CIDRS: '10.99.0.0/16' });
    const from = (address: string, at = url) =>
      server.call('GET', '/api/person', { url: at, headers: { 'x-forwarded-for': address } });
    expect((await from('10.99.0.7')).status).toBe(200);
    expect((await from('10.99.0.7, 203.0.113.9')).status, 'the headers that the caller wrote before the proxy').toBe(
      403,
    );
    expect((await from('203.0.113.9')).status).toBe(403);
    expect((await from('not an address')).status).toBe(403);
    expect((await from('10.99.0.7', direct)).status).toBe(403);
  });

  test.each<[string, Record<string, string>, number]>([
    ['no proxy', {}, 200],
    ['a proxy that no setting trusts', { 'x-forwarded-for': '8.8.8.8' }, 403],
    ['such a proxy, for a caller inside', { 'x-forwarded-for': '127.0.0.1' }, 403],
    ['such a proxy, in the words of RFC 7239', { forwarded: 'for=8.8.8.8' }, 403],
  ])('are accessible from the same machine depending on the proxy: %s', async (_, headers, status) => {
    expect((await server.call('GET', '/api/person', { headers })).status).toBe(status);
    expect((await server.call('POST', '/account/getUserInfo', { headers })).result.intranet).toBe(status === 200);
  });

  test('cannot be accessed through a trusted proxy that does not send X-Forwarded-For', async () => {
    const { url } = await server.startAnother({ TRUST_PROXY: 'true' });
    expect((await server.call('GET', '/api/person', { url, headers: { forwarded: 'for=8.8.8.8' } })).status).toBe(403);
    expect(
      (
        await server.call('GET', '/api/person', {
          url,
          headers: { forwarded: 'for=8.8.8.8', 'x-forwarded-for': '127.0.0.1' },
        })
      ).status,
    ).toBe(200);
  });
});
