import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysAfter, today } from '../../generator/language/dates.ts';
import { repairUnreadCounts } from '../../server/domain/mail/unread.ts';
import { systemContext } from '../../server/domain/identity/system.ts';
import { cargoBody, claimFixture, type ClaimFixture, wrongTotals } from './claimRows.ts';
import { act } from './rows.ts';
import { openReminderRuns } from './reminderRuns.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

/** A to-do of a case shows the number of unread mails of the case (1§3 Claim to-do). */
const LIMIT = daysAfter(today('Asia/Shanghai'), 100);

let server: TestServer;
let fixture: ClaimFixture;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
});
afterAll(() => server.close());

/** A case with a reminder of its time limit and a to-do that a user created. */
async function caseWithTasks(): Promise<Json> {
  const one = await server.create('cargo-claim', cargoBody(fixture, { expiredDate: LIMIT }));
  await server.create('task', { businessNo: one['ourRef'], bizType: 'CARGO', billCompany: fixture.company });
  const look = await openReminderRuns(server);
  await look.remind(daysAfter(LIMIT, -14));
  await look.close();
  return one;
}
const mailOf = ({ id }: Json, fields: Json = {}): Promise<Json> =>
  server.create('mail', {
    title: 'Survey',
    sender: 'a@b.example',
    receiver: 'c@d.example',
    sendDate: '2026-03-02T08:00:00Z',
    content: 'Text',
    caseId: id,
    billCompany: fixture.company,
    ...fields,
  });
const unreadOf = async ({ ourRef }: Json): Promise<number[]> => {
  const { result } = await server.call('POST', '/api/task/search', {
    body: { searchCondition: [{ name: 'businessNo', type: 'equal', value: ourRef }] },
  });
  return (result.records as Json[]).map(({ unreadMail }) => unreadMail);
};
const change = async ({ id }: Json, fields: Json): Promise<Answer> =>
  server.call('PATCH', `/api/mail/${id}`, { body: { rev: (await server.read('mail', id))['rev'], ...fields } });

test('is updated when a mail is filed, read, marked as unread, moved or deleted', async () => {
  const [one, two] = [await caseWithTasks(), await caseWithTasks()];
  expect(await unreadOf(one)).toEqual([0, 0]);
  const [first, second] = [await mailOf(one), await mailOf(one)];
  expect(await unreadOf(one)).toEqual([2, 2]);
  expect((await act(server, 'mail', first['id'], 'read')).status).toBe(200);
  expect(await unreadOf(one)).toEqual([1, 1]);
  expect((await act(server, 'mail', first['id'], 'unread')).status).toBe(200);
  expect(await unreadOf(one)).toEqual([2, 2]);
  expect((await change(second, { caseId: two['id'] })).status).toBe(200);
  expect([await unreadOf(one), await unreadOf(two)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect((await change(second, { caseId: null })).status).toBe(200);
  expect(await unreadOf(two)).toEqual([0, 0]);
  const { rev } = await server.read('mail', first['id']);
  expect((await server.call('DELETE', `/api/mail/${first['id']}`, { body: { rev } })).status).toBe(200);
  expect(await unreadOf(one)).toEqual([0, 0]);
  expect(await wrongTotals(server)).toEqual([]);
});

test('shows the number from the start, and of its new case when it moves', async () => {
  const [one, two] = [await caseWithTasks(), await caseWithTasks()];
  await mailOf(one);
  const { id } = await server.create('task', { businessNo: one['ourRef'], billCompany: fixture.company });
  expect(await server.read('task', id)).toMatchObject({ rev: 1, unreadMail: 1 });
  expect((await server.call('PATCH', `/api/task/${id}`, { body: { rev: 1, businessNo: two['ourRef'] } })).status).toBe(
    200,
  );
  expect(await server.read('task', id)).toMatchObject({ rev: 2, unreadMail: 0 });
  expect((await server.call('PATCH', `/api/task/${id}`, { body: { rev: 2, businessNo: one['ourRef'] } })).status).toBe(
    200,
  );
  expect((await server.call('PATCH', `/api/task/${id}`, { body: { rev: 3, businessNo: null } })).status).toBe(200);
  expect(await server.read('task', id)).toMatchObject({ unreadMail: 0 });
});

test('is correct after many mails are read and filed at the same time', async () => {
  const one = await caseWithTasks();
  const mails = await Promise.all(Array.from({ length: 12 }, () => mailOf(one)));
  expect(await unreadOf(one)).toEqual([12, 12]);
  const answers = await Promise.all([
    ...mails.slice(0, 8).map(({ id, rev }) => server.call('POST', `/api/mail/${id}/actions/read`, { body: { rev } })),
    ...Array.from({ length: 3 }, () => mailOf(one)),
  ]);
  expect(answers.filter((answer) => 'text' in answer && answer['status'] !== 200)).toEqual([]);
  expect(await unreadOf(one)).toEqual([7, 7]);
});

test('is updated by the sweep if the server ended before', async () => {
  const one = await caseWithTasks();
  await mailOf(one);
  await server.pool.query('update task set "unreadMail" = 5 where "businessNo" = $1', [one['ourRef']]);
  expect((await server.call('GET', '/api/_reconciliation/task')).result.differences).toMatchObject([
    { field: 'unreadMail', stored: 5, worked: 1 },
    { field: 'unreadMail', stored: 5, worked: 1 },
  ]);
  await repairUnreadCounts(server.kernel, systemContext(server.kernel));
  expect(await unreadOf(one)).toEqual([1, 1]);
});
