import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest } from '../longTest.ts';
import { Decimal } from '../../generator/language/decimal.ts';
import {
  agreed,
  bankSlip,
  chargeTypeOf,
  claimedBy,
  claimFixture,
  decideLargeOnly,
  FLOW,
  listYuanRate,
  type ClaimFixture,
  wrongTotals,
  settlingCase,
  voyage,
  chargeBody,
} from './claimRows.ts';
import { act, nextCode } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** Bank flows, their amounts claimed for lines of cases, and their write-off (2§4 Bank flow and write-off statuses). */
let server: TestServer;
let fixture: ClaimFixture;
let chargeType: string;
beforeAll(async () => {
  server = await startTestServer({ allSessions: true });
  fixture = await claimFixture(server);
  await decideLargeOnly(server);
  chargeType = await chargeTypeOf(server);
  await listYuanRate(server);
});
afterAll(() => server.close());

const claim = (): Promise<Json> => settlingCase(server, fixture);
const charge = async (fields: Json = {}, parent?: Json): Promise<Json> =>
  server.create('paid-charge', chargeBody(fixture, { caseId: (parent ?? (await claim()))['id'], chargeType }, fields));
const slip = (fields?: Json): Promise<Json> => bankSlip(server, fixture, fields);
const flow = ({ id }: Json): Promise<Json> => server.read('bank-slip', id);
const take = (line: Json, { id }: Json, allocatedAmt?: string): Promise<Answer> =>
  act(server, 'paid-charge', line['id'], 'claimFunds', {
    memoId: id,
    ...(allocatedAmt === undefined ? {} : { allocatedAmt }),
  });
/** A step of a bank flow; a refusal has its reason. */
const step = (one: Json, action: string): Promise<Answer> =>
  act(server, 'bank-slip', one['id'], action, action === 'refuse' ? { reason: 'wrong case' } : {});
const lineOf = ({ id }: Json): Promise<Json> => server.read('paid-charge', id);
/** Repeats a call to a server that has no free connection. */
const insist = async (work: () => Promise<Answer>): Promise<Answer> => {
  const answer = await work();
  return answer.status === 503 ? insist(work) : answer;
};

describe('a bank flow', () => {
  test('can be claimed up to its amount, and changed and deleted until money is claimed', async () => {
    const one = await slip({ origTtlAmt: '250.00' });
    expect(one).toMatchObject({ status: 'ToBeClaim', claimedAmt: '0.00', openAmount: '250.00', claimCount: 0 });
    const changed = await server.call('PATCH', `/api/bank-slip/${one['id']}`, {
      body: { rev: 1, origTtlAmt: '260.00' },
    });
    expect(changed.result).toMatchObject({ openAmount: '260.00' });
    expect((await server.call('DELETE', `/api/bank-slip/${one['id']}`, { body: { rev: 2 } })).status).toBe(200);
  });

  test('cannot be less than its claimed amount, keeps its type, currency, company and direction, and cannot be deleted', async () => {
    const one = await slip();
    expect((await take(await charge({ totalAmt: '60.00' }), one)).status).toBe(200);
    const { rev } = await flow(one);
    const change = (method: string, fields: Json = {}) =>
      withoutTrace(server, () => server.call(method, `/api/bank-slip/${one['id']}`, { body: { rev, ...fields } }));
    expect((await change('PATCH', { origTtlAmt: '59.99' })).errors.map(({ field }) => field)).toEqual(['origTtlAmt']);
    expect((await change('PATCH', { origCcyCde: 'EUR' })).errors).toContainEqual(
      expect.objectContaining({ field: 'origCcyCde', key: 'MSG_bank_0118' }),
    );
    expect((await change('PATCH', { operationType: 'RECEIPT' })).errors).toContainEqual(
      expect.objectContaining({ field: 'operationType', key: 'MSG_bank_0118' }),
    );
    expect((await change('PATCH', { businessType: 'PREMIUM' })).errors).toEqual([
      expect.objectContaining({ field: 'businessType', key: 'MSG_bank_0118' }),
    ]);
    expect(await change('DELETE')).toMatchObject({ status: 409, key: 'MSG_bank_0118' });
    expect(
      (await server.call('PATCH', `/api/bank-slip/${one['id']}`, { body: { rev, origTtlAmt: '60.00' } })).result,
    ).toMatchObject({ openAmount: '0.00' });
  });

  test.each<[string, Json, string]>([
    ['nothing', { origTtlAmt: '0' }, 'origTtlAmt'],
    ['a day to come', { bankInDte: '2090-01-01' }, 'bankInDte'],
    ['a port of four letters', { portCde: 'CNSH' }, 'portCde'],
    ['an open amount of its own', { openAmount: '5.00' }, 'openAmount'],
  ])('is refused with %s', async (_, wrong, field) => {
    const body = {
      compCde: fixture.company,
      bnkSeqNum: nextCode('BF'),
      bankInDte: '2026-03-02',
      origCcyCde: 'USD',
      origTtlAmt: '100.00',
      businessType: 'CLAIM',
      operationType: 'PAYMENT',
      ...wrong,
    };
    expect(
      (await withoutTrace(server, () => server.call('POST', '/api/bank-slip', { body }), { status: 400 })).errors.map(
        (error) => error.field,
      ),
    ).toEqual([field]);
  });

  test.each<[string, Json, number]>([
    ['in use, of its currency', { ccyCde: 'USD', useFlag: 'Y' }, 201],
    ['in use no more', { ccyCde: 'USD', useFlag: 'N' }, 400],
    ['of another currency', { ccyCde: 'CNY', useFlag: 'Y' }, 400],
  ])('is booked on an account %s: %#', async (_, account, status) => {
    const { id } = await server.create('bank-account', {
      companyCde: fixture.company,
      bnkBrchFullNme: 'Bank of Amber',
      bnkAcctNum: nextCode('6222'),
      ...account,
    });
    const book = (): Promise<Answer> =>
      server.call('POST', '/api/bank-slip', {
        body: {
          compCde: fixture.company,
          bnkSeqNum: nextCode('BF'),
          bankInDte: '2026-03-02',
          origCcyCde: 'USD',
          origTtlAmt: '100.00',
          businessType: 'CLAIM',
          operationType: 'PAYMENT',
          bankAcctNumId: id,
        },
      });
    if (status === 201) expect((await book()).status).toBe(201);
    else
      expect((await withoutTrace(server, book, { status })).errors.map(({ field }) => field)).toEqual([
        'bankAcctNumId',
      ]);
  });

  test('is searched by business type, direction and billing company', async () => {
    const where = (names: string[]) =>
      encodeURIComponent(
        JSON.stringify(
          names.map((name) => ({
            name,
            type: 'equal',
            value: { businessType: 'CLAIM', operationType: 'PAYMENT', compCde: fixture.company }[name],
          })),
        ),
      );
    expect((await server.call('GET', `/api/bank-slip?where=${where(['businessType', 'compCde'])}`)).status).toBe(400);
    expect(
      (await server.call('GET', `/api/bank-slip?where=${where(['businessType', 'operationType', 'compCde'])}`)).status,
    ).toBe(200);
    expect((await server.call('GET', `/api/bank-slip/choices`)).status).toBe(200);
  });

  test('without a claim is not finished, also if it was stored before flows had details', async () => {
    const one = await slip();
    await server.pool.query(
      'update bank_slip set "otherAmt" = null, "apportionedAmt" = null, "detailCount" = null where id = $1',
      [one['id']],
    );
    await withoutTrace(server, () => step(one, 'claim'), { status: 409, key: 'MSG_bank_0112' });
    await withoutTrace(server, () => act(server, 'bank-slip', one['id'], 'share', { by: 'EQUAL' }), {
      status: 409,
      key: 'MSG_bank_0126',
    });
    await server.pool.query(
      'update bank_slip set "otherAmt" = 0, "apportionedAmt" = 0, "detailCount" = 0 where id = $1',
      [one['id']],
    );
  });

  test('takes its steps in order, once its full amount is claimed', async () => {
    const one = await slip({ origTtlAmt: '150.00' });
    await withoutTrace(server, () => step(one, 'claim'), { status: 409, key: 'MSG_bank_0112' });
    await withoutTrace(server, () => step(one, 'submit'), { status: 409, key: 'MSG_bank_0101' });
    await take(await charge(), one);
    expect((await step(one, 'claim')).result).toMatchObject({ status: 'Claim', openAmount: '50.00' });
    await withoutTrace(server, () => step(one, 'submit'), { status: 409, key: 'MSG_bank_0103' });
    await withoutTrace(server, () => act(server, 'bank-slip', one['id'], 'refuse'), {
      status: 400,
      errors: [expect.objectContaining({ field: 'reason', key: 'MSG_generic_0100' })],
    });
    expect((await step(one, 'refuse')).result).toMatchObject({ status: 'ToBeClaim' });
    await take(await charge({ totalAmt: '50.00' }), one);
    for (const [action, status] of [
      ['claim', 'Claim'],
      ['submit', 'ToBeConfirmed'],
      ['confirm', 'NotWriteOff'],
      ['writeOff', 'WrittenOff'],
      ['cancelWriteOff', 'NotWriteOff'],
      ['refuse', 'ToBeConfirmed'],
      ['refuse', 'Claim'],
      ['refuse', 'ToBeClaim'],
    ]) {
      expect((await step(one, action!)).result, action).toMatchObject({ status });
    }
  });
});

test('a bank flow is neither confirmed nor written off by its submitter, unless the setting permits it', async () => {
  const [one, line] = [await slip(), await charge()];
  await take(line, one);
  for (const action of ['claim', 'submit']) expect((await step(one, action)).status).toBe(200);
  for (const action of ['confirm', 'writeOff']) {
    await withoutTrace(server, () => act(server, 'bank-slip', one['id'], action, {}, server.token), {
      status: 403,
      key: 'MSG_generic_0079',
    });
    expect((await flow(one))['_actions']).toContainEqual({
      name: action,
      enabled: false,
      reason: 'You submitted this yourself: somebody else has to take this step',
    });
    expect((await step(one, action)).status).toBe(200);
  }
  const { url, stop } = await server.startAnother({ FOUR_EYES: 'false' });
  for (const action of ['cancelWriteOff', 'writeOff']) {
    const { rev } = await flow(one);
    expect(
      (await server.call('POST', `/api/bank-slip/${one['id']}/actions/${action}`, { body: { rev }, url })).status,
    ).toBe(200);
  }
  await stop();
});

describe('a fund claim', () => {
  test('is limited by the remainder of its flow and line, and refers to its flow', async () => {
    const [one, line] = [
      await slip({ payerNme: 'Gulf Surveyors', payerBank: 'Bank of Amber', payerBnkAcctNum: '62220001' }),
      await charge({ totalAmt: '160.00' }),
    ];
    const answer = await take(line, one);
    expect(answer.result).toMatchObject({ claimedAmt: '100.00', chargeStatus: 'ToBeClaim' });
    const { ourRef } = await server.read('claim', String(line['caseId']));
    expect(answer.message).toBe(`100.00 USD of the bank flow ${one['bnkSeqNum']} is allocated to ${ourRef}`);
    expect(await flow(one)).toMatchObject({
      openAmount: '0.00',
      claimedAmt: '100.00',
      claimCount: 1,
      'fund-claim': [
        {
          caseId: line['caseId'],
          paidChargeId: line['id'],
          allocatedAmt: '100.00',
          amount: '100.00',
          currency: 'USD',
          bnkSeqNum: one['bnkSeqNum'],
          payerNme: 'Gulf Surveyors',
          payerBank: 'Bank of Amber',
          payerBnkAcctNum: '62220001',
          reversedFlag: 'N',
        },
      ],
    });
    const rest = await slip();
    expect((await take(line, rest)).result).toMatchObject({ claimedAmt: '160.00', chargeStatus: 'ToBeConfirmed' });
    expect(await flow(rest)).toMatchObject({ openAmount: '40.00' });
  });

  test.each<[string, Json, Json, string | undefined, string, string]>([
    ['more than the flow has', {}, { totalAmt: '200.00' }, '100.01', 'allocatedAmt', 'MSG_bank_0113'],
    ['more than the line needs', { origTtlAmt: '500.00' }, {}, '100.01', 'allocatedAmt', 'MSG_bank_0114'],
    ['nothing', {}, {}, '0', 'allocatedAmt', 'MSG_generic_0112'],
    ['a flow in another currency', { origCcyCde: 'EUR' }, {}, undefined, 'memoId', 'MSG_bank_0115'],
    ['a receipt for a charge', { operationType: 'RECEIPT' }, {}, undefined, 'memoId', 'MSG_generic_0129'],
    ['premium for a charge', { businessType: 'PREMIUM' }, {}, undefined, 'memoId', 'MSG_generic_0129'],
  ])('is refused: %s', async (_, of, lineFields, amount, field, key) => {
    const [one, line] = [await slip(of), await charge(lineFields)];
    expect((await withoutTrace(server, () => take(line, one, amount), { status: 400 })).errors).toMatchObject([
      { field, key },
    ]);
  });

  test('is refused for a flow of another billing company, a missing one, and a fully claimed one', async () => {
    const line = await charge();
    const other = await slip({ compCde: (await claimFixture(server)).company });
    expect((await withoutTrace(server, () => take(line, other), { status: 400 })).errors).toMatchObject([
      { field: 'memoId', key: 'MSG_bank_0116' },
    ]);
    expect((await withoutTrace(server, () => take(line, { id: '999999' }), { status: 400 })).errors).toMatchObject([
      { field: 'memoId' },
    ]);
    const done = await slip({ origTtlAmt: '300.00' });
    await take(await charge(), done);
    await step(done, 'claim');
    expect((await withoutTrace(server, () => take(line, done))).errors).toMatchObject([{ field: 'memoId' }]);
  });

  test('cannot be created, changed or deleted directly', async () => {
    const one = await slip();
    await take(await charge(), one);
    const [{ id, ...row }] = (await flow(one))['fund-claim'];
    await withoutTrace(
      server,
      () =>
        server.call('POST', '/api/fund-claim', {
          body: { memoId: one['id'], caseId: row['caseId'], allocatedAmt: '1.00' },
        }),
      { status: 403 },
    );
    await withoutTrace(
      server,
      () => server.call('PATCH', `/api/fund-claim/${id}`, { body: { rev: 1, allocatedAmt: '1.00' } }),
      { status: 403 },
    );
    await withoutTrace(server, () => server.call('DELETE', `/api/fund-claim/${id}`, { body: { rev: 1 } }), {
      status: 403,
    });
  });

  test('of a partial amount prevents changes of amount, currency, company and supplier of the charge until it is reversed', async () => {
    const other = (await claimFixture(server)).company;
    const line = await charge();
    const one = await slip({ origTtlAmt: '60.00' });
    expect((await take(line, one)).status).toBe(200);
    const change = async (body: Json): Promise<Answer> =>
      server.call('PATCH', `/api/paid-charge/${line['id']}`, { body: { rev: (await lineOf(line))['rev'], ...body } });
    for (const wrong of [
      { totalAmt: '60.00' },
      { totalAmt: '110.00' },
      { billCompany: other, acceptWarnings: true },
      { cur: 'CNY', exchangeRate: '0.125' },
      { suppCde: other },
    ] as Json[]) {
      const refused = await withoutTrace(server, () => change(wrong), { status: 400, key: 'MSG_bank_0119' });
      expect(refused.errors, JSON.stringify(wrong)).toMatchObject([
        { field: Object.keys(wrong)[0], key: 'MSG_bank_0119' },
      ]);
      expect(refused.errors[0]!.message).toContain('Reverse the allocations first');
    }
    expect((await change({ debitNote: 'D1' })).status).toBe(200);
    await withoutTrace(
      server,
      async () =>
        server.call('DELETE', `/api/paid-charge/${line['id']}`, { body: { rev: (await lineOf(line))['rev'] } }),
      { status: 409, key: 'MSG_bank_0120' },
    );
    const [{ id }] = (await flow(one))['fund-claim'];
    const { errors } = await withoutTrace(server, () => act(server, 'fund-claim', id, 'reverse'), { status: 400 });
    expect(errors).toMatchObject([{ field: 'remark' }]);
    const { ourRef } = await server.read('claim', String(line['caseId']));
    expect(await act(server, 'fund-claim', id, 'reverse', { remark: 'wrong case' })).toMatchObject({
      status: 200,
      message: `Reversed: 60.00 USD of the bank flow ${one['bnkSeqNum']} is no longer allocated to ${ourRef}`,
    });
    expect((await change({ totalAmt: '60.00' })).status).toBe(200);
  });

  test('is refused if the case is closed or under approval', async () => {
    const parent = await claim();
    const line = await charge({}, parent);
    const one = await slip();
    await server.pool.query('update claim set "approvalFlag" = \'Y\' where id = $1', [parent['id']]);
    await withoutTrace(server, () => take(line, one), { status: 409, key: 'MSG_claim_0125' });
    await server.pool.query('update claim set "approvalFlag" = \'N\' where id = $1', [parent['id']]);
  });
});

describe('details of a flow', () => {
  /** A case with a voyage of its own, and a detail of a flow for it. */
  const caseAtSea = async (): Promise<Json> => {
    const { svcLoopCde, vslCde, voyNum, dirBound } = await voyage(server);
    return settlingCase(server, fixture, { svcLoopCde, vslCde, voyNum, dirBound });
  };
  const detailOf = ({ ourRef }: Json, fields: Json = {}): Json => ({
    caseNo: ourRef,
    portCde: 'SHA',
    suppCde: fixture.company,
    amount: '60.00',
    ...fields,
  });
  /** The case number of somebody else. */
  const foreign = (of: Json, fields: Json = {}): Json => ({
    ...of,
    svvd: 'AEU1HLD001E',
    blRefCde: 'BL-OTHER',
    billCompany: fixture.company,
    casualtyDate: '2026-03-01',
    ...fields,
  });
  const apportioned = (details: Json[], fields: Json = {}): Promise<Json> =>
    slip({ 'bank-slip-detail': details, ...fields });

  test('take what their case has, and need the rest', async () => {
    const parent = await caseAtSea();
    const one = await apportioned([detailOf(parent)]);
    expect(one).toMatchObject({ apportionedAmt: '60.00', otherAmt: '0.00', detailCount: 1 });
    const { blRefCde, svvd, vslCde, voyNum, dirBound, casualtyDate, billCompany } = parent;
    expect(one['bank-slip-detail']).toMatchObject([
      { caseId: parent['id'], blRefCde, svvd, vslCde, voyNum, dirBound, casualtyDate, billCompany, claimedAmt: '0.00' },
    ]);
    const bare = { caseNo: 'X-1', amount: '10.00' };
    const refused = await withoutTrace(
      server,
      () =>
        server.call('PATCH', `/api/bank-slip/${one['id']}`, { body: { rev: one['rev'], 'bank-slip-detail': [bare] } }),
      { status: 400 },
    );
    expect(refused.errors.map(({ field }) => field.replace('bank-slip-detail[0].', '')).sort()).toEqual(
      [
        'svvd',
        'portCde',
        'blRefCde',
        'suppCde',
        'billCompany',
        'svcLoopCde',
        'vslCde',
        'voyNum',
        'dirBound',
        'casualtyDate',
      ].sort(),
    );
  });

  test('total the flow before it is claimed, and never more', async () => {
    const parent = await caseAtSea();
    const one = await apportioned([detailOf(parent)]);
    const add = async (amount: string): Promise<Answer> => {
      const { rev } = await flow(one);
      const body = { rev, 'bank-slip-detail': [detailOf(parent, { amount })] };
      return server.call('PATCH', `/api/bank-slip/${one['id']}`, { body });
    };
    expect((await withoutTrace(server, () => add('40.01'), { status: 400 })).errors).toMatchObject([
      { field: 'bank-slip-detail', key: 'MSG_bank_0124' },
      { field: 'origTtlAmt', key: 'MSG_bank_0124' },
    ]);
    expect((await take(await charge({ totalAmt: '60.00' }, parent), one)).status).toBe(200);
    await withoutTrace(server, () => step(one, 'claim'), { status: 409, key: 'MSG_bank_0103' });
    expect((await add('40.00')).status).toBe(200);
    expect((await step(one, 'claim')).status).toBe(200);
    // the second detail concerns a case of ours and is not claimed yet
    await withoutTrace(server, () => step(one, 'submit'), { status: 409, key: 'MSG_bank_0135' });
  });

  test('limit what is claimed for their case; a reversal frees them', async () => {
    const [parent, other] = [await caseAtSea(), await caseAtSea()];
    const one = await apportioned([detailOf(parent), detailOf(other, { amount: '40.00' })]);
    const [line, own] = [await charge({}, parent), one['bank-slip-detail'][0].id];
    expect((await withoutTrace(server, () => take(line, one, '60.01'), { status: 400 })).errors).toMatchObject([
      { field: 'allocatedAmt', key: 'MSG_bank_0128' },
    ]);
    const against = (detailId: unknown): Promise<Answer> =>
      act(server, 'paid-charge', line['id'], 'claimFunds', { memoId: one['id'], detailId });
    const wrong = await withoutTrace(server, () => against(one['bank-slip-detail'][1].id), { status: 400 });
    expect(wrong.errors).toMatchObject([{ field: 'detailId', key: 'MSG_bank_0129' }]);
    expect((await against(own)).result).toMatchObject({ claimedAmt: '60.00' });
    const claimed = await flow(one);
    expect(claimed['bank-slip-detail']).toMatchObject([{ claimedAmt: '60.00' }, { claimedAmt: '0.00' }]);
    expect(claimed['fund-claim']).toMatchObject([{ detailId: own, allocatedAmt: '60.00' }]);
    const remove = {
      rev: claimed['rev'],
      'bank-slip-detail': [{ id: own, rev: claimed['bank-slip-detail'][0].rev, delFlag: 'Y' }],
    };
    await withoutTrace(server, () => server.call('PATCH', `/api/bank-slip/${one['id']}`, { body: remove }), {
      status: 409,
      key: 'MSG_bank_0123',
    });
    const [{ rev }] = claimed['bank-slip-detail'];
    const moved = () =>
      server.call('PATCH', `/api/bank-slip-detail/${own}`, { body: { rev, caseNo: other['ourRef'] } });
    expect((await withoutTrace(server, moved, { status: 400 })).errors).toContainEqual(
      expect.objectContaining({ field: 'caseNo', key: 'MSG_bank_0123' }),
    );
    const [{ id }] = claimed['fund-claim'];
    expect((await act(server, 'fund-claim', id, 'reverse', { remark: 'wrong case' })).status).toBe(200);
    expect((await flow(one))['bank-slip-detail']).toMatchObject([{ claimedAmt: '0.00' }, { claimedAmt: '0.00' }]);
  });

  test('that are used up, or of other cases, are not bypassed by a claim without one', async () => {
    const [parent, other] = [await caseAtSea(), await caseAtSea()];
    const one = await apportioned([detailOf(parent)]);
    const [used, { id: detailId }] = [await charge({ totalAmt: '60.00' }, parent), one['bank-slip-detail'][0]];
    expect((await take(used, one)).status).toBe(200);
    const line = await charge({ totalAmt: '30.00' }, parent);
    for (const input of [{}, { allocatedAmt: '0.01' }]) {
      const against = () =>
        act(server, 'paid-charge', line['id'], 'claimFunds', { memoId: one['id'], detailId, ...input });
      expect((await withoutTrace(server, against, { status: 400 })).errors).toMatchObject([
        { field: 'allocatedAmt', key: 'MSG_bank_0128', params: { left: '0.00' } },
      ]);
    }
    for (const [of, next] of [
      [parent, line],
      [other, await charge({ totalAmt: '30.00' }, other)],
    ] as const) {
      for (const amount of [undefined, '30.00'])
        expect((await withoutTrace(server, () => take(next, one, amount), { status: 400 })).errors).toMatchObject([
          { field: 'portCde', key: 'MSG_bank_0131' },
        ]);
      const withPort = await act(server, 'paid-charge', next['id'], 'claimFunds', {
        memoId: one['id'],
        portCde: 'SHA',
        allocatedAmt: '20.00',
      });
      expect(withPort.result, withPort.text).toMatchObject({ caseId: of['id'], claimedAmt: '20.00' });
    }
    expect((await flow(one))['bank-slip-detail']).toHaveLength(3);
  });

  test('have the currency of their flow, also after it is changed', async () => {
    const one = await apportioned([detailOf(await caseAtSea())]);
    const body = { rev: one['rev'], origCcyCde: 'EUR' };
    expect((await server.call('PATCH', `/api/bank-slip/${one['id']}`, { body })).status).toBe(200);
    expect((await flow(one))['bank-slip-detail']).toMatchObject([{ currency: 'EUR' }]);
  });

  test('are made from the case by a claim that names the port, if the case has the rest', async () => {
    const parent = await caseAtSea();
    const claimAt = (line: Json, one: Json): Promise<Answer> =>
      act(server, 'paid-charge', line['id'], 'claimFunds', { memoId: one['id'], portCde: 'SHA' });
    const one = await slip();
    expect((await claimAt(await charge({}, parent), one)).status).toBe(200);
    expect((await flow(one))['bank-slip-detail']).toMatchObject([
      { caseNo: parent['ourRef'], portCde: 'SHA', amount: '100.00', claimedAmt: '100.00' },
    ]);
    const [bare, another] = [await charge(), await slip()];
    const lacking = await withoutTrace(server, () => claimAt(bare, another), { status: 400 });
    expect(lacking.errors.map(({ field }) => field)).toEqual(expect.arrayContaining(['vslCde', 'voyNum']));
  });

  test('of other business need no claim, so a mixed flow moves on', async () => {
    const parent = await caseAtSea();
    const { svcLoopCde, vslCde, voyNum, dirBound } = parent;
    const other = foreign(detailOf({ ourRef: 'NOT-OURS-1' }, { amount: '40.00' }), {
      svcLoopCde,
      vslCde,
      voyNum,
      dirBound,
    });
    const one = await apportioned([detailOf(parent), other]);
    expect(one).toMatchObject({ otherAmt: '40.00', apportionedAmt: '100.00' });
    const line = await charge({ totalAmt: '60.00' }, parent);
    expect((await take(line, one)).status).toBe(200);
    for (const action of FLOW) expect((await step(one, action)).status, action).toBe(200);
    expect(await lineOf(line)).toMatchObject({ chargeStatus: 'WrittenOff' });
    expect(await flow(one)).toMatchObject({ status: 'WrittenOff', openAmount: '40.00' });
  });

  test('leave the rest of the flow to claims without one', async () => {
    const parent = await caseAtSea();
    const { svcLoopCde, vslCde, voyNum, dirBound } = parent;
    const other = foreign(detailOf({ ourRef: 'NOT-OURS-2' }), { svcLoopCde, vslCde, voyNum, dirBound });
    const one = await apportioned([other]);
    const line = await charge({}, parent);
    const against = (input: Json = {}): Promise<Answer> =>
      act(server, 'paid-charge', line['id'], 'claimFunds', { memoId: one['id'], portCde: 'SHA', ...input });
    const tooMuch = () => against({ allocatedAmt: '40.01' });
    expect((await withoutTrace(server, tooMuch, { status: 400 })).errors).toMatchObject([
      { field: 'allocatedAmt', key: 'MSG_bank_0113', params: { left: '40.00' } },
    ]);
    const answer = await against();
    expect(answer.result, answer.text).toMatchObject({ claimedAmt: '40.00' });
    expect(await flow(one)).toMatchObject({ openAmount: '60.00', otherAmt: '60.00', apportionedAmt: '100.00' });
    const again = () => against();
    expect((await withoutTrace(server, again, { status: 400 })).errors).toMatchObject([
      { field: 'allocatedAmt', key: 'MSG_bank_0113', params: { left: '0.00' } },
    ]);
  });

  test('are not shared by claim amount if no case of them has one', async () => {
    const one = await apportioned([detailOf(await caseAtSea(), { amount: '10.00' })]);
    const share = () => act(server, 'bank-slip', one['id'], 'share', { by: 'CLAIM' });
    expect((await withoutTrace(server, share, { status: 409 })).errors).toMatchObject([
      { field: 'by', key: 'MSG_bank_0130' },
    ]);
  });

  test.each<[string, string, string[], string]>([
    ['equally', 'EQUAL', ['23.34', '43.33', '33.33'], '69.99 USD is shared. Details with a share: 3'],
    ['by claim amount', 'CLAIM', ['60.00', '20.00', '20.00'], '50.00 USD is shared. Details with a share: 1'],
  ])('share the rest of the flow %s', async (_, by, amounts, message) => {
    const cases = [await caseAtSea(), await caseAtSea(), await caseAtSea()];
    for (const [index, amount] of ['20.00', '40.00', '40.00'].entries())
      await server.pool.query('update claim set "claimAmt" = $1 where id = $2', [
        by === 'CLAIM' && index > 0 ? '0' : amount,
        cases[index]!['id'],
      ]);
    const first = by === 'EQUAL' ? ['0.01', '20.00', '10.00'] : ['10.00', '20.00', '20.00'];
    const one = await apportioned(cases.map((parent, index) => detailOf(parent, { amount: first[index] })));
    expect(await act(server, 'bank-slip', one['id'], 'share', { by })).toMatchObject({ status: 200, message });
    const after = await flow(one);
    expect(after).toMatchObject({ apportionedAmt: '100.00' });
    expect(after['bank-slip-detail'].map(({ amount }: Json) => amount)).toEqual(amounts);
    await withoutTrace(server, () => act(server, 'bank-slip', one['id'], 'share', { by }), {
      status: 409,
      key: 'MSG_bank_0126',
    });
  });
});

describe('a reversal', () => {
  test('returns the claimed amount to flow and line, and deletes nothing', async () => {
    const [one, line] = [await slip(), await charge()];
    await take(line, one);
    const [{ id }] = (await flow(one))['fund-claim'];
    expect((await act(server, 'fund-claim', id, 'reverse', { remark: 'wrong case' })).result).toMatchObject({
      reversedFlag: 'Y',
      allocatedAmt: '100.00',
    });
    expect(await flow(one)).toMatchObject({
      openAmount: '100.00',
      claimedAmt: '0.00',
      claimCount: 2,
      'fund-claim': [
        { allocatedAmt: '100.00', reversedFlag: 'Y' },
        { allocatedAmt: '-100.00', reversalOf: id, remark: 'wrong case' },
      ],
    });
    expect(await lineOf(line)).toMatchObject({ claimedAmt: '0.00', chargeStatus: 'ToBeClaim' });
    const [, { id: reversal }] = (await flow(one))['fund-claim'];
    for (const claimId of [id, reversal])
      await withoutTrace(server, () => act(server, 'fund-claim', claimId, 'reverse', { remark: 'wrong case' }), {
        status: 409,
      });
    await withoutTrace(
      server,
      async () => server.call('DELETE', `/api/bank-slip/${one['id']}`, { body: { rev: (await flow(one))['rev'] } }),
      { status: 409, key: 'MSG_bank_0118' },
    );
    const { rev } = await flow(one);
    const retyped = await server.call('PATCH', `/api/bank-slip/${one['id']}`, {
      body: { rev, businessType: 'PREMIUM' },
    });
    expect(retyped.status, retyped.text).toBe(200);
    const back = { rev: rev + 1, businessType: 'CLAIM' };
    expect((await server.call('PATCH', `/api/bank-slip/${one['id']}`, { body: back })).status).toBe(200);
    expect((await take(line, one)).result).toMatchObject({ chargeStatus: 'ToBeConfirmed' });
  });

  test.each([
    [
      'paid-charge',
      'PAYMENT',
      'paidChargeId',
      { suppCde: true, supplierAccountId: true, totalAmt: '100.00', chargeType: true, cur: 'USD', isDeductibleNa: 'Y' },
    ],
    ['recovery-charge', 'RECEIPT', 'recoveryId', { custCde: true, costType: true, total: '100.00', cur: 'USD' }],
    [
      'reimbursement',
      'RECEIPT',
      'reimbursementId',
      { claimCur: 'USD', claimAmt: '100.00', compensationAmt: '100.00', claimDate: '2026-03-02' },
    ],
  ])(
    'permits deleting an invalid %s, and its lines still show their purpose',
    async (entity, operationType, by, fields) => {
      const parent = await claim();
      await charge({ isReimburse: 'Y', isRecovery: 'Y', custCde: [fixture.company] }, parent);
      const filled = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          value === true
            ? name.endsWith('Type')
              ? chargeType
              : name === 'supplierAccountId'
                ? fixture.account
                : fixture.company
            : value,
        ]),
      );
      const line = await server.create(entity, { caseId: parent['id'], ...filled });
      if (entity !== 'paid-charge') await agreed(server, entity, line);
      const one = await slip({ operationType });
      expect((await act(server, entity, line['id'], 'claimFunds', { memoId: one['id'] })).status).toBe(200);
      const remove = async () =>
        server.call('DELETE', `/api/${entity}/${line['id']}`, {
          body: { rev: (await server.read(entity, line['id']))['rev'] },
        });
      await withoutTrace(server, remove, { status: 409 });
      const [{ id }] = (await flow(one))['fund-claim'];
      expect((await act(server, 'fund-claim', id, 'reverse', { remark: 'wrong case' })).status).toBe(200);
      expect(await server.read(entity, line['id'])).toMatchObject({ claimedAmt: '0.00', _actions: expect.any(Array) });
      if (entity !== 'paid-charge')
        for (const reason of ['wrong amount', 'wrong payer'])
          expect((await act(server, entity, line['id'], 'refuse', { reason })).status).toBe(200);
      expect((await remove()).status).toBe(200);
      const after = await flow(one);
      expect(after['fund-claim']).toMatchObject([
        { [by]: line['id'], allocatedAmt: '100.00' },
        { [by]: line['id'], allocatedAmt: '-100.00' },
      ]);
      // the picker of a reference that keeps a deleted row requests its title this way
      const where = JSON.stringify([
        { name: 'id', type: 'array', value: [line['id']] },
        { name: 'delFlag', type: 'array', value: ['N', 'Y'] },
      ]);
      const { result } = await server.call('GET', `/api/${entity}/choices?where=${encodeURIComponent(where)}`);
      expect(result.records).toMatchObject([{ id: line['id'], delFlag: 'Y' }]);
      // the flow continues with other lines
      expect(after).toMatchObject({ openAmount: '100.00', status: 'ToBeClaim' });
    },
  );

  test('if a charge is claimed and deleted at the same time, only one of both succeeds', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const [one, line] = [await slip(), await charge()];
      const { rev } = await lineOf(line);
      const answers = await Promise.all([
        insist(() => server.call('DELETE', `/api/paid-charge/${line['id']}`, { body: { rev } })),
        insist(() =>
          server.call('POST', `/api/paid-charge/${line['id']}/actions/claimFunds`, {
            body: { rev, memoId: one['id'] },
          }),
        ),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await flow(one)).toMatchObject({ claimCount: answers[1]!.status === 200 ? 1 : 0 });
    }
  });

  test('is refused once the flow is submitted, and possible again after the submission is withdrawn', async () => {
    const line = await charge();
    const one = await claimedBy(server, fixture, 'paid-charge', line, FLOW);
    const [{ id }] = one['fund-claim'];
    await withoutTrace(server, () => act(server, 'fund-claim', id, 'reverse', { remark: 'wrong case' }), {
      status: 409,
    });
    for (const back of ['cancelWriteOff', 'refuse', 'refuse', 'refuse'])
      expect((await step(one, back)).status, back).toBe(200);
    expect(await lineOf(line)).toMatchObject({ chargeStatus: 'ToBeConfirmed', writtenOffDate: null });
    expect((await act(server, 'fund-claim', id, 'reverse', { remark: 'wrong case' })).status).toBe(200);
    expect(await lineOf(line)).toMatchObject({ chargeStatus: 'ToBeClaim' });
  });
});

describe.each([
  ['recovery-charge', 'chargeStatus', { total: '100.00', cur: 'USD' }],
  ['reimbursement', 'claimStatus', { claimAmt: '100.00', claimCur: 'USD', claimDate: '2026-03-02' }],
])('a %s', (entity, state, fields) => {
  test('is claimed, confirmed with the agreed amount, received and written off; refusals go one step back', async () => {
    const parent = await claim();
    await charge({ isReimburse: 'Y', isRecovery: 'Y', custCde: [fixture.company] }, parent);
    const { id } = await server.create(entity, {
      caseId: parent['id'],
      ...fields,
      ...(entity === 'recovery-charge' ? { custCde: fixture.company, costType: chargeType } : {}),
    });
    const one = await slip({ origTtlAmt: '60.00', operationType: 'RECEIPT' });
    const run = (action: string, input: Json = {}): Promise<Answer> => act(server, entity, id, action, input);
    const refused = async (action: string, input: Json, answer: Json): Promise<void> => {
      expect(await withoutTrace(server, () => run(action, input)), action).toMatchObject(answer);
    };
    const becomes = async (answer: Answer, expected: string): Promise<void> => {
      expect(answer.result, answer.text).toMatchObject({ [state]: expected });
    };
    await refused('claimFunds', { memoId: one['id'] }, { status: 409 });
    await becomes(await run('claim'), 'ToBeConfirmed');
    await refused('claimFunds', { memoId: one['id'] }, { status: 409 });
    await refused('reimburseConfirm', {}, { status: 400, errors: [{ field: 'compensationAmt' }] });
    await refused(
      'reimburseConfirm',
      { compensationAmt: '100.01' },
      { status: 400, errors: [{ field: 'compensationAmt' }] },
    );
    await becomes(await run('reimburseConfirm', { compensationAmt: '70.00' }), 'NotWriteOff');
    await refused('refuse', {}, { status: 400, errors: [{ field: 'reason' }] });
    for (const to of ['ToBeConfirmed', 'ToBeClaim']) await becomes(await run('refuse', { reason: 'too much' }), to);
    await becomes(await run('claim'), 'ToBeConfirmed');
    await becomes(await run('reimburseConfirm', { compensationAmt: '60.00' }), 'NotWriteOff');
    await becomes(await run('claimFunds', { memoId: one['id'] }), 'NotWriteOff');
    expect(await server.read(entity, id)).toMatchObject({ claimedAmt: '60.00', usdAmt: '60.00' });
    await refused('refuse', { reason: 'late' }, { status: 409, key: 'MSG_bank_0120' });
    for (const action of FLOW) expect((await step(one, action)).status).toBe(200);
    expect(await server.read(entity, id)).toMatchObject({ [state]: 'WrittenOff', writtenOffDate: expect.any(String) });
    expect((await step(one, 'cancelWriteOff')).status).toBe(200);
    expect(await server.read(entity, id)).toMatchObject({ [state]: 'NotWriteOff', writtenOffDate: null });
    expect((await step(one, 'writeOff')).status).toBe(200);
    expect(await server.read(entity, id)).toMatchObject({ [state]: 'WrittenOff' });
  });
});

describe('a line', () => {
  test('has the status of its least advanced flow', async () => {
    const line = await charge();
    const [first, second] = [await slip({ origTtlAmt: '70.00' }), await slip({ origTtlAmt: '30.00' })];
    for (const one of [first, second]) await take(line, one);
    for (const action of FLOW) expect((await step(first, action)).status).toBe(200);
    expect(await lineOf(line)).toMatchObject({ chargeStatus: 'ToBeConfirmed' });
    for (const [action, state] of [
      ['claim', 'ToBeConfirmed'],
      ['submit', 'ToBeConfirmed'],
      ['confirm', 'NotWriteOff'],
      ['writeOff', 'WrittenOff'],
    ]) {
      await step(second, action!);
      expect(await lineOf(line), action).toMatchObject({ chargeStatus: state });
    }
    await step(first, 'cancelWriteOff');
    expect(await lineOf(line)).toMatchObject({ chargeStatus: 'NotWriteOff', writtenOffDate: null });
  });

  test('stays claimed in full while one of its flows is written off', async () => {
    const line = await charge();
    const [first, second] = [await slip({ origTtlAmt: '70.00' }), await slip({ origTtlAmt: '30.00' })];
    for (const one of [first, second]) await take(line, one);
    for (const action of FLOW) expect((await step(first, action)).status).toBe(200);
    const [{ id }] = (await flow(second))['fund-claim'];
    const reverse = () => act(server, 'fund-claim', id, 'reverse', { remark: 'wrong case' });
    const refused = await withoutTrace(server, reverse, { status: 409, key: 'MSG_bank_0132' });
    expect(refused.message).toContain(String(first['bnkSeqNum']));
    expect((await step(first, 'cancelWriteOff')).status).toBe(200);
    expect((await reverse()).status).toBe(200);
    expect(await lineOf(line)).toMatchObject({ chargeStatus: 'ToBeClaim', claimedAmt: '70.00' });
    await withoutTrace(server, () => step(first, 'writeOff'), { status: 409, key: 'MSG_bank_0117' });
  });

  test('that is partially claimed prevents the write-off of its flow', async () => {
    const [one, line] = [await slip({ origTtlAmt: '60.00' }), await charge()];
    await take(line, one);
    for (const action of ['claim', 'submit', 'confirm']) expect((await step(one, action)).status).toBe(200);
    await withoutTrace(server, () => step(one, 'writeOff'), { status: 409, key: 'MSG_bank_0117' });
    await take(line, await slip({ origTtlAmt: '40.00' }));
    expect((await step(one, 'writeOff')).status).toBe(200);
  });

  test('of a closed case and its flow stay written off', async () => {
    const parent = await claim();
    const one = await claimedBy(server, fixture, 'paid-charge', await charge({}, parent), FLOW);
    expect((await act(server, 'cargo-claim', parent['id'], 'close')).status).toBe(200);
    await withoutTrace(server, () => step(one, 'cancelWriteOff'), { status: 409, key: 'MSG_claim_0124' });
  });
});

describe('fifty simultaneous clerks', () => {
  test('claim no more than the amount of one flow', async () => {
    const one = await slip({ origTtlAmt: '1000.00' });
    const parents = await Promise.all(Array.from({ length: 10 }, () => claim()));
    const lines = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        insist(() =>
          server.call('POST', '/api/paid-charge', {
            body: {
              caseId: parents[index % 10]!['id'],
              suppCde: fixture.company,
              supplierAccountId: fixture.account,
              chargeType,
              cur: 'USD',
              totalAmt: '33.00',
              isDeductibleNa: 'Y',
            },
          }),
        ).then(({ result }) => result),
      ),
    );
    const answers = await Promise.all(lines.map((line) => insist(() => take(line, one, '33.00'))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer.errors).toMatchObject([{ field: 'allocatedAmt', key: 'MSG_bank_0113' }]);
    const after = await flow(one);
    expect(after).toMatchObject({ openAmount: '10.00', claimedAmt: '990.00', claimCount: 30 });
    expect(
      (after['fund-claim'] as Json[]).reduce((sum, row) => sum.plus(row['allocatedAmt']), new Decimal(0)).toFixed(2),
    ).toBe('990.00');
    expect(
      (await Promise.all(lines.map(lineOf))).filter(({ chargeStatus }) => chargeStatus === 'ToBeConfirmed'),
    ).toHaveLength(30);
  });

  longTest('claim no more than the amount of one line', async () => {
    const line = await charge();
    const flows = await Promise.all(
      Array.from({ length: 50 }, () =>
        insist(() =>
          server.call('POST', '/api/bank-slip', {
            body: {
              compCde: fixture.company,
              bnkSeqNum: nextCode('BF'),
              bankInDte: '2026-03-02',
              origCcyCde: 'USD',
              origTtlAmt: '30.00',
              businessType: 'CLAIM',
              operationType: 'PAYMENT',
            },
          }),
        ).then(({ result }) => result),
      ),
    );
    // a call that read the line before another changed it is repeated
    const retry = async (one: Json): Promise<Answer> => {
      const answer = await insist(() => take(line, one, '30.00'));
      return answer.key === 'MSG_generic_0010' ? retry(one) : answer;
    };
    const answers = await Promise.all(flows.map(retry));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer.errors).toMatchObject([{ field: 'allocatedAmt', key: 'MSG_bank_0114' }]);
    expect(await lineOf(line)).toMatchObject({ claimedAmt: '90.00', chargeStatus: 'ToBeClaim' });
    expect((await Promise.all(flows.map(flow))).filter(({ openAmount }) => openAmount === '0.00')).toHaveLength(3);
  });
});

test('all totals agree with their children, and all amounts with their fund claims, after all tests', async () => {
  expect(await wrongTotals(server)).toEqual([]);
  const { result } = await server.call('GET', '/api/_balances');
  expect(result).not.toEqual([]);
  expect((result as Json[]).filter(({ differing }) => differing !== 0)).toEqual([]);
});
