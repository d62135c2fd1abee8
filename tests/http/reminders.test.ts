import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { daysAfter, today } from '../../generator/language/dates.ts';
import { cargoBody, claimFixture, closeUnpaid, type ClaimFixture } from './claimRows.ts';
import { act } from './rows.ts';
import { openReminderRuns, type ReminderRuns } from './reminderRuns.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/**
 * To-dos for the handlers of a case, 30, 14 and 7 days before its time limit (`x-remind`).
 */
const TODAY = today('Asia/Shanghai');
const LIMIT = daysAfter(TODAY, 200);
const before = (days: number, limit = LIMIT): string => daysAfter(limit, -days);

let server: TestServer;
let fixture: ClaimFixture;
let firstServer: ReminderRuns;
let secondServer: ReminderRuns;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
  [firstServer, secondServer] = await Promise.all([openReminderRuns(server), openReminderRuns(server)]);
});
afterAll(async () => {
  await Promise.all([firstServer, secondServer].map((one) => one.close()));
  await server.close();
});
// the job checks all cases, so those of other tests are deleted
beforeEach(async () => void (await server.pool.query(`update claim set "expiredDate" = null`)));

const claim = (fields: Json = {}): Promise<Json> =>
  server.create(
    'cargo-claim',
    cargoBody(fixture, { expiredDate: LIMIT, claimAssistant: fixture.assistant, ...fields }),
  );
const change = async ({ id }: Json, fields: Json): Promise<number> =>
  (
    await server.call('PATCH', `/api/cargo-claim/${id}`, {
      body: { rev: (await server.read('cargo-claim', id))['rev'], ...fields },
    })
  ).status;
const tasksOf = async ({ id }: Json): Promise<Json[]> =>
  (
    await server.pool.query(
      `select *, "dueDate"::text as "dueDate" from task where "recordEntity" = 'cargo-claim' and "recordId" = $1 and "delFlag" = 'N' order by id`,
      [id],
    )
  ).rows;
/** Each to-do as its state, its day and the days before it. */
const remindersOf = async (row: Json): Promise<string[]> =>
  (await tasksOf(row)).map((one) => `${one['recordStatus']} ${one['dueDate']} ${one['remindDays']}`);

test.each([
  [31, []],
  [30, ['Todo 30']],
  [29, ['Todo 30']],
  [15, ['Todo 30']],
  [14, ['Todo 14']],
  [8, ['Todo 14']],
  [7, ['Todo 7']],
  [1, ['Todo 7']],
  [0, ['Todo 7']],
  [-1, []],
])('a case that no earlier run checked, %i days before its time limit', async (days, expected) => {
  const row = await claim();
  expect(await firstServer.remind(before(days))).toBe(expected.length);
  expect((await tasksOf(row)).map((one) => `${one['recordStatus']} ${one['remindDays']}`)).toEqual(expected);
});

test('in daily runs each threshold replaces the to-do of the one before, and a repeated run changes nothing', async () => {
  const row = await claim();
  for (let days = 35; days >= -3; days--) {
    await firstServer.remind(before(days));
    expect(await firstServer.remind(before(days)), String(days)).toBe(0);
  }
  expect(await remindersOf(row)).toEqual([`Done ${LIMIT} 30`, `Done ${LIMIT} 14`, `Todo ${LIMIT} 7`]);
});

test('the to-do names the case and is for both its handlers', async () => {
  const row = await claim({ claimant: 'Norwind', blRefCde: 'BL-REMIND' });
  await firstServer.remind(before(14));
  const [task] = await tasksOf(row);
  expect(task).toMatchObject({
    curDirector: fixture.handler,
    curAssister: fixture.assistant,
    billCompany: fixture.company,
    bizType: 'CARGO',
    businessNo: row['ourRef'],
    claimant: 'Norwind',
    blRefCde: 'BL-REMIND',
    approveType: null,
    level: null,
    roleId: null,
    returned: 'N',
    creater: 'system',
  });
  const others = await server.call('POST', '/api/task/search', {
    body: {
      searchCondition: [
        { name: 'curAssister', type: 'equal', value: fixture.assistant },
        { name: 'recordStatus', type: 'equal', value: 'Todo' },
      ],
    },
  });
  expect(others.result.records.map((one: Json) => one['id'])).toContain(String(task!['id']));
});

test('two servers that run at the same time open one to-do', async () => {
  const rows = await Promise.all(Array.from({ length: 12 }, () => claim()));
  const counts = await Promise.all(
    [firstServer, secondServer, firstServer, secondServer].map((one) => one.remind(before(30))),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
  for (const row of rows) expect(await remindersOf(row)).toEqual([`Todo ${LIMIT} 30`]);
});

test('the database refuses a second one', async () => {
  const row = await claim();
  await firstServer.remind(before(30));
  const [task] = await tasksOf(row);
  const copy = server.pool.query(
    `insert into task ("listCde", "recordStatus", "recordEntity", "recordId", "dueDate", "remindDays", creater, updater) select 'TD-again', 'Done', "recordEntity", "recordId", "dueDate", "remindDays", 'x', 'x' from task where id = $1`,
    [task!['id']],
  );
  await expect(copy).rejects.toMatchObject({ code: '23505' });
});

describe('the end of a reminder', () => {
  test('an extension closes it, and its new day opens others', async () => {
    const row = await claim();
    await firstServer.remind(before(14));
    const later = daysAfter(LIMIT, 60);
    await server.create('expiry-extension', {
      caseId: row['id'],
      newExpiredDate: later,
      monthExtention: 2,
      acceptWarnings: true,
    });
    expect(await remindersOf(row)).toEqual([`Done ${LIMIT} 14`]);
    expect(await firstServer.remind(before(7))).toBe(0);
    await firstServer.remind(before(30, later));
    expect(await remindersOf(row)).toEqual([`Done ${LIMIT} 14`, `Todo ${later} 30`]);
  });

  test('an extension that is deleted opens the same one again', async () => {
    const row = await claim();
    await firstServer.remind(before(14));
    const extension = await server.create('expiry-extension', {
      caseId: row['id'],
      newExpiredDate: daysAfter(LIMIT, 60),
      monthExtention: 2,
      acceptWarnings: true,
    });
    expect(
      (await server.call('DELETE', `/api/expiry-extension/${extension['id']}`, { body: { rev: extension['rev'] } }))
        .status,
    ).toBe(200);
    expect(await remindersOf(row)).toEqual([`Done ${LIMIT} 14`]);
    expect(await firstServer.remind(before(13))).toBe(1);
    expect(await remindersOf(row)).toEqual([`Todo ${LIMIT} 14`]);
  });

  test('a time limit that is emptied', async () => {
    const row = await claim();
    await firstServer.remind(before(30));
    expect(await change(row, { expiredDate: null })).toBe(200);
    expect(await remindersOf(row)).toEqual([`Done ${LIMIT} 30`]);
  });

  test('the closing of the case, after which there are no reminders', async () => {
    const row = await claim();
    await firstServer.remind(before(30));
    for (const action of ['report', 'accept'])
      expect((await act(server, 'cargo-claim', row['id'], action)).status).toBe(200);
    expect(await remindersOf(row)).toEqual([`Todo ${LIMIT} 30`]);
    await closeUnpaid(server, row, []);
    expect(await remindersOf(row)).toEqual([`Done ${LIMIT} 30`]);
    expect(await firstServer.remind(before(7))).toBe(0);
  });

  test('the deletion of the case', async () => {
    const row = await claim();
    await firstServer.remind(before(30));
    expect((await server.call('DELETE', `/api/cargo-claim/${row['id']}`, { body: { rev: row['rev'] } })).status).toBe(
      200,
    );
    expect(await remindersOf(row)).toEqual([`Done ${LIMIT} 30`]);
    expect(await firstServer.remind(before(7))).toBe(0);
  });
});

test('it is passed to another handler, and no other change affects it', async () => {
  const row = await claim();
  await firstServer.remind(before(30));
  const [task] = await tasksOf(row);
  expect(await change(row, { remark: 'the surveyor is on board' })).toBe(200);
  expect((await tasksOf(row))[0]).toMatchObject({ rev: task!['rev'] });
  expect(await change(row, { claimExecutor: fixture.assistant, claimAssistant: null })).toBe(200);
  expect((await tasksOf(row)).map((one) => [one['recordStatus'], one['curDirector'], one['curAssister']])).toEqual([
    ['Todo', fixture.assistant, null],
  ]);
});

test('no user can finish, change or delete it', async () => {
  const row = await claim();
  await firstServer.remind(before(30));
  const [{ id, rev }] = (await tasksOf(row)) as [Json];
  await withoutTrace(server, () => server.call('PATCH', `/api/task/${id}`, { body: { rev, remark: 'seen' } }), {
    status: 403,
  });
  await withoutTrace(server, () => server.call('DELETE', `/api/task/${id}`, { body: { rev } }), { status: 403 });
  await withoutTrace(server, () => server.call('POST', `/api/task/${id}/actions/finish`, { body: { rev } }), {
    status: 409,
  });
});

test('a case under approval has both the reminder and the to-do of its approval', async () => {
  const row = await claim();
  await firstServer.remind(before(30));
  expect((await act(server, 'cargo-claim', row['id'], 'submit')).status).toBe(200);
  await firstServer.remind(before(14));
  expect((await tasksOf(row)).map((one) => [one['recordStatus'], one['remindDays'], one['approveType']])).toEqual([
    ['Done', 30, null],
    ['Todo', null, 'Case Confirm'],
    ['Todo', 14, null],
  ]);
  const rounds = (await server.call('GET', `/api/cargo-claim/${row['id']}/approval`)).result;
  expect(rounds).toHaveLength(1);
  expect((await act(server, 'cargo-claim', row['id'], 'unsubmit')).status).toBe(200);
  expect((await tasksOf(row)).map((one) => one['recordStatus'])).toEqual(['Done', 'Done', 'Todo']);
});
