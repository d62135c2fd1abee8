import { afterAll, beforeAll, expect, test } from 'vitest';
import { doTo, rowsOf } from './hullRows.ts';
import { premiumVersion, premiumYear } from './premiumRows.ts';
import { companyBody, vesselBody } from './rows.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/*
 * What all kinds of premium share (premium.md 1 and 3): calculation, instalments and returns read the fields that
 * `x-premium` of the kind names.
 */

const YEAR = '2026';
const HALVES = [
  { calcFrom: '2026-01-01', calcTo: '2026-06-30', dueDate: '2026-01-15', curr: 'USD' },
  { calcFrom: '2026-07-01', calcTo: '2026-12-31', dueDate: '2026-07-15', curr: 'USD' },
];

let server: TestServer;
let club: string;
let biller: string;
beforeAll(async () => {
  server = await startTestServer();
  await server.create(
    'policy-year',
    premiumYear('Premium-PI', YEAR, { irate: '0.5', etcRate: '1.1', suppCallRate: '0.2', 'policy-stage': HALVES }),
  );
  club = (await server.create('company', companyBody()))['companyCde'];
  biller = (await server.create('company', companyBody()))['companyCde'];
});
afterAll(() => server.close());

/** A vessel of 1,000 GT with insured details of the year. */
async function insuredVessel(fields: Json = {}): Promise<string> {
  const { vslCde } = await server.create('vessel', await vesselBody(server, { vslNme: 'SEA STAR' }));
  await server.create('vessel-insured', {
    policyYear: YEAR,
    vslCde,
    deductible: '1000',
    deductiblePCT: '0',
    rdc: '4/4',
    ffd: '4/4',
    billCompany: biller,
    ...fields,
  });
  return vslCde;
}

const calculate = (id: string, input: Json = {}) => doTo(server, 'premium-version', id, 'calculate', input);
const premiums = (versionId: string): Promise<Json[]> => rowsOf(server, 'pi-premium', versionId);

test('a P&I version is calculated for every vessel with insured details of the year and a club', async () => {
  const [first, second] = [await insuredVessel({ club: [club] }), await insuredVessel({ club: [club] })];
  const withoutClub = await insuredVessel();
  const { id } = await premiumVersion(server, 'Premium-PI', YEAR);
  expect(await calculate(id, { advRate: '3.5' })).toMatchObject({
    status: 200,
    message: '2 vessels added, 0 recalculated, 0 unchanged or confirmed; total premium USD 8,000.00',
  });
  const rows = await premiums(id);
  expect(rows.map(({ vslCde, piClub, billCompany, actPremium }) => [vslCde, piClub, billCompany, actPremium])).toEqual(
    [first, second].map((code) => [code, club, biller, '4000.00']),
  );
  expect(rows.map(({ vslCde }) => vslCde)).not.toContain(withoutClub);

  // a rate that a vessel has is kept, its tonnage is read again
  await server.pool.query('update vessel set "grossTonnage" = 2000 where "vslCde" = $1', [first]);
  expect((await calculate(id, { advRate: '9' })).message).toBe(
    '0 vessels added, 1 recalculated, 1 unchanged or confirmed; total premium USD 12,000.00',
  );
  expect((await premiums(id)).map(({ advRate, actPremium }) => [advRate, actPremium])).toEqual([
    ['3.5', '8000.00'],
    ['3.5', '4000.00'],
  ]);
});

test('a calculation refuses inputs of another kind at their fields, and writes nothing', async () => {
  await insuredVessel({ club: [club] });
  const { id } = await premiumVersion(server, 'Premium-PI', YEAR);
  const answer = await withoutTrace(server, () => calculate(id, { hmRate: '0.001', insurerCde: club }), {
    status: 400,
  });
  expect(answer.errors.map(({ field }) => field).sort()).toEqual(['hmRate', 'insurerCde']);
});

test('a P&I premium is split by the stages of its year in its own currency, with club, payer and broker', async () => {
  const vslCde = await insuredVessel({ club: [club], piBroker: club });
  const version = await premiumVersion(server, 'Premium-PI', YEAR, 'estimate');
  const cover = { versionId: version['id'], vslCde, advRate: '3.5', cur: 'JPY' };
  await server.create('pi-premium', { ...cover, policyStart: '2026-01-01', policyEnd: '2026-12-31' });
  expect((await doTo(server, 'premium-version', version['id'], 'formalise')).status).toBe(200);
  expect(await doTo(server, 'premium-version', version['id'], 'split')).toMatchObject({
    errors: [],
    message: '2 instalments created, 0 changed; total JPY 4,000.00',
  });
  const lines = await rowsOf(server, 'premium-stage', version['id']);
  expect(
    lines.map(({ stageNo, stagePremium, cur, dueDate, club: insurer, billCompany, insBroker }) => [
      stageNo,
      stagePremium,
      cur,
      dueDate,
      insurer,
      billCompany,
      insBroker,
    ]),
  ).toEqual([
    // 4000 × 181 / 365 = 1983.56…: no minor units
    [1, '1984.00', 'JPY', '2026-01-15', club, biller, club],
    [2, '2016.00', 'JPY', '2026-07-15', club, biller, club],
  ]);
});

test('an instalment is for a vessel or for another object, numbered for each', async () => {
  const line = {
    policyYear: YEAR,
    premiumType: 'Premium-PI',
    billCompany: biller,
    club,
    calcFrom: '2026-01-01',
    calcTo: '2026-06-30',
    dueDate: '2026-01-15',
    stagePremium: '10',
    cur: 'USD',
    taxIncldInd: 'N',
    stageType: 'NORMAL',
  };
  const numbers: unknown[] = [];
  for (const subject of ['Depot A', 'Depot B', 'Depot A'])
    numbers.push((await server.create('premium-stage', { ...line, subject }))['stageNo']);
  expect(numbers).toEqual([1, 1, 2]);
  const vslCde = await insuredVessel();
  for (const fields of [{}, { subject: 'Depot A', vslCde }]) {
    const answer = await withoutTrace(
      server,
      () => server.call('POST', '/api/premium-stage', { body: { ...line, ...fields } }),
      { status: 400 },
    );
    expect(answer.errors.map(({ field }) => field).sort()).toEqual(['subject', 'vslCde']);
  }
  await withoutTrace(
    server,
    () => server.call('POST', '/api/premium-stage', { body: { ...line, subject: 'Depot A', stageNo: 2 } }),
    { status: 409, key: 'MSG_premium_0113' },
  );
});

test('a version is approved for the premium of its kind, in US dollars at the rate of the day', async () => {
  const version = await premiumVersion(server, 'Premium-PI', YEAR, 'actual');
  const of = async (fields: Json) =>
    server.create('pi-premium', {
      versionId: version['id'],
      vslCde: await insuredVessel({ club: [club] }),
      advRate: '3.5',
      ...fields,
    });
  await of({});
  const inYuan = await of({ cur: 'CNY' });
  const submit = () => doTo(server, 'premium-version', version['id'], 'submit', { acceptWarnings: true });
  const refused = await withoutTrace(server, submit, { status: 400 });
  expect(refused.errors.map(({ field }) => field)).toEqual(['cur']);
  await server.pool.query(
    `insert into exchange_rate ("fromCur", "toCur", "exRateDate", "exRate", creater, updater) values ('CNY', 'USD', current_date, 0.14, 'admin', 'admin')`,
  );
  expect((await submit()).status).toBe(200);
  const { rows } = await server.pool.query(`select "amountUsd"::text as amount from task where "businessNo" = $1`, [
    version['versionNo'],
  ]);
  expect([inYuan['actPremium'], rows]).toEqual(['4000.00', [{ amount: '4560.00' }]]);
});

test('a surrender of a P&I premium is recorded in its currency and totalled with the premium', async () => {
  const vslCde = await insuredVessel({ club: [club] });
  const version = await premiumVersion(server, 'Premium-PI', YEAR, 'budget');
  const premium = await server.create('pi-premium', { versionId: version['id'], vslCde, advRate: '3.5', cur: 'CNY' });
  expect((await doTo(server, 'premium-version', version['id'], 'formalise')).status).toBe(200);
  const surrender = { versionId: version['id'], vslCde, returnType: 'SURRENDER', amount: '1500.50' };
  const days = { fromDate: '2026-07-01', toDate: '2026-12-31' };
  const create = (fields: Json) =>
    server.call('POST', '/api/premium-return', { body: { ...surrender, ...days, ...fields } });
  for (const [fields, field] of [
    [{ cur: 'USD' }, 'cur'],
    [{ vslCde: await insuredVessel() }, 'vslCde'],
    [{ returnType: 'LAIDUP', returnPct: '50' }, 'returnType'],
    [{ amount: '4000.01' }, 'amount'],
  ] as const) {
    const { errors } = await withoutTrace(server, () => create(fields), { status: 400 });
    expect(errors.map((error) => error.field)).toContain(field);
  }
  expect(await server.read('pi-premium', premium['id'])).toMatchObject({ surrenderFrom: null, surrenderTo: null });
  const { result: last } = await create({ fromDate: '2026-10-01' });
  expect(last).toMatchObject({ cur: 'CNY', coverFrom: '2026-01-01', coverPremium: '4000.00' });
  // without an amount: 4,000 × 92 / 365
  expect((await create({ toDate: '2026-09-30', amount: null })).result).toMatchObject({ amount: '1008.22' });
  expect(await server.read('pi-premium', premium['id'])).toMatchObject({
    surrenderFrom: '2026-07-01',
    surrenderTo: '2026-12-31',
    surrenderAmt: '2508.72',
  });
  const { id, rev } = await server.read('premium-return', last['id']);
  expect((await server.call('DELETE', `/api/premium-return/${id}`, { body: { rev } })).status).toBe(200);
  expect(await server.read('pi-premium', premium['id'])).toMatchObject({
    surrenderFrom: '2026-07-01',
    surrenderTo: '2026-09-30',
    surrenderAmt: '1008.22',
  });
});
