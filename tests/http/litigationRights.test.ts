import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daysAfter, today } from '../../generator/language/dates.ts';
import { cargoBody, claimFixture } from './claimRows.ts';
import { FILING, LitigationRows } from './litigationRows.ts';
import { openReminderRuns } from './reminderRuns.ts';
import { companyBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** Who may do what with a litigation case in which state, and what others never see (domain/litigation.md, 1 and 5). */
let server: TestServer;
let rows: LitigationRows;
const tokens: Record<string, string> = {};

const TODAY = today('Asia/Shanghai');

/** All are litigation officers: of another company, except the creator and a colleague, who are of that of the case. */
const ACTORS = ['charge', 'undertaker', 'creator', 'ended', 'future', 'colleague', 'stranger'] as const;
type Actor = (typeof ACTORS)[number];
const EDITORS: readonly Actor[] = ['charge', 'undertaker', 'creator'];
const READERS: readonly Actor[] = [...EDITORS, 'colleague'];

const codeOf = (actor: string): string => `lr-${actor}`;
const tokenOf = (actor: string): string => tokens[actor]!;

beforeAll(async () => {
  server = await startTestServer();
  rows = await LitigationRows.open(server);
  const elsewhere = String((await server.create('company', companyBody()))['companyCde']);
  for (const actor of ACTORS) {
    const companyCde = ['creator', 'colleague'].includes(actor) ? rows.company : elsewhere;
    tokens[actor] = await server.logInAs(codeOf(actor), 'Litigation officer', { companyCde, claimFlag: 'Y' });
  }
  tokens['noRole'] = await server.logInAs(codeOf('noRole'), undefined, { companyCde: elsewhere });
});
afterAll(() => server.close());

const SAME_DAY = '2026-03-01';

/** Creates a record as somebody. */
async function createAs(actor: Actor, entity: string, body: Json): Promise<Json> {
  const answer = await server.call('POST', `/api/${entity}`, { token: tokenOf(actor), body });
  expect(answer.status, answer.text).toBe(201);
  return answer.result as Json;
}

/** A case that `creator` entered, with all records that steps need, on one day. */
async function sharedCase(fields: Json = {}): Promise<Json> {
  const one = await createAs('creator', 'litigation-case', {
    ltgtName: 'Cargo of MV Orient',
    subCompany: rows.company,
    personInCharge: codeOf('charge'),
    belongMonth: '202601',
    ...fields,
  });
  const add = (entity: string, body: Json): Promise<Json> =>
    createAs('creator', entity, { ltgtId: one['id'], date: SAME_DAY, ...body });
  await createAs('creator', 'litigation-filing', { ltgtId: one['id'], ...FILING });
  await add('legal-document', { docType: 'JUDGMENT', servedDate: '2031-01-01' });
  for (const entity of ['appeal', 'withdrawal', 'retrial', 'enforcement']) await add(entity, {});
  await add('case-summary', { result: 'Settled' });
  for (const [actor, from, to] of [
    ['undertaker', TODAY, TODAY],
    ['ended', '2025-01-01', daysAfter(TODAY, -1)],
    ['future', daysAfter(TODAY, 1), null],
  ] as const)
    await add('undertaker', { userCde: codeOf(actor), from, to });
  return one;
}

/** Puts a case into a state, whatever its records. */
async function putInto(state: string, { id }: Json): Promise<void> {
  await server.pool.query(`update litigation_case set "ltgtStatus" = $2 where id = $1`, [id, state]);
}

/** The steps of each state, with the state to which they lead. */
const LIFE: Record<string, Record<string, string>> = {
  Draft: { file: 'Filed' },
  Filed: { trial: 'Trial' },
  Trial: { judge: 'Judged', withdraw: 'Withdrawn' },
  Judged: { appeal: 'Appeal', takeEffect: 'Effective' },
  Appeal: { takeEffect: 'Effective', withdraw: 'Withdrawn' },
  Effective: { perform: 'Performance', enforce: 'Enforcement', retrial: 'Retrial' },
  Retrial: { judge: 'Judged' },
  Enforcement: { perform: 'Performance' },
  Performance: { close: 'Closed' },
  Withdrawn: { close: 'Closed' },
  Closed: {},
};
const STEPS = [...new Set(Object.values(LIFE).flatMap((steps) => Object.keys(steps)))];

describe('state × operation × person', () => {
  let one: Json;
  beforeAll(async () => {
    one = await sharedCase();
  });

  /** Calls an operation on the case as somebody. */
  async function attempt(actor: Actor, operation: string): Promise<Answer> {
    const token = tokenOf(actor);
    const { rev } = await rows.current(one);
    const path = `/api/litigation-case/${one['id']}`;
    if (operation === 'edit') return server.call('PATCH', path, { token, body: { rev, ltgtName: `by ${actor}` } });
    if (operation === 'delete') return server.call('DELETE', `${path}?rev=${rev}`, { token });
    if (operation === 'addRecord')
      return server.call('POST', '/api/court-record', { token, body: { ltgtId: one['id'], date: SAME_DAY } });
    return server.call('POST', `${path}/actions/${operation}`, { token, body: { rev } });
  }

  /** The expected status; a record of an invisible case is refused as one of a case that does not exist. */
  function expectedOf(actor: Actor, operation: string, state: string): number {
    if (!READERS.includes(actor)) return operation === 'addRecord' ? 400 : 404;
    if (!EDITORS.includes(actor)) return 403;
    if (operation === 'addRecord') return state === 'Closed' ? 409 : 201;
    if (operation === 'edit') return state === 'Closed' ? 409 : 200;
    if (operation === 'delete') return state === 'Draft' ? 200 : 409;
    return operation in LIFE[state]! ? 200 : 409;
  }

  test.each(Object.keys(LIFE))('%s', async (state) => {
    await putInto(state, one);
    for (const actor of ACTORS) {
      const operations = ['edit', 'delete', 'addRecord', ...STEPS];
      const refused = operations.filter((operation) => expectedOf(actor, operation, state) >= 400);
      const before = await server.footprint();
      const statuses: Record<string, number> = {};
      for (const operation of refused) statuses[operation] = (await attempt(actor, operation)).status;
      expect(statuses, `${actor} in ${state}`).toEqual(
        Object.fromEntries(refused.map((operation) => [operation, expectedOf(actor, operation, state)])),
      );
      expect(await server.footprint(), `${actor} in ${state}`).toBe(before);
      for (const operation of operations) {
        // deleting has a test of its own
        if (refused.includes(operation) || operation === 'delete') continue;
        const answer = await attempt(actor, operation);
        expect(answer.status, `${actor}: ${operation} in ${state}: ${answer.text}`).toBe(
          expectedOf(actor, operation, state),
        );
        expect((await rows.current(one))['ltgtStatus']).toBe(LIFE[state]![operation] ?? state);
        await putInto(state, one);
      }
      const seen = await server.call('GET', `/api/litigation-case/${one['id']}`, { token: tokenOf(actor) });
      expect(seen.status).toBe(READERS.includes(actor) ? 200 : 404);
      if (seen.status === 404) continue;
      const enabled = seen.result._actions.filter((action: Json) => action['enabled']).map(({ name }: Json) => name);
      expect(enabled.toSorted(), `${actor} in ${state}`).toEqual(
        operations
          .filter((operation) => operation !== 'addRecord' && expectedOf(actor, operation, state) === 200)
          .toSorted(),
      );
    }
  });

  test.each(EDITORS)('%s deletes a draft', async (actor) => {
    const other = await sharedCase();
    const { rev } = await rows.current(other);
    const deleted = await server.call('DELETE', `/api/litigation-case/${other['id']}?rev=${rev}`, {
      token: tokenOf(actor),
    });
    expect(deleted.status, deleted.text).toBe(200);
    expect((await server.call('GET', `/api/litigation-case/${other['id']}`)).status).toBe(404);
  });
});

/** Each kind of record, with what a new one needs. */
const RECORDS: Record<string, Json> = {
  'litigation-party': { partyType: 'PLAINTIFF', partyName: 'Norwind' },
  'litigation-filing': { ...FILING, ltgtType: 'APPEAL' },
  'litigation-amount': { type: 'COURTFEE', currency: 'CNY', amount: '500.00' },
  'court-record': { date: SAME_DAY },
  'legal-document': { date: SAME_DAY, docType: 'NOTICE' },
  counterclaim: { date: SAME_DAY },
  withdrawal: { date: SAME_DAY },
  appeal: { date: SAME_DAY },
  retrial: { date: SAME_DAY },
  performance: { date: SAME_DAY, payer: 'Orient Lines', dueDate: SAME_DAY, amount: '1.00', cur: 'CNY' },
  enforcement: { date: SAME_DAY },
  'litigation-meeting': { date: SAME_DAY },
  'case-summary': { date: SAME_DAY, result: 'Settled' },
  undertaker: { date: SAME_DAY, userCde: 'admin', from: SAME_DAY },
};
const NAMES = Object.keys(RECORDS);

describe('every kind of record', () => {
  let one: Json;
  const stored: Record<string, Json> = {};
  beforeAll(async () => {
    one = await rows.litigation();
    await rows.file(one);
    for (const [entity, body] of Object.entries(RECORDS)) stored[entity] = await rows.add(one, entity, body);
  });

  test('has a test for each child of the case', () => {
    const { children } = server.kernel.registry.model.entities['litigation-case']!;
    expect(children.map(({ entity }) => entity).toSorted()).toEqual(NAMES.toSorted());
  });

  test.each(NAMES)('%s is edited and deleted while the case is open, except by readers', async (entity) => {
    await putInto('Performance', one);
    const body = entity === 'litigation-filing' ? { ...RECORDS[entity], ltgtType: 'RETRIAL' } : RECORDS[entity];
    const extra = entity === 'undertaker' ? { ...body, userCde: codeOf('stranger') } : body;
    const record = await rows.add(one, entity, entity === 'litigation-party' ? { ...extra, partyName: 'X' } : extra!);
    const token = tokenOf('colleague');
    const path = `/api/${entity}/${record['id']}`;
    for (const work of [
      () => server.call('PATCH', path, { token, body: { rev: record['rev'], remark: 'X' } }),
      () => server.call('DELETE', `${path}?rev=${record['rev']}`, { token }),
    ])
      await withoutTrace(server, work, { status: 403 });
    expect(await rows.patch(entity, record, { remark: 'Heard' })).toMatchObject({ remark: 'Heard' });
    await rows.remove(entity, record);
    expect((await server.call('GET', path)).status).toBe(404);
  });

  test.each(NAMES)('%s is frozen with its case', async (entity) => {
    await putInto('Closed', one);
    const frozen = { status: 409, key: 'MSG_litigation_0110' };
    const { id } = stored[entity]!;
    const { rev } = await server.read(entity, id);
    const path = `/api/${entity}/${id}`;
    const body = { ...RECORDS[entity], ltgtId: one['id'] };
    for (const work of [
      () => server.call('POST', `/api/${entity}`, { body }),
      () => server.call('PATCH', path, { body: { rev, remark: 'X' } }),
      () => server.call('DELETE', `${path}?rev=${rev}`),
      () =>
        server.call('PATCH', `/api/litigation-case/${one['id']}`, {
          body: { rev: one['rev'], [entity]: [RECORDS[entity]] },
        }),
    ])
      await withoutTrace(server, work, { status: frozen.status });
    const refused = await server.call('PATCH', path, { body: { rev, remark: 'X' } });
    expect(refused).toMatchObject(frozen);
    const before = await server.footprint();
    const bulk = await server.call('POST', `/api/${entity}/bulk/delete`, { body: { items: [{ id, rev }] } });
    expect(bulk.result).toEqual([expect.objectContaining({ id, ok: false, key: frozen.key })]);
    expect(await server.footprint()).toBe(before);
  });

  test('no import changes a closed case', async () => {
    await putInto('Closed', one);
    const { ltgtCd } = await rows.current(one);
    const form = new FormData();
    const fields = { ltgtId: ltgtCd, ...FILING, ltgtType: 'RETRIAL' };
    const file = `${Object.keys(fields).join(',')}\n${Object.values(fields).join(',')}\n`;
    form.append('file', new Blob([file]), 'filings.csv');
    const before = await server.footprint();
    const answer = await server.call('POST', '/api/litigation-filing/import?dryRun=false', { body: form });
    expect(answer.result.errors, answer.text).toEqual([
      expect.objectContaining({ row: 2, key: 'MSG_litigation_0110' }),
    ]);
    expect(await server.footprint()).toBe(before);
    await putInto('Judged', one);
    const again = new FormData();
    again.append('file', new Blob([file]), 'filings.csv');
    const accepted = await server.call('POST', '/api/litigation-filing/import?dryRun=false', { body: again });
    expect(accepted.result, accepted.text).toMatchObject({ created: 1, errors: [] });
  });

  test.each<[Actor, string, number]>([
    ['colleague', 'MSG_generic_0038', 403],
    ['stranger', 'MSG_generic_0004', 404],
  ])('%s changes none by import, bulk calls, operations or with the case', async (actor, key, status) => {
    const token = tokenOf(actor);
    const other = await rows.litigation();
    const performance = await rows.add(other, 'performance', { ...RECORDS['performance'], performedAmt: '1.00' });
    const { rev, ltgtCd } = await rows.current(other);
    const fields = { ltgtId: ltgtCd, ...FILING };
    const form = new FormData();
    const file = `${Object.keys(fields).join(',')}\n${Object.values(fields).join(',')}\n`;
    form.append('file', new Blob([file]), 'filings.csv');
    const before = await server.footprint();
    const imported = await server.call('POST', '/api/litigation-filing/import?dryRun=false', { token, body: form });
    expect(imported.result.errors).toEqual([expect.objectContaining({ row: 2 })]);
    for (const [path, item] of [
      ['performance/bulk/delete', { id: performance['id'], rev: 1 }],
      ['performance/bulk/complete', { id: performance['id'], rev: 1 }],
      ['litigation-case/bulk/delete', { id: other['id'], rev }],
      ['litigation-case/bulk/file', { id: other['id'], rev }],
    ] as const) {
      const bulk = await server.call('POST', `/api/${path}`, { token, body: { items: [item] } });
      expect(bulk.result, path).toEqual([expect.objectContaining({ ok: false, key })]);
    }
    for (const [method, path, body] of [
      ['POST', `performance/${performance['id']}/actions/complete`, { rev: 1, performedDate: SAME_DAY }],
      ['PATCH', `litigation-case/${other['id']}`, { rev, 'court-record': [RECORDS['court-record']] }],
    ] as const)
      expect(await server.call(method, `/api/${path}`, { token, body }), path).toMatchObject({ status, key });
    expect(await server.footprint()).toBe(before);
  });

  test('a performance that is complete is frozen too', async () => {
    const other = await rows.litigation();
    const performance = await rows.add(other, 'performance', { ...RECORDS['performance'], performedAmt: '1.00' });
    const path = `/api/performance/${performance['id']}`;
    const complete = (fields: Json): Promise<Answer> =>
      server.call('POST', `${path}/actions/complete`, { body: { rev: performance['rev'], ...fields } });
    await withoutTrace(server, () => complete({}), { status: 400 });
    const done = await complete({ performedDate: SAME_DAY });
    expect(done).toMatchObject({ status: 200, result: { performStatus: 'Done', performedAmt: '1.00' } });
    const { rev } = done.result;
    for (const work of [
      () => server.call('PATCH', path, { body: { rev, remark: 'X' } }),
      () => server.call('DELETE', `${path}?rev=${rev}`),
      () => server.call('POST', `${path}/actions/complete`, { body: { rev, performedDate: SAME_DAY } }),
    ])
      await withoutTrace(server, work, { status: 409 });
  });
});

describe('the guard of a step', () => {
  /** A later or earlier record of the case, and whether the step is allowed with it. */
  test.each<[action: string, state: string, entity: string, on: string, key: string | undefined]>([
    ['judge', 'Retrial', 'retrial', '2026-02-02', 'MSG_litigation_0113'],
    ['judge', 'Retrial', 'retrial', '2026-02-01', undefined],
    ['judge', 'Trial', 'retrial', '2026-02-02', undefined],
    ['appeal', 'Judged', 'appeal', '2026-01-31', 'MSG_litigation_0114'],
    ['appeal', 'Judged', 'appeal', '2026-02-01', undefined],
    ['retrial', 'Effective', 'retrial', '2026-01-31', 'MSG_litigation_0116'],
    ['retrial', 'Effective', 'retrial', '2026-02-01', undefined],
    ['enforce', 'Effective', 'enforcement', '2026-02-01', undefined],
    ['enforce', 'Effective', 'retrial', '2026-02-01', 'MSG_litigation_0117'],
    ['withdraw', 'Trial', 'withdrawal', '2026-01-10', undefined],
    ['withdraw', 'Trial', 'appeal', '2026-01-10', 'MSG_litigation_0115'],
    ['close', 'Performance', 'case-summary', '2026-06-01', undefined],
    ['close', 'Performance', 'litigation-meeting', '2026-06-01', 'MSG_litigation_0118'],
  ])('%s from %s with a record of %s on %s', async (action, state, entity, on, key) => {
    const one = await rows.litigation();
    await rows.judgment(one);
    await rows.add(one, entity, { ...RECORDS[entity], date: on });
    await putInto(state, one);
    const take = (): Promise<Answer> => rows.step(one, action);
    if (key === undefined) expect(await take()).toMatchObject({ status: 200 });
    else await withoutTrace(server, take, { status: 409, key });
  });

  test.each([
    ['2026-03-01', 200],
    ['2026-02-28', 409],
  ])('an appeal of 1 March is withdrawn by a withdrawal of %s: %i', async (date, status) => {
    const one = await rows.litigation();
    await rows.add(one, 'appeal', { date: SAME_DAY });
    await rows.add(one, 'withdrawal', { date });
    await putInto('Appeal', one);
    expect(await rows.step(one, 'withdraw')).toMatchObject({ status });
  });
});

describe('a case that somebody cannot see', () => {
  let one: Json;
  let record: Json;
  let claim: Json;
  beforeAll(async () => {
    const fixture = await claimFixture(server);
    const handlers = { claimExecutor: codeOf('stranger'), claimAssistant: codeOf('creator') };
    claim = await server.create('cargo-claim', cargoBody(fixture, handlers));
    one = await sharedCase({ linkedCaseNo: [claim['ourRef']] });
    [record] = (await rows.current(one))['legal-document'];
    const runs = await openReminderRuns(server);
    await runs.remind('2031-01-02');
    await runs.close();
  });

  const searched = async (actor: string, entity: string, name: string, value: unknown): Promise<number> => {
    const answer = await server.call('POST', `/api/${entity}/search`, {
      token: tokenOf(actor),
      body: { searchCondition: [{ name, type: 'equal', value }] },
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.result.total as number;
  };

  test.each(['stranger', 'ended', 'future'])('is in no list, history, search, file or to-do of %s', async (actor) => {
    const token = tokenOf(actor);
    const before = await server.footprint();
    expect(await searched(actor, 'litigation-case', 'ltgtCd', one['ltgtCd'])).toBe(0);
    for (const entity of NAMES) expect(await searched(actor, entity, 'ltgtId', one['id']), entity).toBe(0);
    for (const path of [
      `/api/litigation-case/${one['id']}`,
      `/api/litigation-case/${one['id']}/history?parts=true`,
      `/api/legal-document/${record['id']}`,
      `/api/legal-document/${record['id']}/history`,
    ])
      expect((await server.call('GET', path, { token })).status, path).toBe(404);
    const found = await server.call('GET', `/api/search?q=${one['ltgtCd']}`, { token });
    expect(found.text).not.toContain(one['ltgtCd']);
    const where = encodeURIComponent(JSON.stringify([{ name: 'ltgtCd', type: 'equal', value: one['ltgtCd'] }]));
    const exported = await server.call('GET', `/api/litigation-case/export?format=csv&where=${where}`, { token });
    expect(exported.status).toBe(200);
    expect(exported.text).not.toContain(one['ltgtCd']);
    expect(await searched(actor, 'task', 'businessNo', one['ltgtCd'])).toBe(0);
    const calendar = (await server.call('POST', '/account/calendar', { token })).result.address as string;
    expect((await server.call('GET', new URL(calendar).pathname, { token: null })).text).not.toContain('VEVENT');
    await server.call('DELETE', '/account/calendar', { token });
    expect(await server.footprint()).toBe(before);
  });

  test('is not in the history of a claim that they see', async () => {
    const read = async (actor: string): Promise<number> => {
      const path = `/api/cargo-claim/${claim['id']}/history?parts=true&of=litigation-case`;
      const answer = await server.call('GET', path, { token: tokenOf(actor) });
      expect(answer.status, answer.text).toBe(200);
      return answer.result.records.length as number;
    };
    expect(await read('stranger')).toBe(0);
    expect(
      (await server.call('GET', `/api/cargo-claim/${claim['id']}/history?parts=true&of=litigation-case`)).result
        .records,
    ).not.toHaveLength(0);
  });

  test('is in those of the person in charge, once each', async () => {
    expect(await searched('charge', 'task', 'businessNo', one['ltgtCd'])).toBe(1);
    const token = tokenOf('charge');
    const calendar = (await server.call('POST', '/account/calendar', { token })).result.address as string;
    const { text } = await server.call('GET', new URL(calendar).pathname, { token: null });
    expect(text.match(/^DTSTART.*$/gm)).toEqual(['DTSTART;VALUE=DATE:20310116']);
  });

  test('a person in charge without the right to litigation has no calendar of it', async () => {
    const other = await rows.litigation({ personInCharge: codeOf('noRole') });
    await rows.judgment(other, { servedDate: '2031-01-01' });
    const calendar = await server.call('POST', '/account/calendar', { token: tokenOf('noRole') });
    const { status, text } = await server.call('GET', new URL(calendar.result.address).pathname, { token: null });
    expect(status).toBe(200);
    expect(text).not.toContain('VEVENT');
  });
});

describe('the due day of a performance', () => {
  test('has reminders until it is performed, as the deadline of enforcement has', async () => {
    const runs = await openReminderRuns(server);
    const one = await rows.litigation({ personInCharge: codeOf('charge') });
    const performance = await rows.add(one, 'performance', { ...RECORDS['performance'], dueDate: '2031-06-15' });
    const reminders = async (): Promise<string[]> =>
      (
        await server.pool.query(
          `select "recordStatus" || ' ' || "remindDays" || ' before ' || "dueDate"::text as one from task where "recordEntity" = 'performance' and "recordId" = $1 and "curDirector" = $2 order by id`,
          [performance['id'], codeOf('charge')],
        )
      ).rows.map((row: Json) => row['one']);
    for (const day of ['2031-05-31', '2031-06-01', '2031-06-08', '2031-06-12']) await runs.remind(day);
    const [fourteen, seven, three] = [14, 7, 3].map((days) => `${days} before 2031-06-15`);
    expect(await reminders()).toEqual([`Done ${fourteen}`, `Done ${seven}`, `Todo ${three}`]);
    // two years after it, while it is still open
    await rows.file(one);
    await rows.judgment(one);
    await rows.steps(one, 'file', 'trial', 'judge', 'takeEffect', 'perform');
    await runs.remind('2033-06-12');
    expect(await reminders()).toEqual([
      `Done ${fourteen}`,
      `Done ${seven}`,
      `Todo ${three}`,
      'Todo 3 before 2033-06-15',
    ]);
    const done = await server.call('POST', `/api/performance/${performance['id']}/actions/complete`, {
      body: {
        rev: (await server.read('performance', performance['id']))['rev'],
        performedAmt: '1.00',
        performedDate: SAME_DAY,
      },
    });
    expect(done.status, done.text).toBe(200);
    expect((await reminders()).filter((text) => text.startsWith('Todo'))).toEqual([]);
    await runs.close();
  });
});
