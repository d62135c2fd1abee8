import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cargoBody, chargeTypeOf, claimFixture, type ClaimFixture, closeUnpaid, voyage } from './claimRows.ts';
import { act } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** The work on a case that passes it between people and cases (domain/claims.md 16, 17). */
let server: TestServer;
let fixture: ClaimFixture;
const tokens: Record<string, string> = {};
/** The port of a draft of another claim; its name follows from its code. */
const PORT = { convertPort: 'ZZX' };
const HANDLERS = { claimExecutor: 'work.officer', claimAssistant: 'work.assistant' };
beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
  await server.create('port', { countryCode: 'ZZ', portCode: 'ZZX', portName: 'Harbour of Zz' });
  for (const name of ['officer', 'assistant', 'clerk', 'successor'])
    tokens[name] = await server.logInAs(`work.${name}`, 'Claims officer', {
      claimFlag: 'Y',
      companyCde: fixture.company,
    });
});
afterAll(() => server.close());

const step = (row: Json, action: string, input: Json = {}, by = 'officer') =>
  act(server, 'cargo-claim', row['id'], action, input, tokens[by]);

/** A case that the clerk has registered, with the given handlers. */
async function draft(fields: Json = {}): Promise<Json> {
  const answer = await server.call('POST', '/api/cargo-claim', {
    body: cargoBody(fixture, { ...HANDLERS, ...fields }),
    token: tokens['clerk']!,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.result;
}
async function reported(fields: Json = {}): Promise<Json> {
  const row = await draft(fields);
  expect((await step(row, 'report', {}, 'clerk')).status).toBe(200);
  return server.read('cargo-claim', row['id']);
}
const stored = (row: Json): Promise<Json> => server.read('cargo-claim', row['id']);

describe('a reported case', () => {
  test.each(['officer', 'assistant'])('is accepted by its %s', async (by) => {
    expect((await step(await reported(), 'accept', {}, by)).result).toMatchObject({ claimStatus: 'SettlingCharge' });
  });

  test.each([
    ['accept', {}],
    ['acceptConvert', {}],
    ['refuse', { refuseReason: 'Not ours' }],
  ])('does not take the step %s by the person who registered it', async (action, input) => {
    const row = await reported();
    await withoutTrace(server, () => step(row, action, input, 'clerk'), {
      status: 409,
      errors: [{ key: 'MSG_claim_0190' }],
    });
  });

  test('returns with a reason to the person who registered it, who sees it until it is reported again', async () => {
    const row = await reported();
    await withoutTrace(server, () => step(row, 'refuse'), { status: 400, errors: [{ field: 'refuseReason' }] });
    expect((await step(row, 'refuse', { refuseReason: 'No bill of lading' })).result).toMatchObject({
      claimStatus: 'Draft',
    });
    const returned = async () =>
      (
        await server.call('POST', '/api/task/search', {
          body: {
            searchCondition: [
              { name: 'returned', type: 'equal', value: 'Y' },
              { name: 'submitter', type: 'equal', value: 'work.clerk' },
              { name: 'businessNo', type: 'equal', value: row['ourRef'] },
            ],
          },
          token: tokens['clerk']!,
        })
      ).result.records;
    const [task] = await returned();
    expect(task).toMatchObject({ recordEntity: 'cargo-claim', recordId: row['id'], recordStatus: 'Done' });
    expect((await server.read('task', task.id))['task-log']).toMatchObject([
      { operateOpinion: 'No bill of lading', optUser: 'work.officer' },
    ]);
    expect((await step(row, 'report', {}, 'clerk')).status).toBe(200);
    expect(await returned()).toEqual([]);
  });

  test('is accepted once by fifty simultaneous calls', async () => {
    const row = await reported();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        server.call('POST', `/api/cargo-claim/${row['id']}/actions/${turn % 2 ? 'accept' : 'acceptConvert'}`, {
          body: { rev: row['rev'], ...(turn % 2 ? {} : PORT) },
          token: tokens['officer']!,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const drafts = answers.filter(({ status, result }) => status === 200 && result['_made']).length;
    const { rows } = await server.pool.query(`select 1 from claim where "relatedClaims" @> $1::jsonb`, [
      JSON.stringify([row['ourRef']]),
    ]);
    expect(rows).toHaveLength(drafts);
  });
});

describe('accept and convert', () => {
  test('opens a draft of kind "other" with the same facts; both cases refer to each other', async () => {
    const row = await reported({ caseDetail: 'Wetted in the hold', claimant: 'Rhine Foods' });
    await withoutTrace(server, () => step(row, 'acceptConvert'), {
      status: 400,
      errors: [{ field: 'convertPort', key: 'MSG_generic_0100' }],
    });
    const answer = await step(row, 'acceptConvert', PORT);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.result).toMatchObject({ claimStatus: 'SettlingCharge' });
    const { entity, id } = answer.result['_made'];
    const made = await server.read(entity, id);
    expect([entity, made]).toMatchObject([
      'other-claim',
      {
        bizType: 'OTHER',
        claimStatus: 'Draft',
        recordStatus: 'Draft',
        caseDetail: 'Wetted in the hold',
        claimant: 'Rhine Foods',
        portName: 'Harbour of Zz',
        relatedClaims: [row['ourRef']],
        ...HANDLERS,
      },
    ]);
    expect(made['ourRef']).not.toBe(row['ourRef']);
    expect((await stored(row))['relatedClaims']).toEqual([made['ourRef']]);
    expect((await step(row, 'acceptConvert')).status).toBe(409);
  });
});

describe('related cases', () => {
  const relate = (row: Json, other: Json, input: Json = {}) =>
    step(row, 'relate', { claimRef: other['ourRef'], ...input });

  test('are related on both sides, and no longer on either', async () => {
    const [one, other] = [await reported(), await reported()];
    expect((await relate(one, other)).status).toBe(200);
    expect([(await stored(one))['relatedClaims'], (await stored(other))['relatedClaims']]).toEqual([
      [other['ourRef']],
      [one['ourRef']],
    ]);
    await withoutTrace(server, () => relate(other, one), {
      status: 400,
      errors: [{ field: 'claimRef', key: 'MSG_claim_0195' }],
    });
    expect((await relate(other, one, { removal: 'Y' })).status).toBe(200);
    expect([(await stored(one))['relatedClaims'], (await stored(other))['relatedClaims']]).toEqual([[], []]);
    await withoutTrace(server, () => relate(one, other, { removal: 'Y' }), {
      status: 400,
      errors: [{ field: 'claimRef', key: 'MSG_claim_0196' }],
    });
  });

  test('are not related to themselves or to a closed case', async () => {
    const one = await reported();
    await withoutTrace(server, () => relate(one, one), {
      status: 400,
      errors: [{ field: 'claimRef', key: 'MSG_claim_0156' }],
    });
    const closed = await closeUnpaid(server, await server.create('cargo-claim', cargoBody(fixture, HANDLERS)));
    await withoutTrace(server, () => relate(one, closed), {
      status: 400,
      errors: [{ field: 'claimRef', key: 'MSG_claim_0193' }],
    });
    expect((await relate(closed, one)).errors).toMatchObject([{ key: 'MSG_claim_0124' }]);
    await server.pool.query(`update claim set "approvalFlag" = 'Y', "claimStatus" = 'Reported' where id = $1`, [
      closed['id'],
    ]);
    await withoutTrace(server, () => relate(one, closed), {
      status: 400,
      errors: [{ field: 'claimRef', key: 'MSG_claim_0194' }],
    });
  });
});

describe('a case review', () => {
  test('is by somebody else than the handlers, with a finding, also of a closed case', async () => {
    const row = await reported();
    for (const by of ['officer', 'assistant'])
      await withoutTrace(server, () => step(row, 'caseReview', { reviewRemark: 'Fine' }, by), {
        status: 409,
        errors: [{ key: 'MSG_claim_0198' }],
      });
    await withoutTrace(server, () => step(row, 'caseReview', {}, 'clerk'), {
      status: 400,
      errors: [{ field: 'reviewRemark' }],
    });
    expect((await step(row, 'caseReview', { reviewRemark: 'Fine' }, 'clerk')).result).toMatchObject({
      checkStatus: 'CHECKED',
    });
    const log = (await stored(row))['operate-log'] as Json[];
    expect(log.find(({ content }) => content === 'caseReview')?.['remark']).toContain('Fine');
    expect((await step(row, 'withdrawReview', { reviewRemark: 'Too early' }, 'clerk')).result).toMatchObject({
      checkStatus: 'OPEN',
    });
    const closed = await closeUnpaid(server, await server.create('cargo-claim', cargoBody(fixture, HANDLERS)));
    expect((await step(closed, 'caseReview', { reviewRemark: 'Fine' }, 'clerk')).result).toMatchObject({
      claimStatus: 'Closed',
      checkStatus: 'CHECKED',
    });
  });
});

describe('the reopening of a closed case', () => {
  const REASON = { reopenReason: 'A late invoice of the surveyor' };
  const closed = async (): Promise<Json> =>
    closeUnpaid(server, await server.create('cargo-claim', cargoBody(fixture, HANDLERS)));
  const requests = async (row: Json): Promise<Json[]> =>
    ((await stored(row))['claim-approval'] as Json[]).filter(({ reopenReason }) => reopenReason !== null);
  const decide = (decision: Json, action: string, input: Json = {}) =>
    act(server, 'claim-approval', decision['id'], action, input);

  test('is requested with a reason, and takes the case back to its charges once it is approved', async () => {
    const row = await closed();
    expect(row).toMatchObject({ closeDate: expect.any(String), closeAmt: '0.00' });
    await withoutTrace(server, () => step(row, 'requestReopening'), {
      status: 400,
      errors: [{ field: 'reopenReason' }],
    });
    expect((await step(row, 'requestReopening', REASON)).result).toMatchObject({
      claimStatus: 'Closed',
      approvalFlag: 'Y',
    });
    const [decision] = await requests(row);
    expect(decision).toMatchObject({
      ...REASON,
      subject: 'RESULT',
      approveType: 'Case Confirm',
      recordStatus: 'Submit',
      submitUsr: 'work.officer',
    });
    await withoutTrace(server, () => step(row, 'requestReopening', REASON), { status: 409, key: 'MSG_claim_0125' });
    await withoutTrace(server, () => act(server, 'claim-approval', decision!['id'], 'approve', {}, tokens['officer']), {
      status: 403,
    });
    expect((await decide(decision!, 'approve')).status).toBe(200);
    const reopened = await stored(row);
    expect(reopened).toMatchObject({
      claimStatus: 'SettlingCharge',
      approvalFlag: 'N',
      closeDate: null,
      closeAmt: null,
      paidStatus: 'None',
    });
    const line = (reopened['operate-log'] as Json[]).find(({ content }) => content === 'reopen');
    expect(line?.['remark']).toContain(REASON.reopenReason);
    await withoutTrace(server, () => step(row, 'requestReopening', REASON), { status: 409 });
  });

  test('can be rejected, and requested again in the same decision', async () => {
    const row = await closed();
    await step(row, 'requestReopening', REASON);
    const [decision] = await requests(row);
    expect((await decide(decision!, 'reject', { operateOpinion: 'Pay it in another case' })).status).toBe(200);
    expect(await stored(row)).toMatchObject({ claimStatus: 'Closed', approvalFlag: 'N' });
    await withoutTrace(server, () => act(server, 'claim-approval', decision!['id'], 'submit', {}, tokens['officer']), {
      status: 409,
      key: 'MSG_claim_0124',
    });
    await step(row, 'requestReopening', { reopenReason: 'There is no other case' });
    expect(await requests(row)).toMatchObject([
      { id: decision!['id'], recordStatus: 'Submit', reopenReason: 'There is no other case' },
    ]);
    expect(await stored(row)).toMatchObject({ claimStatus: 'Closed', approvalFlag: 'Y' });
  });

  test('is not requested for an open case, by a stranger, or by naming the reason in a decision', async () => {
    const open = await reported();
    await withoutTrace(server, () => step(open, 'requestReopening', REASON), { status: 409 });
    await withoutTrace(server, () => step(open, 'reopen'), { status: 404 });
    const row = await closed();
    await withoutTrace(server, () => step(row, 'requestReopening', REASON, 'successor'), { status: 403 });
    const body = { caseId: row['id'], subject: 'RESULT', ...REASON };
    await withoutTrace(server, () => server.call('POST', '/api/claim-approval', { body }), { status: 409 });
  });
});

describe('the handlers of cases', () => {
  const exchange = (rows: Json[], input: Json, by = 'successor') =>
    server.call('POST', '/api/cargo-claim/bulk/exchangeExecutive', {
      body: { items: rows.map(({ id, rev }) => ({ id, rev })), ...input },
      token: tokens[by]!,
    });
  const REASON = { exchangeReason: 'Officer left' };

  test('are changed in all selected cases, with their open to-dos, by a holder of the right', async () => {
    const rows = [await reported(), await reported()];
    expect((await step(rows[0]!, 'submit', {}, 'officer')).status).toBe(200);
    await withoutTrace(
      server,
      () => step(rows[0]!, 'exchangeExecutive', { claimExecutor: 'work.successor', ...REASON }),
      { status: 409, errors: [{ key: 'MSG_claim_0125' }] },
    );
    expect((await step(rows[0]!, 'unsubmit', {}, 'officer')).status).toBe(200);
    const current = await Promise.all(rows.map(stored));
    const { result } = await exchange(current, { claimExecutor: 'work.successor', ...REASON });
    expect(result.map(({ ok }: Json) => ok)).toEqual([true, true]);
    for (const row of rows) {
      const now = await stored(row);
      expect(now).toMatchObject({ claimExecutor: 'work.successor', claimAssistant: 'work.assistant' });
      const lines = (now['operate-log'] as Json[]).filter(({ content }) => content === 'exchangeExecutive');
      expect(lines.map(({ remark }) => remark)).toEqual([expect.stringContaining('Officer left')]);
    }
  });

  test.each<[string, Json, string, string]>([
    ['nobody new', REASON, 'claimExecutor', 'MSG_claim_0191'],
    ['the same officer', { claimExecutor: 'work.officer', ...REASON }, 'claimExecutor', 'MSG_claim_0191'],
    ['no reason', { claimExecutor: 'work.successor' }, 'exchangeReason', 'MSG_generic_0100'],
  ])('are not changed with %s', async (_, input, field, key) => {
    const row = await reported();
    await withoutTrace(server, () => step(row, 'exchangeExecutive', input, 'successor'), {
      status: 400,
      errors: [{ field, key }],
    });
  });

  test('are changed in no case if one is closed, and the answer names it', async () => {
    const rows = [await reported(), await server.create('cargo-claim', cargoBody(fixture, HANDLERS))];
    const closed = await closeUnpaid(server, rows[1]!);
    const before = await server.footprint();
    const { result } = await exchange([rows[0]!, closed], { claimExecutor: 'work.successor', ...REASON });
    expect(result.map(({ id, ok, key }: Json) => [id, ok, key])).toEqual([
      [rows[0]!['id'], false, 'MSG_generic_0033'],
      [closed['id'], false, 'MSG_claim_0124'],
    ]);
    expect(await server.footprint()).toBe(before);
  });
});

describe('shares of charges', () => {
  const charge = async (caseId: unknown): Promise<Json> => {
    const body = {
      caseId,
      suppCde: fixture.company,
      supplierAccountId: fixture.account,
      chargeType: await chargeTypeOf(server),
      cur: 'USD',
      totalAmt: '100.01',
      isDeductibleNa: 'Y',
    };
    const answer = await server.call('POST', '/api/paid-charge', { body, token: tokens['officer']! });
    expect(answer.status, answer.text).toBe(201);
    return answer.result;
  };
  const share = (rows: Json[], input: Json = {}) =>
    server.call('POST', '/api/paid-charge/bulk/share', {
      body: { items: rows.map(({ id, rev }) => ({ id, rev })), ...input },
      token: tokens['officer']!,
    });
  const storedCharges = (rows: Json[]): Promise<Json[]> =>
    Promise.all(rows.map(({ id }) => server.read('paid-charge', id)));

  const settling = async (row: Json): Promise<Json[]> => {
    for (const [action, by] of [
      ['report', 'clerk'],
      ['accept', 'officer'],
    ] as const)
      expect((await step(row, action, {}, by)).status).toBe(200);
    return [await charge(row['id']), await charge(row['id'])];
  };

  test('are those of the input in all selected charges, and total 100', async () => {
    const rows = await settling(await draft());
    const before = await server.footprint();
    expect((await share(rows)).result.map(({ key }: Json) => key)).toEqual(['MSG_claim_0199', 'MSG_claim_0199']);
    expect((await share(rows, { hmPct: '60', piPct: '39' })).result.map(({ key }: Json) => key)).toEqual([
      'MSG_claim_0141',
      'MSG_claim_0141',
    ]);
    expect(await server.footprint()).toBe(before);
    expect((await share(rows, { hmPct: '50', ownerPct: '50' })).result.map(({ ok }: Json) => ok)).toEqual([true, true]);
    for (const one of await storedCharges(rows))
      expect(one).toMatchObject({ hmPct: '50', hmAmt: '50.01', piPct: '0', ownerPct: '50', ownerAmt: '50.00' });
  });

  test('are without input those of the latest estimate', async () => {
    const row = await draft();
    for (const [piPct, ownerPct] of [
      ['100', '0'],
      ['80', '20'],
    ])
      await server
        .call('POST', '/api/estimate-allocation', {
          body: {
            caseId: row['id'],
            ttlEstimatedAmt: '5000.00',
            piClub: fixture.company,
            hmPct: '0',
            piPct,
            cntrPct: '0',
            ownerPct,
          },
          token: tokens['clerk']!,
        })
        .then(({ status, text }) => expect(status, text).toBe(201));
    const rows = await settling(row);
    expect((await share(rows)).result.map(({ ok }: Json) => ok)).toEqual([true, true]);
    for (const one of await storedCharges(rows))
      expect(one).toMatchObject({ hmPct: '0', piPct: '80', piAmt: '80.01', ownerPct: '20', ownerAmt: '20.00' });
  });
});

describe('a new case of a vessel', () => {
  let schedule: Json;
  let vessel: Json;
  /** The lines of the persons in charge; each names its own officer and assistant. */
  const LINES: Record<string, Json> = {
    backupOfVoyage: { svcLoopCode: 'AEU3', voyage: '012', optType: 'BACKUP' },
    backup: { optType: 'BACKUP' },
    primary: { optType: 'PRIMARY' },
    type: { claimType: 'CARGO', optType: 'PRIMARY' },
    otherType: { claimType: 'PERSON', optType: 'PRIMARY' },
    loop: { svcLoopCode: 'AEU3', optType: 'PRIMARY' },
    voyage: { voyage: '012' },
    otherVoyage: { voyage: '013', optType: 'PRIMARY' },
    past: { voyage: '012', optType: 'PRIMARY', effectiveTo: '2026-02-28' },
    future: { voyage: '012', claimType: 'CARGO', effectiveFrom: '2026-03-02' },
  };
  const people: Record<string, Json> = {};
  beforeAll(async () => {
    schedule = await voyage(server);
    const found = await server.call('POST', '/api/vessel/search', {
      body: { searchCondition: [{ name: 'vslCde', type: 'equal', value: schedule['vslCde'] }] },
    });
    vessel = found.result.records[0];
    for (const name of Object.keys(LINES)) people[name] = await claimFixture(server);
  });

  afterEach(() => server.pool.query(`delete from vessel_person where "vesselId" = $1`, [vessel['id']]));

  test.each([
    [['primary', 'backup', 'otherType', 'otherVoyage'], 'primary'],
    [['backup', 'otherType', 'past'], 'backup'],
    [['primary', 'type'], 'type'],
    [['primary', 'type', 'loop'], 'loop'],
    [['type', 'loop', 'voyage', 'future'], 'voyage'],
    [['primary', 'backupOfVoyage'], 'backupOfVoyage'],
    [['otherType', 'otherVoyage', 'past', 'future'], undefined],
  ])('with lines %j proposes the persons of %s', async (names, expected) => {
    await Promise.all(
      names.map(async (name) => {
        const { handler, assistant } = people[name]!;
        const line = { vesselId: vessel['id'], userCde: handler, claimExcutive: handler, claimAssitant: assistant };
        return server.create('vessel-person', { effectiveFrom: '2026-01-01', ...line, ...LINES[name] });
      }),
    );
    const { claimExecutor: _, ...body } = cargoBody(fixture, { svvd: schedule['svvd'], vslNme: schedule['vslNme'] });
    const call = (): Promise<Answer> => server.call('POST', '/api/cargo-claim', { body });
    if (expected === undefined) await withoutTrace(server, call, { status: 400, errors: [{ field: 'claimExecutor' }] });
    else
      expect((await call()).result).toMatchObject({
        claimExecutor: people[expected]!['handler'],
        claimAssistant: people[expected]!['assistant'],
      });
  });

  test('keeps the handlers that are entered, and those of a case are not proposed again', async () => {
    const { handler, assistant } = people['primary']!;
    await server.create('vessel-person', {
      vesselId: vessel['id'],
      userCde: handler,
      claimExcutive: handler,
      claimAssitant: assistant,
      effectiveFrom: '2026-01-01',
    });
    const row = await server.create('cargo-claim', cargoBody(fixture, { svvd: schedule['svvd'] }));
    expect(row).toMatchObject({ claimExecutor: fixture.handler, claimAssistant: assistant });
    const removed = await server.call('PATCH', `/api/cargo-claim/${row['id']}`, {
      body: { rev: row['rev'], claimAssistant: null },
    });
    expect(removed.result).toMatchObject({ claimExecutor: fixture.handler, claimAssistant: null });
  });
});
