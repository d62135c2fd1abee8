import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hullVersion, hullYear, insure, rowsOf } from './hullRows.ts';
import { act, vesselBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
let staff: string;
beforeAll(async () => {
  server = await startTestServer();
  for (const year of ['2024', '2026']) await server.create('policy-year', hullYear(year));
  staff = await server.logInAs('hullstaff', 'Insurance staff');
});
afterAll(() => server.close());

const RATES = { ivRate: '0.0008', warRate: '0.00025' };
const calculate = (versionId: unknown, input: Json = RATES, token = staff): Promise<Answer> =>
  act(server, 'premium-version', versionId, 'calculate', input, token);
const figures = ({ hmPremium, ivPremium, warPremium, hmTotalPremium }: Json) => [
  hmPremium,
  ivPremium,
  warPremium,
  hmTotalPremium,
];

describe('the history of a version', () => {
  const historyOf = async ({ id }: Json): Promise<Json[]> =>
    (await server.call('GET', `/api/premium-version/${id}/history?parts=true&pageSize=1000`)).result.records;

  test('lists changes of a few vessels separately by name, and changes of many as one line', async () => {
    const version = await hullVersion(server, '2026');
    const codes = await insure(
      server,
      version['id'],
      Array.from({ length: 11 }, (_, index) => `${index + 1}000000`),
    );
    await calculate(version['id']);
    const call = await server.create('hull-ap', {
      versionId: version['id'],
      busMonth: '202603',
      vslCde: codes[0],
      ata: '2026-03-01',
      atd: '2026-03-09',
      rate7Days: '0.0001',
    });
    expect(
      (await server.call('PATCH', `/api/hull-ap/${call['id']}`, { body: { rev: call['rev'], atd: '2026-03-20' } }))
        .status,
    ).toBe(200);
    expect((await server.call('DELETE', `/api/hull-ap/${call['id']}`, { body: { rev: call['rev'] + 1 } })).status).toBe(
      200,
    );
    const lines = await historyOf(version);
    const ap = {
      entity: 'hull-ap',
      id: call['id'],
      title: { en: `${codes[0]} 2026-03-01`, zh: `${codes[0]} 2026-03-01` },
      deleted: true,
    };
    expect(lines.filter(({ part }) => part?.entity === 'hull-ap')).toMatchObject([
      { action: 'delete', part: ap },
      { action: 'update', part: ap },
      { action: 'create', part: ap },
    ]);
    expect(
      lines.find(({ action, part }) => part?.entity === 'hull-ap' && action === 'update')!['changes'],
    ).toContainEqual({ field: 'atd', from: '2026-03-09', to: '2026-03-20' });
    expect(lines.filter(({ part }) => part?.entity === 'hull-premium')).toEqual([
      expect.objectContaining({ parts: 11, changes: [], by: 'hullstaff' }),
    ]);
    const values = lines.filter(({ part }) => part?.entity === 'vessel-value');
    expect(values.map(({ part, parts }) => [part.title.en.slice(0, 3), parts])).toEqual(
      codes.map((code) => [code, undefined]).toReversed(),
    );
    const { total } = (await server.call('GET', `/api/premium-version/${version['id']}/history?parts=true&pageSize=3`))
      .result;
    expect(total).toBe(lines.length);
  });

  test('contains no lines of other versions', async () => {
    const [one, other] = [await hullVersion(server, '2026'), await hullVersion(server, '2026')];
    await insure(server, one['id'], ['1000000']);
    expect((await historyOf(other)).map(({ action }) => action)).toEqual(['create']);
  });
});

describe('an insured value', () => {
  test.each([
    // total = basic × 1.1; increased value 20 % of it; the rest is the hull value, so that both add up to the total
    ['50000000', '55000000.00', '11000000.00', '44000000.00'],
    ['33333333.33', '36666666.66', '7333333.33', '29333333.33'],
    ['0.01', '0.01', '0.00', '0.01'],
  ])('of basic value %s', async (basicValue, totalValue, ivInsure, hmInsure) => {
    const version = await hullVersion(server, '2026');
    const [code] = await insure(server, version['id'], [basicValue]);
    expect(await rowsOf(server, 'vessel-value', version['id'])).toMatchObject([
      { vslCde: code, policyYear: '2026', additionRatio: '0.1', ivInsurePct: '20', totalValue, ivInsure, hmInsure },
    ]);
  });

  test('is at most the special limit, set for several vessels at once', async () => {
    const version = await hullVersion(server, '2026');
    await insure(server, version['id'], ['50000000', '10000000']);
    const items = (await rowsOf(server, 'vessel-value', version['id'])).map(({ id, rev }) => ({ id, rev }));
    const answer = await server.call('POST', '/api/vessel-value/bulk/specialLimit', {
      body: { items, specialLimit: '20000000' },
      token: staff,
    });
    expect(answer.result.map(({ ok }: Json) => ok)).toEqual([true, true]);
    expect(
      (await rowsOf(server, 'vessel-value', version['id'])).map(({ totalValue, ivInsure, hmInsure }) => [
        totalValue,
        ivInsure,
        hmInsure,
      ]),
    ).toEqual([
      ['20000000.00', '4000000.00', '16000000.00'],
      ['11000000.00', '2200000.00', '8800000.00'],
    ]);
  });

  test('warns of an increased value above 25 % of the hull, and is saved once that is accepted', async () => {
    const version = await hullVersion(server, '2026');
    const { vslCde } = await server.create('vessel', await vesselBody(server));
    const body = { versionId: version['id'], vslCde, basicValue: '100', ivInsurePct: '20.01', additionRatio: '0' };
    await withoutTrace(server, () => server.call('POST', '/api/vessel-value', { body }), {
      status: 400,
      errors: [{ field: 'ivInsure', level: 'warning' }],
    });
    expect((await server.call('POST', '/api/vessel-value', { body: { ...body, acceptWarnings: true } })).status).toBe(
      201,
    );
  });

  test.each([
    ['2025', 'policyYear'],
    ['2026', undefined],
  ])('is of the year of its version: %s', async (policyYear, field) => {
    const version = await hullVersion(server, '2026');
    const { vslCde } = await server.create('vessel', await vesselBody(server));
    const answer = await server.call('POST', '/api/vessel-value', {
      body: { versionId: version['id'], vslCde, basicValue: '100', policyYear },
    });
    expect(answer.errors.map((error) => error.field)).toEqual(field === undefined ? [] : [field]);
  });
});

describe('a calculation of all vessels', () => {
  test('creates their rows by the formulae, exact to the cent', async () => {
    const version = await hullVersion(server, '2026');
    const codes = await insure(server, version['id'], ['50000000', '33333333.33']);
    const answer = await calculate(version['id']);
    // 110,550.00 + 73,700.01
    expect(answer).toMatchObject({
      status: 200,
      message: '2 vessels added, 0 recalculated, 0 unchanged or confirmed; total premium USD 184,250.01',
    });
    const rows = await rowsOf(server, 'hull-premium', version['id']);
    expect(rows.map(({ vslCde }) => vslCde)).toEqual(codes);
    expect(rows.map(figures)).toEqual([
      ['88000.00', '8800.00', '13750.00', '110550.00'],
      ['58666.67', '5866.67', '9166.67', '73700.01'],
    ]);
    expect(rows[0]).toMatchObject({
      policyStart: '2026-01-01',
      policyEnd: '2026-12-31',
      hmRate: '0.002',
      warInsureValue: '55000000.00',
      recordStatus: 'Draft',
      creater: 'hullstaff',
    });
    const [line] = (await server.call('GET', `/api/hull-premium/${rows[0]!['id']}/history`)).result;
    expect(line).toMatchObject({
      action: 'calculate',
      by: 'hullstaff',
      changes: expect.arrayContaining([{ field: 'hmTotalPremium', from: null, to: '110550.00' }]),
    });
    const [ofVersion] = (await server.call('GET', `/api/premium-version/${version['id']}/history`)).result;
    expect(ofVersion).toMatchObject({
      action: 'calculate',
      by: 'hullstaff',
      changes: expect.arrayContaining([{ field: 'ivRate', from: null, to: '0.0008' }]),
    });
  });

  test('counts both ends of a cover against the 366 days of a leap year', async () => {
    const version = await hullVersion(server, '2024');
    const [vslCde] = await insure(server, version['id'], ['50000000']);
    await server.create('hull-premium', {
      versionId: version['id'],
      vslCde,
      policyStart: '2024-02-20',
      policyEnd: '2024-03-10',
      hmRate: '0.002',
    });
    // 88,000 × 20 / 366 = 4808.743…
    expect((await rowsOf(server, 'hull-premium', version['id'])).map(figures)).toEqual([
      ['4808.74', null, null, '4808.74'],
    ]);
  });

  test('applies changed values, keeps rates and confirmed rows, and changes nothing when repeated', async () => {
    const version = await hullVersion(server, '2026');
    const [first, second] = await insure(server, version['id'], ['50000000', '10000000']);
    await calculate(version['id']);
    const [one, two] = await rowsOf(server, 'hull-premium', version['id']);
    await server.call('PATCH', `/api/hull-premium/${one!['id']}`, { body: { rev: one!['rev'], hmRate: '0.003' } });
    await act(server, 'hull-premium', two!['id'], 'confirm');
    for (const value of await rowsOf(server, 'vessel-value', version['id']))
      await server.call('PATCH', `/api/vessel-value/${value['id']}`, {
        body: { rev: value['rev'], basicValue: '40000000' },
      });
    expect(await calculate(version['id'], { hmRate: '0.9', ivRate: '0.9' })).toMatchObject({
      status: 200,
      message: expect.stringContaining('0 vessels added, 1 recalculated, 1 unchanged or confirmed'),
    });
    const rows = await rowsOf(server, 'hull-premium', version['id']);
    // 35,200,000 × 0.003; 8,800,000 × 0.0008; 44,000,000 × 0.00025
    expect(rows.map((row) => [row['vslCde'], row['hmRate'], ...figures(row)])).toEqual([
      [first, '0.003', '105600.00', '7040.00', '11000.00', '123640.00'],
      [second, '0.002', '17600.00', '1760.00', '2750.00', '22110.00'],
    ]);
    const before = (await rowsOf(server, 'hull-premium', version['id'])).map(({ rev }) => rev);
    expect((await calculate(version['id'])).message).toContain('0 recalculated, 2 unchanged or confirmed');
    expect((await rowsOf(server, 'hull-premium', version['id'])).map(({ rev }) => rev)).toEqual(before);
  });

  test('is refused without insured values, without the right, and where the version is no hull version or closed', async () => {
    const empty = await hullVersion(server, '2026');
    await withoutTrace(server, () => calculate(empty['id']), { status: 409, key: 'MSG_premium_0201' });
    const reader = await server.logInAs('hullreader', 'Finance staff');
    await withoutTrace(server, () => calculate(empty['id'], RATES, reader), { status: 403 });
    await insure(server, empty['id'], ['100']);
    const submit = (): Promise<Answer> =>
      act(server, 'premium-version', empty['id'], 'submit', { acceptWarnings: true });
    await withoutTrace(server, submit, { status: 409, key: 'MSG_generic_0187' });
    await calculate(empty['id']);
    await submit();
    const answer = await withoutTrace(server, () => calculate(empty['id']), { status: 409 });
    const { enabled, reason } = (await server.read('premium-version', empty['id']))['_actions'].find(
      ({ name }: Json) => name === 'calculate',
    );
    expect([enabled, reason]).toEqual([false, answer.message]);
  });

  test.each([
    ['en-US', 'H&M rate: 0.2 is read as 20 %: the rate is a share, and 1 % is 0.01. Check whether so much is meant.'],
    ['zh-CN', '船壳险费率：填写 0.2 即 20%。费率按比例填写，1% 应填 0.01。请核对是否确需这么高。'],
  ])('warns of rates that are hardly meant with links to the rows, in %s', async (language, message) => {
    const version = await hullVersion(server, '2026');
    const codes = await insure(server, version['id'], ['100', '200']);
    const values = await rowsOf(server, 'vessel-value', version['id']);
    const titles = codes.map((code) => expect.stringContaining(code));
    // one vessel has a premium without a rate; of the other, the insured value is linked
    const row = await server.create('hull-premium', { versionId: version['id'], vslCde: codes[0] });
    const answer = await withoutTrace(
      server,
      () =>
        server.call('POST', `/api/premium-version/${version['id']}/actions/calculate`, {
          body: { rev: version['rev'], hmRate: '0.2' },
          token: staff,
          language,
        }),
      { status: 400 },
    );
    const linked = [
      { entity: 'hull-premium', id: row['id'], title: titles[0] },
      { entity: 'vessel-value', id: values[1]!['id'], title: titles[1] },
    ];
    expect(answer.errors).toMatchObject([{ field: '', level: 'warning', message, rows: linked }]);
    expect(await calculate(version['id'], { hmRate: '0.2', acceptWarnings: true })).toMatchObject({ status: 200 });
    // an accepted rate does not warn again
    expect(await calculate(version['id'], {})).toMatchObject({ status: 200 });
  });

  test('writes nothing when one vessel breaks a rule, and names it', async () => {
    const version = await hullVersion(server, '2026');
    const codes = await insure(server, version['id'], ['100', '200']);
    const value = (await rowsOf(server, 'vessel-value', version['id']))[0]!;
    const row = await server.create('hull-premium', { versionId: version['id'], vslCde: value['vslCde'] });
    // war cover without rates of hull and increased value: the dialog sends a war rate alone, and the year's hull
    // rate
    // is not enough
    const answer = await withoutTrace(server, () => calculate(version['id'], { warRate: '0.001' }), { status: 400 });
    expect(answer.errors.map(({ message }) => message)).toEqual(codes.map((code) => expect.stringContaining(code)));
    expect((await server.read('hull-premium', row['id']))['rev']).toBe(1);
  });
});

test('a form gets the values of other rows that its formulas read, without other fields and hidden ones', async () => {
  const version = await hullVersion(server, '2026');
  const [vslCde] = await insure(server, version['id'], ['50000000']);
  const readSurroundings = (items: unknown, token = staff): Promise<Answer> =>
    server.call('POST', '/api/hull-premium/surroundings', { body: { items }, token });
  const {
    result: [none, result, ...more],
  } = await readSurroundings([
    { versionId: '999999', vslCde: 'no' },
    { versionId: version['id'], vslCde, remark: 'not asked for' },
  ]);
  expect(more).toEqual([]);
  const { policyYear, policyType, versionNo, versionType, versionStatus } = version;
  expect(result.parent).toEqual({ policyYear, policyType, versionNo, versionType, versionStatus });
  expect(result.lookups).toEqual({
    year: { effectiveFrom: '2026-01-01', effectiveTo: '2026-12-31', days: 365 },
    vessel: { vslNme: 'SEA STAR', fleet: 'TESTFLEET' },
    insured: null,
    value: { ivInsure: '11000000.00', hmInsure: '44000000.00' },
  });
  expect(none).toEqual({ parent: null, lookups: { year: null, vessel: null, insured: null, value: null } });
  for (const items of [undefined, 'all', [1], [null], [[]], Array.from({ length: 1001 }, () => ({}))])
    expect(await readSurroundings(items)).toMatchObject({ status: 400, errors: [{ field: 'items' }] });
  expect(
    (await readSurroundings([{ versionId: version['id'] }], await server.logInAs('hullnobody', 'Litigation officer')))
      .status,
  ).toBe(403);
});

test('a discount lowers the chosen rates of the chosen vessels, and their premiums', async () => {
  const version = await hullVersion(server, '2026');
  await insure(server, version['id'], ['50000000', '50000000']);
  await calculate(version['id']);
  const rows = await rowsOf(server, 'hull-premium', version['id']);
  const { result } = await server.call('POST', '/api/hull-premium/bulk/discount', {
    body: { items: [{ id: rows[0]!['id'], rev: rows[0]!['rev'] }], discountPct: '12.5', covers: ['HM', 'WAR'] },
    token: staff,
  });
  expect(result).toMatchObject([{ ok: true }]);
  // 0.002 × 0.875 and 0.00025 × 0.875
  expect(
    (await rowsOf(server, 'hull-premium', version['id'])).map((row) => [
      row['hmRate'],
      row['ivRate'],
      row['warRate'],
      ...figures(row),
    ]),
  ).toEqual([
    ['0.00175', '0.0008', '0.00021875', '77000.00', '8800.00', '12031.25', '97831.25'],
    ['0.002', '0.0008', '0.00025', '88000.00', '8800.00', '13750.00', '110550.00'],
  ]);
});

test('a discount of a rate that the vessel does not have is refused', async () => {
  const version = await hullVersion(server, '2026');
  await insure(server, version['id'], ['50000000']);
  await calculate(version['id'], {});
  const [row] = await rowsOf(server, 'hull-premium', version['id']);
  const discount = (covers: string[]): Promise<Answer> =>
    act(server, 'hull-premium', row!['id'], 'discount', { discountPct: '10', covers }, staff);
  await withoutTrace(server, () => discount(['IV', 'WAR']), { status: 409, key: 'MSG_premium_0241' });
  expect(await discount(['HM', 'WAR'])).toMatchObject({ status: 200, result: { hmRate: '0.0018' } });
});

describe('sums of a list', () => {
  const groups = (query: Json, token = staff): Promise<Answer> =>
    server.call('GET', `/api/hull-premium/groups?${String(new URLSearchParams(query as Record<string, string>))}`, {
      token,
    });
  const ofVersions = (...ids: unknown[]): string => JSON.stringify([{ name: 'versionId', type: 'array', value: ids }]);

  test('are exact for each group, and the groups are sorted by the first sum', async () => {
    const [small, large] = [await hullVersion(server, '2026'), await hullVersion(server, '2026')];
    for (const [version, values] of [
      [small, ['33333333.33', '7000000']],
      [large, ['33333333.33', '50000000', '12345678.91']],
    ] as const) {
      await insure(server, version['id'], values);
      expect((await calculate(version['id'])).code).toBe(0);
    }
    const { result } = await groups({
      by: 'versionId',
      sum: 'hmTotalPremium,warPremium',
      where: ofVersions(small['id'], large['id']),
    });
    const cents = async (version: Json, name: string): Promise<bigint> =>
      (await rowsOf(server, 'hull-premium', version['id'])).reduce(
        (sum, row) => sum + BigInt(String(row[name]).replace('.', '')),
        0n,
      );
    expect(result.map(({ value, count }: Json) => [value, count])).toEqual([
      [String(large['id']), 3],
      [String(small['id']), 2],
    ]);
    for (const [index, version] of [large, small].entries()) {
      for (const name of ['hmTotalPremium', 'warPremium'])
        expect(BigInt(result[index].sums[name].replace('.', ''))).toBe(await cents(version, name));
    }
    expect((await groups({ by: 'fleet', sum: 'hmTotalPremium', where: ofVersions(small['id']) })).result).toMatchObject(
      [{ value: expect.any(String), count: 2, sums: { hmTotalPremium: result[1].sums.hmTotalPremium } }],
    );
  });

  test.each(['hmRate', 'policyStart', 'nothing', 'hmPremium,', 'rev', 'hmTotalPremium,vslCde'])(
    'of %s are refused',
    async (sum) => {
      expect(await groups({ by: 'versionId', sum })).toMatchObject({ status: 400, errors: [{ field: 'sum' }] });
    },
  );
});
