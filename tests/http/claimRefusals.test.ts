import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  act,
  cargoBody,
  chargeTypeOf,
  claimedBy,
  claimFixture,
  type ClaimFixture,
  decideLargeOnly,
  settlingCase,
} from './claimRows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

const UNDER_APPROVAL = 'The case is under approval: nothing can be done with it now';
const CLOSED = 'The case is closed: nothing can be done with it';

let server: TestServer;
let fixture: ClaimFixture;
let chargeType: string;
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO_DATA: 'true', FOUR_EYES: 'false' } });
  fixture = await claimFixture(server);
  await decideLargeOnly(server);
  chargeType = await chargeTypeOf(server);
});
afterAll(() => server.close());

const claim = (fields: Json = {}): Promise<Json> => settlingCase(server, fixture, fields);
const charge = ({ id }: Json): Promise<Json> =>
  server.create('paid-charge', {
    caseId: id,
    chargeType,
    suppCde: fixture.company,
    supplierAccountId: fixture.account,
    cur: 'USD',
    totalAmt: '100.00',
    exchangeRate: '1',
    isDeductibleNa: 'Y',
    billCompany: fixture.company,
  });
const summary = ({ status, key, errors, message }: Answer): unknown[] => [status, key, errors[0]?.message ?? message];
const change = async (entity: string, { id }: Json, method = 'PATCH'): Promise<Answer> =>
  server.call(method, `/api/${entity}/${id}`, {
    body: { rev: (await server.read(entity, id))['rev'], ...(method === 'PATCH' ? { remark: 'changed' } : {}) },
  });
const reasons = async (entity: string, { id }: Json): Promise<Map<string, unknown>> =>
  new Map(((await server.read(entity, id))['_actions'] as Json[]).map(({ name, reason }) => [String(name), reason]));

test('a case under approval refuses operations with the approval as the reason, not with a required state', async () => {
  const row = await server.create('cargo-claim', cargoBody(fixture));
  const settled = await claim();
  const line = await charge(settled);
  for (const { id } of [row, settled]) expect((await act(server, 'cargo-claim', id, 'submit')).status).toBe(200);
  const answers = {
    edit: await change('cargo-claim', row),
    delete: await change('cargo-claim', row, 'DELETE'),
    report: await act(server, 'cargo-claim', row['id'], 'report'),
    submit: await act(server, 'cargo-claim', row['id'], 'submit'),
    accept: await act(server, 'cargo-claim', row['id'], 'accept'),
    unconfirm: await act(server, 'cargo-claim', row['id'], 'unconfirm'),
  };
  const shown = await reasons('cargo-claim', row);
  for (const [name, answer] of Object.entries(answers)) {
    expect(summary(answer), name).toEqual([409, 'MSG_claim_0125', UNDER_APPROVAL]);
    expect(shown.get(name), name).toBe(UNDER_APPROVAL);
  }
  expect(summary(await change('paid-charge', line))).toEqual([409, 'MSG_claim_0125', UNDER_APPROVAL]);
  expect(summary(await change('paid-charge', line, 'DELETE'))).toEqual([409, 'MSG_claim_0125', UNDER_APPROVAL]);
});

test('a decision under approval and a claimed charge show the reason why they cannot be changed', async () => {
  const row = await claim();
  const line = await charge(row);
  await claimedBy(server, fixture, 'paid-charge', line);
  const decision = await server.create('claim-approval', {
    caseId: row['id'],
    subject: 'ESTIMATE',
    estimatedAmtNew: '6000.00',
  });
  expect(summary(await change('paid-charge', line))[1], 'its own state says it').not.toBe('MSG_claim_0125');
  expect((await act(server, 'claim-approval', decision['id'], 'submit')).status).toBe(200);
  for (const [entity, child] of [
    ['claim-approval', decision],
    ['paid-charge', line],
  ] as const) {
    const { id } = child;
    const { rev } = await server.read(entity, id);
    const answer = await server.call('PATCH', `/api/${entity}/${id}`, {
      body: { rev, ...(entity === 'paid-charge' ? { debitNote: 'X' } : { reimburseRemark: 'X' }) },
    });
    expect([answer.status, answer.key], `${entity}: ${answer.text}`).toEqual([409, 'MSG_claim_0125']);
    expect((await reasons(entity, child)).get('edit'), entity).toBe(UNDER_APPROVAL);
  }
  expect(summary(await act(server, 'claim-approval', decision['id'], 'submit'))).toEqual([
    409,
    'MSG_claim_0125',
    UNDER_APPROVAL,
  ]);
  expect((await reasons('claim-approval', decision)).get('unsubmit'), 'its own business').toBeNull();
});

test.each(['Draft', 'Reported'])('a case that is %s has no charges, invoices and receivables', async (claimStatus) => {
  const row = await claim();
  const line = await charge(row);
  await server.pool.query('update claim set "claimStatus" = $2 where id = $1', [row['id'], claimStatus]);
  const refused = { status: 409, errors: [expect.objectContaining({ field: 'claimStatus', key: 'MSG_claim_0221' })] };
  for (const entity of ['paid-charge', 'claim-invoice', 'recovery-charge', 'reimbursement'])
    await withoutTrace(server, () => server.call('POST', `/api/${entity}`, { body: { caseId: row['id'] } }), refused);
  for (const method of ['PATCH', 'DELETE'])
    await withoutTrace(server, () => change('paid-charge', line, method), refused);
  const { rev } = await server.read('cargo-claim', row['id']);
  for (const [language, message] of [
    [
      'en-US',
      'Accept the case first: charges, invoices, recoveries and reimbursements are entered while it settles charges',
    ],
    ['zh-CN', '请先受理案件：案件处于费用结算中时，方可录入费用、发票、追偿和摊回'],
  ] as const) {
    const body = { rev, 'paid-charge': [{ totalAmt: '1.00' }] };
    const answer = await withoutTrace(
      server,
      () => server.call('PATCH', `/api/cargo-claim/${row['id']}`, { body, language }),
      refused,
    );
    expect(answer.message).toBe(message);
  }
});

test('a closed case shows that as the reason', async () => {
  const row = await claim();
  const line = await charge(row);
  await server.pool.query(`update claim set "claimStatus" = 'Closed', "recordStatus" = 'Confirm' where id = $1`, [
    row['id'],
  ]);
  for (const answer of [
    await change('cargo-claim', row),
    await act(server, 'cargo-claim', row['id'], 'submit'),
    await change('paid-charge', line),
  ])
    expect(summary(answer)).toEqual([409, 'MSG_claim_0124', CLOSED]);
});

test('a bank flow of a case under approval names that case', async () => {
  const row = await claim();
  const line = await charge(row);
  const slip = await claimedBy(server, fixture, 'paid-charge', line, ['claim', 'submit']);
  expect((await act(server, 'cargo-claim', row['id'], 'submit')).status).toBe(200);
  const refused = await act(server, 'bank-slip', slip['id'], 'confirm');
  expect([refused.status, refused.key, refused.errors], refused.text).toMatchObject([
    409,
    'MSG_claim_0125',
    [{ field: '', key: 'MSG_claim_0125', message: `Case ${row['ourRef']}: ${UNDER_APPROVAL}` }],
  ]);
  const { rev } = await server.read('bank-slip', slip['id']);
  expect(
    (await server.call('POST', `/api/bank-slip/${slip['id']}/actions/confirm`, { body: { rev }, language: 'zh-CN' }))
      .errors[0]!.message,
  ).toBe(`案件 ${row['ourRef']}：案件审批中，不能操作`);
  expect(
    (await server.call('POST', '/api/bank-slip/bulk/confirm', { body: { items: [{ id: slip['id'], rev }] } })).result,
  ).toMatchObject([{ ok: false, key: 'MSG_claim_0125', message: `Case ${row['ourRef']}: ${UNDER_APPROVAL}` }]);
});
