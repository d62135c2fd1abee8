import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Decimal } from '../../generator/language/decimal.ts';
import { groupDigits } from '../../generator/language/groupDigits.ts';
import { startSandbox, type Sandbox } from '../../server/sandbox/partner.ts';
import { csvOf, fleetOf, type RegisteredVessel } from './hullFleet.ts';
import { insure, rowsOf } from './hullRows.ts';
import { companyBody, FLEET, vesselBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

/**
 * A hull policy year from beginning to end, as officers work on it: each test is a step and needs the tests before it.
 * By default with a fleet of twelve; `FLEET_SIZE=300 FLEET_REGISTER=vessels.csv npx vitest run
 * tests/http/hullYear.test.ts` uses a real one.
 */
const SIZE = Number(process.env['FLEET_SIZE'] ?? 12);
const PACE = { pollMs: 50, retryMs: 20, maxRetryMs: 100, leaseMs: 5000, timeoutMs: 5000, maxAttempts: 20 };
const RATES = { ivRate: '0.0008', warRate: '0.00025' };
const PEOPLE = {
  officer: 'Insurance staff',
  colleague: 'Insurance staff',
  division: 'Approver (division)',
  department: 'Approver (department)',
  leader: 'Approver (leader)',
  viewer: 'Viewer',
} as const;
type Who = keyof typeof PEOPLE;

let sandbox: Sandbox;
let server: TestServer;
let vessels: RegisteredVessel[];
const tokens = {} as Record<Who, string>;
const company = {} as Record<'insurer' | 'biller', string>;
/** the versions of the walk */
const versions = {} as Record<'last' | 'estimate' | 'actual' | 'supplement', Json>;

beforeAll(async () => {
  sandbox = await startSandbox();
  server = await startTestServer({ delivery: PACE, env: { PARTNER_CAPTIVE_URL: sandbox.url } });
  vessels = await fleetOf(SIZE, process.env['FLEET_REGISTER']);
  company.insurer = (await server.create('company', companyBody({ companyType: 'INSURER' })))['companyCde'];
  company.biller = (await server.create('company', companyBody()))['companyCde'];
  for (const [name, role] of Object.entries(PEOPLE))
    tokens[name as Who] = await server.logInAs(name, role, { companyCde: company.biller });
}, 120_000);
afterAll(async () => {
  await server.close();
  await sandbox.stop();
});

const call = (who: Who, method: string, path: string, body?: unknown, language?: string): Promise<Answer> =>
  server.call(method, path, {
    token: tokens[who],
    ...(body === undefined ? {} : { body }),
    ...(language ? { language } : {}),
  });
const act = async (
  who: Who,
  entity: string,
  { id }: Json,
  action: string,
  input: Json = {},
  language?: string,
): Promise<Answer> => {
  const { rev } = await server.read(entity, id);
  return call(who, 'POST', `/api/${entity}/${id}/actions/${action}`, { rev, ...input }, language);
};
const step = async (who: Who, entity: string, row: Json, action: string, input: Json = {}): Promise<Json> => {
  const answer = await act(who, entity, row, action, input);
  expect(answer.status, `${action}: ${answer.text.slice(0, 500)}`).toBe(200);
  return answer.result;
};
const ofVersion = (version: Json, action: string, input: Json = {}, who: Who = 'officer'): Promise<Json> =>
  step(who, 'premium-version', version, action, input);

/** Calls that must be refused, in both languages: each gets the reason in its language, and nothing is stored. */
async function refused(
  work: (language: string) => Promise<Answer>,
  status: number,
  key: string | undefined,
  english: RegExp,
): Promise<void> {
  const before = await server.footprint();
  const [english1, chinese] = [await work('en-US'), await work('zh-CN')];
  expect([english1.status, chinese.status], english1.text.slice(0, 500)).toEqual([status, status]);
  const messageOf = ({ message, errors }: Answer): string => errors[0]?.message ?? message;
  expect(messageOf(english1)).toMatch(english);
  expect(messageOf(chinese)).toMatch(/[\u4e00-\u9fff]/);
  expect(messageOf(chinese)).not.toBe(messageOf(english1));
  if (key !== undefined)
    expect([english1, chinese].map(({ key: own, errors }) => errors[0]?.key ?? own)).toEqual([key, key]);
  expect(await server.footprint()).toBe(before);
}

/** Checks that a step is refused and that its button shows the same reason. */
async function closed(who: Who, version: Json, action: string, status: number, english: RegExp): Promise<void> {
  await refused((language) => act(who, 'premium-version', version, action, {}, language), status, undefined, english);
  const { message } = await act(who, 'premium-version', version, action, {}, 'zh-CN');
  const shown = (await call(who, 'GET', `/api/premium-version/${version['id']}`, undefined, 'zh-CN')).result[
    '_actions'
  ].find(({ name }: Json) => name === action);
  expect(shown).toEqual({ name: action, enabled: false, reason: message });
}

const take = (entity: string, rows: readonly Json[], language?: string, who: Who = 'officer'): Promise<Answer> => {
  const form = new FormData();
  form.set('file', new Blob([csvOf(rows)]), 'rows.csv');
  return call(who, 'POST', `/api/${entity}/import?dryRun=false&acceptWarnings=true`, form, language);
};
const taken = async (entity: string, rows: readonly Json[], counts: Json): Promise<void> => {
  const answer = await take(entity, rows);
  expect(answer, answer.text.slice(0, 800)).toMatchObject({
    status: 200,
    result: { rows: rows.length, errors: [], ...counts },
  });
};

const total = (rows: readonly Json[], field: string): string =>
  rows.reduce((sum, row) => sum.plus(row[field] ?? 0), new Decimal(0)).toFixed(2);
const allOf = async (entity: string, where: Json): Promise<Json[]> =>
  (
    await server.call('POST', `/api/${entity}/search`, {
      body: {
        pageSize: 1000,
        sort: 'id',
        searchCondition: Object.entries(where).map(([name, value]) => ({ name, type: 'equal', value })),
      },
    })
  ).result.records;
const actionsOf = async (entity: string, { id }: Json): Promise<string[]> =>
  (await server.call('GET', `/api/${entity}/${id}/history`)).result
    .map(({ action, by }: Json) => `${action} ${by}`)
    .reverse();
const quarters = (year: string): Json[] =>
  ['01-01 03-31', '04-01 06-30', '07-01 09-30', '10-01 12-31'].map((span) => {
    const [from, to] = span.split(' ');
    return { calcFrom: `${year}-${from}`, calcTo: `${year}-${to}`, dueDate: `${year}-${from}`, curr: 'USD' };
  });
/** Premiums depend on the size of a vessel here; the exact values do not matter. */
const basicOf = ({ grossTonnage }: RegisteredVessel, more = 1): string =>
  new Decimal(grossTonnage).plus(1000).times(701).times(more).plus('0.37').toFixed(2);

test('base data of the year are required before a version is created', async () => {
  const body = { policyType: 'Premium-HM', policyYear: '2026', versionNo: 'E1', versionType: 'estimate' };
  await refused(
    (language) => call('officer', 'POST', '/api/premium-version', body, language),
    400,
    'MSG_premium_0103',
    /2026|year/i,
  );
  for (const year of ['2025', '2026']) {
    const answer = await call('officer', 'POST', '/api/policy-year', {
      policyYear: year,
      policyType: 'Premium-HM',
      effectiveFrom: `${year}-01-01`,
      effectiveTo: `${year}-12-31`,
      numOfStaging: 4,
      rate: '0.002',
      addlRatio: '0.1',
      ivInsuredPct: '20',
      'policy-stage': quarters(year),
    });
    expect(answer, answer.text).toMatchObject({ status: 201, result: { days: 365 } });
  }
});

test('the fleet, its insured details and its values are imported from files', async () => {
  const sample = await vesselBody(server);
  const { vslCde: _code, ...common } = sample;
  await taken(
    'vessel',
    vessels.map((vessel, index) => ({ ...common, ...vessel, callSign: `CALL${index}`, teu: 1000, fleet: FLEET })),
    { created: SIZE },
  );
  for (const policyYear of ['2025', '2026']) {
    await taken(
      'vessel-insured',
      vessels.map(({ vslCde }) => ({
        policyYear,
        vslCde,
        deductible: '50000',
        deductiblePCT: '0',
        rdc: '4/4',
        ffd: '4/4',
        billCompany: company.biller,
      })),
      { created: SIZE },
    );
  }
  versions.last = (
    await call('officer', 'POST', '/api/premium-version', {
      policyType: 'Premium-HM',
      policyYear: '2025',
      versionNo: 'A-2025',
      versionType: 'actual',
    })
  ).result;
  await taken(
    'vessel-value',
    vessels.map((vessel) => ({ versionId: versions.last['id'], vslCde: vessel.vslCde, basicValue: basicOf(vessel) })),
    { created: SIZE },
  );
});

test('errors in a file of values are reported by row, and nothing is imported', async () => {
  const [first, second] = vessels;
  const before = await server.footprint();
  const answer = await take(
    'vessel-value',
    [
      { versionId: versions.last['id'], vslCde: '???', policyYear: '2025', basicValue: '1' },
      { versionId: versions.last['id'], vslCde: first!.vslCde, policyYear: '2024', basicValue: '1' },
      { versionId: versions.last['id'], vslCde: second!.vslCde, policyYear: '2025', basicValue: '0' },
      { versionId: '2025 / Premium-HM / NONE', vslCde: first!.vslCde, policyYear: '2025', basicValue: '1' },
    ],
    'zh-CN',
  );
  expect(answer.status).toBe(400);
  expect(answer.result.errors.map(({ row, field }: Json) => `${row} ${field}`)).toEqual(
    expect.arrayContaining(['2 vslCde', '3 policyYear', '4 basicValue', '5 versionId']),
  );
  for (const { message } of answer.result.errors) expect(message).toMatch(/[\u4e00-\u9fff]/);
  expect(await server.footprint()).toBe(before);
});

test('last year’s version is calculated, approved by its levels and formalised', async () => {
  await ofVersion(versions.last, 'calculate', { ...RATES, acceptWarnings: true, insurerCde: company.insurer });
  await ofVersion(versions.last, 'submit');
  for (const who of ['division', 'department', 'leader'] as const) await ofVersion(versions.last, 'approve', {}, who);
  expect(await ofVersion(versions.last, 'formalise')).toMatchObject({ versionStatus: 'Formal' });
});

test('an estimate is copied from it, gets new values, and is calculated for all vessels', async () => {
  const {
    _made: { id },
  } = await ofVersion(versions.last, 'copy', {
    policyYear: '2026',
    versionNo: 'E-2026',
    versionType: 'estimate',
    copyMode: 'withDetail',
  });
  versions.estimate = await server.read('premium-version', id);
  expect(versions.estimate).toMatchObject({ policyYear: '2026', versionType: 'estimate', versionStatus: 'Draft' });
  await taken(
    'vessel-value',
    vessels.map((vessel) => ({ versionId: id, vslCde: vessel.vslCde, basicValue: basicOf(vessel, 1.05) })),
    { updated: SIZE },
  );
  const answer = await act('officer', 'premium-version', versions.estimate, 'calculate', {
    ...RATES,
    acceptWarnings: true,
  });
  const rows = await rowsOf(server, 'hull-premium', id);
  expect(rows.length).toBe(SIZE);
  for (const row of rows)
    expect(total([row], 'hmTotalPremium')).toBe(
      new Decimal(row['hmPremium']).plus(row['ivPremium']).plus(row['warPremium']).toFixed(2),
    );
  expect(answer).toMatchObject({ status: 200, message: expect.stringContaining(`${SIZE} recalculated`) });
  expect(answer.message).toContain(`USD ${groupDigits(total(rows, 'hmTotalPremium'))}`);
  expect(rows[0]).toMatchObject({
    policyStart: '2026-01-01',
    policyEnd: '2026-12-31',
    billCompany: company.biller,
    insurerCde: company.insurer,
  });
});

test('the estimate is compared with last year’s version, by vessel and in total', async () => {
  const { result } = await call(
    'officer',
    'GET',
    `/api/premium-version/${versions.last['id']}/compare?with=${versions.estimate['id']}`,
  );
  const premiums = result.parts.find(({ entity }: Json) => entity === 'hull-premium');
  expect(premiums.counts).toEqual({ added: 0, removed: 0, changed: SIZE, same: 0 });
  const [before, after] = [
    await rowsOf(server, 'hull-premium', versions.last['id']),
    await rowsOf(server, 'hull-premium', versions.estimate['id']),
  ].map((rows) => total(rows, 'hmTotalPremium'));
  expect(premiums.totals.find(({ field }: Json) => field === 'hmTotalPremium')).toEqual({
    field: 'hmTotalPremium',
    currency: 'USD',
    from: before,
    to: after,
    difference: new Decimal(after!).minus(before!).toFixed(2),
  });
});

test('an estimate cannot be submitted; it is formalised, and then cannot be changed', async () => {
  await closed('officer', versions.estimate, 'submit', 409, /estimated version cannot be submitted/i);
  await closed('officer', versions.estimate, 'insure', 409, /Formal/);
  await closed('officer', versions.estimate, 'split', 409, /status|Draft/i);
  await ofVersion(versions.estimate, 'formalise');
  await closed('officer', versions.estimate, 'calculate', 409, /./);
  const [row] = await rowsOf(server, 'hull-premium', versions.estimate['id']);
  await refused(
    (language) =>
      call('officer', 'PATCH', `/api/hull-premium/${row!['id']}`, { rev: row!['rev'], hmRate: '0.003' }, language),
    409,
    undefined,
    /./,
  );
});

test('the actual version is copied from the estimate and submitted', async () => {
  const {
    _made: { id },
  } = await ofVersion(versions.estimate, 'copy', {
    policyYear: '2026',
    versionNo: 'A-2026',
    versionType: 'actual',
    copyMode: 'withDetail',
  });
  versions.actual = await server.read('premium-version', id);
  expect(total(await rowsOf(server, 'hull-premium', id), 'hmTotalPremium')).toBe(
    total(await rowsOf(server, 'hull-premium', versions.estimate['id']), 'hmTotalPremium'),
  );
  await refused(
    (language) =>
      act(
        'officer',
        'premium-version',
        versions.estimate,
        'copy',
        { policyYear: '2026', versionNo: 'A-2026', versionType: 'actual', copyMode: 'versionOnly' },
        language,
      ),
    409,
    'MSG_premium_0111',
    /A-2026|number/,
  );
  await closed('officer', versions.actual, 'sendCaptive', 409, /./);
  await closed('officer', versions.actual, 'formalise', 409, /./);
  await ofVersion(versions.actual, 'submit', { operateOpinion: 'As agreed with the market' });
});

test('a submitted version can only be decided on, by its levels in order', async () => {
  const [row] = await rowsOf(server, 'vessel-value', versions.actual['id']);
  await refused(
    (language) =>
      call('officer', 'PATCH', `/api/vessel-value/${row!['id']}`, { rev: row!['rev'], basicValue: '1' }, language),
    409,
    undefined,
    /./,
  );
  const before = await server.footprint();
  expect(
    (
      await take('vessel-value', [
        { versionId: versions.actual['id'], vslCde: vessels[0]!.vslCde, policyYear: '2026', basicValue: '1' },
      ])
    ).status,
  ).toBe(400);
  expect(await server.footprint()).toBe(before);
  await closed('officer', versions.actual, 'approve', 403, /submitted/);
  await closed('colleague', versions.actual, 'unsubmit', 403, /./);
  await closed('department', versions.actual, 'approve', 403, /./);
  await refused(
    (language) => act('viewer', 'premium-version', versions.actual, 'approve', {}, language),
    403,
    undefined,
    /./,
  );
  const [task] = await allOf('task', { businessNo: 'A-2026' });
  expect(task).toMatchObject({
    recordStatus: 'Todo',
    approveType: 'Case Approval',
    submitter: 'officer',
    level: 'DIVISION',
    amountUsd: total(await rowsOf(server, 'hull-premium', versions.actual['id']), 'hmTotalPremium'),
  });
  for (const who of ['division', 'department'] as const)
    expect(await ofVersion(versions.actual, 'approve', { operateOpinion: `Seen by ${who}` }, who)).toMatchObject({
      versionStatus: 'Submit',
    });
  expect(await ofVersion(versions.actual, 'approve', {}, 'leader')).toMatchObject({ versionStatus: 'Confirm' });
  expect(await server.read('task', task!['id'])).toMatchObject({
    recordStatus: 'Done',
    'task-log': [
      { operateStatus: 'Submit', optUser: 'officer', operateOpinion: 'As agreed with the market' },
      { operateStatus: 'Approve', optUser: 'division', operateOpinion: 'Seen by division' },
      { operateStatus: 'Approve', optUser: 'department' },
      { operateStatus: 'Approve', optUser: 'leader' },
    ],
  });
});

test('the actual version is sent to the captive insurer once, with all vessels', async () => {
  await ofVersion(versions.actual, 'sendCaptive');
  const [event] = await vi.waitFor(
    async () => {
      const found = await allOf('partner-event', {
        sourceEntity: 'premium-version',
        sourceId: String(versions.actual['id']),
      });
      expect(found.map(({ recordStatus }) => recordStatus)).toEqual(['Delivered']);
      return found;
    },
    { timeout: 90_000, interval: 50 },
  );
  expect(
    sandbox.entries.map(({ body, accepted }) => [
      (body as Json)['head']['versionNo'],
      (body as Json)['lines']['hull-premium'].length,
      accepted,
    ]),
  ).toEqual([['A-2026', SIZE, true]]);
  expect(event).toMatchObject({
    partner: 'captive',
    event: 'policy',
    creater: 'officer',
    reference: sandbox.entries[0]!.reference,
    businessNo: '2026 Hull and machinery A-2026',
    businessNoCh: '2026 船壳险 A-2026',
  });
  const premiums = await rowsOf(server, 'hull-premium', versions.actual['id']);
  expect(new Set(premiums.map(({ ciConfirmStatus }) => ciConfirmStatus))).toEqual(new Set(['Confirmed']));
  const history = (await server.call('GET', `/api/hull-premium/${premiums[0]!['id']}/history`)).result;
  expect(history.map(({ action, changes }: Json) => [action, changes])).toEqual(
    expect.arrayContaining([
      ['sent', [{ field: 'ciConfirmStatus', from: null, to: 'Sent' }]],
      ['delivered', [{ field: 'ciConfirmStatus', from: 'Sent', to: 'Confirmed' }]],
    ]),
  );
});

test('the actual version is formalised and insured; a second Formal version is refused', async () => {
  await closed('officer', versions.actual, 'insure', 409, /Only a Formal version/);
  await ofVersion(versions.actual, 'formalise');
  await ofVersion(versions.actual, 'refuse');
  expect(await ofVersion(versions.actual, 'insure')).toMatchObject({ versionStatus: 'Formal', insuredStatus: 'Pass' });
  await closed('officer', versions.actual, 'insure', 409, /./);
  await closed('officer', versions.actual, 'unconfirm', 409, /./);
  const {
    _made: { id },
  } = await ofVersion(versions.actual, 'copy', {
    policyYear: '2026',
    versionNo: 'A-2026-2',
    versionType: 'actual',
    copyMode: 'versionOnly',
  });
  await insure(server, id, ['1000000']);
  await ofVersion({ id }, 'calculate');
  await ofVersion({ id }, 'submit', { acceptWarnings: true });
  await ofVersion({ id }, 'approve', {}, 'division');
  await refused(
    (language) => act('officer', 'premium-version', { id }, 'formalise', {}, language),
    409,
    undefined,
    /one Formal actual/,
  );
  const { _made: again } = await ofVersion(versions.actual, 'copy', {
    policyYear: '2026',
    versionNo: 'A-2026-3',
    versionType: 'actual',
    copyMode: 'withDetail',
  });
  await closed(
    'officer',
    again,
    'submit',
    409,
    new RegExp(`^${vessels[0]!.vslCde} .* is also in version 2026 Hull and machinery A-2026,`),
  );
});

test('its premium is split into instalments that total the premium of each vessel', async () => {
  await ofVersion(versions.actual, 'split');
  const [premiums, lines] = [await rowsOf(server, 'hull-premium', versions.actual['id']), await linesOf()];
  expect(lines.length).toBe(SIZE * 4);
  for (const [vslCde, own] of Map.groupBy(lines, (line) => line['vslCde'])) {
    expect(own.map(({ stageNo }) => stageNo)).toEqual([1, 2, 3, 4]);
    expect(total(own, 'stagePremium')).toBe(premiums.find((row) => row['vslCde'] === vslCde)!['hmTotalPremium']);
  }
});

test('a supplement changes some vessels and their open instalments', async () => {
  const changed = vessels.slice(0, 3);
  const first = (await linesOf()).filter(({ vslCde }) => vslCde === changed[0]!.vslCde);
  for (const line of first) await step('officer', 'premium-stage', line, 'confirm');
  versions.supplement = (
    await call('officer', 'POST', '/api/premium-version', {
      policyType: 'Premium-HM',
      policyYear: '2026',
      versionNo: 'S-2026',
      versionType: 'supplement',
    })
  ).result;
  await taken(
    'vessel-value',
    changed.map((vessel) => ({
      versionId: versions.supplement['id'],
      vslCde: vessel.vslCde,
      basicValue: basicOf(vessel, 1.2),
    })),
    { created: 3 },
  );
  await ofVersion(versions.supplement, 'calculate', { ...RATES, acceptWarnings: true, insurerCde: company.insurer });
  await ofVersion(versions.supplement, 'submit', {}, 'colleague');
  await ofVersion(versions.supplement, 'reject', { operateOpinion: 'Which survey is this?' }, 'division');
  expect((await allOf('task', { businessNo: 'S-2026' }))[0]).toMatchObject({
    recordStatus: 'Done',
    returned: 'Y',
    submitter: 'colleague',
  });
  await ofVersion(versions.supplement, 'submit', {}, 'colleague');
  for (const who of ['division', 'department', 'leader'] as const)
    if ((await server.read('premium-version', versions.supplement['id']))['versionStatus'] === 'Submit')
      await ofVersion(versions.supplement, 'approve', {}, who);
  await refusedByCaptive(versions.supplement);
  await refused(
    (language) => act('officer', 'premium-version', versions.supplement, 'formalise', {}, language),
    400,
    'MSG_premium_0206',
    /due date/i,
  );
  expect(await ofVersion(versions.supplement, 'formalise', { dueDate: '2026-11-30' })).toMatchObject({
    versionStatus: 'Supplement',
  });
  await closed('officer', versions.supplement, 'insure', 409, /Only a Formal version/);
  const [premiums, lines] = [await rowsOf(server, 'hull-premium', versions.supplement['id']), await linesOf()];
  expect(lines.length).toBe(SIZE * 4 + 1);
  for (const { vslCde, hmTotalPremium } of premiums)
    expect(
      total(
        lines.filter((line) => line['vslCde'] === vslCde),
        'stagePremium',
      ),
    ).toBe(hmTotalPremium);
  expect(lines.find(({ stageType }) => stageType === 'ADDITION')).toMatchObject({
    vslCde: changed[0]!.vslCde,
    stageNo: 5,
    appendType: 'AP',
    dueDate: '2026-11-30',
  });
});

test('returns for surrender and lay-up are recorded with the premium of the vessel', async () => {
  const [premium] = await rowsOf(server, 'hull-premium', versions.actual['id']);
  const { vslCde, hmTotalPremium } = premium!;
  const add = (fields: Json, language?: string): Promise<Answer> =>
    call('officer', 'POST', '/api/premium-return', { versionId: versions.actual['id'], vslCde, ...fields }, language);
  await refused(
    (language) =>
      add({ returnType: 'LAIDUP', fromDate: '2026-02-01', toDate: '2026-03-03', returnPct: '50' }, language),
    400,
    undefined,
    /30 days/,
  );
  const share = (days: number, pct: number): string =>
    new Decimal(hmTotalPremium).times(days).div(365).times(pct).div(100).toDecimalPlaces(2).toFixed(2);
  expect(
    await add({ returnType: 'LAIDUP', fromDate: '2026-02-01', toDate: '2026-03-14', returnPct: '50' }),
  ).toMatchObject({ status: 201, result: { returnDays: 40, amount: share(40, 50) } });
  expect(await add({ returnType: 'SURRENDER', fromDate: '2026-10-01', toDate: '2026-12-31' })).toMatchObject({
    status: 201,
    result: { returnDays: 92, amount: share(92, 100) },
  });
  expect((await rowsOf(server, 'hull-premium', versions.actual['id']))[0]).toMatchObject({
    returnAmt: share(40, 50),
    surrenderAmt: share(92, 100),
  });
});

test('breach calls are imported from a file', async () => {
  const calls = (fields: Json = {}): Json[] =>
    vessels
      .slice(0, 10)
      .map(({ vslCde }, index) => ({
        versionId: versions.actual['id'],
        busMonth: '202605',
        fileName: 'May.xlsx',
        vslCde,
        svvdNum: `AEU1 ${vslCde} 01W`,
        ata: `2026-05-0${(index % 9) + 1}`,
        atd: `2026-05-${index + 12}`,
        portCallTransit: 'Jeddah',
        rate7Days: '0.0001',
        ...fields,
      }));
  const before = await server.footprint();
  const wrong = await take(
    'hull-ap',
    [
      { ...calls()[0], vslCde: 'ZZZ' },
      { ...calls()[1], atd: '2026-04-01' },
      { ...calls()[2], busMonth: '202604' },
      calls()[3]!,
      { ...calls()[3], ata: '2026-05-06' },
    ],
    'zh-CN',
  );
  expect(wrong.status).toBe(400);
  expect(wrong.result.errors.map(({ row, field }: Json) => `${row} ${field}`)).toEqual(
    expect.arrayContaining(['2 vslCde', '3 atd', '4 busMonth', '6 ata']),
  );
  expect(await server.footprint()).toBe(before);
  await taken('hull-ap', calls(), { created: 10 });
  for (const { warInsured, days, apPremium } of await rowsOf(server, 'hull-ap', versions.actual['id'])) {
    expect(apPremium).toBe(
      new Decimal(warInsured)
        .times('0.0001')
        .times(Math.ceil(days / 7))
        .toDecimalPlaces(2)
        .toFixed(2),
    );
  }
});

test('the history contains every step with its user', async () => {
  expect(await actionsOf('premium-version', versions.estimate)).toEqual([
    'create officer',
    'calculate officer',
    'formalise officer',
    'copy officer',
  ]);
  expect(await actionsOf('premium-version', versions.actual)).toEqual([
    'create officer',
    'submit officer',
    'approve division',
    'approve department',
    'approve leader',
    'sendCaptive officer',
    'formalise officer',
    'refuse officer',
    'insure officer',
    'copy officer',
    'copy officer',
    'split officer',
  ]);
  expect(await actionsOf('premium-version', versions.supplement)).toEqual(
    expect.arrayContaining(['submit colleague', 'reject division', 'approve division', 'formalise officer']),
  );
  const [line] = await linesOf();
  expect(await actionsOf('premium-stage', line!)).toEqual(['split officer', 'confirm officer']);
  const [premium] = await rowsOf(server, 'hull-premium', versions.actual['id']);
  // a row follows the state of its version: submitted, confirmed, formal
  expect(await actionsOf('hull-premium', premium!)).toEqual([
    'create officer',
    'update officer',
    'update leader',
    'sent officer',
    expect.stringMatching(/^delivered /),
    'update officer',
    'returned officer',
    'returned officer',
  ]);
});

/** All instalments of the year. */
async function linesOf(): Promise<Json[]> {
  const lines: Json[] = [];
  for (let current = 1; ; current += 1) {
    const { records, total: all } = (
      await server.call('POST', '/api/premium-stage/search', {
        body: {
          current,
          pageSize: 1000,
          sort: 'vslCde,stageNo',
          searchCondition: [{ name: 'policyYear', type: 'equal', value: '2026' }],
        },
      })
    ).result;
    lines.push(...records);
    if (lines.length >= all) return lines;
  }
}

/** Sends a version with an amount that the captive insurer refuses, and checks the reason at its vessels. */
async function refusedByCaptive(version: Json): Promise<void> {
  await server.pool.query('update hull_premium set "returnAmt" = -1 where "versionId" = $1', [version['id']]);
  await ofVersion(version, 'sendCaptive');
  await vi.waitFor(
    async () =>
      expect(
        (await rowsOf(server, 'hull-premium', version['id'])).map(({ ciConfirmStatus }) => ciConfirmStatus),
      ).toEqual(['Refused', 'Refused', 'Refused']),
    { timeout: 90_000, interval: 50 },
  );
  await server.pool.query('update hull_premium set "returnAmt" = null where "versionId" = $1', [version['id']]);
}
