import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdf } from '../fixtures/attachments.ts';
import { cargoBody, claimFixture, voyage, type ClaimFixture } from './claimRows.ts';
import { act } from './rows.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let fixture: ClaimFixture;
let sailing: Json;
/** Users of the case's company, of another company, and of the case's company without permission for cases. */
const tokens: Record<'home' | 'away' | 'caseless', string> = { home: '', away: '', caseless: '' };
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO_DATA: 'true' } });
  fixture = await claimFixture(server);
  const { company } = await claimFixture(server);
  sailing = await voyage(server);
  await server.create('mail-config', { vslCde: sailing['vslCde'], receivers: 'club@example.com' });
  await server.create('role', {
    roleName: 'Mail room',
    'role-permission': ['system.mail', 'system.document'].map((permissionId) => ({
      permissionId,
      actionEntitySet: ['*'],
    })),
  });
  tokens.home = await server.logInAs('home', 'Claims officer', { companyCde: fixture.company, claimFlag: 'Y' });
  tokens.away = await server.logInAs('away', 'Claims officer', { companyCde: company, claimFlag: 'Y' });
  tokens.caseless = await server.logInAs('caseless', 'Mail room', { companyCde: fixture.company });
});
afterAll(() => server.close());

type Person = keyof typeof tokens;
const claim = (fields: Json = {}): Promise<Json> =>
  server.create(
    'cargo-claim',
    cargoBody(fixture, { svvd: sailing['svvd'], vslCde: sailing['vslCde'], claimExecutor: 'home', ...fields }),
  );

async function upload(by: Person): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdf('paper'))]), 'paper.pdf');
  return (await server.call('POST', '/api/files', { token: tokens[by], body: form })).result.id;
}

const VALID_BODIES: Record<string, (by: Person) => Promise<Json>> = {
  mail: async (by) => ({
    sender: 'a@b.example',
    receiver: 'c@d.example',
    title: 'News',
    sendDate: '2026-01-02T03:04:05Z',
    mailAttachments: [await upload(by)],
  }),
  document: async (by) => ({ title: 'Paper', file: await upload(by) }),
};
const UNKNOWN = { field: 'caseId', key: 'MSG_generic_0122' };

describe.each(Object.keys(VALID_BODIES))('%s', (entity) => {
  const file = async (by: Person, fields: Json) =>
    server.call('POST', `/api/${entity}`, {
      token: tokens[by],
      body: { ...(await VALID_BODIES[entity]!(by)), ...fields },
    });

  test('can be filed under a case only by users who can read the case', async () => {
    const { id } = await claim();
    for (const person of ['away', 'caseless'] as const) {
      const refused = await file(person, { caseId: id });
      expect([refused.status, refused.errors], refused.text).toMatchObject([400, [UNKNOWN]]);
      const unknown = await file(person, { caseId: '999999999' });
      expect(refused.errors, 'a case that is not seen is not there').toEqual(unknown.errors);
      const own = await file(person, {});
      expect(own.status, own.text).toBe(201);
      const moved = await server.call('PATCH', `/api/${entity}/${own.result.id}`, {
        token: tokens[person],
        body: { rev: own.result.rev, caseId: id },
      });
      expect([moved.status, moved.errors], moved.text).toMatchObject([400, [UNKNOWN]]);
    }
    expect((await file('home', { caseId: id })).status).toBe(201);
    expect(
      (
        await server.call('POST', `/api/${entity}/search`, {
          body: { searchCondition: [{ name: 'caseId', type: 'equal', value: String(id) }] },
        })
      ).result.total,
    ).toBe(1);
  });

  test('of a case is visible to everyone who reads the case, whatever their company, and to its creator', async () => {
    const row = await claim();
    const created = await file('home', { caseId: row['id'], billCompany: '2001', title: `Of ${row['ourRef']}` });
    expect(created.status, created.text).toBe(201);
    const seen = async (person: Person, id: unknown): Promise<unknown[]> => {
      const token = tokens[person];
      const files = [created.result.file ?? created.result.mailAttachments].flat();
      const title = { searchCondition: [{ name: 'title', type: 'equal', value: `Of ${row['ourRef']}` }] };
      return [
        (await server.call('GET', `/api/${entity}/${id}`, { token })).status,
        (await server.call('GET', `/api/${entity}/${id}/history`, { token })).status,
        (await server.call('GET', `/api/files/${files[0]}`, { token })).status,
        (await server.call('POST', `/api/${entity}/search`, { token, body: title })).result.records.length,
        (await server.call('GET', `/api/${entity}/export?format=csv&columns=title`, { token })).text.includes(
          `Of ${row['ourRef']}`,
        ),
      ];
    };
    const [all, none] = [
      [200, 200, 200, 1, true],
      [404, 404, 404, 0, false],
    ];
    expect(await seen('home', created.result.id)).toEqual(all);
    expect(await seen('away', created.result.id), 'not of the company of the case').toEqual(none);
    expect(await seen('caseless', created.result.id), 'no right to cases').toEqual(none);
    // the case passes to others: its officer still sees mails they filed, and the new officer sees all
    await server.pool.query('update claim set "billCompany" = $2, "claimExecutor" = \'away\' where id = $1', [
      row['id'],
      '2001',
    ]);
    expect(await seen('away', created.result.id)).toEqual(all);
    expect(await seen('home', created.result.id), 'its creater').toEqual(all);
  });

  test('of a closed case: none can be added; existing ones can still be read and annotated', async () => {
    const row = await claim();
    const created = await file('home', { caseId: row['id'] });
    await server.pool.query(`update claim set "claimStatus" = 'Closed' where id = $1`, [row['id']]);
    const refused = await file('home', { caseId: row['id'] });
    expect([refused.status, refused.errors], refused.text).toMatchObject([
      400,
      [{ field: 'caseId', key: 'MSG_claim_0124', message: 'The case is closed: nothing can be done with it' }],
    ]);
    expect(
      (await file('away', { caseId: row['id'] })).errors,
      'others do not even learn that it is closed',
    ).toMatchObject([UNKNOWN]);
    const { result } = await server.call('GET', `/api/${entity}/${created.result.id}`, { token: tokens.home });
    expect(
      (
        await server.call('PATCH', `/api/${entity}/${result.id}`, {
          token: tokens.home,
          body: { rev: result.rev, remark: 'kept' },
        })
      ).status,
    ).toBe(200);
  });
});

describe('a mail that is drafted from a case', () => {
  const NOTICE = { templateCde: 'NOTICE', mailLanguage: 'en-US' };
  const writing = async ({ id }: Json): Promise<Json | undefined> =>
    ((await server.call('GET', `/api/cargo-claim/${id}`, { token: tokens.home })).result._actions as Json[]).find(
      ({ name }) => name === 'writeMail',
    );

  test('cannot be drafted once the case is closed', async () => {
    const row = await claim();
    await server.pool.query(`update claim set "claimStatus" = 'Closed' where id = $1`, [row['id']]);
    const refused = await act(server, 'cargo-claim', row['id'], 'writeMail', NOTICE, tokens.home);
    expect([refused.status, refused.key]).toEqual([409, 'MSG_claim_0124']);
    expect(await writing(row)).toMatchObject({
      enabled: false,
      reason: 'The case is closed: nothing can be done with it',
    });
  });

  test('can be drafted while the case is under approval, and belongs to the company of the case', async () => {
    const row = await claim();
    expect((await act(server, 'cargo-claim', row['id'], 'submit', {}, tokens.home)).status).toBe(200);
    expect(await writing(row)).toMatchObject({ enabled: true });
    const begun = await act(server, 'cargo-claim', row['id'], 'writeMail', NOTICE, tokens.home);
    expect(begun.status, begun.text).toBe(200);
    expect(await server.read('mail', begun.result._made.id)).toMatchObject({
      billCompany: fixture.company,
      caseId: row['id'],
    });
  });
});
