import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daysAfter } from '../../generator/language/dates.ts';
import { Decimal } from '../../generator/language/decimal.ts';
import { systemContext } from '../../server/domain/identity/system.ts';
import { storeCurrentTotals } from '../../server/domain/premium/currentTotals.ts';
import { storeMissingInsurers } from '../../server/domain/premium/returnInsurers.ts';
import { rowsOf } from './hullRows.ts';
import { importLines, premiumVersion, premiumYear } from './premiumRows.ts';
import { act, companyBody, patch, vesselBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { lockWaits } from '../lockWaits.ts';
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
  club = (await server.create('company', companyBody({ companyType: 'PICLUB' })))['companyCde'];
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

const calculate = (id: string, input: Json = {}) => act(server, 'premium-version', id, 'calculate', input);
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
  expect((await act(server, 'premium-version', version['id'], 'formalise')).status).toBe(200);
  expect(await act(server, 'premium-version', version['id'], 'split')).toMatchObject({
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

test('a surrender of a P&I premium is recorded in its currency and totalled with the premium', async () => {
  const vslCde = await insuredVessel({ club: [club] });
  const version = await premiumVersion(server, 'Premium-PI', YEAR, 'budget');
  const premium = await server.create('pi-premium', { versionId: version['id'], vslCde, advRate: '3.5', cur: 'CNY' });
  expect((await act(server, 'premium-version', version['id'], 'formalise')).status).toBe(200);
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

test('a surrender of a vessel with two clubs is of one of them, and counts for that club only', async () => {
  const vslCde = await insuredVessel({ club: [club] });
  const otherClub = (await server.create('company', companyBody({ companyType: 'PICLUB' })))['companyCde'];
  const { id: versionId } = await premiumVersion(server, 'Premium-PI', YEAR, 'budget');
  const premium = { versionId, vslCde, advRate: '3.5', cur: 'USD' };
  const vesselOfOne = await insuredVessel({ club: [club] });
  await server.create('pi-premium', { ...premium, vslCde: vesselOfOne });
  const covers = [
    await server.create('pi-premium', { ...premium, piClub: club }),
    await server.create('pi-premium', { ...premium, piClub: otherClub, advRate: '7', cur: 'CNY' }),
  ];
  expect((await act(server, 'premium-version', versionId, 'formalise')).status).toBe(200);
  const days = { fromDate: '2026-07-01', toDate: '2026-12-31' };
  const create = (fields: Json, language = 'en-US'): Promise<Answer> =>
    server.call('POST', '/api/premium-return', {
      body: { versionId, vslCde, returnType: 'SURRENDER', ...days, ...fields },
      language,
    });
  for (const [insurer, message, language] of [
    [undefined, 'Several clubs cover the vessel on these days: choose one of them', 'en-US'],
    [undefined, '该期间有多家协会承保该船，请选择其中一家', 'zh-CN'],
    [biller, 'The vessel is not covered by this insurer on all of these days', 'en-US'],
  ] as const) {
    const { errors } = await withoutTrace(server, () => create({ insurer, amount: '1' }, language), { status: 400 });
    expect(errors).toMatchObject([{ field: 'insurer', message }]);
  }
  const totals = async (): Promise<unknown[]> =>
    Promise.all(covers.map(async ({ id }) => (await server.read('pi-premium', id))['surrenderAmt']));
  const { result: returned } = await create({ insurer: otherClub, amount: '50' });
  expect(returned).toMatchObject({ insurer: otherClub, cur: 'CNY', coverPremium: covers[1]!['actPremium'] });
  expect(await totals()).toEqual([null, '50.00']);
  expect(await create({ insurer: club, amount: '30' })).toMatchObject({ status: 201, result: { cur: 'USD' } });
  expect(await totals()).toEqual(['30.00', '50.00']);
  await withoutTrace(server, () => create({ insurer: club, amount: '1', fromDate: days.toDate }), { status: 409 });
  // a changed amount stays with its club; the club itself can be changed where its days are free
  const change = (fields: Json): Promise<Answer> => patch(server, 'premium-return', returned['id'], fields);
  expect(await change({ amount: '40' })).toMatchObject({ status: 200, result: { insurer: otherClub } });
  await withoutTrace(server, () => change({ insurer: club }), { status: 409 });
  const { result: around } = await server.call('POST', '/api/premium-return/surroundings', {
    body: {
      items: [
        { versionId, vslCde, ...days },
        { versionId, vslCde, ...days, insurer: otherClub },
      ],
    },
  });
  expect(around.map(({ lookups }: Json) => [lookups.pi.candidates, lookups.pi.matches, lookups.pi.piClub])).toEqual([
    [2, 2, club],
    [2, 1, otherClub],
  ]);
  // of returns from before they had an insurer, only that of a single cover is known
  const { result: ofOne } = await create({ vslCde: vesselOfOne, amount: '5' });
  expect(ofOne).toMatchObject({ insurer: club });
  await server.pool.query('update premium_return set insurer = null where id = any($1)', [
    [ofOne['id'], returned['id']],
  ]);
  const ofVessel = `from pi_premium where "versionId" = $1 and "vslCde" = $2`;
  const surrendered = async (): Promise<unknown[]> =>
    (
      await server.pool.query(`select "surrenderAmt"::text as amount ${ofVessel} order by id`, [versionId, vslCde])
    ).rows.map(({ amount }) => amount);
  await server.pool.query(`update pi_premium set "surrenderAmt" = 40 where "versionId" = $1 and "vslCde" = $2`, [
    versionId,
    vslCde,
  ]);
  await storeMissingInsurers(server.kernel, systemContext(server.kernel, { requestId: 'insurers' }));
  const insurers = [ofOne, returned].map(async ({ id }) => (await server.read('premium-return', id))['insurer']);
  expect(await Promise.all(insurers)).toEqual([club, null]);
  // a return without an insurer once counted for each cover of its days
  expect(await surrendered()).toEqual(['70.00', null]);
});

describe('the total of a version', () => {
  /** USD for 1 EUR; GBP has no rate */
  const EUR = '1.1';
  let staff: string;
  beforeAll(async () => {
    const exRateDate = daysAfter(new Date().toISOString().slice(0, 10), -2);
    await server.create('exchange-rate', { fromCur: 'EUR', toCur: 'USD', exRateDate, exRate: EUR });
    staff = await server.logInAs('totals', 'Insurance staff', { companyCde: biller });
  });

  const totalOf = async (id: unknown): Promise<unknown> =>
    (await server.read('premium-version', String(id)))['totalUsd'];
  /** A P&I premium of 4,000.00 in its currency. */
  const premium = async (versionId: unknown, fields: Json = {}): Promise<Json> =>
    server.create('pi-premium', {
      versionId,
      vslCde: await insuredVessel(),
      piClub: club,
      billCompany: biller,
      advRate: '3.5',
      ...fields,
    });
  const rated = (rows: readonly Json[]): string =>
    rows
      .reduce(
        (total, { cur, actPremium }) => total.plus(new Decimal(actPremium).times(cur === 'EUR' ? EUR : 1)),
        new Decimal(0),
      )
      .toFixed(2);
  const callOn = (entity: string, method: string, row: Json, body: Json = {}): Promise<Answer> =>
    server.call(method, `/api/${entity}/${row['id']}`, { body: { rev: row['rev'], ...body } });

  test('is right after every way to write its rows', async () => {
    const { id, versionNo } = await premiumVersion(server, 'Premium-PI', YEAR);
    expect(await totalOf(id)).toBeNull();
    const first = await premium(id);
    expect(await totalOf(id)).toBe('4000.00');
    const second = await premium(id, { cur: 'EUR' });
    expect(await totalOf(id)).toBe('8400.00');
    const lines = (rate: string): string[][] => [
      ['Version', 'Vessel', 'P&I club', 'Cover from', 'Advance call per GT'],
      ...[first, imported].map(({ vslCde }) => [
        `Premium-PI / ${YEAR} / ${versionNo}`,
        vslCde,
        club,
        `${YEAR}-01-01`,
        rate,
      ]),
    ];
    const imported = { vslCde: await insuredVessel() };
    const ways: [name: string, write: () => Promise<Answer>][] = [
      ['an edited row', () => patch(server, 'pi-premium', first['id'], { advRate: '4.5' })],
      ['another currency', () => patch(server, 'pi-premium', first['id'], { cur: 'EUR' })],
      ['a discount', () => act(server, 'pi-premium', second['id'], 'discount', { discountPct: '10' })],
      ['an imported row, and one that is changed', () => importLines(server, 'pi-premium', lines('2'))],
      ['calculate', () => calculate(id, { advRate: '1.25' })],
      [
        'rows that are saved with the version',
        async () => {
          const { rev } = await server.read('premium-version', id);
          const [row] = await premiums(id);
          return callOn(
            'premium-version',
            'PATCH',
            { id, rev },
            { 'pi-premium': [{ id: row!['id'], rev: row!['rev'], advRate: '7' }] },
          );
        },
      ],
      ['a deleted row', async () => callOn('pi-premium', 'DELETE', await server.read('pi-premium', second['id']))],
    ];
    let before = await totalOf(id);
    for (const [name, write] of ways) {
      const { status, text } = await write();
      expect(status, `${name}: ${text}`).toBe(200);
      const after = await totalOf(id);
      expect(after, name).toBe(rated(await premiums(id)));
      expect(after, name).not.toBe(before);
      before = after;
    }
    const copy = await act(server, 'premium-version', id, 'copy', {
      policyYear: YEAR,
      versionNo: 'TOTAL-COPY',
      versionType: 'quotation',
      copyMode: 'withDetail',
    });
    expect(await totalOf(copy.result['_made'].id)).toBe(before);
    expect(await totalOf(id)).toBe(before);
  });

  test('is right after saves of several rows at once', async () => {
    const { id } = await premiumVersion(server, 'Premium-PI', YEAR);
    const vessels = await Promise.all(Array.from({ length: 6 }, () => insuredVessel()));
    const rows = await Promise.all(vessels.map((vslCde) => premium(id, { vslCde })));
    expect(await totalOf(id)).toBe('24000.00');
    const [gone, ...kept] = rows;
    await Promise.all([
      callOn('pi-premium', 'DELETE', gone!),
      ...kept.map((row) => patch(server, 'pi-premium', row['id'], { advRate: '1.5' })),
    ]);
    expect(await totalOf(id)).toBe('10000.00');
  });

  test('is empty while a currency has no rate, with which the version is not submitted', async () => {
    const { id } = await premiumVersion(server, 'Premium-PI', YEAR);
    await premium(id);
    const row = await premium(id, { cur: 'GBP' });
    expect(await totalOf(id)).toBeNull();
    const submit = (): Promise<Answer> => act(server, 'premium-version', id, 'submit', { acceptWarnings: true });
    const refused = await withoutTrace(server, submit, { status: 400 });
    expect(refused.errors).toMatchObject([{ field: 'cur', key: 'MSG_master_0223' }]);
    await patch(server, 'pi-premium', row['id'], { cur: 'EUR' });
    expect(await totalOf(id)).toBe('8400.00');
  });

  test('is the approval amount, at the rate of the day of submission', async () => {
    const { id } = await premiumVersion(server, 'Premium-PI', YEAR);
    const row = await premium(id, { cur: 'EUR' });
    const rate = (value: string): Promise<unknown> =>
      server.pool.query(`update exchange_rate set "exRate" = $1 where "fromCur" = 'EUR'`, [value]);
    await rate('1.2');
    await patch(server, 'pi-premium', row['id'], { remark: 'no other amount' });
    expect(await totalOf(id)).toBe('4400.00');
    const submitted = await act(server, 'premium-version', id, 'submit', { acceptWarnings: true });
    expect(submitted.result).toMatchObject({ totalUsd: '4800.00' });
    await rate(EUR);
    expect(await totalOf(id)).toBe('4800.00');
    const { rows } = await server.pool.query(
      `select "amountUsd" from task where "recordEntity" = 'premium-version' and "recordId" = $1`,
      [id],
    );
    expect(rows).toEqual([{ amountUsd: '4800.00' }]);

    // of a version from before the total was stored
    const draft = await premiumVersion(server, 'Premium-PI', YEAR);
    await premium(draft['id'], { cur: 'EUR' });
    await server.pool.query('update premium_version set "totalUsd" = null where id = any($1)', [[id, draft['id']]]);
    const store = (): Promise<void> =>
      storeCurrentTotals(server.kernel, systemContext(server.kernel, { requestId: 'totals' }));
    await store();
    expect([await totalOf(id), await totalOf(draft['id'])]).toEqual(['4800.00', '4400.00']);

    // a version that can still change follows the rate, and keeps its total while there is none
    await rate('1.25');
    for (const delFlag of ['N', 'Y', 'N']) {
      await server.pool.query(`update exchange_rate set "delFlag" = $1 where "fromCur" = 'EUR'`, [delFlag]);
      await store();
      expect([await totalOf(id), await totalOf(draft['id'])]).toEqual(['4800.00', '5000.00']);
    }
    // a version that is submitted while the job waits for it keeps the amount of its approval
    await rate('1.3');
    const session = await server.pool.connect();
    await session.query('begin');
    await session.query('select from premium_version where id = $1 for update', [draft['id']]);
    const storing = store();
    try {
      await expect.poll(() => lockWaits(server.pool)).toBeGreaterThan(0);
      await session.query(`update premium_version set "versionStatus" = 'Submit', "totalUsd" = 4999 where id = $1`, [
        draft['id'],
      ]);
    } finally {
      await session.query('commit');
      session.release();
    }
    await storing;
    expect(await totalOf(draft['id'])).toBe('4999.00');
    await rate(EUR);
  });

  test('is shown only to those who see the rows of all companies', async () => {
    const { id } = await premiumVersion(server, 'Premium-PI', YEAR);
    for (const billCompany of [biller, club]) await premium(id, { billCompany });
    const paths = ['', '?pageSize=1000', `/${id}`, `/${id}/history`, '/export?format=csv'].map(
      (path) => `/api/premium-version${path}`,
    );
    for (const path of [...paths, '/api/meta/premium-version']) {
      const { status, text } = await server.call('GET', path, { token: staff });
      expect(status, path).toBe(200);
      expect(text, path).not.toMatch(/totalUsd|8000\.00|Total premium \(USD\)/);
    }
    expect((await server.call('GET', '/api/premium-version?sort=totalUsd', { token: staff })).status).toBe(400);
    expect((await server.call('GET', '/api/premium-version?pageSize=1000')).text).toContain('"totalUsd":"8000.00"');
  });
});
