import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysAfter, today } from '../../generator/language/dates.ts';
import {
  bankSlip,
  cargoBody,
  chargeTypeOf,
  claimFixture,
  type ClaimFixture,
  decideLargeOnly,
  settlingCase,
} from './claimRows.ts';
import { openReminderRuns } from './reminderRuns.ts';
import { act, companyBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/**
 * Records about a case that are not its children (`x-related`): its mails, to-dos and bank funds appear in its history.
 */
let server: TestServer;
let fixture: ClaimFixture;
let one: Json;
let mail: Json;
let fund: Json;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
  await decideLargeOnly(server);
  const limit = daysAfter(today('Asia/Shanghai'), 100);
  one = await settlingCase(server, fixture, { expiredDate: limit });
  const other = await server.create('cargo-claim', cargoBody(fixture));
  const line = await server.create('paid-charge', {
    caseId: one['id'],
    suppCde: fixture.company,
    supplierAccountId: fixture.account,
    chargeType: await chargeTypeOf(server),
    cur: 'USD',
    totalAmt: '100.00',
    isDeductibleNa: 'Y',
  });
  const slip = await bankSlip(server, fixture);
  expect((await act(server, 'paid-charge', line['id'], 'claimFunds', { memoId: slip['id'] })).status).toBe(200);
  fund = (await server.pool.query('select id::text as id from fund_claim')).rows[0];
  const letter = (caseId: unknown): Json => ({
    title: 'Survey',
    sender: 'desk@example.com',
    receiver: ['pi@example.com'].join(''),
    sendDate: '2026-03-02T08:00:00Z',
    content: 'Text',
    caseId,
    billCompany: fixture.company,
  });
  mail = await server.create('mail', letter(one['id']));
  await server.create('mail', letter(other['id']));
  const look = await openReminderRuns(server);
  await look.remind(daysAfter(limit, -14));
  await look.close();
});
afterAll(() => server.close());

const history = (query: string, token?: string): Promise<Answer> =>
  server.call('GET', `/api/cargo-claim/${one['id']}/history?${query}`, token === undefined ? {} : { token });
const sources = async (query: string, token?: string): Promise<string[]> =>
  [
    ...new Set(
      ((await history(query, token)).result.records as Json[]).map(({ part }) => part?.entity ?? 'cargo-claim'),
    ),
  ].toSorted();
const childEntries = async (query: string, token?: string): Promise<Json[]> =>
  ((await history(query, token)).result.records as Json[]).flatMap(({ part }) => part ?? []);

test('the history with children lists them, and none of another case', async () => {
  expect(await sources('parts=true')).toEqual(['cargo-claim', 'fund-claim', 'mail', 'paid-charge', 'task']);
  const entries = await childEntries('parts=true');
  expect([...new Set(entries.filter(({ entity }) => entity === 'mail').map(({ id }) => id))]).toEqual([mail['id']]);
  expect(entries.filter(({ entity }) => entity === 'fund-claim').map(({ id }) => id)).toContain(fund['id']);
  expect(entries.filter(({ entity }) => entity === 'task')).toHaveLength(1);
});

test('the history without children lists none', async () =>
  expect(await sources('current=1&pageSize=50')).toEqual(['cargo-claim']));

test.each([
  ['mail', ['mail']],
  ['mail,task', ['mail', 'task']],
  ['cargo-claim', ['cargo-claim']],
  ['paid-charge,fund-claim', ['fund-claim', 'paid-charge']],
  ['claim-contact', []],
])('narrowed to %s, with the total of those lines', async (of, expected) => {
  const { records, total } = (await history(`parts=true&of=${of}`)).result;
  expect(await sources(`parts=true&of=${of}`)).toEqual(expected);
  expect(total).toBe(records.length);
});

test.each([
  ['parts=true&of=vessel', 'of'],
  ['of=mail', 'of'],
  ['parts=true&of=mail&of=task', 'of'],
  ['parts=true&of=', 'of'],
])('%s is refused', async (query, field) => {
  const answer = await withoutTrace(server, () => history(query), { status: 400, key: 'MSG_generic_0013' });
  expect(answer.errors.map((error) => error.field)).toEqual([field]);
});

test('users see no entry of records they may not see', async () => {
  // a role that may read cases, and nothing of mails, to-dos and banks
  await server.create('role', {
    roleName: 'Reader of cases',
    allSeeingEye: 'Y',
    'role-permission': [{ permissionId: 'claims.cargo-claim', actionEntitySet: ['query'] }],
  });
  const reader = await server.logInAs('reader', 'Reader of cases');
  expect(await sources('parts=true', reader)).toEqual(['cargo-claim', 'paid-charge']);
  expect((await history('parts=true&of=mail', reader)).status).toBe(400);
  // one who may read mails, but works for another company
  const elsewhere = (await server.create('company', companyBody()))['companyCde'];
  await server.create('role', {
    roleName: 'Reader elsewhere',
    'role-permission': [
      { permissionId: 'claims.*', actionEntitySet: ['query'] },
      { permissionId: 'system.mail', actionEntitySet: ['query'] },
    ],
  });
  const stranger = await server.logInAs('stranger', 'Reader elsewhere', { companyCde: elsewhere, claimFlag: 'Y' });
  expect((await history('parts=true', stranger)).status).toBe(404);
  expect(
    (
      await server.call('PATCH', `/api/cargo-claim/${one['id']}`, {
        body: { rev: (await server.read('cargo-claim', one['id']))['rev'], claimAssistant: 'stranger' },
      })
    ).status,
  ).toBe(200);
  // mails are read with the case, to-dos and bank funds by rights of their own
  expect((await sources('parts=true', stranger)).toSorted()).toEqual(['cargo-claim', 'mail', 'paid-charge']);
});
