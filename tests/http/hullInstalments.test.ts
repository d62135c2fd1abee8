import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest, someCases } from '../longTest.ts';
import { Decimal } from '../../generator/language/decimal.ts';
import { groupDigits } from '../../generator/language/groupDigits.ts';
import { csvOf } from './hullFleet.ts';
import { hullFixture, type HullFixture } from './hullFixture.ts';
import { hullVersion, insure, rowsOf } from './hullRows.ts';
import { act, companyBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
let fixture: HullFixture;
let staff: string;
let insurer: string;
let biller: string;
let uninsured: string;
let otherCompany: string;
beforeAll(async () => {
  // one administrator approves all levels
  server = await startTestServer({ env: { FOUR_EYES: 'false' } });
  fixture = await hullFixture(server);
  ({ staff, insurer, biller, uninsured } = fixture);
  otherCompany = (await server.create('company', companyBody({ companyType: 'INSURER' })))['companyCde'] as string;
});
afterAll(() => server.close());

const formal: HullFixture['formal'] = (...args) => fixture.formal(...args);
const split = (versionId: unknown, input: Json = {}): Promise<Answer> =>
  act(server, 'premium-version', versionId, 'split', input, staff);

async function linesOf(year: string): Promise<Json[]> {
  const where = encodeURIComponent(JSON.stringify([{ name: 'policyYear', type: 'equal', value: year }]));
  return (await server.call('GET', `/api/premium-stage?pageSize=1000&sort=vslCde,stageNo&where=${where}`)).result
    .records;
}

const QUARTERLY = ['27258.90', '27561.78', '27864.66', '27864.66'];

/** A supplement of the year with one of its vessels at a new basic value, approved and not formalised yet. */
async function supplement(year: string, vslCde: string, basicValue: string): Promise<Json> {
  const version = await hullVersion(server, year, 'supplement');
  await server.create('vessel-value', { versionId: version['id'], vslCde, basicValue });
  expect((await fixture.calculate(version['id'])).status).toBe(200);
  const { rev } = await server.read('premium-version', version['id']);
  expect(
    (await server.call('POST', `/api/premium-version/${version['id']}/actions/submit`, { body: { rev }, token: staff }))
      .status,
  ).toBe(200);
  while ((await server.read('premium-version', version['id']))['versionStatus'] === 'Submit')
    expect((await act(server, 'premium-version', version['id'], 'approve')).status).toBe(200);
  return version;
}

const formalise = ({ id }: Json, input: Json = {}): Promise<Answer> =>
  act(server, 'premium-version', id, 'formalise', input);

describe('instalments of a version', () => {
  test('split its premiums by the days of each stage, and total them', async () => {
    const { year, version, codes } = await formal(['50000000', '33333333.33']);
    const answer = await split(version['id'], { taxIncldInd: 'Y', taxRate: '0.06' });
    expect(answer).toMatchObject({ status: 200, message: '8 instalments created, 0 changed; total USD 184,250.01' });
    const lines = await linesOf(year);
    expect(lines.map(({ vslCde, stageNo }) => `${vslCde} ${stageNo}`)).toEqual(
      codes.flatMap((code) => [1, 2, 3, 4].map((number) => `${code} ${number}`)),
    );
    expect(lines.slice(0, 4).map(({ stagePremium }) => stagePremium)).toEqual(QUARTERLY);
    expect(lines[0]).toMatchObject({
      premiumType: 'Premium-HM',
      calcFrom: `${year}-01-01`,
      calcTo: `${year}-03-31`,
      dueDate: `${year}-01-01`,
      cur: 'USD',
      billCompany: biller,
      club: insurer,
      netPremium: '25715.94',
      taxPremium: '1542.96',
      recordStatus: 'Draft',
      creater: 'stagestaff',
      versionId: version['id'],
    });
    const [line] = (await server.call('GET', `/api/premium-stage/${lines[0]!['id']}/history`)).result;
    expect(line).toMatchObject({ action: 'split', by: 'stagestaff' });
  });

  test('begin with the stage in which the cover of a vessel begins', async () => {
    const {
      year,
      version,
      codes: [code],
    } = await formal(['50000000']);
    await server.pool.query(
      'update hull_premium set "policyStart" = $2, "hmTotalPremium" = 1000 where "versionId" = $1',
      [version['id'], `${year}-05-17`],
    );
    await split(version['id']);
    const lines = await linesOf(year);
    // 1,000 by 45, 92 and 92 of 229 days
    expect(
      lines.map(({ vslCde, stageNo, calcFrom, stagePremium }) => [vslCde, stageNo, calcFrom, stagePremium]),
    ).toEqual([
      [code, 1, `${year}-05-17`, '196.51'],
      [code, 2, `${year}-07-01`, '401.75'],
      [code, 3, `${year}-10-01`, '401.74'],
    ]);
  });

  test('are created once, and only for a Formal version of a year with stages', async () => {
    const { year, version } = await formal(['50000000']);
    await split(version['id']);
    const before = (await linesOf(year)).map(({ rev, stagePremium }) => [rev, stagePremium]);
    expect((await split(version['id'])).message).toContain('0 instalments created, 0 changed');
    expect((await linesOf(year)).map(({ rev, stagePremium }) => [rev, stagePremium])).toEqual(before);
    const draft = await hullVersion(server, year);
    const answer = await withoutTrace(server, () => split(draft['id']), { status: 409 });
    expect(
      (await server.read('premium-version', draft['id']))['_actions'].find(({ name }: Json) => name === 'split'),
    ).toEqual({ name: 'split', enabled: false, reason: answer.message });
    const versionWithoutStages = await formal(['100'], false);
    await withoutTrace(server, () => split(versionWithoutStages.version['id']), {
      status: 409,
      key: 'MSG_premium_0204',
    });
  });

  longTest('are in the currency of the premium, whatever the currency of a stage', async () => {
    const { year, version } = await formal(['50000000']);
    await server.pool.query(`update policy_stage set curr = 'CNY' where "stageNo" = 2 and "calcFrom" = $1`, [
      `${year}-04-01`,
    ]);
    expect((await split(version['id'])).status).toBe(200);
    const { rows } = await server.pool.query(
      'select cur, count(*)::int as n from premium_stage where "versionId" = $1 group by 1',
      [version['id']],
    );
    expect(rows).toEqual([{ cur: 'USD', n: 4 }]);
  });

  test('name the vessels without a billed company, and none is created', async () => {
    const {
      version,
      codes: [first],
    } = await formal(['50000000', '50000000']);
    await server.pool.query('update hull_premium set "billCompany" = null where "versionId" = $1 and "vslCde" = $2', [
      version['id'],
      first,
    ]);
    const answer = await withoutTrace(server, () => split(version['id']), { status: 400 });
    const row = (await rowsOf(server, 'hull-premium', version['id'])).find(({ vslCde }) => vslCde === first);
    expect(answer.errors).toMatchObject([
      {
        field: '',
        message: expect.stringMatching(/^Billing company is missing.*supplement/) as unknown,
        rows: [{ entity: 'hull-premium', id: row!['id'], title: expect.stringContaining(first!) as unknown }],
      },
    ]);
  });
});

describe('entered without a version', () => {
  test('are not changed when the premium is split or changes; they only take a number', async () => {
    const {
      year,
      version,
      codes: [code],
    } = await formal(['50000000']);
    const own = await server.create('premium-stage', {
      policyYear: year,
      premiumType: 'Premium-HM',
      vslCde: code,
      vslNameEn: 'SEA STAR',
      billCompany: biller,
      club: insurer,
      calcFrom: `${year}-01-01`,
      calcTo: `${year}-06-30`,
      dueDate: `${year}-01-31`,
      stagePremium: '50',
      cur: 'USD',
    });
    const ofVersions = async (): Promise<unknown[][]> => {
      const [first, ...lines] = await linesOf(year);
      expect([first!['id'], first!['stagePremium'], first!['versionId']]).toEqual([own['id'], '50.00', null]);
      return lines.map(({ stageNo, stagePremium }) => [stageNo, stagePremium]);
    };
    expect((await split(version['id'])).message).toContain('4 instalments created, 0 changed');
    expect(await ofVersions()).toEqual(QUARTERLY.map((amount, index) => [index + 2, amount]));
    for (const { id } of (await linesOf(year)).slice(0, 3))
      expect((await act(server, 'premium-stage', id, 'confirm')).status).toBe(200);
    expect((await formalise(await supplement(year, code!, '60000000'))).status).toBe(200);
    // the same amounts as without it
    expect(await ofVersions()).toEqual(
      ['27258.90', '27561.78', '38919.66', '38919.66'].map((amount, index) => [index + 2, amount]),
    );
  });
});

describe('a supplement', () => {
  test('is spread over the instalments that are still open', async () => {
    const {
      year,
      version,
      codes: [code],
    } = await formal(['50000000']);
    await split(version['id']);
    for (const { id } of (await linesOf(year)).slice(0, 2))
      expect((await act(server, 'premium-stage', id, 'confirm')).status).toBe(200);
    const more = await supplement(year, code!, '60000000');
    expect((await linesOf(year)).map(({ stagePremium }) => stagePremium)).toEqual(QUARTERLY);
    expect(await formalise(more)).toMatchObject({
      status: 200,
      message: expect.stringContaining('0 instalments created, 2 changed'),
      result: { versionStatus: 'Supplement' },
    });
    // 132,660.00 − 27,258.90 − 27,561.78 = 77,839.32, by 92 and 92 days
    const recalculated = ['27258.90', '27561.78', '38919.66', '38919.66'];
    expect((await linesOf(year)).map(({ stagePremium }) => stagePremium)).toEqual(recalculated);
    expect((await linesOf(year)).map(({ versionId }) => versionId)).toEqual([
      version['id'],
      version['id'],
      more['id'],
      more['id'],
    ]);
    // splitting it or the version before it again changes nothing
    for (const { id } of [more, version])
      expect((await split(id)).message).toContain('0 instalments created, 0 changed');
    expect((await linesOf(year)).map(({ stagePremium }) => stagePremium)).toEqual(recalculated);
  });

  test('passes its billing company and insurer on to the open instalments, and has their currency', async () => {
    const {
      year,
      version,
      codes: [code],
    } = await formal(['50000000']);
    await split(version['id']);
    const [first] = await linesOf(year);
    expect((await act(server, 'premium-stage', first!['id'], 'confirm')).status).toBe(200);
    const more = await supplement(year, code!, '60000000');
    await server.pool.query('update hull_premium set "billCompany" = $2, "insurerCde" = $2 where "versionId" = $1', [
      more['id'],
      otherCompany,
    ]);
    const setCurrency = (cur: string): Promise<unknown> =>
      server.pool.query(`update premium_stage set cur = $2 where "policyYear" = $1`, [year, cur]);
    await setCurrency('EUR');
    await withoutTrace(server, () => formalise(more), { status: 409, key: 'MSG_premium_0208' });
    await setCurrency('USD');
    expect((await formalise(more)).status).toBe(200);
    expect((await linesOf(year)).map(({ billCompany, club }) => [billCompany, club])).toEqual([
      [biller, insurer],
      ...Array.from({ length: 3 }, () => [otherCompany, otherCompany]),
    ]);
  });

  longTest('that is formalised before the year is split is included in the split', async () => {
    const {
      year,
      version,
      codes: [first, second],
    } = await formal(['50000000', '50000000']);
    const more = await supplement(year, second!, '60000000');
    expect((await formalise(more)).status).toBe(200);
    expect(await linesOf(year)).toEqual([]);
    expect((await split(version['id'])).message).toBe('8 instalments created, 0 changed; total USD 243,210.00');
    const lines = await linesOf(year);
    for (const [vslCde, premium, from] of [
      [first, '110550.00', version],
      [second, '132660.00', more],
    ] as const) {
      const own = lines.filter((line) => line['vslCde'] === vslCde);
      expect(own.reduce((sum, { stagePremium }) => sum.plus(stagePremium), new Decimal(0)).toFixed(2)).toBe(premium);
      expect(new Set(own.map(({ versionId }) => versionId))).toEqual(new Set([from['id']]));
    }
  });

  longTest('with a new vessel splits its premium too, with the tax rate of the other instalments', async () => {
    const { year, version } = await formal(['50000000']);
    await split(version['id'], { taxIncldInd: 'Y', taxRate: '0.06' });
    const more = await hullVersion(server, year, 'supplement');
    const [added] = await insure(server, more['id'], ['50000000']);
    await server.create('vessel-insured', {
      policyYear: year,
      vslCde: added,
      deductible: '1000',
      deductiblePCT: '0',
      rdc: '4/4',
      ffd: '4/4',
      billCompany: biller,
    });
    expect((await fixture.calculate(more['id'])).status).toBe(200);
    await server.pool.query(`update premium_version set "versionStatus" = 'Confirm' where id = $1`, [more['id']]);
    expect((await formalise(more)).message).toContain('4 instalments created, 0 changed');
    const lines = (await linesOf(year)).filter(({ vslCde }) => vslCde === added);
    expect(
      lines.map(({ stageNo, stagePremium, taxIncldInd, taxRate }) => [stageNo, stagePremium, taxIncldInd, taxRate]),
    ).toEqual(QUARTERLY.map((premium, index) => [index + 1, premium, 'Y', '0.06']));
  });

  test.each(
    someCases(1, [
      ['40000000', '-22110.00', 'RETURN', '-20'],
      ['60000000', '22110.00', 'AP', '20'],
    ]),
  )(
    'of %s is an additional instalment where all are confirmed or billed',
    async (basicValue, stagePremium, appendType, additionPct) => {
      const {
        year,
        version,
        codes: [code],
      } = await formal(['50000000']);
      await split(version['id']);
      for (const { id } of await linesOf(year)) await act(server, 'premium-stage', id, 'confirm');
      for (const [state, no] of Object.entries({ Bill: 1, Unbill: 2 }))
        await server.pool.query(
          'update premium_stage set "recordStatus" = $1 where "policyYear" = $2 and "stageNo" = $3',
          [state, year, no],
        );
      const more = await supplement(year, code!, basicValue);
      await withoutTrace(server, () => formalise(more), {
        status: 400,
        errors: [{ field: 'dueDate', key: 'MSG_premium_0206' }],
      });
      expect((await server.read('premium-version', more['id']))['versionStatus']).toBe('Confirm');
      expect((await formalise(more, { dueDate: `${year}-11-30` })).status).toBe(200);
      const lines = await linesOf(year);
      expect(lines.map(({ stageNo }) => stageNo)).toEqual([1, 2, 3, 4, 5]);
      expect(lines.map((line) => line['stagePremium'])).toEqual([...QUARTERLY, stagePremium]);
      expect(lines[4]).toMatchObject({
        stageType: 'ADDITION',
        appendType,
        additionPct,
        dueDate: `${year}-11-30`,
        piClub: insurer,
      });
    },
  );
});

describe('the last instalment of a vessel', () => {
  /** A split version; the first line of its vessel has another amount than was worked out. */
  async function corrected(by: string): Promise<Json[]> {
    const { year, version } = await formal(['50000000']);
    await split(version['id']);
    const [first] = await linesOf(year);
    const stagePremium = new Decimal(first!['stagePremium']).plus(by).toFixed(2);
    expect(
      (await server.call('PATCH', `/api/premium-stage/${first!['id']}`, { body: { rev: first!['rev'], stagePremium } }))
        .status,
    ).toBe(200);
    return linesOf(year);
  }
  const confirm = ({ id }: Json): Promise<Answer> => act(server, 'premium-stage', id, 'confirm', {}, staff);

  test.each([
    ['0.00', 200],
    ['0.01', 400],
    ['-0.01', 400],
  ])('can be confirmed if all instalments total the premium: off by %s → %i', async (by, status) => {
    const lines = await corrected(by);
    for (const line of lines.slice(0, 3)) expect((await confirm(line)).status).toBe(200);
    if (status === 200) return void expect((await confirm(lines[3]!)).status).toBe(200);
    const total = new Decimal('110550.00').plus(by).toFixed(2);
    await withoutTrace(server, () => confirm(lines[3]!), {
      status,
      errors: [
        {
          field: 'stagePremium',
          key: 'MSG_premium_0211',
          message: `The instalments of ${lines[3]!['vslCde']} total ${groupDigits(total)}, but its premium is 110,550.00`,
        },
      ],
    });
  });

  longTest('is the one that is confirmed last, in either order', async () => {
    const lines = await corrected('1.00');
    for (const line of lines.slice(0, 2)) await confirm(line);
    const answers = await Promise.all(lines.slice(2).map(confirm));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  longTest('does not count instalments entered without a version', async () => {
    const lines = await corrected('0.00');
    const { policyYear, premiumType, vslCde, billCompany, club, calcFrom, calcTo, dueDate } = lines[3]!;
    const own = await server.create('premium-stage', {
      policyYear,
      premiumType,
      vslCde,
      billCompany,
      club,
      calcFrom,
      calcTo,
      dueDate,
      stagePremium: '5',
      cur: 'USD',
    });
    for (const line of [...lines, own]) expect((await confirm(line)).status).toBe(200);
  });

  test('cannot be deleted once the others are confirmed', async () => {
    const lines = await corrected('0.00');
    for (const line of lines.slice(0, 3)) expect((await confirm(line)).status).toBe(200);
    const { id, rev } = await server.read('premium-stage', lines[3]!['id']);
    await withoutTrace(server, () => server.call('DELETE', `/api/premium-stage/${id}`, { body: { rev } }), {
      status: 400,
      key: 'MSG_premium_0211',
    });
    expect((await confirm(lines[3]!)).status).toBe(200);
  });
});

describe('an instalment by itself', () => {
  async function body(fields: Json = {}): Promise<Json> {
    const {
      year,
      codes: [vslCde],
    } = await formal(['100'], false);
    return {
      policyYear: year,
      premiumType: 'Premium-HM',
      vslCde,
      vslNameEn: 'SEA STAR',
      billCompany: biller,
      club: insurer,
      calcFrom: `${year}-01-01`,
      calcTo: `${year}-06-30`,
      dueDate: `${year}-01-31`,
      stagePremium: '100',
      cur: 'USD',
      ...fields,
    };
  }

  longTest('has the next number of its year, type and vessel', async () => {
    const row = await body();
    expect((await server.create('premium-stage', row))['stageNo']).toBe(1);
    expect((await server.create('premium-stage', { ...row, stageNo: 2 }))['stageNo']).toBe(2);
    await withoutTrace(server, () => server.call('POST', '/api/premium-stage', { body: { ...row, stageNo: 4 } }), {
      status: 400,
      errors: [{ field: 'stageNo' }],
    });
    await withoutTrace(server, () => server.call('POST', '/api/premium-stage', { body: { ...row, stageNo: 2 } }), {
      status: 409,
      key: 'MSG_premium_0113',
    });
  });

  test.each<[what: string, fields: Json, error: Json]>([
    ['of a year of another type', { premiumType: 'Premium-PI' }, { field: 'policyYear', key: 'MSG_premium_0103' }],
    ['without a billing company', { billCompany: null }, { field: 'billCompany' }],
  ])('%s is refused at its field', async (_, fields, error) => {
    const row = await body(fields);
    await withoutTrace(server, () => server.call('POST', '/api/premium-stage', { body: row }), {
      status: 400,
      errors: [error],
    });
  });

  test('is put on a bill and taken off only by its lines; on a bill it does not change', async () => {
    const fields = await body();
    const row = await server.create('premium-stage', fields);
    const path = `/api/premium-stage/${row['id']}`;
    const take = (action: string): Promise<Answer> => act(server, 'premium-stage', row['id'], action, {}, staff);
    const put = (state: string): Promise<unknown> =>
      server.pool.query('update premium_stage set "recordStatus" = $2 where id = $1', [row['id'], state]);
    expect((await take('confirm')).status).toBe(200);
    for (const action of ['putOnBill', 'takeOffBill']) await withoutTrace(server, () => take(action), { status: 404 });
    await put('Bill');
    const { rev, _actions: actions } = await server.read('premium-stage', row['id']);
    const message = 'The instalment is on a settlement bill and cannot be changed: take it off the bill first';
    const blocked: (() => Promise<Answer>)[] = [
      () => server.call('PATCH', path, { body: { rev, stagePremium: '101' } }),
      () => server.call('DELETE', path, { body: { rev } }),
      () => take('confirm'),
      () => take('unconfirm'),
    ];
    for (const call of blocked) await withoutTrace(server, call, { status: 409, message });
    expect(actions.filter(({ enabled }: Json) => enabled)).toEqual([]);
    const form = new FormData();
    form.set('file', new Blob([csvOf([{ ...fields, stageNo: '1', stagePremium: '101' }])]), 'rows.csv');
    const before = await server.footprint();
    const imported = await server.call('POST', '/api/premium-stage/import?dryRun=false&overwrite=true', { body: form });
    expect(imported.status, imported.text).toBe(400);
    expect(imported.result.errors.map((error: Json) => error['message'])).toEqual([message]);
    expect(await server.footprint()).toBe(before);
    await put('Unbill');
    expect((await take('unconfirm')).result).toMatchObject({ recordStatus: 'Unconfirm' });
    expect((await server.call('PATCH', path, { body: { rev: rev + 1, stagePremium: '101' } })).status).toBe(200);
  });

  longTest('names its insurer or club by a code of any company, which has up to 16 characters', async () => {
    const { companyCde } = await server.create('company', companyBody({ companyCde: 'CLUBOFSIXTEENXXX' }));
    expect((await server.create('premium-stage', { ...(await body()), club: companyCde }))['club']).toBe(companyCde);
    const row = await body({ club: `${companyCde}X` });
    const refused = await withoutTrace(server, () => server.call('POST', '/api/premium-stage', { body: row }), {
      status: 400,
    });
    expect(refused.errors.map(({ field }) => field)).toContain('club');
  });

  longTest('can only be filtered by an existing year', async () => {
    const find = (policyYear: string, premiumType: string): Promise<Answer> =>
      server.call('POST', '/api/premium-stage/search', {
        body: {
          searchCondition: [
            { name: 'policyYear', type: 'equal', value: policyYear },
            { name: 'premiumType', type: 'equal', value: premiumType },
          ],
        },
      });
    const { policyYear } = (await body()) as { policyYear: string };
    expect((await find(policyYear, 'Premium-HM')).status).toBe(200);
    expect(await find(policyYear, 'Premium-PI')).toMatchObject({ status: 400, key: 'MSG_premium_0103' });
  });

  test('gets its own number, even if another is created at the same time', async () => {
    const row = await body();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.call('POST', '/api/premium-stage', { body: row })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(answers.map(({ result }) => result['stageNo']).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test.each(
    someCases<[string, Json, string[]]>(1, [
      [
        'an additional one with nothing of an addition',
        {},
        ['additionPct', 'appendType', 'piClub', 'monthOfExchangeRate'],
      ],
      [
        'an addition of nothing',
        { additionPct: '0', appendType: 'AP', piClub: '', monthOfExchangeRate: '202601' },
        ['additionPct', 'piClub'],
      ],
      [
        'a tax below 0',
        { additionPct: '5', appendType: 'AP', monthOfExchangeRate: '202601', taxRate: '-0.01' },
        ['taxRate', 'piClub'],
      ],
    ]),
  )('refuses %s', async (_, fields, blamed) => {
    const row = await body({ stageType: 'ADDITION', ...fields });
    const answer = await withoutTrace(server, () => server.call('POST', '/api/premium-stage', { body: row }), {
      status: 400,
    });
    expect(answer.errors.map(({ field }) => field).sort()).toEqual([...blamed].sort());
  });
});

describe('returns of a Formal version', () => {
  test('are recorded with the vessel’s premium, and withdrawn with it', async () => {
    const {
      year,
      version,
      codes: [vslCde],
    } = await formal(['50000000']);
    const add = (fields: Json): Promise<Answer> =>
      server.call('POST', '/api/premium-return', {
        body: { versionId: version['id'], vslCde, ...fields },
        token: staff,
      });
    const laidUp = await add({
      returnType: 'LAIDUP',
      fromDate: `${year}-03-01`,
      toDate: `${year}-04-11`,
      returnPct: '50',
    });
    expect(laidUp).toMatchObject({ status: 201, result: { returnDays: 40 } });
    expect((await add({ returnType: 'SURRENDER', fromDate: `${year}-10-01`, toDate: `${year}-12-31` })).status).toBe(
      201,
    );
    const cover = async (): Promise<Json> => (await rowsOf(server, 'hull-premium', version['id']))[0]!;
    expect(await cover()).toMatchObject({
      returnAmt: laidUp.result['amount'],
      surrenderAmt: expect.any(String),
      hmTotalPremium: '110550.00',
    });
    await withoutTrace(
      server,
      () => add({ returnType: 'LAIDUP', fromDate: `${year}-04-11`, toDate: `${year}-06-30`, returnPct: '50' }),
      { status: 409 },
    );
    const { id, rev } = laidUp.result;
    expect((await server.call('DELETE', `/api/premium-return/${id}`, { body: { rev } })).status).toBe(200);
    expect(await cover()).toMatchObject({ returnAmt: null, surrenderAmt: expect.any(String) });
  });

  test.each<[string, (year: string) => Json, string, string[]]>([
    [
      'of more than the premium',
      (year) => ({ returnType: 'SURRENDER', fromDate: `${year}-10-01`, toDate: `${year}-11-30`, amount: '110550.01' }),
      'MSG_generic_0126',
      ['amount'],
    ],
    [
      'of days before the cover',
      (year) => ({ returnType: 'SURRENDER', fromDate: `${year}-02-28`, toDate: `${year}-11-30`, amount: '1' }),
      'MSG_premium_0209',
      ['vslCde', 'fromDate', 'toDate'],
    ],
    [
      'of a vessel that has none',
      (year) => ({
        vslCde: uninsured,
        returnType: 'SURRENDER',
        fromDate: `${year}-10-01`,
        toDate: `${year}-11-30`,
        amount: '1',
      }),
      'MSG_premium_0209',
      ['vslCde', 'fromDate', 'toDate'],
    ],
    [
      'of days after the cover',
      (year) => ({ returnType: 'SURRENDER', fromDate: `${year}-10-01`, toDate: `${year}-12-01`, amount: '1' }),
      'MSG_premium_0209',
      ['vslCde', 'fromDate', 'toDate'],
    ],
    [
      'of days after the year',
      (year) => ({
        returnType: 'SURRENDER',
        fromDate: `${year}-10-01`,
        toDate: `${Number(year) + 1}-01-31`,
        amount: '1',
      }),
      'MSG_generic_0126',
      ['fromDate', 'toDate'],
    ],
    [
      'of less than thirty days laid up',
      (year) => ({
        returnType: 'LAIDUP',
        fromDate: `${year}-04-01`,
        toDate: `${year}-05-01`,
        returnPct: '50',
        amount: '1',
      }),
      'MSG_generic_0126',
      ['toDate'],
    ],
  ])('are refused %s', async (_, fields, key, blamed) => {
    const {
      year,
      version,
      codes: [vslCde],
    } = await formal(['50000000']);
    await server.pool.query('update hull_premium set "policyStart" = $2, "policyEnd" = $3 where "versionId" = $1', [
      version['id'],
      `${year}-03-01`,
      `${year}-11-30`,
    ]);
    const answer = await withoutTrace(
      server,
      () => server.call('POST', '/api/premium-return', { body: { versionId: version['id'], vslCde, ...fields(year) } }),
      { status: 400 },
    );
    expect(answer.errors.map((error) => [error.field, error.key])).toEqual(blamed.map((field) => [field, key]));
  });

  test('must lie within one period of cover', async () => {
    const {
      year,
      version,
      codes: [vslCde],
    } = await formal(['50000000']);
    await server.pool.query('update hull_premium set "policyEnd" = $2 where "versionId" = $1', [
      version['id'],
      `${year}-06-30`,
    ]);
    await server.pool.query(
      `insert into hull_premium ("versionId", "policyYear", "vslCde", "policyStart", "policyEnd", "hmTotalPremium", "recordStatus", creater, updater)
      select "versionId", "policyYear", "vslCde", $2, $3, 36500, 'Draft', creater, updater from hull_premium where "versionId" = $1`,
      [version['id'], `${year}-07-01`, `${year}-12-31`],
    );
    const add = (fromDate: string, toDate: string): Promise<Answer> =>
      server.call('POST', '/api/premium-return', {
        body: {
          versionId: version['id'],
          vslCde,
          returnType: 'SURRENDER',
          fromDate: `${year}-${fromDate}`,
          toDate: `${year}-${toDate}`,
        },
        token: staff,
      });
    await withoutTrace(server, () => add('06-30', '07-01'), {
      status: 400,
      errors: [{ field: 'amount' }, { field: 'vslCde' }, { field: 'fromDate' }, { field: 'toDate' }],
    });
    const { days } = (
      await server.call(
        'GET',
        `/api/policy-year?where=${encodeURIComponent(JSON.stringify([{ name: 'policyYear', type: 'equal', value: year }]))}`,
      )
    ).result.records[0];
    const amount = new Decimal('36500').times(92).div(days).toFixed(2);
    expect(await add('10-01', '12-31')).toMatchObject({ status: 201, result: { coverFrom: `${year}-07-01`, amount } });
    expect(
      (await rowsOf(server, 'hull-premium', version['id'])).map(({ policyStart, surrenderAmt }) => [
        policyStart,
        surrenderAmt,
      ]),
    ).toEqual([
      [`${year}-01-01`, null],
      [`${year}-07-01`, amount],
    ]);
  });

  test('together never exceed the total premium', async () => {
    const {
      year,
      version,
      codes: [vslCde],
    } = await formal(['50000000']);
    const add = (fields: Json): Promise<Answer> =>
      server.call('POST', '/api/premium-return', { body: { versionId: version['id'], vslCde, ...fields } });
    expect(
      (
        await add({
          returnType: 'LAIDUP',
          fromDate: `${year}-01-01`,
          toDate: `${year}-03-31`,
          returnPct: '50',
          amount: '550.00',
        })
      ).status,
    ).toBe(201);
    await withoutTrace(
      server,
      () => add({ returnType: 'SURRENDER', fromDate: `${year}-04-01`, toDate: `${year}-12-31`, amount: '110000.01' }),
      { status: 400, message: expect.stringContaining('USD 110,550.01') },
    );
    const last = await add({
      returnType: 'SURRENDER',
      fromDate: `${year}-04-01`,
      toDate: `${year}-12-31`,
      amount: '110000.00',
    });
    expect(last.status, last.text).toBe(201);
    await withoutTrace(
      server,
      () =>
        server.call('PATCH', `/api/premium-return/${last.result['id']}`, {
          body: { rev: last.result['rev'], amount: '110000.01' },
        }),
      { status: 400 },
    );
  });

  test('are refused before the version is Formal; breach calls and policy numbers can be entered afterwards', async () => {
    const {
      year,
      version,
      codes: [vslCde],
    } = await formal(['50000000']);
    const draft = await hullVersion(server, year);
    await withoutTrace(
      server,
      () =>
        server.call('POST', '/api/premium-return', {
          body: {
            versionId: draft['id'],
            vslCde,
            returnType: 'SURRENDER',
            fromDate: `${year}-10-01`,
            toDate: `${year}-12-31`,
            amount: '1',
          },
        }),
      { status: 409 },
    );
    const ap = {
      versionId: version['id'],
      vslCde,
      busMonth: `${year}05`,
      ata: `${year}-05-01`,
      atd: `${year}-05-08`,
      rate7Days: '0.0001',
      fileName: 'breach-calls.xlsx',
    };
    expect(await server.create('hull-ap', ap)).toMatchObject({
      warInsured: '55000000.00',
      days: 8,
      apPremium: '11000.00',
    });
    const [cover] = await rowsOf(server, 'hull-premium', version['id']);
    await withoutTrace(
      server,
      () => server.call('PATCH', `/api/hull-premium/${cover!['id']}`, { body: { rev: cover!['rev'], hmRate: '0.1' } }),
      { status: 409 },
    );
    expect(
      await act(
        server,
        'hull-premium',
        cover!['id'],
        'policyNumbers',
        { hmPolicyNo: 'HM-1', warPolicyNo: 'W-1' },
        staff,
      ),
    ).toMatchObject({
      status: 200,
      result: { hmPolicyNo: 'HM-1', warPolicyNo: 'W-1', ivPolicyNo: null, hmRate: '0.002' },
    });
  });
});
