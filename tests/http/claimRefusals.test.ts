import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cargoBody,
  chargeTypeOf,
  claimedBy,
  claimFixture,
  type ClaimFixture,
  decideLargeOnly,
  settlingCase,
} from './claimRows.ts';
import { act, nextCode } from './rows.ts';
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

describe('a file of', () => {
  const send = (entity: string, rows: readonly Json[]): Promise<Answer> => {
    const headings = Object.keys(rows[0]!);
    const lines = [headings, ...rows.map((row) => headings.map((heading) => row[heading]))];
    const file = new FormData();
    file.append('file', new Blob([lines.map((cells) => cells.join(',')).join('\n')]), 'rows.csv');
    return server.call('POST', `/api/${entity}/import?dryRun=false&acceptWarnings=true`, { body: file });
  };
  const errorsOf = async (entity: string, rows: readonly Json[]): Promise<unknown[]> => {
    const before = await server.footprint();
    const { result, text } = await send(entity, rows);
    expect(result, text).toMatchObject({ created: expect.any(Number) });
    expect(await server.footprint()).toBe(before);
    return result.errors.map(({ row, field, key }: Json) => [row, field, key]);
  };

  /** The rows of a file for a case, by entity. */
  const ROWS: [entity: string, row: (row: Json) => Promise<Json>, change: Json][] = [
    ['paid-charge', async (row) => chargeRow(row), { dueDate: '2026-06-30' }],
    [
      'recovery-charge',
      async ({ ourRef }) => ({
        caseId: ourRef,
        custCde: fixture.company,
        costType: chargeType,
        cur: 'USD',
        total: '80',
        rate: '1',
        billCompany: fixture.company,
      }),
      { recoveryDate: '2026-06-30' },
    ],
    [
      'reimbursement',
      async ({ ourRef }) => ({
        caseId: ourRef,
        billCompany: fixture.company,
        claimDate: '2026-05-01',
        claimCur: 'USD',
        claimAmt: '70.00',
        exchangeRate: '1',
      }),
      { compensationAmt: '60.00' },
    ],
    [
      'claim-invoice',
      async ({ ourRef }) => ({
        caseId: ourRef,
        chargeId: `${ourRef} / ${fixture.company} / ${chargeType} / 100`,
        chargeMode: 'SUPPLIER',
        invoiceType: 'ORDINVOICE',
        invoiceNo: nextCode('INV'),
        invoiceCode: '031001800211',
        checkCode: '12345678',
        invocieCompany: fixture.company,
        invoiceCur: 'USD',
        invoiceTax: '0',
        invoiceTaxAmt: '0',
        invoiceAmount: '100.00',
        costRate: '1',
      }),
      { dueDate: '2026-06-30' },
    ],
  ];
  const chargeRow = ({ ourRef }: Json): Json => ({
    caseId: ourRef,
    suppCde: fixture.company,
    chargeType,
    cur: 'USD',
    totalAmt: '100.00',
    exchangeRate: '1',
    isDeductibleNa: 'Y',
    billCompany: fixture.company,
  });

  test.each(ROWS)(
    '%s creates and updates records, but none of a case that is not open to it',
    async (entity, of, change) => {
      const row = await claim();
      await charge(row);
      const line = { ...(await of(row)), ...(entity === 'paid-charge' && { debitNote: 'DN 1' }) };
      expect((await send(entity, [line])).result).toMatchObject({ created: 1, updated: 0, errors: [] });
      expect((await send(entity, [{ ...line, ...change }])).result).toMatchObject({ created: 0, overwrites: 1 });
      const others = { ...line, ...(entity === 'claim-invoice' && { invoiceNo: nextCode('INV') }) };
      for (const [state, key] of [
        [`"claimStatus" = 'Closed', "recordStatus" = 'Confirm'`, 'MSG_claim_0124'],
        [`"claimStatus" = 'SettlingCharge', "recordStatus" = 'Submit', "approvalFlag" = 'Y'`, 'MSG_claim_0125'],
        [`"claimStatus" = 'Reported', "recordStatus" = 'Draft', "approvalFlag" = 'N'`, 'MSG_claim_0221'],
      ]) {
        await server.pool.query(`update claim set ${state} where id = $1`, [row['id']]);
        for (const sent of [
          { ...line, ...change },
          others,
          { ...others, billCompany: fixture.company, debitNote: 'DN 2' },
        ]) {
          if ('debitNote' in sent && entity !== 'paid-charge') continue;
          expect((await errorsOf(entity, [sent])).map((error) => (error as unknown[])[2])).toContain(key);
        }
      }
    },
  );

  test('cases creates them with numbers of their own, or none if a row has an error at a field', async () => {
    const { claimExecutor, ...body } = cargoBody(fixture);
    const rows = [{ ...body, claimExecutor }, cargoBody(fixture, { casualtyDate: '2999-01-01' })];
    expect(await errorsOf('cargo-claim', rows)).toEqual([[3, 'casualtyDate', 'MSG_claim_0151']]);
    expect((await send('cargo-claim', [rows[0]!])).result).toMatchObject({ created: 1, errors: [] });
    expect(await errorsOf('cargo-claim', [rows[0]!])).toEqual([[2, 'blRefCde', 'MSG_claim_0111']]);
  });

  test('charges or invoices does not choose among charges with the same key', async () => {
    const row = await claim();
    await charge(row);
    await charge(row);
    expect(await errorsOf('paid-charge', [chargeRow(row)])).toEqual(
      ['caseId', 'suppCde', 'chargeType', 'totalAmt', 'debitNote'].map((field) => [2, field, 'MSG_upload_0089']),
    );
    const [, invoiceRow] = ROWS.find(([entity]) => entity === 'claim-invoice')!;
    expect(await errorsOf('claim-invoice', [await invoiceRow(row)])).toContainEqual([2, 'chargeId', 'MSG_upload_0089']);
  });
});

test('Crequired is read as Closed in filters, and never returned', async () => {
  const row = await claim();
  await server.pool.query(`update claim set "claimStatus" = 'Closed' where id = $1`, [row['id']]);
  for (const [type, value, count] of [
    ['equal', 'Crequired', 1],
    ['array', ['Crequired', 'Draft'], 1],
    ['ne', 'Crequired', 0],
    ['equal', 'Draft', 0],
  ])
    for (const entity of ['claim', 'cargo-claim']) {
      const searchCondition = [
        { name: 'ourRef', type: 'equal', value: row['ourRef'] },
        { name: 'claimStatus', type, value },
      ];
      const { result } = await server.call('POST', `/api/${entity}/search`, { body: { searchCondition } });
      expect(result.records.map(({ claimStatus }: Json) => claimStatus)).toEqual(count === 1 ? ['Closed'] : []);
    }
});
