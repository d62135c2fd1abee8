import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someCases } from '../longTest.ts';
import { hullFixture, type HullFixture } from './hullFixture.ts';
import { hullVersion, hullYear, insure, rowsOf } from './hullRows.ts';
import { act } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** Imports of premiums and breach calls into a hull year, also into a Formal version, which accepts no other change. */
let server: TestServer;
let fixture: HullFixture;
let staff: string;
let uninsured: string;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await hullFixture(server);
  ({ staff, uninsured } = fixture);
});
afterAll(() => server.close());

const nextYear = (): string => fixture.nextYear();
const formal: HullFixture['formal'] = (...args) => fixture.formal(...args);
test('a premium in a currency other than US dollars causes a warning, and is saved once that is accepted', async () => {
  const year = nextYear();
  await server.create('policy-year', hullYear(year));
  const version = await hullVersion(server, year);
  const [vslCde] = await insure(server, version['id'], ['50000000']);
  const form = new FormData();
  form.set(
    'file',
    new Blob([
      [
        `versionId,vslCde,policyStart,policyEnd,hmRate,cur`,
        `${version['id']},${vslCde},${year}-01-01,${year}-12-31,0.002,CNY`,
      ].join('\n'),
    ]),
    'premiums.csv',
  );
  const take = (accept: boolean): Promise<Answer> =>
    server.call('POST', `/api/hull-premium/import?dryRun=false&acceptWarnings=${accept}`, { body: form, token: staff });
  const before = await server.footprint();
  expect((await take(false)).result.errors).toMatchObject([
    { row: 2, field: 'cur', key: 'MSG_premium_0114', level: 'warning' },
  ]);
  expect(await server.footprint()).toBe(before);
  expect((await take(true)).result).toMatchObject({ created: 1, errors: [] });
  const [row] = await rowsOf(server, 'hull-premium', version['id']);
  expect(row).toMatchObject({ cur: 'CNY', hmInsureValue: '44000000.00', hmPremium: '88000.00' });
  const change = (cur: string): Promise<Answer> =>
    server.call('PATCH', `/api/hull-premium/${row!['id']}`, { body: { rev: row!['rev'], cur }, token: staff });
  const answer = await withoutTrace(server, () => change('EUR'), { status: 400 });
  expect(answer.errors).toMatchObject([{ field: 'cur', key: 'MSG_premium_0114', level: 'warning' }]);
  expect((await change('USD')).status).toBe(200);
});

test('a file of premiums is validated row by row', async () => {
  const year = nextYear();
  await server.create('policy-year', hullYear(year));
  const version = await hullVersion(server, year);
  const [first, second] = await insure(server, version['id'], ['50000000', '50000000']);
  const file = (rows: string[]): FormData => {
    const form = new FormData();
    form.set(
      'file',
      new Blob([[`Version,Policy year,Vessel,Cover from,Cover to,H&M rate,IV rate,War rate`, ...rows].join('\n')]),
      'premiums.csv',
    );
    return form;
  };
  const take = (rows: string[], dryRun = false): Promise<Answer> =>
    server.call('POST', `/api/hull-premium/import?dryRun=${dryRun}`, { body: file(rows), token: staff });
  const row = (code: string, more = `${year},0.002,0.0008,0.00025`, from = '01-01', to = '12-31'): string => {
    const [of, ...rates] = more.split(',');
    return [version['id'], of, code, `${year}-${from}`, `${year}-${to}`, ...rates].join(',');
  };
  const before = await server.footprint();
  const wrong = await take([
    row('ZZZ'),
    row(first!, `${Number(year) - 1},0.002,,`),
    row(second!, `${year},,0.0008,`),
    row(first!, `${year},0.002,,0.00025`, '02-01', '02-28'),
  ]);
  expect(wrong.result.errors.map(({ row: line, field }: Json) => `${line} ${field}`)).toEqual(
    expect.arrayContaining(['2 vslCde', '3 policyYear', '4 ivRate', '5 warRate']),
  );
  expect(await server.footprint()).toBe(before);
  const taken = await take([
    row(first!, undefined, '01-01', '06-30'),
    row(first!, undefined, '07-01', '12-31'),
    row(second!),
  ]);
  expect(taken.result).toMatchObject({ rows: 3, created: 3, errors: [] });
  const overlapping = await take([row(second!, undefined, '06-01', '06-30')]);
  expect(overlapping.result.errors.map(({ field }: Json) => field)).toEqual(expect.arrayContaining(['policyStart']));
  const premiums = (await rowsOf(server, 'hull-premium', version['id'])).map(({ hmTotalPremium }) => hmTotalPremium);
  expect(premiums.length).toBe(3);
});

test('of a Formal version only breach calls can be saved with it', async () => {
  const {
    year,
    version,
    codes: [vslCde],
  } = await formal(['50000000']);
  const { rev } = await server.read('premium-version', version['id']);
  const call = { vslCde, busMonth: `${year}05`, ata: `${year}-05-01`, atd: `${year}-05-08`, rate7Days: '0.0001' };
  const patch = (body: Json): Promise<Answer> =>
    server.call('PATCH', `/api/premium-version/${version['id']}`, { body: { rev, ...body }, token: staff });
  await withoutTrace(server, () => patch({ versionRemark: 'Late', 'hull-ap': [call] }), { status: 409 });
  await withoutTrace(
    server,
    () => patch({ 'hull-ap': [call], 'vessel-value': [{ vslCde: uninsured, basicValue: '1' }] }),
    { status: 409 },
  );
  await withoutTrace(server, () => patch({ 'hull-ap': [{ ...call, atd: `${year}-04-01` }] }), {
    status: 400,
    errors: expect.arrayContaining([expect.objectContaining({ field: 'hull-ap[0].atd' })]),
  });
  expect(
    (await patch({ 'hull-ap': [call, { ...call, ata: `${year}-06-01`, atd: `${year}-06-02`, busMonth: `${year}06` }] }))
      .status,
  ).toBe(200);
  expect((await rowsOf(server, 'hull-ap', version['id'])).map(({ apPremium }) => apPremium)).toEqual([
    '11000.00',
    '5500.00',
  ]);
  const waiting = await hullVersion(server, year);
  await insure(server, waiting['id'], ['1000000']);
  await fixture.calculate(waiting['id']);
  const submitted = await act(server, 'premium-version', waiting['id'], 'submit', { acceptWarnings: true }, staff);
  await withoutTrace(
    server,
    () =>
      server.call('PATCH', `/api/premium-version/${waiting['id']}`, {
        body: { rev: submitted.result['rev'], 'hull-ap': [call] },
        token: staff,
      }),
    { status: 409 },
  );
});

test.each(
  someCases<[string, (year: string) => Json, string[]]>(2, [
    ['the day before the year', (year) => ({ ata: `${Number(year) - 1}-12-31`, atd: `${year}-01-03` }), ['ata']],
    [
      'the day after the year',
      (year) => ({
        busMonth: `${Number(year) + 1}01`,
        ata: `${Number(year) + 1}-01-01`,
        atd: `${Number(year) + 1}-01-03`,
      }),
      ['ata'],
    ],
    ['a departure before it, reported once', (year) => ({ ata: `${year}-05-04`, atd: `${year}-05-01` }), ['atd']],
    ['no day', () => ({ days: 0 }), ['days']],
  ]),
)('a breach call is refused with %s', async (_, fields, blamed) => {
  const {
    year,
    version,
    codes: [vslCde],
  } = await formal(['50000000']);
  const call = {
    versionId: version['id'],
    vslCde,
    busMonth: `${year}05`,
    ata: `${year}-05-01`,
    atd: `${year}-05-04`,
    rate7Days: '0.0001',
  };
  const answer = await withoutTrace(
    server,
    () => server.call('POST', '/api/hull-ap', { body: { ...call, ...fields(year) }, token: staff }),
    { status: 400 },
  );
  expect(answer.errors.map(({ field }) => field).sort()).toEqual(blamed);
  expect(
    await server.create('hull-ap', {
      ...call,
      ata: `${year}-12-31`,
      atd: `${Number(year) + 1}-01-02`,
      busMonth: `${year}12`,
    }),
  ).toMatchObject({ days: 3 });
});

describe('a file of breach calls', () => {
  // 55,000,000 × 0.0001 × 1 or 2 times 7 days: 5,500.00 and 11,000.00
  async function callsOf(): Promise<{
    version: Json;
    take: (lines: readonly string[], accept?: boolean) => Promise<Answer>;
    line: (from: number, to: number, total: string) => string;
  }> {
    const {
      year,
      version,
      codes: [code],
    } = await formal(['50000000']);
    return {
      version,
      line: (from, to, total) =>
        `${version['id']},${year}05,May.xlsx,${code},${year}-05-${String(from).padStart(2, '0')},${year}-05-${String(to).padStart(2, '0')},0.0001,${total}`,
      take: (lines, accept = false) => {
        const form = new FormData();
        form.set(
          'file',
          new Blob([['versionId,busMonth,fileName,vslCde,ata,atd,rate7Days,totalAPPremium', ...lines].join('\n')]),
          'calls.csv',
        );
        return server.call('POST', `/api/hull-ap/import?dryRun=false&acceptWarnings=${accept}`, {
          body: form,
          token: staff,
        });
      },
    };
  }

  test('is accepted if its calls and the existing ones add up to the stated total', async () => {
    const { version, take, line } = await callsOf();
    expect((await take([line(1, 7, '16500'), line(8, 15, '16500')])).result).toMatchObject({ created: 2, errors: [] });
    expect((await take([line(20, 20, '22000.00')])).result).toMatchObject({ created: 1, errors: [] });
    expect((await rowsOf(server, 'hull-ap', version['id'])).map(({ apPremium }) => apPremium)).toEqual(
      expect.arrayContaining(['5500.00', '11000.00', '5500.00']),
    );
  });

  test.each(
    someCases(1, [
      ['16500.01', 2],
      ['16499.99', 2],
      ['5500', 2],
    ]),
  )('that states %s causes a warning at its first call, and is imported once that is accepted', async (stated, row) => {
    const { take, line } = await callsOf();
    const lines = [line(1, 7, stated), line(8, 15, stated)];
    const before = await server.footprint();
    const answer = await take(lines);
    expect(answer.status).toBe(400);
    expect(answer.result.errors).toMatchObject([
      {
        row,
        field: 'totalAPPremium',
        key: 'MSG_upload_0095',
        level: 'warning',
        message: expect.stringContaining('16,500.00'),
      },
    ]);
    expect(await server.footprint()).toBe(before);
    expect((await take(lines, true)).result).toMatchObject({ created: 2, errors: [] });
  });

  test('that states two totals causes a warning at the call with the other; one without a total is accepted', async () => {
    const { take, line } = await callsOf();
    expect((await take([line(1, 7, '16500'), line(8, 15, '1')])).result.errors).toMatchObject([
      { row: 3, key: 'MSG_upload_0095' },
    ]);
    expect((await take([line(1, 7, ''), line(8, 15, '')])).result).toMatchObject({ created: 2, errors: [] });
  });
});
