import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { today } from '../../generator/language/dates.ts';

import { createAtOnce, fieldsOf, importLines, premiumVersion, premiumYear } from './premiumRows.ts';
import { act, companyBody, patch } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
let company: string;
let otherCompany: string;
beforeAll(async () => {
  server = await startTestServer();
  for (const year of ['2024', '2026'])
    await server.create('policy-year', premiumYear('Premium-TT', year, { rate: '0.0015' }));
  await server.create('exchange-rate', { fromCur: 'USD', toCur: 'CNY', exRateDate: '2025-12-31', exRate: '7.0288' });
  await server.create('exchange-rate', { fromCur: 'USD', toCur: 'CNY', exRateDate: '2026-05-04', exRate: '6.9125' });
  await server.create('exchange-rate', { fromCur: 'CNY', toCur: 'USD', exRateDate: '2026-09-01', exRate: '0.14' });
  company = (await server.create('company', companyBody()))['companyCde'];
  await server.create('company', companyBody({ companyCde: 'BROKER', companyType: 'BROKER' }));
  otherCompany = (await server.create('company', companyBody()))['companyCde'];
});
afterAll(() => server.close());

const version = (versionType?: string, year = '2026'): Promise<Json> =>
  premiumVersion(server, 'Premium-TT', year, versionType);
const body = (versionId: unknown, fields: Json = {}): Json => ({
  versionId,
  billCompany: company,
  containerType: 'CONTAINER',
  sizeType: '40hq',
  cntrQty: 1000,
  residualValue: '2500',
  ...fields,
});
const create = (fields: Json): Promise<Answer> => server.call('POST', '/api/container-premium', { body: fields });
const rowsOf = async (versionId: unknown): Promise<Json[]> => {
  const where = encodeURIComponent(JSON.stringify([{ name: 'versionId', type: 'equal', value: versionId }]));
  return (await server.call('GET', `/api/container-premium?where=${where}`)).result.records;
};

describe('a container premium', () => {
  test.each<[what: string, year: string, fields: Json, figures: string[]]>([
    // 1000 × 2500 × 0.0015
    ['of a whole year at the rate of the year', '2026', {}, ['3750.00', '2500.00', '3750.00']],
    ['with a discount of 12.5 %', '2026', { disRate: '0.125' }, ['3750.00', '2187.50', '3281.25']],
    ['with a discount of all of it', '2026', { disRate: '1', acceptWarnings: true }, ['3750.00', '0.00', '0.00']],
    // 333 × 1999.99 × 0.0033 × 59 / 365 = 355.253…; × 0.9 = 319.725 → 319.73
    [
      'of 59 days, rounded half-up',
      '2026',
      { cntrQty: 333, residualValue: '1999.99', rate: '0.0033', policyEnd: '2026-02-28', disRate: '0.1' },
      ['355.26', '1799.99', '319.73'],
    ],
    // 3750 × 20 / 366 = 204.918…
    [
      'of 20 days of a leap year',
      '2024',
      { policyStart: '2024-02-20', policyEnd: '2024-03-10' },
      ['204.92', '2500.00', '204.92'],
    ],
    [
      'in a currency without minor units',
      '2026',
      { cur: 'JPY', cntrQty: 1, disRate: '0.5' },
      ['4.00', '1250.00', '2.00'],
    ],
  ])('%s', async (_, year, fields, figures) => {
    const { id } = await version('quotation', year);
    const { actPremium, residualDis, ttPremiumDis } = await server.create('container-premium', body(id, fields));
    expect([actPremium, residualDis, ttPremiumDis]).toEqual(figures);
  });

  test('is of the version, the year and US dollars, and names what is insured', async () => {
    const { id, versionNo } = await version();
    expect(await server.create('container-premium', body(id))).toMatchObject({
      policyYear: '2026',
      policyType: 'Premium-TT',
      versionNo,
      versionStatus: 'Draft',
      sizeType: '40HQ',
      subject: `${company} CONTAINER 40HQ`,
      cur: 'USD',
      rate: '0.0015',
      disRate: '0',
      policyStart: '2026-01-01',
      policyEnd: '2026-12-31',
      recordStatus: 'Draft',
    });
  });

  test.each<[what: string, fields: Json, rate: string | null]>([
    ['of the day before the year, as the cover begins with it', {}, '7.0288'],
    ['of the first day of a later cover', { policyStart: '2026-05-04' }, '6.9125'],
    ['up to ten days old', { policyStart: '2026-05-14' }, '6.9125'],
    ['older than ten days: none', { policyStart: '2026-05-15' }, null],
    ['of the opposite direction', { policyStart: '2026-09-03' }, '7.14285714'],
    ['that is entered', { policyStart: '2026-05-04', rateCnyUsd: '7' }, '7'],
  ])('has the exchange rate %s', async (_, fields, rateCnyUsd) => {
    const { id } = await version();
    expect((await server.create('container-premium', body(id, fields)))['rateCnyUsd']).toBe(rateCnyUsd);
  });

  test('in CNY counts for the total of the version at its own exchange rate', async () => {
    const { id } = await version();
    const total = async (): Promise<unknown> => (await server.read('premium-version', id))['totalUsd'];
    await server.create('container-premium', body(id));
    const inCny = { cur: 'CNY', rateCnyUsd: '7' };
    const rows = [
      await server.create('container-premium', body(id, { ...inCny, sizeType: '20GP' })),
      await server.create('container-premium', body(id, { ...inCny, sizeType: '45HQ' })),
    ];
    // 3,750 + 2 × 3,750 / 7, rounded once
    expect(await total()).toBe('4821.43');
    await patch(server, 'container-premium', rows[0]!['id'], { rateCnyUsd: '7.5' });
    expect(await total()).toBe('4785.71');
    await patch(server, 'container-premium', rows[0]!['id'], { cur: 'USD' });
    expect(await total()).toBe('8035.71');
    await patch(server, 'container-premium', rows[1]!['id'], { rateCnyUsd: '700000' });
    expect(await total()).toBe('7500.01');
    // a typed rate does not decide on the levels of approval
    const rate = { fromCur: 'CNY', toCur: 'USD', exRateDate: today('Asia/Shanghai'), exRate: '0.125' };
    await server.create('exchange-rate', rate);
    const submitted = await act(server, 'premium-version', id, 'submit', { acceptWarnings: true });
    expect(submitted.result).toMatchObject({ totalUsd: '7968.75' });
  });

  test.each<[what: string, fields: Json, at: string[]]>([
    ['of another year', { policyYear: '2024' }, ['policyYear']],
    ['that begins before the year', { policyStart: '2025-12-31' }, ['policyEnd', 'policyStart']],
    ['that ends before it begins', { policyStart: '2026-04-02', policyEnd: '2026-04-01' }, ['policyEnd']],
    ['of no company', { billCompany: null }, ['billCompany']],
    ['of an unknown company', { billCompany: 'NOBODY' }, ['billCompany']],
    ['of a broker as insurer', { piClub: 'BROKER' }, ['piClub']],
    ['of an unknown type', { containerType: 'BARGE' }, ['containerType']],
    ['of no size', { sizeType: ' ' }, ['sizeType']],
    ['of no unit', { cntrQty: 0 }, ['cntrQty']],
    ['of half a unit', { cntrQty: 1.5 }, ['cntrQty']],
    ['without a residual value', { residualValue: '0' }, ['residualValue']],
    ['with a discount above 100 %', { disRate: '1.01' }, ['disRate']],
    ['with a negative rate', { rate: '-0.0001' }, ['rate']],
    ['with a premium that is entered', { ttPremiumDis: '5' }, ['ttPremiumDis']],
  ])('%s is refused at its field', async (_, fields, at) => {
    const { id } = await version();
    const answer = await withoutTrace(server, () => create(body(id, fields)), { status: 400 });
    expect(fieldsOf(answer)).toEqual(at);
  });
});

describe('the units of a company by type, size and start', () => {
  test('are in a version once; others may be', async () => {
    const { id } = await version();
    await server.create('container-premium', body(id));
    const answer = await withoutTrace(server, () => create(body(id, { sizeType: '40HQ' })), { status: 409 });
    expect(fieldsOf(answer)).toEqual(['billCompany', 'containerType', 'policyStart', 'sizeType', 'versionId']);
    for (const other of [
      { billCompany: otherCompany },
      { containerType: 'CHASSIS' },
      { sizeType: '20GP' },
      { policyStart: '2026-07-01' },
    ])
      expect((await create(body(id, other))).status).toBe(201);
  });

  test('are stored once by five clerks at once', async () => {
    const { id } = await version();
    expect(await createAtOnce(server, 'container-premium', body(id))).toEqual([201, 409, 409, 409, 409]);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  test('count in one submitted actual version only, whatever their start', async () => {
    const [one, other] = [await version('actual'), await version('actual')];
    await server.create('container-premium', body(one['id']));
    await server.create('container-premium', body(other['id'], { policyStart: '2026-07-01' }));
    const submit = ({ id }: Json): Promise<Answer> =>
      act(server, 'premium-version', id, 'submit', { acceptWarnings: true });
    expect((await submit(one)).status).toBe(200);
    await withoutTrace(server, () => submit(other), { status: 409, key: 'MSG_generic_0175' });
  });
});

test('a confirmed container premium is neither edited nor deleted', async () => {
  const { id: versionId } = await version();
  const { id } = await server.create('container-premium', body(versionId));
  await act(server, 'container-premium', id, 'confirm');
  await withoutTrace(server, () => patch(server, 'container-premium', id, { cntrQty: 2 }), { status: 409 });
  const { rev } = await server.read('container-premium', id);
  await withoutTrace(server, () => server.call('DELETE', `/api/container-premium/${id}`, { body: { rev } }), {
    status: 409,
  });
});

test('a list shows containers or equipment and chassis, as the menus ask', async () => {
  const { id } = await version();
  for (const containerType of ['CONTAINER', 'EQUIPMENT', 'CHASSIS'])
    await server.create('container-premium', body(id, { containerType }));
  const typesOf = async (...types: string[]): Promise<string[]> => {
    const where = [
      { name: 'versionId', type: 'equal', value: id },
      { name: 'containerType', type: 'array', value: types },
    ];
    const { result } = await server.call(
      'GET',
      `/api/container-premium?sort=containerType&where=${encodeURIComponent(JSON.stringify(where))}`,
    );
    return result.records.map(({ containerType }: Json) => containerType);
  };
  expect(await typesOf('CONTAINER')).toEqual(['CONTAINER']);
  expect(await typesOf('EQUIPMENT', 'CHASSIS')).toEqual(['CHASSIS', 'EQUIPMENT']);
});

describe('a file with many rows of one version', () => {
  const HEADINGS = ['Version', 'Billing company', 'Type of unit', 'Size and type', 'Units', 'Residual value per unit'];
  const linesOf = ({ versionNo }: Json, sizes: readonly string[], units = '7'): string[][] =>
    sizes.map((size) => [`Premium-TT / 2026 / ${versionNo}`, company, 'CONTAINER', size, units, '1999.99']);
  const send = (lines: string[][]): Promise<Answer> => importLines(server, 'container-premium', [HEADINGS, ...lines]);
  const SIZES = ['20GP', '40HQ', '45HQ'];

  test('stores what files of one row each store, with the same total of the version', async () => {
    const [together, alone] = [await version(), await version()];
    expect(await send(linesOf(together, SIZES))).toMatchObject({ result: { created: 3 } });
    for (const line of linesOf(alone, SIZES)) expect(await send([line])).toMatchObject({ result: { created: 1 } });
    const {
      id: _id,
      versionId: _versionId,
      versionNo: _versionNo,
      createAt: _at,
      updateAt: _to,
      ...first
    } = (await rowsOf(alone['id']))[0]!;
    expect((await rowsOf(together['id']))[0]).toMatchObject(first);
    const totals = await Promise.all(
      [together, alone].map(async ({ id }) => (await server.read('premium-version', id))['totalUsd']),
    );
    // 3 × 7 × 1999.99 × 0.0015, each row rounded
    expect(totals).toEqual(['63.00', '63.00']);
  });

  test('stores nothing if one row is invalid or belongs to a version that cannot be changed', async () => {
    const [open, closed] = [await version(), await version()];
    await server.create('container-premium', body(closed['id']));
    const submitted = await act(server, 'premium-version', closed['id'], 'submit', { acceptWarnings: true });
    expect(submitted.status).toBe(200);
    const before = await server.footprint();
    const { result } = await send([
      ...linesOf(open, ['20GP']),
      ...linesOf(closed, ['40HQ', '45HQ']),
      ...linesOf(open, ['40HQ'], '-1'),
    ]);
    expect(result.errors.map(({ row, field }: Json) => [row, field])).toEqual([
      [3, 'versionStatus'],
      [4, 'versionStatus'],
      [5, 'cntrQty'],
    ]);
    expect(await server.footprint()).toBe(before);
  });
});

test('a file adds container premiums, and changes those of the same company, type, size and start', async () => {
  const { id, versionNo } = await version();
  const lines = (units: number): string[][] => [
    ['Version', 'Billing company', 'Type of unit', 'Size and type', 'Cover from', 'Units', 'Residual value per unit'],
    [`Premium-TT / 2026 / ${versionNo}`, company, 'CONTAINER', '20GP', '2026-01-01', String(units), '1000'],
    [`Premium-TT / 2026 / ${versionNo}`, company, 'CHASSIS', '20GP', '2026-01-01', String(units), '1000'],
  ];
  expect(await importLines(server, 'container-premium', lines(10))).toMatchObject({ result: { created: 2 } });
  expect(await importLines(server, 'container-premium', lines(20))).toMatchObject({
    result: { created: 0, updated: 2 },
  });
  expect((await rowsOf(id)).map(({ ttPremiumDis }) => ttPremiumDis)).toEqual(['30.00', '30.00']);
});
