import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bankSlip,
  cargoBody,
  chargeTypeOf,
  claimFixture,
  type ClaimFixture,
  wrongTotals,
  settling,
} from './claimRows.ts';
import { act, companyBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/**
 * Decisions on a case by levels: changed estimates, charges, results. Approvers are neither handlers of the case nor of
 * its company.
 */
let server: TestServer;
let fixture: ClaimFixture;
let chargeType: string;
const tokens: Record<string, string> = {};
const LEVELS: Record<string, string> = { division: 'DIVISION', department: 'DEPARTMENT', leader: 'LEADER' };

beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
  chargeType = await chargeTypeOf(server);
  const elsewhere = (await server.create('company', companyBody()))['companyCde'];
  for (const level of Object.keys(LEVELS))
    tokens[level] = await server.logInAs(level, `Approver (${level})`, { companyCde: elsewhere });
  tokens['handler'] = await server.logInAs('handler', 'Claims officer', {
    companyCde: fixture.company,
    claimFlag: 'Y',
  });
  tokens['stranger'] = await server.logInAs('stranger', 'Claims officer', { companyCde: elsewhere, claimFlag: 'Y' });
});
afterAll(() => server.close());

const post = (entity: string, body: Json, who = 'handler'): Promise<Answer> =>
  server.call('POST', `/api/${entity}`, { body, token: tokens[who]! });
async function made(entity: string, body: Json): Promise<Json> {
  const answer = await post(entity, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.result;
}
/** A case that the handler created and reported, and an administrator confirmed. */
async function reported(fields: Json = {}): Promise<Json> {
  const one = await made('cargo-claim', cargoBody(fixture, { claimExecutor: 'handler', ...fields }));
  await step('cargo-claim', one, 'report', 'handler');
  return one;
}
/** The same, accepted. */
const accepted = async (): Promise<Json> => settling(server, await reported());
const charge = ({ id }: Json, totalAmt: string): Promise<Json> =>
  made('paid-charge', {
    acceptWarnings: true,
    caseId: id,
    suppCde: fixture.company,
    supplierAccountId: fixture.account,
    chargeType,
    cur: 'USD',
    totalAmt,
    billCompany: fixture.company,
    isDeductibleNa: 'Y',
  });
const decision = ({ id }: Json, fields: Json): Promise<Json> => made('claim-approval', { caseId: id, ...fields });
async function step(entity: string, { id }: Json, action: string, who: string, input: Json = {}): Promise<Json> {
  const answer = await act(server, entity, id, action, input, tokens[who]!);
  expect(answer.status, answer.text).toBe(200);
  return answer.result;
}
const caseOf = ({ id }: Json): Promise<Json> => server.read('cargo-claim', id);
const taskOf = async ({ id }: Json): Promise<Json> =>
  (
    await server.pool.query(
      `select * from task where "recordEntity" = 'claim-approval' and "recordId" = $1 order by id desc limit 1`,
      [id],
    )
  ).rows[0];
const seen = async (entity: string, { id }: Json, who: string): Promise<number> =>
  (await server.call('GET', `/api/${entity}/${id}`, { token: tokens[who]! })).status;

describe('a change of the reserve', () => {
  test('is decided by the levels of the new amount, and then sets the estimate of the case and stores the previous one', async () => {
    const one = await reported();
    const change = await decision(one, {
      subject: 'ESTIMATE',
      estimatedAmtNew: '100000.00',
      reimburseRemark: 'the survey found more',
    });
    expect(change).toMatchObject({
      approvalNo: expect.stringMatching(/^AP\d\d-\d{6}$/),
      approveType: 'Case Approval',
      bizType: 'CARGO',
      estimatedAmt: '5000.00',
      recordStatus: 'Draft',
      submitUsr: null,
    });
    expect(await caseOf(one)).toMatchObject({ estimatedAmt: '5000.00', approvalFlag: 'N' });
    await step('claim-approval', change, 'submit', 'handler', { operateOpinion: 'please' });
    expect(await caseOf(one)).toMatchObject({ estimatedAmt: '5000.00', approvalFlag: 'Y' });
    expect(await taskOf(change)).toMatchObject({
      approveType: 'Case Approval',
      bizType: 'CARGO',
      businessNo: one['ourRef'],
      blRefCde: one['blRefCde'],
      vslNme: 'COSCO STAR',
      curDirector: 'handler',
      billCompany: fixture.company,
      amountUsd: '100000.00',
      levels: Object.values(LEVELS),
      submitter: 'handler',
      remark: 'the survey found more',
    });
    for (const [level, code] of Object.entries(LEVELS)) {
      expect(await caseOf(one)).toMatchObject({ estimatedAmt: '5000.00' });
      expect(
        await step('claim-approval', change, 'approve', level, { operateOpinion: `${level} agrees` }),
      ).toMatchObject({ approvalLevel: code, optOpinion: `${level} agrees` });
    }
    expect(await server.read('claim-approval', change['id'])).toMatchObject({
      recordStatus: 'Confirm',
      estimatedAmt: '5000.00',
      submitUsr: 'handler',
      departmentRoom: 'division',
      dept: 'department',
      leader: 'leader',
    });
    expect(await caseOf(one)).toMatchObject({
      estimatedAmt: '100000.00',
      outstandingAmt: '100000.00',
      approvalFlag: 'N',
    });
    expect(await taskOf(change)).toMatchObject({ recordStatus: 'Done', returned: 'N' });
  });

  test('does not change the estimate when it is rejected, and can be submitted again with another amount', async () => {
    const one = await reported();
    const change = await decision(one, { subject: 'ESTIMATE', estimatedAmtNew: '9000.00' });
    await step('claim-approval', change, 'submit', 'handler');
    const { errors } = await withoutTrace(
      server,
      () => act(server, 'claim-approval', change['id'], 'reject', {}, tokens['division']!),
      { status: 400 },
    );
    expect(errors).toMatchObject([{ field: 'operateOpinion' }]);
    expect(await step('claim-approval', change, 'reject', 'division', { operateOpinion: 'too much' })).toMatchObject({
      recordStatus: 'Reject',
      optOpinion: 'too much',
      approvalLevel: 'DIVISION',
      departmentRoom: null,
    });
    expect(await caseOf(one)).toMatchObject({ estimatedAmt: '5000.00', approvalFlag: 'N' });
    const { rev } = await server.read('claim-approval', change['id']);
    expect(
      (
        await server.call('PATCH', `/api/claim-approval/${change['id']}`, {
          body: { rev, estimatedAmtNew: '7000.00' },
          token: tokens['handler']!,
        })
      ).status,
    ).toBe(200);
    expect(await step('claim-approval', change, 'submit', 'handler')).toMatchObject({
      approvalLevel: null,
      optOpinion: null,
    });
    await step('claim-approval', change, 'approve', 'division');
    expect(await caseOf(one)).toMatchObject({ estimatedAmt: '7000.00' });
  });

  const patch = async (one: Json, estimatedAmt: string): Promise<Answer> =>
    server.call('PATCH', `/api/cargo-claim/${one['id']}`, {
      body: { rev: (await caseOf(one))['rev'], estimatedAmt },
      token: tokens['handler']!,
    });
  const allocation = ({ id }: Json, ttlEstimatedAmt: string): Json => ({
    caseId: id,
    ttlEstimatedAmt,
    hmPct: '0',
    piPct: '0',
    cntrPct: '0',
    ownerPct: '100',
  });
  async function changed(one: Json, estimatedAmtNew: string): Promise<void> {
    const change = await decision(one, { subject: 'ESTIMATE', estimatedAmtNew });
    await step('claim-approval', change, 'submit', 'handler');
    await step('claim-approval', change, 'approve', 'division');
    expect(await caseOf(one)).toMatchObject({ estimatedAmt: estimatedAmtNew });
  }
  const REFUSED = (field: string): Json => ({
    status: 400,
    errors: expect.arrayContaining([expect.objectContaining({ field, key: 'MSG_claim_0153' })]),
  });

  test.each(['Draft', 'Reject', 'Unconfirm', 'Confirm'])(
    'is the only way to change the estimate of a reported case, be it %s',
    async (recordStatus) => {
      const one = await made('cargo-claim', cargoBody(fixture, { claimExecutor: 'handler' }));
      const first = await made('estimate-allocation', allocation(one, '5500.00'));
      await step('cargo-claim', one, 'report', 'handler');
      await server.pool.query('update claim set "recordStatus" = $2 where id = $1', [one['id'], recordStatus]);
      await withoutTrace(
        server,
        () => patch(one, '6000.00'),
        recordStatus === 'Confirm' ? { status: 409 } : REFUSED('estimatedAmt'),
      );
      await withoutTrace(
        server,
        () => post('estimate-allocation', allocation(one, '6000.00')),
        REFUSED('ttlEstimatedAmt'),
      );
      await withoutTrace(
        server,
        () =>
          server.call('PATCH', `/api/estimate-allocation/${first['id']}`, {
            body: { rev: first['rev'], ttlEstimatedAmt: '6000.00' },
            token: tokens['handler']!,
          }),
        REFUSED('ttlEstimatedAmt'),
      );
      await withoutTrace(
        server,
        () =>
          server.call('DELETE', `/api/estimate-allocation/${first['id']}`, {
            body: { rev: first['rev'] },
            token: tokens['handler']!,
          }),
        { status: 409, key: 'MSG_claim_0217' },
      );
      await changed(one, '6000.00');
      await withoutTrace(server, () => patch(one, '6000.01'), { status: recordStatus === 'Confirm' ? 409 : 400 });
      // the approved reserve has the shares of the former one, which is unchanged
      expect(
        (await splitsOf(one)).map(({ ttlEstimatedAmt, formerEstimatedAmt, ownerAmt }) => [
          ttlEstimatedAmt,
          formerEstimatedAmt,
          ownerAmt,
        ]),
      ).toEqual([
        ['5500.00', '5000.00', '5500.00'],
        ['6000.00', '5500.00', '6000.00'],
      ]);
      await withoutTrace(
        server,
        () =>
          server.call('PATCH', `/api/estimate-allocation/${first['id']}`, {
            body: { rev: first['rev'], ttlEstimatedAmt: '6000.00' },
            token: tokens['handler']!,
          }),
        REFUSED('ttlEstimatedAmt'),
      );
    },
  );

  const splitsOf = async (one: Json): Promise<Json[]> => (await caseOf(one))['estimate-allocation'];
  const SPLIT = { hmPct: '0', piPct: '80', cntrPct: '0', ownerPct: '20' };

  test('is the only way to change the split of a reported case once it has one', async () => {
    const [one, other] = [
      await reported(),
      await made('cargo-claim', cargoBody(fixture, { claimExecutor: 'handler' })),
    ];
    const first = await made('estimate-allocation', allocation(one, '5000.00'));
    const split = { ...SPLIT, piClub: fixture.company };
    const rev = async (row: Json): Promise<number> => (await caseOf(row))['rev'];
    const call = async (method: string, path: string, body: Json | FormData): Promise<Answer> =>
      server.call(method, `/api/${path}`, { body, token: tokens['handler']! });
    const refused = (field: string): Json => ({
      status: 400,
      errors: expect.arrayContaining([expect.objectContaining({ field, key: 'MSG_claim_0251' })]),
    });
    const own = { rev: first['rev'] };
    for (const [path, work, expected] of [
      ['add', () => post('estimate-allocation', { ...allocation(one, '5000.00'), ...split }), refused('hmPct')],
      ['add the same', () => post('estimate-allocation', allocation(one, '5000.00')), refused('hmPct')],
      ['edit', () => call('PATCH', `estimate-allocation/${first['id']}`, { ...own, ...split }), refused('piPct')],
      [
        'edit amounts',
        () => call('PATCH', `estimate-allocation/${first['id']}`, { ...own, piAmt: '0.01', ownerAmt: '4999.99' }),
        refused('piAmt'),
      ],
      [
        'name an insurer',
        () => call('PATCH', `estimate-allocation/${first['id']}`, { ...own, piClub: fixture.company }),
        refused('piClub'),
      ],
      [
        'name a decision',
        () => post('estimate-allocation', { ...allocation(one, '5000.00'), approvalId: '1' }),
        { status: 400 },
      ],
      ['move', () => call('PATCH', `estimate-allocation/${first['id']}`, { ...own, caseId: other['id'] }), {}],
      [
        'delete',
        () => call('DELETE', `estimate-allocation/${first['id']}`, own),
        { status: 409, key: 'MSG_claim_0217' },
      ],
      [
        'edit with the case',
        async () =>
          call('PATCH', `cargo-claim/${one['id']}`, {
            rev: await rev(one),
            'estimate-allocation': [{ id: first['id'], ...own, ...split }],
          }),
        refused('estimate-allocation[0].piPct'),
      ],
      [
        'add with the case',
        async () =>
          call('PATCH', `cargo-claim/${one['id']}`, {
            rev: await rev(one),
            'estimate-allocation': [
              { id: first['id'], ...own },
              { ...allocation(one, '5000.00'), ...split },
            ],
          }),
        refused('estimate-allocation[1].hmPct'),
      ],
      [
        'delete with the case',
        async () =>
          call('PATCH', `cargo-claim/${one['id']}`, {
            rev: await rev(one),
            'estimate-allocation': [{ id: first['id'], ...own, delFlag: 'Y' }],
          }),
        { status: 409, key: 'MSG_claim_0217' },
      ],
    ] as [string, () => Promise<Answer>, Json][]) {
      const answer = await withoutTrace(server, work, expected);
      expect(answer.status, `${path}: ${answer.text}`).toBeGreaterThanOrEqual(400);
    }
    const before = await server.footprint();
    const items = [{ id: first['id'], ...own }];
    const bulk = await call('POST', 'estimate-allocation/bulk/delete', { items });
    expect(bulk.result, bulk.text).toMatchObject([{ ok: false, key: 'MSG_claim_0217' }]);
    const file = new FormData();
    const cells = { ...allocation(one, '5000.00'), ...split, caseId: one['ourRef'] };
    file.append('file', new Blob([`${Object.keys(cells).join()}\n${Object.values(cells).join()}`]), 'rows.csv');
    const imported = await call('POST', 'estimate-allocation/import?dryRun=false', file);
    expect(imported.status, imported.text).toBe(404);
    expect(await server.footprint()).toBe(before);
    expect(await splitsOf(one)).toHaveLength(1);
  });

  test('carries a new split, which applies once it is approved', async () => {
    const one = await reported();
    await made('estimate-allocation', allocation(one, '5000.00'));
    const body = { caseId: one['id'], subject: 'ESTIMATE', estimatedAmtNew: '5000.00' };
    for (const [fields, field, key] of [
      [{ ...SPLIT, piClub: fixture.company, ownerPct: '19' }, 'hmPct', 'MSG_claim_0141'],
      [{ ...SPLIT }, 'piClub', 'MSG_generic_0126'],
      [{ ...SPLIT, piClub: fixture.company, estimatedAmtNew: null }, 'hmPct', 'MSG_claim_0252'],
    ] as const) {
      const { errors } = await withoutTrace(server, () => post('claim-approval', { ...body, ...fields }), {
        status: 400,
      });
      expect(errors.map((error) => [error.field, error.key])).toContainEqual([field, expect.stringMatching(key)]);
    }
    const change = await made('claim-approval', { ...body, piPct: '80', ownerPct: '20', piClub: fixture.company });
    await step('claim-approval', change, 'submit', 'handler');
    expect(await splitsOf(one)).toHaveLength(1);
    await step('claim-approval', change, 'approve', 'division');
    expect((await splitsOf(one))[1]).toMatchObject({
      ttlEstimatedAmt: '5000.00',
      piClub: expect.objectContaining({}),
      piAmt: '4000.00',
      ownerAmt: '1000.00',
      cntrPct: '0',
    });
    await changed(one, '7000.00');
    expect((await splitsOf(one))[2]).toMatchObject({
      ttlEstimatedAmt: '7000.00',
      piAmt: '5600.00',
      ownerAmt: '1400.00',
    });
  });

  test('adds no split to a case that has none', async () => {
    const one = await reported();
    await changed(one, '6000.00');
    expect(await splitsOf(one)).toEqual([]);
    expect(await made('estimate-allocation', allocation(one, '6000.00'))).toMatchObject({ ownerAmt: '6000.00' });
  });

  test('prevents the withdrawal of decisions that were approved before it', async () => {
    const one = await reported();
    await changed(one, '6000.00');
    await changed(one, '7000.00');
    await withoutTrace(server, () => patch(one, '6000.00'), REFUSED('estimatedAmt'));
    await withoutTrace(
      server,
      () => post('estimate-allocation', allocation(one, '6000.00')),
      REFUSED('ttlEstimatedAmt'),
    );
    await changed(one, '6000.00');
  });

  test('names the next possible step in every refusal', async () => {
    const one = await reported();
    const texts = await Promise.all(
      [() => patch(one, '6000.00'), () => post('estimate-allocation', allocation(one, '6000.00'))].map(
        async (work) => (await work()).errors[0]?.message,
      ),
    );
    expect(texts).toEqual(
      Array.from(
        { length: 2 },
        () =>
          'The reserve of a reported case is changed through approval: add a change of the reserve to its decisions and submit it',
      ),
    );
  });
});

describe('charges and results', () => {
  test('are decided by the levels of the amount to be paid; charges concern money, results facts', async () => {
    const one = await accepted();
    await charge(one, '12000.00');
    const charges = await decision(one, { subject: 'CHARGE' });
    expect(charges).toMatchObject({
      claimAmtUsd: '12000.00',
      estimatedAmtNew: '12000.00',
      approveType: 'Case Approval',
    });
    const { errors } = await withoutTrace(
      server,
      () => post('claim-approval', { caseId: one['id'], subject: 'CHARGE', estimatedAmtNew: '11999.99' }),
      { status: 400 },
    );
    expect(errors).toMatchObject([{ field: 'estimatedAmtNew', key: 'MSG_claim_0177' }]);
    await step('claim-approval', charges, 'submit', 'handler');
    expect(await taskOf(charges)).toMatchObject({
      approveType: 'Case Approval',
      amountUsd: '12000.00',
      levels: ['DIVISION', 'DEPARTMENT'],
    });
    for (const level of ['division', 'department']) await step('claim-approval', charges, 'approve', level);
    expect(await caseOf(one)).toMatchObject({ estimatedAmt: '12000.00', approvalFlag: 'N' });
    const result = await decision(one, {
      subject: 'RESULT',
      claimAmtUsd: '9999.99',
      hmReimbursedAmt: '8000.00',
      hmDeductible: '1000.00',
    });
    expect(result).toMatchObject({ approveType: 'Case Confirm' });
    await step('claim-approval', result, 'submit', 'handler');
    expect(await taskOf(result)).toMatchObject({ approveType: 'Case Confirm', levels: ['DIVISION'] });
    await step('claim-approval', result, 'approve', 'division');
  });

  test('precede payments: money is claimed up to the approved amount', async () => {
    const one = await accepted();
    const first = await charge(one, '100.00');
    const flow = async (origTtlAmt: string): Promise<Json> => bankSlip(server, fixture, { origTtlAmt });
    const take = async (line: Json, slip: Json): Promise<Answer> =>
      act(server, 'paid-charge', line['id'], 'claimFunds', { memoId: slip['id'] }, tokens['handler']!);
    const refused = async (line: Json, key: string): Promise<void> => {
      const slip = await flow(String(line['totalAmt']));
      const { errors } = await withoutTrace(server, () => take(line, slip), { status: 409 });
      expect(errors).toMatchObject([{ field: 'totalAmt', key }]);
    };
    const decided = async (): Promise<void> => {
      const charges = await decision(one, { subject: 'CHARGE' });
      await step('claim-approval', charges, 'submit', 'handler');
      await step('claim-approval', charges, 'approve', 'division');
    };
    const rejected = await decision(one, { subject: 'CHARGE' });
    await refused(first, 'MSG_claim_0185');
    await step('claim-approval', rejected, 'submit', 'handler');
    await step('claim-approval', rejected, 'reject', 'division', { operateOpinion: 'no' });
    await refused(first, 'MSG_claim_0185');
    await decided();
    const second = await charge(one, '50.00');
    await refused(first, 'MSG_claim_0186');
    await decided();
    for (const line of [first, second])
      expect((await take(line, await flow(String(line['totalAmt'])))).status).toBe(200);
  });

  test('block changes of the case while they are under approval: charges, funds, steps and other decisions', async () => {
    const one = await accepted();
    const line = await charge(one, '500.00');
    const second = await decision(one, { subject: 'ESTIMATE', estimatedAmtNew: '6000.00' });
    const charges = await decision(one, { subject: 'CHARGE' });
    await step('claim-approval', charges, 'submit', 'handler');
    const { id: memoId } = await bankSlip(server, fixture, { origTtlAmt: '500.00' });
    const { rev } = await server.read('paid-charge', line['id']);
    const closed = { status: 409, key: 'MSG_claim_0125' };
    await withoutTrace(
      server,
      () =>
        server.call('PATCH', `/api/paid-charge/${line['id']}`, {
          body: { rev, totalAmt: '501.00' },
          token: tokens['handler']!,
        }),
      closed,
    );
    await withoutTrace(
      server,
      () => act(server, 'paid-charge', line['id'], 'claimFunds', { memoId }, tokens['handler']!),
      closed,
    );
    await withoutTrace(server, () => post('claim-approval', { caseId: one['id'], subject: 'CHARGE' }), closed);
    await withoutTrace(
      server,
      () => act(server, 'claim-approval', second['id'], 'submit', {}, tokens['handler']!),
      closed,
    );
    for (const action of ['close', 'submit'])
      await withoutTrace(server, () => act(server, 'cargo-claim', one['id'], action, {}, tokens['handler']!), closed);
    await step('claim-approval', charges, 'unsubmit', 'handler');
    expect(await caseOf(one)).toMatchObject({ approvalFlag: 'N' });
    await step('cargo-claim', one, 'submit', 'handler');
  });
});

describe('a user who', () => {
  test('decides can see the case but not change it; other approvers do not see it', async () => {
    const one = await reported();
    const change = await decision(one, { subject: 'ESTIMATE', estimatedAmtNew: '20000.00' });
    const sight = async () =>
      Promise.all(
        ['division', 'department', 'stranger'].flatMap((who) => [
          seen('cargo-claim', one, who),
          seen('claim-approval', change, who),
        ]),
      );
    expect(await sight()).toEqual([404, 404, 404, 404, 404, 404]);
    await step('claim-approval', change, 'submit', 'handler');
    expect(await sight()).toEqual([200, 200, 404, 404, 404, 404]);
    const actions = (await server.call('GET', `/api/claim-approval/${change['id']}`, { token: tokens['division']! }))
      .result['_actions'] as Json[];
    expect(
      actions
        .filter(({ enabled }) => enabled)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['approve', 'reject']);
    const { rev } = await caseOf(one);
    await withoutTrace(
      server,
      () =>
        server.call('PATCH', `/api/cargo-claim/${one['id']}`, {
          body: { rev, remark: 'mine' },
          token: tokens['division']!,
        }),
      { status: 403 },
    );
    await step('claim-approval', change, 'approve', 'division');
    expect(await sight()).toEqual([200, 200, 200, 200, 404, 404]);
    await step('claim-approval', change, 'approve', 'department');
    expect(await sight()).toEqual([200, 200, 200, 200, 404, 404]);
  });

  test('submitted a decision can neither approve nor reject it, and only the submitter can withdraw it', async () => {
    const one = await reported();
    const change = await decision(one, { subject: 'ESTIMATE', estimatedAmtNew: '6000.00' });
    await step('claim-approval', change, 'submit', 'handler');
    for (const action of ['approve', 'reject'])
      await withoutTrace(server, () => act(server, 'claim-approval', change['id'], action, {}, tokens['handler']!), {
        status: 403,
        key: 'MSG_generic_0070',
      });
    await withoutTrace(server, () => act(server, 'claim-approval', change['id'], 'unsubmit'), {
      status: 403,
      key: 'MSG_generic_0071',
    });
    await withoutTrace(server, () => act(server, 'claim-approval', change['id'], 'approve', {}, tokens['leader']!), {
      status: 404,
    });
  });

  test('decided cannot withdraw the submission', async () => {
    const one = await reported();
    const change = await decision(one, { subject: 'ESTIMATE', estimatedAmtNew: '6000.00' });
    await step('claim-approval', change, 'submit', 'handler');
    await step('claim-approval', change, 'approve', 'division');
    const { rev } = await server.read('claim-approval', change['id']);
    for (const action of ['submit', 'unsubmit', 'reject'])
      await withoutTrace(server, () => act(server, 'claim-approval', change['id'], action), { status: 409 });
    await withoutTrace(
      server,
      () => server.call('DELETE', `/api/claim-approval/${change['id']}`, { body: { rev }, token: tokens['handler']! }),
      { status: 409 },
    );
    expect(await caseOf(one)).toMatchObject({ estimatedAmt: '6000.00' });
  });
});

test.each<[string, Json, string]>([
  ['a change without a new estimate', { subject: 'ESTIMATE' }, 'estimatedAmtNew'],
  [
    'charges with a new estimate',
    { subject: 'CHARGE', claimAmtUsd: '1.00', estimatedAmtNew: '6000.00' },
    'estimatedAmtNew',
  ],
  ['charges where there are none', { subject: 'CHARGE' }, 'claimAmtUsd'],
  ['nothing in particular', {}, 'subject'],
  ['a negative estimate', { subject: 'ESTIMATE', estimatedAmtNew: '-1.00' }, 'estimatedAmtNew'],
  ['a type of its own', { subject: 'ESTIMATE', estimatedAmtNew: '1.00', approveType: 'Case Confirm' }, 'approveType'],
  ['a decider of its own', { subject: 'ESTIMATE', estimatedAmtNew: '1.00', leader: 'handler' }, 'leader'],
])('%s is refused at its field', async (_, fields, at) => {
  const one = await reported();
  const { errors } = await withoutTrace(server, () => post('claim-approval', { caseId: one['id'], ...fields }), {
    status: 400,
  });
  expect(errors.map(({ field }) => field)).toEqual([at]);
});

describe('charges under approval', () => {
  const SHORT = { status: 400, errors: [expect.objectContaining({ field: 'claimAmtUsd', key: 'MSG_claim_0175' })] };
  const change = async ({ id }: Json, fields: Json): Promise<Answer> =>
    server.call('PATCH', `/api/claim-approval/${id}`, {
      body: { rev: (await server.read('claim-approval', id))['rev'], ...fields },
      token: tokens['handler']!,
    });

  test('are all charges of the case; their total determines the levels', async () => {
    const one = await accepted();
    await charge(one, '20000.00');
    await withoutTrace(
      server,
      () => post('claim-approval', { caseId: one['id'], subject: 'CHARGE', claimAmtUsd: '19999.99' }),
      SHORT,
    );
    const charges = await decision(one, { subject: 'CHARGE', claimAmtUsd: '20000.01' });
    await withoutTrace(server, () => change(charges, { claimAmtUsd: '19999.99' }), SHORT);
    expect((await change(charges, { claimAmtUsd: '20000.00' })).status).toBe(200);
  });

  test('cannot be submitted with an outdated total', async () => {
    const one = await accepted();
    await charge(one, '9000.00');
    const charges = await decision(one, { subject: 'CHARGE' });
    await charge(one, '1000.00');
    await withoutTrace(
      server,
      () => act(server, 'claim-approval', charges['id'], 'submit', {}, tokens['handler']!),
      SHORT,
    );
    expect((await change(charges, { claimAmtUsd: '10000.00', estimatedAmtNew: '10000.00' })).status).toBe(200);
    await step('claim-approval', charges, 'submit', 'handler');
    expect(await taskOf(charges)).toMatchObject({ amountUsd: '10000.00', levels: ['DIVISION', 'DEPARTMENT'] });
  });
});

test('charges without an amount cannot be submitted, as the amount determines the levels', async () => {
  const one = await accepted();
  await charge(one, '20000.00');
  const charges = await decision(one, { subject: 'CHARGE' });
  const cleared = await server.call('PATCH', `/api/claim-approval/${charges['id']}`, {
    body: { rev: charges['rev'], claimAmtUsd: null },
    token: tokens['handler']!,
  });
  expect(cleared.status, cleared.text).toBe(200);
  await withoutTrace(server, () => act(server, 'claim-approval', charges['id'], 'submit', {}, tokens['handler']!), {
    status: 409,
    key: 'MSG_claim_0174',
  });
});

test('two decisions of one case submitted at the same time are never both under approval', async () => {
  const one = await reported();
  const changes = [
    await decision(one, { subject: 'ESTIMATE', estimatedAmtNew: '6000.00' }),
    await decision(one, { subject: 'ESTIMATE', estimatedAmtNew: '7000.00' }),
  ];
  const answers = await Promise.all(
    changes.map(({ id, rev }) =>
      server.call('POST', `/api/claim-approval/${id}/actions/submit`, { body: { rev }, token: tokens['handler']! }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('all totals agree with their children after all tests', async () => {
  expect(await wrongTotals(server)).toEqual([]);
});
