import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from './hullRows.ts';
import { createAtOnce, fieldsOf, importLines, premiumVersion, premiumYear } from './premiumRows.ts';
import { act, companyBody, patch, vesselBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
let club: string;
let otherClub: string;
beforeAll(async () => {
  server = await startTestServer();
  // 365 days of a P&I year, from 20 February noon in practice
  for (const year of ['2025', '2026'])
    await server.create(
      'policy-year',
      premiumYear('Premium-PI', year, {
        effectiveFrom: `${year}-02-20`,
        effectiveTo: `${Number(year) + 1}-02-19`,
        irate: '0.5',
        etcRate: '1.1',
        suppCallRate: '0.2',
      }),
    );
  [club, otherClub] = [await company('PICLUB'), await company('PICLUB')];
  await company('BROKER', 'BROKER');
});
afterAll(() => server.close());

/** A new company. @returns its code */
const company = async (companyType: string, companyCde?: string): Promise<string> =>
  (await server.create('company', companyBody({ companyType, ...(companyCde && { companyCde }) })))['companyCde'];
const version = (versionType?: string, year = '2026'): Promise<Json> =>
  premiumVersion(server, 'Premium-PI', year, versionType);

/** A new vessel of 1,000 GT with insured details of 2026, unless `clubs` is absent. */
async function vessel(clubs?: readonly string[]): Promise<string> {
  const { vslCde } = await server.create('vessel', await vesselBody(server, { vslNme: 'SEA STAR' }));
  if (clubs)
    await server.create('vessel-insured', {
      policyYear: '2026',
      vslCde,
      deductible: '1000',
      deductiblePCT: '0',
      rdc: '4/4',
      ffd: '4/4',
      club: clubs,
      piBroker: otherClub,
      piBrokerRec: 'Y',
    });
  return vslCde;
}

const create = (body: Json): Promise<Answer> => server.call('POST', '/api/pi-premium', { body });

describe('a P&I premium', () => {
  test.each<[what: string, fields: Json, figures: (string | null)[]]>([
    ['of a whole year', { advRate: '3.5' }, ['3500.00', '500.00', '700.00', '3850.00', '4000.00', '4000.00']],
    [
      'with an estimated supplementary call, which is not added',
      { advRate: '3.5', suppCallType: 'ESTIMATED' },
      ['3500.00', '500.00', '700.00', '3850.00', '4000.00', '4000.00'],
    ],
    [
      'with a supplementary call that is called',
      { advRate: '3.5', suppCallType: 'CALLED' },
      ['3500.00', '500.00', '700.00', '3850.00', '4700.00', '4700.00'],
    ],
    [
      // 888.8 × 3.5 × 100 / 365 = 852.273…; × 0.5 = 121.753…; 852.27 × 0.2 = 170.454; × 1.1 = 937.497; 888.8 × 4.7
      'of 100 days on a rated tonnage',
      { advRate: '3.5', manualGt: '888.8', policyEnd: '2026-05-30', suppCallType: 'CALLED' },
      ['852.27', '121.75', '170.45', '937.50', '1144.47', '4177.36'],
    ],
    [
      'of one day',
      { advRate: '3.65', policyEnd: '2026-02-20' },
      ['10.00', '1.37', '2.00', '11.00', '11.37', '4150.00'],
    ],
    [
      'rounded half-up, with its own rates',
      { advRate: '0.005', iRate: '0.004', manualGt: '1', suppCallRate: '0.5', etcRate: '0' },
      ['0.01', '0.00', '0.01', '0.00', '0.01', '0.01'],
    ],
    [
      'in a currency without minor units',
      { advRate: '350.4995', iRate: '0', cur: 'JPY', suppCallType: 'CALLED' },
      ['350500.00', '0.00', '70100.00', '385550.00', '420600.00', '420600.00'],
    ],
    ['without a rate of the advance call', {}, [null, '500.00', null, null, null, null]],
  ])('%s', async (_, fields, figures) => {
    const { id: versionId } = await version();
    const row = await server.create('pi-premium', { versionId, vslCde: await vessel([club]), ...fields });
    const { advPremium, iRPremium, suppCallPremium, etcPremium, actPremium, fullyearPremium } = row;
    expect([advPremium, iRPremium, suppCallPremium, etcPremium, actPremium, fullyearPremium]).toEqual(figures);
  });

  test('takes its club, broker, tonnage, rates and period from the vessel, its insured details and the year', async () => {
    const { id: versionId, versionNo } = await version();
    const vslCde = await vessel([club]);
    expect(await server.create('pi-premium', { versionId, vslCde, advRate: '1' })).toMatchObject({
      policyYear: '2026',
      policyType: 'Premium-PI',
      versionNo,
      versionType: 'quotation',
      versionStatus: 'Draft',
      vslNme: 'SEA STAR',
      fleetCde: 'TESTFLEET',
      piClub: club,
      insBroker: otherClub,
      insBrokerRec: 'Y',
      cur: 'USD',
      policyStart: '2026-02-20',
      policyEnd: '2027-02-19',
      gt: '1000',
      iRate: '0.5',
      suppCallType: 'NONE',
      suppCallRate: '0.2',
      etcRate: '1.1',
      recordStatus: 'Draft',
    });
  });

  test.each<[what: string, fields: Json, clubs: () => string[] | undefined, fields: string[]]>([
    ['of another year', { policyYear: '2025' }, () => [club], ['policyYear']],
    ['that begins before the year', { policyStart: '2026-02-19' }, () => [club], ['policyEnd', 'policyStart']],
    ['that ends after the year', { policyEnd: '2027-02-20' }, () => [club], ['policyEnd', 'policyStart']],
    ['that ends before it begins', { policyStart: '2026-04-02', policyEnd: '2026-04-01' }, () => [club], ['policyEnd']],
    ['of an unknown club', { piClub: 'NOCLUB' }, () => [club], ['piClub']],
    ['of a company that does not insure', { piClub: 'BROKER' }, () => [club], ['piClub']],
    ['of an unknown currency', { cur: 'XXQ' }, () => [club], ['cur']],
    ['with a negative rate', { advRate: '-0.01' }, () => [club], ['advRate']],
    ['with a tonnage of 0', { manualGt: '0' }, () => [club], ['manualGt']],
    ['with a premium that is entered', { actPremium: '1' }, () => [club], ['actPremium']],
    ['with a version state that is entered', { versionStatus: 'Formal' }, () => [club], ['versionStatus']],
    ['with an unknown supplementary call', { suppCallType: 'MAYBE' }, () => [club], ['suppCallType']],
  ])('%s is refused at its field', async (_, fields, clubs, at) => {
    const { id: versionId } = await version();
    const vslCde = await vessel(clubs());
    const answer = await withoutTrace(server, () => create({ versionId, vslCde, advRate: '1', ...fields }), {
      status: 400,
    });
    expect(fieldsOf(answer)).toEqual(at);
  });

  test.each([
    ['without insured details', () => undefined],
    ['without a club', () => []],
    ['with several clubs', () => [club, otherClub]],
  ])('of a vessel %s has the club that is entered, or none', async (_, clubs) => {
    const { id: versionId } = await version();
    const vslCde = await vessel(clubs());
    for (const piClub of [null, otherClub, club])
      expect((await create({ versionId, vslCde, piClub })).result).toMatchObject({ piClub });
    expect((await withoutTrace(server, () => create({ versionId, vslCde }), { status: 409 })).status).toBe(409);
  });
});

describe('the covers of a vessel with a club in a version', () => {
  test('do not overlap; those of another club or version may', async () => {
    const [one, other] = [await version(), await version()];
    const vslCde = await vessel([club]);
    const first = { versionId: one['id'], vslCde, policyEnd: '2026-06-30' };
    await server.create('pi-premium', first);
    const answer = await withoutTrace(
      server,
      () => create({ versionId: one['id'], vslCde, policyStart: '2026-06-30' }),
      { status: 409 },
    );
    expect(fieldsOf(answer)).toEqual(['policyEnd', 'policyStart']);
    for (const more of [
      { ...first, versionId: other['id'] },
      { ...first, piClub: otherClub },
      { versionId: one['id'], vslCde, policyStart: '2026-07-01' },
    ])
      expect((await create(more)).status).toBe(201);
  });

  test('are stored once by five clerks at once', async () => {
    const { id: versionId } = await version();
    const body = { versionId, vslCde: await vessel([club]), advRate: '1' };
    expect(await createAtOnce(server, 'pi-premium', body)).toEqual([201, 409, 409, 409, 409]);
    expect(await rowsOf(server, 'pi-premium', versionId)).toHaveLength(1);
  });

  test('count in one submitted actual version only', async () => {
    const [one, other] = [await version('actual'), await version('actual')];
    const vslCde = await vessel([club]);
    for (const { id: versionId } of [one, other]) await server.create('pi-premium', { versionId, vslCde });
    const submit = ({ id }: Json): Promise<Answer> =>
      act(server, 'premium-version', id, 'submit', { acceptWarnings: true });
    expect((await submit(one)).status).toBe(200);
    await withoutTrace(server, () => submit(other), { status: 409, key: 'MSG_generic_0175' });
  });
});

describe('the version of a P&I premium', () => {
  test('closes it, and its number and state are copied to it', async () => {
    const { id } = await version();
    const { id: rowId } = await server.create('pi-premium', { versionId: id, vslCde: await vessel([club]) });
    const other = await server.create('pi-premium', {
      versionId: (await version())['id'],
      vslCde: await vessel([club]),
    });
    await patch(server, 'premium-version', id, { versionNo: 'RENAMED' });
    await act(server, 'premium-version', id, 'submit', { acceptWarnings: true });
    const row = await server.read('pi-premium', rowId);
    expect(row).toMatchObject({ versionNo: 'RENAMED', versionStatus: 'Submit' });
    await withoutTrace(server, () => patch(server, 'pi-premium', rowId, { advRate: '2' }), { status: 409 });
    expect(
      (await server.call('GET', `/api/pi-premium/${rowId}/history`)).result
        .map(({ changes }: Json) => changes)
        .slice(0, 2),
    ).toEqual([
      [{ field: 'versionStatus', from: 'Draft', to: 'Submit' }],
      [{ field: 'versionNo', from: expect.any(String), to: 'RENAMED' }],
    ]);
    expect(await server.read('pi-premium', other['id'])).toMatchObject({ versionStatus: 'Draft', rev: 1 });
  });

  test('copied to another year gives it the period and reinsurance rate of that year', async () => {
    const { id } = await version('quotation', '2025');
    const vslCde = await vessel([club]);
    await server.create('pi-premium', { versionId: id, vslCde, piClub: otherClub, advRate: '2.5', manualGt: '900' });
    const { result } = await act(server, 'premium-version', id, 'copy', {
      policyYear: '2026',
      versionNo: 'COPY-2026',
      versionType: 'quotation',
      copyMode: 'withDetail',
    });
    expect(await rowsOf(server, 'pi-premium', result['_made'].id)).toMatchObject([
      {
        vslCde,
        policyYear: '2026',
        versionNo: 'COPY-2026',
        policyStart: '2026-02-20',
        policyEnd: '2027-02-19',
        piClub: otherClub,
        advPremium: '2250.00',
        iRPremium: '450.00',
        actPremium: '2700.00',
        recordStatus: 'Draft',
      },
    ]);
  });
});

test('a confirmed P&I premium is neither edited nor deleted', async () => {
  const { id: versionId } = await version();
  const { id } = await server.create('pi-premium', { versionId, vslCde: await vessel([club]) });
  await act(server, 'pi-premium', id, 'confirm');
  await withoutTrace(server, () => patch(server, 'pi-premium', id, { advRate: '2' }), { status: 409 });
  const { rev } = await server.read('pi-premium', id);
  await withoutTrace(server, () => server.call('DELETE', `/api/pi-premium/${id}`, { body: { rev } }), { status: 409 });
});

test('a file adds P&I premiums, and changes those of the same vessel, club and start', async () => {
  const { id: versionId, versionNo } = await version();
  const vessels = [await vessel([club]), await vessel([club])];
  const lines = (rate: string): string[][] => [
    ['Version', 'Vessel', 'P&I club', 'Cover from', 'Advance call per GT'],
    ...vessels.map((code) => [`Premium-PI / 2026 / ${versionNo}`, code, club, '2026-02-20', rate]),
  ];
  expect(await importLines(server, 'pi-premium', lines('1'))).toMatchObject({ status: 200, result: { created: 2 } });
  expect(await importLines(server, 'pi-premium', lines('2'))).toMatchObject({
    status: 200,
    result: { created: 0, updated: 2 },
  });
  expect((await rowsOf(server, 'pi-premium', versionId)).map(({ actPremium }) => actPremium)).toEqual([
    '2500.00',
    '2500.00',
  ]);
  const before = await server.footprint();
  const unknown = [`Premium-PI / 2026 / ${versionNo}`, 'NO', club, '', '1'];
  expect(await importLines(server, 'pi-premium', [...lines('3'), unknown])).toMatchObject({
    code: 1,
    result: { created: 0, updated: 0, errors: [{ row: 4, field: 'vslCde' }] },
  });
  expect(await server.footprint()).toBe(before);
});

describe('sums of a list by currency', () => {
  const groups = (query: Record<string, string>): Promise<Answer> =>
    server.call('GET', `/api/pi-premium/groups?${String(new URLSearchParams(query))}`);
  const ofVersion = (id: unknown): string => JSON.stringify([{ name: 'versionId', type: 'equal', value: id }]);

  test('have a group for each value and currency, and amounts in different currencies are never added', async () => {
    const { id: versionId } = await version();
    const fields = { versionId, iRate: '0', advRate: '1' };
    for (const [cur, manualGt] of [
      ['USD', '100.1'],
      ['USD', '20.2'],
      ['EUR', '7000'],
    ])
      await server.create('pi-premium', { ...fields, vslCde: await vessel([club]), cur, manualGt });
    const where = ofVersion(versionId);
    expect((await groups({ by: 'versionId', sum: 'actPremium,advPremium', where })).result).toEqual([
      { value: versionId, count: 1, currency: 'EUR', sums: { actPremium: '7000.00', advPremium: '7000.00' } },
      { value: versionId, count: 2, currency: 'USD', sums: { actPremium: '120.30', advPremium: '120.30' } },
    ]);
    expect((await groups({ by: 'piClub', where })).result).toEqual([{ value: club, count: 3 }]);
    expect((await groups({ by: 'piClub', distinct: 'cur,piClub', absent: 'manualGt', where })).result).toEqual([
      { value: club, count: 3, distinct: 2, absent: 0 },
    ]);
    expect((await groups({ by: 'cur', absent: 'deductible', where })).result).toMatchObject([
      { value: 'USD', count: 2, absent: 2 },
      { value: 'EUR', count: 1, absent: 1 },
    ]);
    expect((await groups({ by: 'cur', sum: 'actPremium', where })).result).toMatchObject([
      { value: 'EUR', currency: 'EUR', count: 1 },
      { value: 'USD', currency: 'USD', count: 2 },
    ]);
  });

  test.each(['advRate', 'cur', 'policyStart', 'actPremium,'])('of %s are refused', async (sum) => {
    expect(await groups({ by: 'versionId', sum })).toMatchObject({ status: 400, errors: [{ field: 'sum' }] });
  });
});
