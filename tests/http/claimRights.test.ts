import { afterAll, beforeAll, expect, test } from 'vitest';
import { cargoBody, claimFixture, voyage, type ClaimFixture } from './claimRows.ts';
import { act, companyBody } from './rows.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';

const OFFICER = 'Claims officer';
const NOT_YOU = 'You are not the person who may take this step';

let server: TestServer;
let fixture: ClaimFixture;
let sailing: Json;
/** The officer in charge of the cases, and a colleague of the same company, who sees them too. */
const tokens: Record<'own' | 'other', string> = { own: '', other: '' };
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO_DATA: 'true' } });
  fixture = await claimFixture(server);
  sailing = await voyage(server);
  tokens.own = await server.logInAs('own.officer', OFFICER, { companyCde: fixture.company, claimFlag: 'Y' });
  tokens.other = await server.logInAs('other.officer', OFFICER, { companyCde: fixture.company, claimFlag: 'Y' });
  await server.create('mail-config', { vslCde: sailing['vslCde'], receivers: 'club@example.com' });
});
afterAll(() => server.close());

const claim = (fields: Json = {}): Promise<Json> =>
  server.create(
    'cargo-claim',
    cargoBody(fixture, { svvd: sailing['svvd'], vslCde: sailing['vslCde'], claimExecutor: 'own.officer', ...fields }),
  );
const actionsSeenBy = async (token: string, { id }: Json): Promise<Map<string, Json>> =>
  new Map(
    ((await server.call('GET', `/api/cargo-claim/${id}`, { token })).result._actions as Json[]).map((action) => [
      String(action['name']),
      action,
    ]),
  );

const NOTICE = { templateCde: 'NOTICE', mailLanguage: 'en-US' };
/** The steps of a case that only users who may change the case can take. */
const WAY: [action: string, input?: Json][] = [['writeMail', NOTICE], ['report'], ['accept'], ['submit'], ['close']];

test('the creator, executor and assistant of a case can take its steps; a colleague who only sees it cannot', async () => {
  const row = await claim();
  for (const [action, input] of WAY) {
    const before = await server.footprint();
    const { rev } = await server.read('cargo-claim', String(row['id']));
    const change = await server.call('PATCH', `/api/cargo-claim/${row['id']}`, {
      token: tokens.other,
      body: { rev, remark: 'taken over' },
    });
    const step = await act(server, 'cargo-claim', row['id'], action, input, tokens.other);
    expect([step.status, step.key, step.message], action).toEqual([403, 'MSG_generic_0038', NOT_YOU]);
    expect([step.status, step.key, step.message], action).toEqual([change.status, change.key, change.message]);
    if (action !== 'writeMail')
      expect(
        (
          await server.call('POST', `/api/cargo-claim/bulk/${action}`, {
            token: tokens.other,
            body: { items: [{ id: row['id'], rev }] },
          })
        ).result,
      ).toMatchObject([{ ok: false, key: 'MSG_generic_0038', message: NOT_YOU }]);
    expect((await actionsSeenBy(tokens.other, row)).get(action)).toEqual({
      name: action,
      enabled: false,
      reason: NOT_YOU,
    });
    expect(await server.footprint(), `${action}: nothing was written`).toBe(before);
    if (action === 'submit' || action === 'close') continue;
    const own = await act(server, 'cargo-claim', row['id'], action, input, tokens.own);
    expect(own.status, `${action}: ${own.text}`).toBe(200);
  }
});

test('even a user with every permission cannot take steps of cases of others', async () => {
  const created = await server.call('POST', '/api/cargo-claim', {
    token: tokens.own,
    body: cargoBody(fixture, { claimExecutor: 'own.officer' }),
  });
  expect(created.status, created.text).toBe(201);
  expect((await act(server, 'cargo-claim', created.result.id, 'report')).status).toBe(403);
});

test('an assistant can take the steps of a case that a user with every permission created', async () => {
  const row = await claim({ claimExecutor: fixture.handler, claimAssistant: 'own.officer' });
  expect((await actionsSeenBy(tokens.own, row)).get('report')).toMatchObject({ enabled: true });
  expect((await act(server, 'cargo-claim', row['id'], 'report', {}, tokens.own)).status).toBe(200);
});

test('a second cargo case for a bill of lading: a user who does not see the first does not get its number', async () => {
  const first = await claim();
  const elsewhere = String((await server.create('company', companyBody()))['companyCde']);
  const refusal = async (token: string, language: 'en-US' | 'zh-CN', billCompany = fixture.company): Promise<string> =>
    (
      await server.call('POST', '/api/cargo-claim', {
        token,
        body: cargoBody(fixture, { blRefCde: first['blRefCde'], billCompany }),
        language,
      })
    ).errors[0]!.message;
  const stranger = await server.logInAs('stranger', OFFICER, { claimFlag: 'Y', companyCde: elsewhere });
  expect(await refusal(tokens.other, 'en-US')).toBe(
    `The bill of lading ${first['blRefCde']} has a cargo damage case already: ${first['ourRef']} ${first['blRefCde']}`,
  );
  expect(await refusal(stranger, 'en-US', elsewhere)).toBe(
    `The bill of lading ${first['blRefCde']} has a cargo damage case already`,
  );
  expect(await refusal(stranger, 'zh-CN', elsewhere)).toBe(`提单 ${first['blRefCde']} 已有货损案件`);
});
