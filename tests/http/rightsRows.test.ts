import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdf } from '../fixtures/attachments.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';

const OFFICER = 'Claims officer';
/** The readers: two of one company, one of another, one without a company, and one who sees everything. */
const PEOPLE = { ann: '2000', ben: '2000', cyd: '2001', dan: null } as const;
type Person = keyof typeof PEOPLE | 'admin';

let server: TestServer;
const tokens = {} as Record<Person, string>;
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO_DATA: 'true' } });
  for (const [name, companyCde] of Object.entries(PEOPLE))
    tokens[name as Person] = await server.logInAs(name, OFFICER, { companyCde });
  tokens.admin = server.token;
});
afterAll(() => server.close());

async function make(by: Person, entity: string, body: Json): Promise<Json> {
  const answer = await server.call('POST', `/api/${entity}`, { token: tokens[by], body });
  expect(answer.status, answer.text).toBe(201);
  return answer.result;
}

async function upload(by: Person): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdf('paper'))]), 'paper.pdf');
  return (await server.call('POST', '/api/files', { token: tokens[by], body: form })).result.id;
}

const VALID_BODIES: Record<string, (by: Person) => Promise<Json>> = {
  task: async () => ({}),
  mail: async () => ({
    sender: 'a@b.example',
    receiver: 'c@d.example',
    title: 'News',
    sendDate: '2026-01-02T03:04:05Z',
  }),
  document: async (by) => ({ title: 'Paper', file: await upload(by) }),
};

/**
 * Each row by its remark, with its creator, further values, its current company, and the users who see it besides the
 * administrator.
 */
const ROWS: { remark: string; by: Person; fields?: Json; stored?: string; seenBy: readonly Person[]; of?: string }[] = [
  { remark: 'own', by: 'ann', seenBy: ['ann', 'ben'] },
  { remark: 'of another company', by: 'cyd', seenBy: ['cyd'] },
  { remark: 'of no company', by: 'dan', seenBy: ['dan'] },
  { remark: 'of the administrator', by: 'admin', seenBy: [] },
  { remark: 'given to a company', by: 'admin', fields: { billCompany: '2001' }, seenBy: ['cyd'] },
  { remark: 'moved to another company since', by: 'ann', stored: '2001', seenBy: ['ann', 'cyd'] },
  { remark: 'directed by', by: 'admin', fields: { curDirector: 'dan' }, seenBy: ['dan'], of: 'task' },
  { remark: 'assisted by', by: 'admin', fields: { curAssister: 'ben' }, seenBy: ['ben'], of: 'task' },
  { remark: 'submitted by', by: 'admin', fields: { submitter: 'cyd' }, seenBy: ['cyd'], of: 'task' },
];

describe.each(Object.keys(VALID_BODIES))('rows of %s', (entity) => {
  const rows = new Map<string, Json>();
  const cases = ROWS.filter(({ of }) => of === undefined || of === entity);
  beforeAll(async () => {
    for (const { remark, by, stored, fields: { submitter, ...fields } = {} } of cases) {
      const row = await make(by, entity, { ...(await VALID_BODIES[entity]!(by)), remark, ...fields });
      if (stored) await server.pool.query(`update ${entity} set "billCompany" = $2 where id = $1`, [row['id'], stored]);
      if (submitter) await server.pool.query('update task set submitter = $2 where id = $1', [row['id'], submitter]);
      if (entity === 'task') {
        await server.pool.query(
          `insert into task_log ("taskId", seq, "operateStatus", "optUser", "operateDate", "operateOpinion", creater, updater) values ($1, 1, 'Submit', 'x', now(), $2, 'x', 'x')`,
          [row['id'], remark],
        );
      }
      rows.set(remark, row);
    }
  });
  const seen = (person: Person): string[] =>
    cases
      .filter(({ seenBy }) => person === 'admin' || seenBy.includes(person))
      .map(({ remark }) => remark)
      .sort();
  const remarks = (records: Json[]): string[] => records.map(({ remark }) => remark as string).sort();

  test.each(['ann', 'ben', 'cyd', 'dan', 'admin'] as const)(
    '%s sees the same of them on every path',
    async (person) => {
      const token = tokens[person];
      const list = await server.call('GET', `/api/${entity}?pageSize=100`, { token });
      expect(remarks(list.result.records)).toEqual(seen(person));
      expect(list.result.total).toBe(seen(person).length);
      const search = await server.call('POST', `/api/${entity}/search`, {
        token,
        body: {
          pageSize: 1,
          searchCondition: [
            {
              or: [[{ name: 'delFlag', type: 'equal', value: 'N' }], [{ name: 'delFlag', type: 'equal', value: 'Y' }]],
            },
          ],
        },
      });
      expect(search.result.total).toBe(seen(person).length);
      const { text } = await server.call('GET', `/api/${entity}/export?format=csv&columns=remark`, { token });
      expect(text.replace('\uFEFF', '').trim().split(/\r?\n/).slice(1).sort()).toEqual(seen(person));
      const wrong: string[] = [];
      const before = await server.footprint();
      for (const { remark, by } of cases) {
        const { id, file } = rows.get(remark)!;
        const visible = seen(person).includes(remark);
        const reading: [string, string, unknown?][] = [
          ['GET', `/${id}`],
          ['GET', `/${id}/history`],
        ];
        for (const [method, path] of reading) {
          const { status, key } = await server.call(method, `/api/${entity}${path}`, { token });
          if (visible ? status !== 200 : status !== 404 || key !== 'MSG_generic_0004')
            wrong.push(`${remark}: ${method} ${path} answered ${status}`);
        }
        const writing: [string, string, unknown][] = [
          ['PATCH', `/${id}`, { rev: 999, remark: 'changed' }],
          ['DELETE', `/${id}`, { rev: 999 }],
          ...(entity === 'task'
            ? [['POST', `/${id}/actions/finish`, { rev: 999 }] satisfies [string, string, unknown]]
            : []),
        ];
        for (const [method, path, body] of writing) {
          const { status } = await server.call(method, `/api/${entity}${path}`, { token, body });
          if (status !== (visible ? 409 : 404)) wrong.push(`${remark}: ${method} ${path} answered ${status}`);
        }
        const preview = await server.call('POST', `/api/${entity}/preview`, {
          token,
          body: { id, rev: rows.get(remark)!['rev'] },
        });
        if (preview.status !== (!visible ? 404 : person === by ? 200 : 403))
          wrong.push(`${remark}: preview answered ${preview.status}`);
        const bulk = await server.call('POST', `/api/${entity}/bulk/delete`, {
          token,
          body: { items: [{ id, rev: 999 }] },
        });
        if (bulk.result[0].key !== (visible ? 'MSG_generic_0010' : 'MSG_generic_0004'))
          wrong.push(`${remark}: bulk answered ${bulk.text}`);
        if (file) {
          for (const suffix of ['', '?preview=true']) {
            const { status } = await server.call('GET', `/api/files/${file}${suffix}`, { token });
            if (status !== (visible ? 200 : 404)) wrong.push(`${remark}: file${suffix} answered ${status}`);
          }
          const described = await server.call('GET', `/api/files?id=${file}`, { token });
          if (described.result.length !== (visible ? 1 : 0))
            wrong.push(`${remark}: file described as ${described.text}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(await server.footprint(), 'nothing was written').toBe(before);
    },
  );

  test('can be changed, deleted and finished only by their creator', async () => {
    const { id, rev } = rows.get('own')!;
    const before = await server.footprint();
    for (const person of ['ben', 'admin'] as const) {
      const token = tokens[person];
      for (const [method, path, body] of [
        ['PATCH', `/${id}`, { rev, remark: 'taken over' }],
        ['DELETE', `/${id}`, { rev }],
        ...(entity === 'task' ? [['POST', `/${id}/actions/finish`, { rev }] as const] : []),
      ] as const) {
        expect(
          await server.call(method, `/api/${entity}${path}`, { token, body }),
          `${person}: ${method} ${path}`,
        ).toMatchObject({ status: 403, key: 'MSG_generic_0038' });
      }
      expect(
        (await server.call('POST', `/api/${entity}/bulk/delete`, { token, body: { items: [{ id, rev }] } })).result,
      ).toMatchObject([{ ok: false, key: 'MSG_generic_0038' }]);
      expect(
        (await server.call('GET', `/api/${entity}/${id}`, { token })).result._actions
          .filter(({ enabled }: Json) => enabled)
          .map(({ name }: Json) => name),
        'who sees a mail may mark it as read',
      ).toEqual(entity === 'mail' ? ['read'] : []);
    }
    expect(await server.footprint()).toBe(before);
    expect(
      (await server.call('GET', `/api/${entity}/${id}`, { token: tokens.ann })).result._actions.find(
        ({ name }: Json) => name === 'edit',
      ),
    ).toEqual({ name: 'edit', enabled: true, reason: null });
    expect(
      (
        await server.call('PATCH', `/api/${entity}/${id}`, {
          token: tokens.ann,
          body: { rev, remark: 'own and changed' },
        })
      ).result.remark,
    ).toBe('own and changed');
  });
});

describe('the children of rows', () => {
  test.each(['ann', 'ben', 'cyd', 'dan', 'admin'] as const)(
    '%s sees those of the rows that they see',
    async (person) => {
      const token = tokens[person];
      const expected = ROWS.filter(({ seenBy }) => person === 'admin' || seenBy.includes(person))
        .map(({ remark }) => remark)
        .sort();
      const { result } = await server.call('GET', '/api/task-log?pageSize=100', { token });
      expect(result.records.map(({ operateOpinion }: Json) => operateOpinion).sort()).toEqual(expected);
      expect(result.total).toBe(expected.length);
      const { text } = await server.call('GET', '/api/task-log/export?format=csv&columns=operateOpinion', { token });
      expect(text.replace('\uFEFF', '').trim().split(/\r?\n/).slice(1).sort()).toEqual(expected);
      for (const { id, operateOpinion } of (
        await server.pool.query('select id::text as id, "operateOpinion" from task_log')
      ).rows) {
        for (const path of ['', '/history'])
          expect((await server.call('GET', `/api/task-log/${id}${path}`, { token })).status, operateOpinion).toBe(
            expected.includes(operateOpinion) ? 200 : 404,
          );
      }
    },
  );

  test('are visible with the permission for the parent, and only with it', async () => {
    await server.create('role', {
      roleName: 'Role reader',
      'role-permission': [{ permissionId: 'system.role', actionEntitySet: ['query'] }],
    });
    await server.create('role', {
      roleName: 'Role editor',
      'role-permission': [{ permissionId: 'system.role', actionEntitySet: ['query', 'edit'] }],
    });
    const [reader, editor] = [
      await server.logInAs('reader', 'Role reader'),
      await server.logInAs('editor', 'Role editor'),
    ];
    const child = (await server.call('GET', '/api/role-permission?pageSize=1', { token: reader })).result.records[0];
    expect((await server.call('GET', `/api/role-permission/${child.id}`, { token: reader })).status).toBe(200);
    expect(
      (await server.call('GET', `/api/role/${child.roleId}`, { token: reader })).result['role-permission'].length,
    ).toBeGreaterThan(0);
    const change = { rev: child.rev, actionEntitySet: ['query'] };
    const added = { roleId: child.roleId, permissionId: 'yard.crane', actionEntitySet: ['query'] };
    for (const [method, path, body] of [
      ['PATCH', `/api/role-permission/${child.id}`, change],
      ['POST', '/api/role-permission', added],
      ['DELETE', `/api/role-permission/${child.id}`, { rev: child.rev }],
    ] as const) {
      expect(await server.call(method, path, { token: reader, body }), `${method} ${path}`).toMatchObject({
        status: 403,
        key: 'MSG_generic_0403',
      });
    }
    const created = await server.call('POST', '/api/role-permission', { token: editor, body: added });
    expect(created.status).toBe(201);
    expect(
      (
        await server.call('DELETE', `/api/role-permission/${created.result.id}`, {
          token: editor,
          body: { rev: created.result.rev },
        })
      ).status,
    ).toBe(200);
    for (const token of [tokens.ann, tokens.dan])
      expect((await server.call('GET', `/api/role-permission/${child.id}`, { token })).status).toBe(403);
  });
});
