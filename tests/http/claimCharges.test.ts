import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLongRun, longTest, someCases } from '../longTest.ts';
import { Decimal } from '../../generator/language/decimal.ts';
import { daysAfter, today } from '../../generator/language/dates.ts';
import {
  cargoBody,
  chargeBody,
  chargeTypeOf,
  claimedBy,
  claimFixture,
  decideLargeOnly,
  FLOW,
  voyage,
  type ClaimFixture,
  wrongTotals,
  settlingCase,
  DEDUCTIBLE_ITEM,
} from './claimRows.ts';
import { act, companyBody, nextCode } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/**
 * Amounts of a case: estimates by bearer, charges with their deductible, recoveries and reimbursements, and the totals.
 */
const TODAY = today('Asia/Shanghai');

let server: TestServer;
let fixture: ClaimFixture;
let chargeCode: string;
let approver: string;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
  await decideLargeOnly(server);
  chargeCode = await chargeTypeOf(server);
  approver = await server.logInAs('approver', 'Approver (division)', { companyCde: fixture.company });
  await server.create('exchange-rate', { fromCur: 'USD', toCur: 'CNY', exRateDate: daysAfter(TODAY, -3), exRate: '8' });
  await server.create('exchange-rate', {
    fromCur: 'EUR',
    toCur: 'USD',
    exRateDate: daysAfter(TODAY, -10),
    exRate: '1.25',
  });
  await server.create('exchange-rate', {
    fromCur: 'GBP',
    toCur: 'USD',
    exRateDate: daysAfter(TODAY, -11),
    exRate: '1.5',
  });
});
afterAll(() => server.close());

const claim = (fields?: Json): Promise<Json> => settlingCase(server, fixture, fields);
const read = ({ id }: Json): Promise<Json> => server.read('cargo-claim', id);
const chargeOf = ({ id }: Json, fields: Json = {}): Json =>
  chargeBody(fixture, { caseId: id, chargeType: chargeCode }, fields);
/** The fields of a charge that uses a deductible. */
const drawing = (deductibleId: string, fields: Json = {}): Json => ({
  isDeductibleNa: 'N',
  deductibleType: DEDUCTIBLE_ITEM,
  calcType: 'EVENT',
  deductibleId,
  deductibleAllAmt: '150.00',
  ...fields,
});
const post = (entity: string, body: Json): Promise<Answer> => server.call('POST', `/api/${entity}`, { body });
const charge = (one: Json, fields?: Json): Promise<Json> => server.create('paid-charge', chargeOf(one, fields));
const fieldsOf = ({ errors }: Answer): string[] => errors.map(({ field }) => field);
/** A decision on a case that was approved. */
async function approved({ id }: Json, fields: Json): Promise<void> {
  const decision = await server.create('claim-approval', { caseId: id, ...fields });
  await act(server, 'claim-approval', decision['id'], 'submit');
  const { status, text } = await act(server, 'claim-approval', decision['id'], 'approve', {}, approver);
  if (status !== 200) throw new Error(text);
}
const writeOff = (entity: string, line: Json): Promise<Json> => claimedBy(server, fixture, entity, line, FLOW);

describe('a charge in US dollars', () => {
  test.each([
    ['USD', '100.00', '1', '100.00'],
    ['CNY', '100.00', '0.125', '12.50'],
    ['EUR', '0.10', '1.25', '0.13'],
  ])('of %s %s', async (cur, totalAmt, exchangeRate, usdAmt) => {
    expect(await charge(await claim(), { cur, totalAmt })).toMatchObject({
      exchangeRate,
      usdAmt,
      billCompany: fixture.company,
      chargeStatus: 'ToBeClaim',
    });
  });

  test('is refused if no rate is listed for its day, although one is entered', async () => {
    const one = await claim();
    expect(
      fieldsOf(await withoutTrace(server, () => post('paid-charge', chargeOf(one, { cur: 'GBP' })), { status: 400 })),
    ).toContain('exchangeRate');
    expect(
      fieldsOf(
        await withoutTrace(server, () => post('paid-charge', chargeOf(one, { cur: 'USD', exchangeRate: '1.6' })), {
          status: 400,
        }),
      ),
    ).toEqual(['exchangeRate']);
    const unlisted = chargeOf(one, { cur: 'GBP', exchangeRate: '1.6' });
    expect((await withoutTrace(server, () => post('paid-charge', unlisted), { status: 400 })).errors).toMatchObject([
      { field: 'exchangeRate', key: 'MSG_claim_0181' },
    ]);
    expect(await charge(one, { cur: 'GBP', chargeDate: daysAfter(TODAY, -1) })).toMatchObject({
      exchangeRate: '1.5',
      usdAmt: '150.00',
    });
  });

  test.each<[string, Json, string, string]>([
    ['a tenth of the listed rate', { exchangeRate: '0.125', rateReason: 'agreed' }, 'exchangeRate', 'MSG_claim_0182'],
    ['ten times the listed rate', { exchangeRate: '12.5', rateReason: 'agreed' }, 'exchangeRate', 'MSG_claim_0182'],
    ['more than 2 % off without a reason', { exchangeRate: '1.276' }, 'rateReason', 'MSG_claim_0184'],
    [
      'more than 2 % off unless accepted',
      { exchangeRate: '1.224', rateReason: 'agreed' },
      'exchangeRate',
      'MSG_claim_0183',
    ],
  ])('is refused at %s', async (_, rate, field, key) => {
    const body = chargeOf(await claim(), { cur: 'EUR', ...rate });
    const { errors } = await withoutTrace(server, () => post('paid-charge', body), { status: 400 });
    expect(errors).toContainEqual(expect.objectContaining({ field, key }));
  });

  test('warns of charges that exceed the reserve of the case', async () => {
    const one = await claim({ estimatedAmt: '250.00' });
    const first = await charge(one, { totalAmt: '200.00' });
    const body = chargeOf(one, { totalAmt: '50.01' });
    const { errors } = await withoutTrace(server, () => post('paid-charge', body), { status: 400 });
    expect(errors).toMatchObject([{ field: 'totalAmt', key: 'MSG_claim_0250', level: 'warning' }]);
    expect((await post('paid-charge', { ...body, totalAmt: '50.00' })).status).toBe(201);
    expect((await post('paid-charge', { ...body, acceptWarnings: true })).status).toBe(201);
    const { rev } = await server.read('paid-charge', first['id']);
    const lower = { body: { rev, totalAmt: '149.99' } };
    expect((await server.call('PATCH', `/api/paid-charge/${first['id']}`, lower)).status).toBe(200);
  });

  test.each<[string, Json, string, string]>([
    ['recovery-charge', { cur: 'EUR', total: '10.00' }, 'rate', '1.25'],
    ['reimbursement', { claimCur: 'EUR', claimAmt: '10.00', claimDate: TODAY }, 'exchangeRate', '1.25'],
  ])('of a %s is compared with the listed rate', async (entity, fields, rate, listed) => {
    const of = entity === 'recovery-charge' ? { custCde: fixture.company, costType: chargeCode } : {};
    const body = (typed: Json): Json => ({ caseId: one['id'], ...of, ...fields, ...typed });
    const one = await claim();
    for (const [typed, field, key] of [
      [{ [rate]: '12.5', rateReason: 'agreed' }, rate, 'MSG_claim_0182'],
      [{ [rate]: '1.3' }, 'rateReason', 'MSG_claim_0184'],
      [{ [rate]: '1.3', rateReason: 'agreed' }, rate, 'MSG_claim_0183'],
    ] as const) {
      const { errors } = await withoutTrace(server, () => post(entity, body(typed)), { status: 400 });
      expect(errors).toContainEqual(expect.objectContaining({ field, key }));
    }
    expect(await server.create(entity, body({}))).toMatchObject({ tableRate: listed, rateDiffers: 'N' });
    const off = body({ [rate]: '1.3', rateReason: 'agreed', acceptWarnings: true });
    expect(
      await server.create(entity, entity === 'reimbursement' ? { ...off, claimDate: daysAfter(TODAY, -1) } : off),
    ).toMatchObject({ rateDiffers: 'Y', rateReason: 'agreed' });
  });

  test.each<[string, () => Promise<Json>, string, string]>([
    ['a day before the casualty', async () => ({ chargeDate: '2026-02-28' }), 'chargeDate', 'MSG_claim_0213'],
    [
      'another billing company',
      async () => ({ billCompany: (await server.create('company', companyBody()))['companyCde'] }),
      'billCompany',
      'MSG_claim_0214',
    ],
  ])('warns of %s', async (_, fields, field, key) => {
    const body = chargeOf(await claim(), await fields());
    const { errors } = await withoutTrace(server, () => post('paid-charge', body), { status: 400 });
    expect(errors).toMatchObject([{ field, key, level: 'warning' }]);
    expect((await post('paid-charge', { ...body, acceptWarnings: true })).status).toBe(201);
  });

  test('counts for decisions at the listed rate, and is marked if its own is more than 2 % off', async () => {
    const one = await claim();
    const near = { cur: 'EUR', totalAmt: '200000.00', exchangeRate: '1.275', acceptWarnings: true };
    expect(await charge(one, near)).toMatchObject({ rateDiffers: 'N', tableUsdAmt: '250000.00', usdAmt: '255000.00' });
    expect(await read(one)).toMatchObject({ rateDiffers: 'N', committedAmt: '250000.00' });
    const off = { ...near, exchangeRate: '0.2', rateReason: 'agreed' };
    expect(await charge(one, off)).toMatchObject({
      tableRate: '1.25',
      rateDiffers: 'Y',
      rateReason: 'agreed',
      tableUsdAmt: '250000.00',
      usdAmt: '40000.00',
    });
    const { 'paid-charge': lines, ...totals } = await read(one);
    expect(totals).toMatchObject({ rateDiffers: 'Y', committedAmt: '500000.00' });
    const marked = (lines as Json[]).find(({ rateDiffers }) => rateDiffers === 'Y')!;
    for (const [wrong, key] of [
      [{ rateReason: null }, 'MSG_claim_0184'],
      [{ chargeDate: '2001-01-01' }, 'MSG_claim_0181'],
    ] as const)
      await withoutTrace(
        server,
        () =>
          server.call('PATCH', `/api/paid-charge/${marked['id']}`, {
            body: { rev: marked['rev'], ...wrong, acceptWarnings: true },
          }),
        { status: 400, key },
      );
    const decision: Json = { caseId: one['id'], subject: 'CHARGE' };
    const { errors } = await withoutTrace(
      server,
      () => post('claim-approval', { ...decision, claimAmtUsd: '499999.99' }),
      { status: 400 },
    );
    expect(errors).toMatchObject([{ field: 'claimAmtUsd', key: 'MSG_claim_0175' }]);
    expect(await server.create('claim-approval', decision)).toMatchObject({
      claimAmtUsd: '500000.00',
      rateDiffers: 'Y',
    });
  });

  test.each<[string, Json, string]>([
    ['nothing', { totalAmt: '0' }, 'totalAmt'],
    ['a day to come', { chargeDate: daysAfter(TODAY, 1) }, 'chargeDate'],
    ['a deductible without its item', { ...drawing('P1'), deductibleType: null }, 'deductibleType'],
    ['a deductible without its method', { ...drawing('P1'), calcType: null }, 'calcType'],
    ['a deductible without its number', { ...drawing('P1'), deductibleId: null }, 'deductibleId'],
    ['a recovery without a customer', { isRecovery: 'Y' }, 'custCde'],
    ['percentages of 99.9', { hmPct: '50', piPct: '49.9' }, 'hmPct'],
    ['amounts that miss a cent', { hmPct: '50', piPct: '50', hmAmt: '50.00', piAmt: '49.99' }, 'hmAmt'],
    ['a used deductible of its own', { deductibleUseAmt: '1' }, 'deductibleUseAmt'],
  ])('is refused with %s', async (_, wrong, field) => {
    const one = await claim();
    expect(
      fieldsOf(await withoutTrace(server, () => post('paid-charge', chargeOf(one, wrong)), { status: 400 })),
    ).toEqual([field]);
  });

  longTest('has at most 16 recovery customers', async () => {
    const one = await claim();
    const many = await Promise.all(
      Array.from({ length: 17 }, async () => (await server.create('company', companyBody()))['companyCde']),
    );
    expect(
      fieldsOf(
        await withoutTrace(server, () => post('paid-charge', chargeOf(one, { isRecovery: 'Y', custCde: many })), {
          status: 400,
        }),
      ),
    ).toEqual(['custCde']);
    expect((await charge(one, { isRecovery: 'Y', custCde: many.slice(1) }))['custCde']).toHaveLength(16);
  });

  test('is divided into shares that add up to the total; the last share gets the remainder', async () => {
    expect(
      await charge(await claim(), { totalAmt: '100.01', hmPct: '33.3', piPct: '33.3', cntrPct: '33.4', ownerPct: '0' }),
    ).toMatchObject({ hmAmt: '33.30', piAmt: '33.30', cntrAmt: '33.41', ownerAmt: '0.00' });
  });

  test('can be edited and deleted only until money is claimed for it', async () => {
    const { id } = await charge(await claim());
    const change = async (method: string) =>
      server.call(method, `/api/paid-charge/${id}`, {
        body: {
          rev: (await server.read('paid-charge', id))['rev'],
          ...(method === 'PATCH' ? { debitNote: 'D1' } : {}),
        },
      });
    const slip = await claimedBy(server, fixture, 'paid-charge', { id });
    for (const [step, state] of [
      ['claim', 'ToBeConfirmed'],
      ['submit', 'ToBeConfirmed'],
      ['confirm', 'NotWriteOff'],
      ['writeOff', 'WrittenOff'],
    ] as const) {
      expect((await act(server, 'bank-slip', slip['id'], step)).status).toBe(200);
      expect(await server.read('paid-charge', id)).toMatchObject({ chargeStatus: state });
      for (const method of ['PATCH', 'DELETE']) await withoutTrace(server, () => change(method), { status: 409 });
    }
  });

  test.each(['fundClaim', 'confirm', 'writeOff', 'refuse'])(
    'takes the step %s only together with its bank flow',
    async (action) => {
      const one = await charge(await claim());
      await withoutTrace(server, () => act(server, 'paid-charge', one['id'], action), { status: 404 });
      expect((await server.read('paid-charge', one['id']))['_actions'].map(({ name }: Json) => name)).not.toContain(
        action,
      );
    },
  );
});

describe('the shares', () => {
  test('of a charge and of a reserve have amounts that total the USD amount', async () => {
    const [one, settled] = [await server.create('cargo-claim', cargoBody(fixture)), await claim()];
    const shares = { hmPct: '0', piPct: '0', cntrPct: '0', ownerPct: '100', ownerAmt: '0.01' };
    for (const [entity, body] of [
      ['paid-charge', chargeOf(settled, shares)],
      ['estimate-allocation', { caseId: one['id'], ttlEstimatedAmt: '5000.00', ...shares }],
    ] as const) {
      const { errors } = await withoutTrace(server, () => post(entity, body), { status: 400 });
      expect(errors, entity).toMatchObject([{ field: 'hmAmt', key: 'MSG_claim_0142' }]);
    }
  });
});

describe('the estimate', () => {
  test('is above 0', async () => {
    const one = await claim();
    const shares = { hmPct: '0', piPct: '0', cntrPct: '0', ownerPct: '100' };
    for (const [entity, body, field] of [
      ['cargo-claim', cargoBody(fixture, { estimatedAmt: '0' }), 'estimatedAmt'],
      ['estimate-allocation', { caseId: one['id'], ttlEstimatedAmt: '0', ...shares }, 'ttlEstimatedAmt'],
      ['claim-approval', { caseId: one['id'], subject: 'ESTIMATE', estimatedAmtNew: '0' }, 'estimatedAmtNew'],
    ] as const) {
      const { errors } = await withoutTrace(server, () => post(entity, body), { status: 400 });
      expect(errors).toContainEqual(expect.objectContaining({ field, key: 'MSG_claim_0215' }));
    }
  });

  test('is the amount of the latest allocation; each allocation stores the previous amount', async () => {
    const one = await server.create('cargo-claim', cargoBody(fixture, { estimatedAmt: '5000.00' }));
    const shares = { hmPct: '0', piPct: '75', cntrPct: '0', ownerPct: '25', piClub: fixture.company };
    expect(
      await server.create('estimate-allocation', { caseId: one['id'], ttlEstimatedAmt: '8000.00', ...shares }),
    ).toMatchObject({ formerEstimatedAmt: '5000.00', piAmt: '6000.00', ownerAmt: '2000.00' });
    await server.create('estimate-allocation', { caseId: one['id'], ttlEstimatedAmt: '9000.00', ...shares });
    expect(await read(one)).toMatchObject({
      estimatedAmt: '9000.00',
      outstandingAmt: '9000.00',
      'estimate-allocation': [{ formerEstimatedAmt: '5000.00' }, { formerEstimatedAmt: '8000.00' }],
    });
    expect(
      await server.create(
        'cargo-claim',
        cargoBody(fixture, { estimatedAmt: '600.00', 'estimate-allocation': [shares] }),
      ),
    ).toMatchObject({
      estimatedAmt: '600.00',
      'estimate-allocation': [{ ttlEstimatedAmt: '600.00', formerEstimatedAmt: '600.00', piAmt: '450.00' }],
    });
    const { piClub: _, ...unnamed } = shares;
    expect(
      fieldsOf(
        await withoutTrace(
          server,
          () => post('estimate-allocation', { caseId: one['id'], ttlEstimatedAmt: '9000.00', ...unnamed }),
          { status: 400 },
        ),
      ),
    ).toEqual(['piClub']);
  });
});

describe('the totals of a case', () => {
  test('equal the sums of its lines after every operation on them', async () => {
    const one = await claim({ estimatedAmt: '1000.00' });
    expect(await read(one)).toMatchObject({
      committedAmt: '0.00',
      paidAmt: '0.00',
      outstandingAmt: '1000.00',
      incurredAmt: '1000.00',
      paidStatus: 'None',
      reimburseStatus: 'None',
      recoveryStatus: 'None',
    });
    const [first, second] = [
      await charge(one, { isReimburse: 'Y', isRecovery: 'Y', custCde: [fixture.company] }),
      await charge(one, { totalAmt: '250.00' }),
    ];
    expect(await read(one)).toMatchObject({
      committedAmt: '350.00',
      paidAmt: '0.00',
      outstandingAmt: '1000.00',
      incurredAmt: '1000.00',
      settledAmt: '0.00',
      paidStatus: 'InProcess',
      reimburseStatus: 'Open',
      recoveryStatus: 'Open',
    });
    await server.call('PATCH', `/api/paid-charge/${second['id']}`, {
      body: { rev: 1, totalAmt: '1250.00', acceptWarnings: true },
    });
    expect(await read(one)).toMatchObject({ committedAmt: '1350.00', paidAmt: '0.00', outstandingAmt: '1000.00' });
    await server.call('DELETE', `/api/paid-charge/${second['id']}`, { body: { rev: 2 } });
    await writeOff('paid-charge', first);
    expect(await read(one)).toMatchObject({
      paidAmt: '100.00',
      settledAmt: '100.00',
      paidStatus: 'Paid',
      outstandingAmt: '900.00',
      incurredAmt: '1000.00',
    });
    const recovery = await server.create('recovery-charge', {
      caseId: one['id'],
      custCde: fixture.company,
      costType: chargeCode,
      cur: 'CNY',
      total: '80.00',
    });
    const reimbursement = await server.create('reimbursement', {
      caseId: one['id'],
      claimCur: 'USD',
      claimAmt: '40.00',
      compensationAmt: '30.00',
      claimDate: TODAY,
    });
    expect(await read(one)).toMatchObject({
      recoveryClaimAmt: '10.00',
      reimbursementClaimAmt: '30.00',
      receivedAmt: '0.00',
      recoveryStatus: 'InProcess',
      reimburseStatus: 'InProcess',
    });
    await writeOff('recovery-charge', recovery);
    await writeOff('reimbursement', reimbursement);
    expect(await read(one)).toMatchObject({
      receivedAmt: '40.00',
      incurredAmt: '960.00',
      recoveryStatus: 'Received',
      reimburseStatus: 'Received',
    });
  });

  test('money can be claimed from a payer only for a charge that is recoverable', async () => {
    const one = await claim();
    const recovery = await server.create('recovery-charge', {
      caseId: one['id'],
      custCde: fixture.company,
      costType: chargeCode,
      cur: 'USD',
      total: '80.00',
    });
    const reimbursement = await server.create('reimbursement', {
      caseId: one['id'],
      claimCur: 'USD',
      claimAmt: '40.00',
      compensationAmt: '30.00',
      claimDate: TODAY,
    });
    await withoutTrace(server, () => act(server, 'recovery-charge', recovery['id'], 'claim'), {
      status: 409,
      key: 'MSG_claim_0163',
    });
    await withoutTrace(server, () => act(server, 'reimbursement', reimbursement['id'], 'claim'), {
      status: 409,
      key: 'MSG_claim_0162',
    });
  });

  test('money is claimed only from liable parties, and in a case at most what its charges allow', async () => {
    const one = await claim();
    await charge(one, { isReimburse: 'Y', isRecovery: 'Y', custCde: [fixture.company] });
    await charge(one, { isReimburse: 'N', isRecovery: 'N', totalAmt: '500.00' });
    const recovery = (fields: Json): Promise<Json> =>
      server.create('recovery-charge', {
        caseId: one['id'],
        custCde: fixture.company,
        costType: chargeCode,
        cur: 'USD',
        total: '60.00',
        ...fields,
      });
    const reimbursement = (claimAmt: string): Promise<Json> =>
      server.create('reimbursement', { caseId: one['id'], claimCur: 'USD', claimAmt, claimDate: TODAY });
    const other = (await server.create('company', companyBody()))['companyCde'];
    for (const [entity, row, field, key] of [
      ['recovery-charge', await recovery({ custCde: other }), 'custCde', 'MSG_claim_0203'],
      ['recovery-charge', await recovery({ total: '100.01' }), 'total', 'MSG_claim_0202'],
      ['reimbursement', await reimbursement('100.01'), 'claimAmt', 'MSG_claim_0201'],
    ] as const) {
      const { errors } = await withoutTrace(server, () => act(server, entity, row['id'], 'claim'), { status: 409 });
      expect(errors).toMatchObject([{ field, key }]);
    }
    for (const [entity, rows, key] of [
      ['recovery-charge', [await recovery({}), await recovery({ total: '40.01' })], 'MSG_claim_0202'],
      ['reimbursement', [await reimbursement('60.00'), await reimbursement('40.01')], 'MSG_claim_0201'],
    ] as const) {
      expect((await act(server, entity, rows[0]['id'], 'claim')).status).toBe(200);
      await withoutTrace(server, () => act(server, entity, rows[1]['id'], 'claim'), { status: 409, key });
    }
  });

  test('a directly paid charge is paid while an approved decision covers the charges', async () => {
    const one = await claim({ estimatedAmt: '10000.00' });
    await charge(one, { totalAmt: '6000.00', isPayDirect: 'Y' });
    expect(await read(one)).toMatchObject({ approvedAmt: '0.00', paidAmt: '0.00', paidStatus: 'InProcess' });
    await approved(one, { subject: 'CHARGE' });
    expect(await read(one)).toMatchObject({
      approvedAmt: '6000.00',
      settledAmt: '0.00',
      paidAmt: '6000.00',
      outstandingAmt: '4000.00',
      paidStatus: 'Paid',
    });
    await charge(one, { totalAmt: '50.00' });
    expect(await read(one)).toMatchObject({ approvedAmt: '6000.00', paidAmt: '0.00', paidStatus: 'InProcess' });
  });

  const notClosed = async ({ id }: Json, key: string): Promise<unknown> =>
    withoutTrace(server, () => act(server, 'cargo-claim', id, 'close'), { status: 409, key });

  test('a case is closed once its charges are paid, and what can be reimbursed and recovered is received', async () => {
    const one = await claim();
    await notClosed(one, 'MSG_claim_0187');
    const paid = await charge(one, { isReimburse: 'Y', isRecovery: 'Y', custCde: [fixture.company] });
    await notClosed(one, 'MSG_claim_0126');
    await writeOff('paid-charge', paid);
    await notClosed(one, 'MSG_claim_0188');
    const reimbursement = await server.create('reimbursement', {
      caseId: one['id'],
      claimCur: 'USD',
      claimAmt: '40.00',
      compensationAmt: '30.00',
      claimDate: TODAY,
    });
    await notClosed(one, 'MSG_claim_0127');
    await writeOff('reimbursement', reimbursement);
    await notClosed(one, 'MSG_claim_0189');
    const recovery = await server.create('recovery-charge', {
      caseId: one['id'],
      custCde: fixture.company,
      costType: chargeCode,
      cur: 'USD',
      total: '80.00',
    });
    await notClosed(one, 'MSG_claim_0249');
    await writeOff('recovery-charge', recovery);
    expect((await act(server, 'cargo-claim', one['id'], 'close')).result).toMatchObject({ claimStatus: 'Closed' });
    await withoutTrace(server, () => post('paid-charge', chargeOf(one)), { status: 409, key: 'MSG_claim_0124' });
  });

  test('an approved result lets a case close without payment, reimbursement and recovery', async () => {
    const [unpaid, kept] = [await claim(), await claim()];
    await withoutTrace(
      server,
      () =>
        post('claim-approval', { caseId: unpaid['id'], subject: 'ESTIMATE', estimatedAmtNew: '1.00', noPayment: 'Y' }),
      { status: 400, key: 'MSG_claim_0176' },
    );
    await server.create('claim-approval', { caseId: unpaid['id'], subject: 'RESULT', noPayment: 'Y' });
    await notClosed(unpaid, 'MSG_claim_0187');
    await approved(unpaid, { subject: 'RESULT', noPayment: 'Y' });
    expect((await act(server, 'cargo-claim', unpaid['id'], 'close')).result).toMatchObject({ paidStatus: 'Paid' });
    const paid = await charge(kept, { isReimburse: 'Y', isRecovery: 'Y', custCde: [fixture.company] });
    await writeOff('paid-charge', paid);
    await approved(kept, { subject: 'RESULT', noReimburse: 'Y', noRecovery: 'Y' });
    expect((await act(server, 'cargo-claim', kept['id'], 'close')).result).toMatchObject({
      reimburseStatus: 'Received',
      recoveryStatus: 'Received',
    });
  });
});

describe('the days and amounts of a case', () => {
  test('come from the write-offs, once all lines are written off, and from the closing', async () => {
    const one = await claim({ estimatedAmt: '1000.00' });
    const [first, second] = [
      await charge(one, { isReimburse: 'Y', isRecovery: 'Y', custCde: [fixture.company] }),
      await charge(one, { totalAmt: '50.00' }),
    ];
    const recovery = await server.create('recovery-charge', {
      caseId: one['id'],
      custCde: fixture.company,
      costType: chargeCode,
      cur: 'USD',
      total: '20.00',
    });
    const reimbursement = await server.create('reimbursement', {
      caseId: one['id'],
      claimCur: 'USD',
      claimAmt: '40.00',
      compensationAmt: '30.00',
      claimDate: TODAY,
    });
    await writeOff('paid-charge', first);
    expect(await read(one)).toMatchObject({
      settledDate: null,
      reimbursementDate: null,
      recoveryDate: null,
      closeDate: null,
      closeAmt: null,
    });
    await writeOff('paid-charge', second);
    await writeOff('recovery-charge', recovery);
    expect(await read(one)).toMatchObject({ settledDate: TODAY, reimbursementDate: null, recoveryDate: TODAY });
    await writeOff('reimbursement', reimbursement);
    expect(await read(one)).toMatchObject({
      reimbursementDate: TODAY,
      outstandingAmt: '850.00',
      incurredAmt: '950.00',
      closeDate: null,
    });
    await server.pool.query('update paid_charge set "writtenOffDate" = $2 where id = $1', [
      first['id'],
      daysAfter(TODAY, 1),
    ]);
    expect((await act(server, 'cargo-claim', one['id'], 'close')).result).toMatchObject({
      closeDate: TODAY,
      closeAmt: '100.00',
      outstandingAmt: '0.00',
      incurredAmt: '100.00',
      settledDate: daysAfter(TODAY, 1),
    });
  });

  longTest('include the remainder of each of its deductibles', async () => {
    const [policy, other] = [nextCode('POL'), nextCode('POL')];
    const { id } = await claim();
    for (const body of [
      drawing(policy, { deductibleAllAmt: '250.00' }),
      drawing(policy, { deductibleAllAmt: '250.00', totalAmt: '20.00' }),
      drawing(other, { deductibleAllAmt: '130.00' }),
    ])
      await charge({ id }, body);
    const one = await read({ id });
    expect(one).toMatchObject({
      deductibleAmt: '220.00',
      deductibleBalance: '160.00',
      'paid-charge': [{ deductibleLeft: '130.00' }, { deductibleLeft: '130.00' }, { deductibleLeft: '30.00' }],
    });
    const [, second] = one['paid-charge'] as [Json, Json, Json];
    await server.call('DELETE', `/api/paid-charge/${second['id']}`, { body: { rev: second['rev'] } });
    expect(await read(one)).toMatchObject({ deductibleAmt: '200.00', deductibleBalance: '180.00' });
    expect(await read(await claim())).toMatchObject({ deductibleBalance: '0.00' });
  });
});

describe('a deductible', () => {
  test('is used by the charges of one event in all cases', async () => {
    const [one, two] = [await claim(), await claim()];
    const policy = nextCode('POL');
    expect(await charge(one, drawing(policy, { isReimburse: 'Y' }))).toMatchObject({
      deductibleUseAmt: '100.00',
      reimburseNetAmount: '0.00',
    });
    expect(await charge(two, drawing(policy, { isReimburse: 'Y', deductibleAllAmt: null }))).toMatchObject({
      deductibleAllAmt: '150.00',
      deductibleUseAmt: '50.00',
      deductibleLeft: '0.00',
      reimburseNetAmount: '50.00',
    });
    expect(await charge(one, drawing(policy))).toMatchObject({ deductibleUseAmt: '0.00' });
    expect(await charge(one, drawing(policy, { isUncoverable: 'Y' }))).toMatchObject({ deductibleUseAmt: '0.00' });
    expect(await charge(await claim({ casualtyDate: '2026-03-02' }), drawing(policy))).toMatchObject({
      deductibleUseAmt: '100.00',
    });
    expect(await charge(one, drawing(nextCode('POL'), { calcType: 'VOYAGE' }))).toMatchObject({
      deductibleUseAmt: '100.00',
      deductibleLeft: '50.00',
    });
    expect(await read(one)).toMatchObject({ deductibleAmt: '200.00' });
    await withoutTrace(
      server,
      () => post('paid-charge', chargeOf(one, drawing(policy, { deductibleAllAmt: '151.00' }))),
      { status: 400, key: 'MSG_claim_0161' },
    );
  });

  test('counts either by event or by voyage, and its first charge states it', async () => {
    const [one, two] = [await claim(), await claim({ casualtyDate: '2026-03-02' })];
    const policy = nextCode('POL');
    const refused = (row: Json, fields: Json, error: Json): Promise<Answer> =>
      withoutTrace(server, () => post('paid-charge', chargeOf(row, drawing(policy, fields))), {
        status: 400,
        errors: [error],
      });
    const unstated = { field: 'deductibleAllAmt', key: 'MSG_claim_0245' };
    await refused(one, { deductibleAllAmt: null }, unstated);
    const first = await charge(one, drawing(policy));
    const otherType = { field: 'calcType', key: 'MSG_claim_0246', params: { number: policy } };
    for (const row of [one, two]) await refused(row, { calcType: 'VOYAGE' }, otherType);
    await refused(two, { deductibleAllAmt: null }, unstated);
    const { rev } = await server.read('paid-charge', first['id']);
    const body = { rev, calcType: 'VOYAGE' };
    expect((await server.call('PATCH', `/api/paid-charge/${first['id']}`, { body })).status).toBe(200);
  });

  test('is that of the confirmed certificate of the vessel on the date of loss', async () => {
    const { svvd, vslCde, vslNme } = await voyage(server);
    const one = await claim({ svvd, vslCde, vslNme });
    const name = nextCode('Cover ');
    await server.create('policy-year', {
      policyYear: '2026',
      policyType: 'Premium-SLOT',
      effectiveFrom: '2026-01-01',
      effectiveTo: '2026-12-31',
      numOfStaging: 1,
    });
    const certificate = await server.create('certificate', {
      policyYear: '2026',
      vslCde,
      certName: name,
      policyFrom: '2026-01-01',
      policyTo: '2026-12-31',
      deductibleType: DEDUCTIBLE_ITEM,
      deductibleAmount: '150.00',
      calcType: 'VOYAGE',
    });
    const stated = { deductibleType: DEDUCTIBLE_ITEM, calcType: 'VOYAGE', deductibleAllAmt: '150.00' };
    const refused = (fields: Json, errors: Json[]): Promise<Answer> =>
      withoutTrace(
        server,
        () => post('paid-charge', chargeOf(one, { isDeductibleNa: 'N', deductibleId: name, ...fields })),
        { status: 400, errors },
      );
    const absent = [{ field: 'deductibleType' }, { field: 'calcType' }];
    await refused({}, absent);
    await act(server, 'certificate', certificate['id'], 'confirm');
    await refused({ calcType: 'EVENT' }, [{ field: 'calcType', key: 'MSG_claim_0247' }]);
    await refused({ deductibleAllAmt: '151.00' }, [{ field: 'deductibleAllAmt', key: 'MSG_claim_0248' }]);
    expect(await charge(one, { isDeductibleNa: 'N', deductibleId: name.toLowerCase() })).toMatchObject({
      ...stated,
      deductibleId: name.toUpperCase(),
      deductibleUseAmt: '100.00',
      deductibleLeft: '50.00',
    });
    const earlier = await claim({ svvd, vslCde, vslNme, casualtyDate: '2025-12-31' });
    await withoutTrace(
      server,
      () => post('paid-charge', chargeOf(earlier, { isDeductibleNa: 'N', deductibleId: name })),
      { status: 400, errors: absent },
    );
    expect(await charge(earlier, drawing(nextCode('POL')))).toMatchObject({ calcType: 'EVENT' });
  });

  longTest('keeps the recorded use of a charge that takes its steps, although other charges change', async () => {
    const one = await claim();
    const policy = nextCode('POL');
    const [first, second] = [
      await charge(one, drawing(policy, { deductibleAllAmt: '100.00' })),
      await charge(one, drawing(policy, { isReimburse: 'Y', deductibleAllAmt: null })),
    ];
    expect(second).toMatchObject({ deductibleUseAmt: '0.00', reimburseNetAmount: '100.00' });
    await server.call('DELETE', `/api/paid-charge/${first['id']}`, {
      body: { rev: (await server.read('paid-charge', first['id']))['rev'] },
    });
    await writeOff('paid-charge', second);
    expect(await server.read('paid-charge', second['id'])).toMatchObject({
      deductibleUseAmt: '0.00',
      reimburseNetAmount: '100.00',
    });
  });

  test('is the same for a vessel that is identified by code or only by name', async () => {
    const { svvd, vslCde, vslNme } = await voyage(server);
    const [coded, named] = [
      await claim({ svvd, vslCde, vslNme }),
      await claim({ svvd: 'OLD1XXX099N', vslNme: String(vslNme).toLowerCase() }),
    ];
    const policy = nextCode('POL');
    expect(await charge(coded, drawing(policy))).toMatchObject({ deductibleUseAmt: '100.00' });
    expect(await charge(named, drawing(policy))).toMatchObject({ deductibleUseAmt: '50.00' });
  });

  test.each(
    someCases<[string, string, Json, string[]]>(2, [
      ['event', 'EVENT', { casualtyDate: '2026-03-02' }, ['casualtyDate']],
      ['event', 'EVENT', { vslNme: 'COSCO SUN' }, ['vslNme']],
      ['voyage', 'VOYAGE', { vslNme: 'COSCO SUN' }, ['vslNme']],
      ['voyage', 'VOYAGE', { svvd: 'AEU1HLD002E' }, ['svvd']],
      ['voyage', 'VOYAGE', { voyNum: '002', dirBound: 'W' }, ['voyNum', 'dirBound']],
    ]),
  )('of a %s (%s) stores the facts that identify it: %j', async (_, calcType, facts, fields) => {
    const one = await claim();
    const line = await charge(one, drawing(nextCode('POL'), { calcType }));
    const change = async (body: Json): Promise<Answer> =>
      server.call('PATCH', `/api/cargo-claim/${one['id']}`, { body: { rev: (await read(one))['rev'], ...body } });
    const refused = await withoutTrace(server, () => change(facts), { status: 400 });
    expect(refused.errors).toMatchObject(fields.map((field) => ({ field, key: 'MSG_claim_0157' })));
    const others: Json = calcType === 'EVENT' ? { svvd: 'AEU1HLD002E' } : { casualtyDate: '2026-03-02' };
    expect((await change({ ...others, remark: 'seen' })).status).toBe(200);
    expect(
      (
        await server.call('PATCH', `/api/paid-charge/${line['id']}`, {
          body: { rev: line['rev'], isDeductibleNa: 'Y' },
        })
      ).status,
    ).toBe(200);
    expect((await change(facts)).status).toBe(200);
  });

  test('is included in the totals of a case that is saved together with its charges', async () => {
    const one = await claim();
    const { caseId: _, ...body } = chargeOf(one, drawing(nextCode('POL')));
    const sent = await server.call('PATCH', `/api/cargo-claim/${one['id']}`, {
      body: { rev: one['rev'], 'paid-charge': [body, body] },
    });
    expect(sent.result).toMatchObject({
      committedAmt: '200.00',
      deductibleAmt: '150.00',
      'paid-charge': [{ deductibleUseAmt: '100.00' }, { deductibleUseAmt: '50.00' }],
    });
    expect(await read(one)).toMatchObject({ deductibleAmt: '150.00' });
  });

  test('is not exceeded by many simultaneous charges', async () => {
    const chargesOfCase = isLongRun ? 5 : 2;
    const cases = await Promise.all(Array.from({ length: 10 }, () => claim()));
    const policy = nextCode('POL');
    // a server without a free database session answers 503, and the call is repeated
    const insist = async (body: Json): Promise<Answer> => {
      const answer = await post('paid-charge', body);
      return answer.status === 503 ? insist(body) : answer;
    };
    const answers = await Promise.all(
      Array.from({ length: 10 * chargesOfCase }, (_, index) =>
        insist(chargeOf(cases[index % 10]!, drawing(policy, { totalAmt: '33.33', deductibleAllAmt: '500.00' }))),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const used = answers.reduce((sum, { result }) => sum.plus(result['deductibleUseAmt']), new Decimal(0));
    expect(used.toFixed(2)).toBe('500.00');
    for (const one of cases) {
      const { committedAmt, deductibleAmt, ...rest } = await read(one);
      expect(committedAmt).toBe(new Decimal('33.33').times(chargesOfCase).toFixed(2));
      expect(deductibleAmt).toBe(
        (rest['paid-charge'] as Json[])
          .reduce((sum, row) => sum.plus(row['deductibleUseAmt']), new Decimal(0))
          .toFixed(2),
      );
    }
  });
});

test('all totals agree with their children after all tests', async () => {
  expect(await wrongTotals(server)).toEqual([]);
});
