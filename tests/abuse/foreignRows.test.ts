/*
 * Attack: a user of one company with a delivered role (Viewer, Insurance staff) reads the premium, instalments,
 *   insured values and certificates of another company's vessels, changes and deletes them, creates records in the
 *   other company's name, and works on a version that contains rows of both.
 * Before: 12 of 12 tests failed (the file and the split were added later). In each of five entities Viewer and
 *   Insurance staff listed 2 of 2 rows; a form showed the insured value (44,000,000) of the other company's vessel,
 *   a conflict its cover; an instalment was created in the other company's name (201); the total after "Calculate"
 *   counted both vessels (USD 176,000); the version was submitted with rows of the other.
 * Now: 1 of 2 rows on every path, 404 for the other; a record for another company is refused at its company field;
 *   calculate, copy and compare work on the rows that the caller sees; steps with the complete version are refused
 *   (403) to users who do not see all of it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, companyBody, vesselBody } from '../http/rows.ts';
import { hullVersion, hullYear, rowsOf } from '../http/hullRows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from '../http/server.ts';

const YEAR = '2031';
const FOREIGN = 'MSG_generic_0185';
const OF_COMPANY: Record<string, string> = {
  'premium-stage': 'billCompany',
  certificate: 'compCde',
  'vessel-value': 'billCompany',
  'hull-premium': 'billCompany',
  'hull-ap': 'billCompany',
};
const ENTITIES = Object.keys(OF_COMPANY);

let server: TestServer;
let version: Json;
const company = { own: '', other: '' };
const vessel = { own: '', other: '' };
const tokens = { viewer: '', staff: '', other: '' };
const rows: Record<'own' | 'other', Record<string, Json>> = { own: {}, other: {} };

beforeAll(async () => {
  server = await startTestServer();
  const insurer = (await server.create('company', companyBody({ companyType: 'INSURER' })))['companyCde'];
  await server.create(
    'policy-year',
    hullYear(YEAR, {
      'policy-stage': [{ calcFrom: `${YEAR}-01-01`, calcTo: `${YEAR}-12-31`, dueDate: `${YEAR}-01-15`, curr: 'USD' }],
    }),
  );
  version = await hullVersion(server, YEAR);
  for (const side of ['own', 'other'] as const) {
    company[side] = String((await server.create('company', companyBody({ companyType: 'CAPTIVE' })))['companyCde']);
    const vslCde = (vessel[side] = String(
      (await server.create('vessel', await vesselBody(server, { vslNme: 'SEA STAR' })))['vslCde'],
    ));
    await server.create('vessel-insured', {
      policyYear: YEAR,
      vslCde,
      deductible: '1000',
      deductiblePCT: '0',
      rdc: '4/4',
      ffd: '4/4',
      billCompany: company[side],
    });
    rows[side] = {
      'vessel-value': await server.create('vessel-value', { versionId: version['id'], vslCde, basicValue: '50000000' }),
      'hull-premium': await server.create('hull-premium', {
        versionId: version['id'],
        vslCde,
        policyStart: `${YEAR}-01-01`,
        policyEnd: `${YEAR}-12-31`,
        hmRate: '0.002',
        insurerCde: insurer,
      }),
      'hull-ap': await server.create('hull-ap', {
        versionId: version['id'],
        vslCde,
        busMonth: `${YEAR}03`,
        ata: `${YEAR}-03-01`,
        atd: `${YEAR}-03-04`,
        rate7Days: '0.0001',
      }),
      'premium-stage': await server.create('premium-stage', {
        policyYear: YEAR,
        premiumType: 'Premium-HM',
        vslCde,
        billCompany: company[side],
        calcFrom: `${YEAR}-01-01`,
        calcTo: `${YEAR}-12-31`,
        stagePremium: '1234.56',
        cur: 'USD',
        club: insurer,
        dueDate: `${YEAR}-01-15`,
      }),
      certificate: await server.create('certificate', {
        policyYear: YEAR,
        vslCde,
        certName: 'BLUE CARD',
        policyFrom: `${YEAR}-01-01`,
        policyTo: `${YEAR}-12-31`,
      }),
    };
  }
  tokens.viewer = await server.logInAs('own.viewer', 'Viewer', { companyCde: company.own });
  tokens.staff = await server.logInAs('own.staff', 'Insurance staff', { companyCde: company.own });
  tokens.other = await server.logInAs('other.staff', 'Insurance staff', { companyCde: company.other });
});
afterAll(() => server.close());

const call = (token: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  server.call(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) });
const ofVersion = (): Promise<Json> => server.read('premium-version', version['id']);

test.each(ENTITIES)('%s: a row is visible only to its company, on every path', async (entity) => {
  const [own, other] = [rows.own[entity]!, rows.other[entity]!];
  expect([own[OF_COMPANY[entity]!], other[OF_COMPANY[entity]!]]).toEqual([company.own, company.other]);
  const before = await server.footprint();
  for (const token of [tokens.viewer, tokens.staff]) {
    const { records, total } = (await call(token, 'GET', `${entity}?pageSize=100`)).result;
    expect([(records as Json[]).map(({ id }) => id), total]).toEqual([[own['id']], 1]);
    for (const path of ['', '/history'])
      expect((await call(token, 'GET', `${entity}/${other['id']}${path}`)).status).toBe(404);
  }
  const exported = (await call(tokens.staff, 'GET', `${entity}/export?format=csv&columns=vslCde`)).text;
  expect([exported.includes(vessel.own), exported.includes(vessel.other)]).toEqual([true, false]);
  for (const [method, path, body] of [
    ['PATCH', '', { rev: 1, remark: 'mine' }],
    ['DELETE', '', { rev: 1 }],
    ['POST', '/actions/confirm', { rev: 1 }],
  ] as const) {
    expect((await call(tokens.staff, method, `${entity}/${other['id']}${path}`, body)).status).toBe(404);
  }
  const moved = await call(tokens.staff, 'PATCH', `${entity}/${own['id']}`, {
    rev: own['rev'],
    [OF_COMPANY[entity]!]: company.other,
  });
  expect(moved.errors, moved.text).toMatchObject([{ field: OF_COMPANY[entity], key: FOREIGN }]);
  expect(await server.footprint()).toBe(before);
});

test('a version of several companies shows each its own rows', async () => {
  const { result } = await call(tokens.staff, 'GET', `premium-version/${version['id']}`);
  for (const entity of ['vessel-value', 'hull-premium', 'hull-ap'])
    expect((result[entity] as Json[]).map(({ vslCde }) => vslCde)).toEqual([vessel.own]);
  const { records } = (
    await call(tokens.staff, 'GET', `premium-version/${version['id']}/history?parts=true&current=1&pageSize=100`)
  ).result;
  expect(JSON.stringify(records)).not.toContain(vessel.other);
  const compared = await call(tokens.staff, 'GET', `premium-version/${version['id']}/compare?with=${version['id']}`);
  expect(compared.text).not.toContain(vessel.other);
  const groups = (
    await call(
      tokens.staff,
      'GET',
      `hull-premium/groups?by=versionId&where=${encodeURIComponent(JSON.stringify([{ name: 'policyYear', type: 'equal', value: YEAR }]))}`,
    )
  ).result;
  expect(groups).toMatchObject([{ count: 1 }]);
});

test('lookups of a form or a preview contain no figure of another company', async () => {
  const item = { versionId: version['id'], vslCde: vessel.other };
  expect(
    (await call(tokens.staff, 'POST', 'hull-premium/surroundings', { items: [item] })).result[0].lookups.value,
  ).toBeNull();
  const tried = await call(tokens.staff, 'POST', 'hull-premium/preview', {
    ...item,
    policyStart: `${YEAR}-01-01`,
    policyEnd: `${YEAR}-06-30`,
    billCompany: company.own,
  });
  expect(tried.text).not.toContain(String(rows.other['vessel-value']!['hmInsure']));
});

test('a conflict with a row of another company reports the conflict and nothing of the row', async () => {
  const { status, errors, text } = await call(tokens.staff, 'POST', 'hull-premium', {
    versionId: version['id'],
    vslCde: vessel.other,
    policyStart: `${YEAR}-06-01`,
    policyEnd: `${YEAR}-07-31`,
    billCompany: company.own,
  });
  expect(status, text).toBe(409);
  expect(errors[0]!.params).not.toHaveProperty('otherFrom');
  expect(text).not.toContain(`${YEAR}-12-31`);
});

test('only users who see all companies can create a record of another company', async () => {
  const before = await server.footprint();
  const stage = {
    policyYear: YEAR,
    premiumType: 'Premium-HM',
    vslCde: vessel.own,
    calcFrom: `${YEAR}-01-01`,
    calcTo: `${YEAR}-12-31`,
    stagePremium: '1.00',
    cur: 'USD',
    club: company.own,
    dueDate: `${YEAR}-01-15`,
    billCompany: company.other,
  };
  for (const [entity, body] of [
    ['premium-stage', stage],
    [
      'certificate',
      {
        policyYear: YEAR,
        vslCde: vessel.own,
        certName: 'Other',
        policyFrom: `${YEAR}-01-01`,
        policyTo: `${YEAR}-12-31`,
        compCde: company.other,
      },
    ],
    ['task', { billCompany: company.other }],
  ] as const) {
    const { status, errors } = await call(tokens.staff, 'POST', entity, body);
    expect([entity, status, errors.map(({ field, key }) => `${field} ${key}`)]).toEqual([
      entity,
      400,
      [`${OF_COMPANY[entity] ?? 'billCompany'} ${FOREIGN}`],
    ]);
  }
  const form = new FormData();
  form.append(
    'file',
    new Blob([
      `policyYear,premiumType,vslCde,billCompany,calcFrom,calcTo,stagePremium,cur,club,dueDate,taxIncldInd,stageType\n${YEAR},Premium-HM,${vessel.own},${company.other},${YEAR}-01-01,${YEAR}-12-31,1,USD,${company.own},${YEAR}-01-15,N,NORMAL\n`,
    ]),
    'rows.csv',
  );
  const taken = await server.call('POST', '/api/premium-stage/import?dryRun=false', {
    token: tokens.staff,
    body: form,
  });
  expect(taken.result.errors, taken.text).toMatchObject([{ field: 'billCompany', key: FOREIGN }]);
  expect(await server.footprint()).toBe(before);
});

test('a file does not overwrite a row of another company that has its key', async () => {
  const stage = rows.other['premium-stage']!;
  const before = await server.footprint();
  const form = new FormData();
  form.append(
    'file',
    new Blob([
      `policyYear,premiumType,vslCde,stageNo,billCompany,calcFrom,calcTo,stagePremium,cur,club,dueDate,taxIncldInd,stageType,remark\n${YEAR},Premium-HM,${vessel.other},1,${company.own},${YEAR}-01-01,${YEAR}-12-31,1,USD,${company.own},${YEAR}-01-15,N,NORMAL,taken over\n`,
    ]),
    'rows.csv',
  );
  const taken = await server.call('POST', '/api/premium-stage/import?dryRun=false&overwrite=true', {
    token: tokens.staff,
    body: form,
  });
  expect(taken.result?.errors, taken.text).toMatchObject(
    ['policyYear', 'premiumType', 'vslCde', 'stageNo'].map((field) => ({ field, key: 'MSG_upload_0091' })),
  );
  expect(await server.footprint()).toBe(before);
  expect((await server.read('premium-stage', stage['id']))['stagePremium']).toBe('1234.56');
});

test('calculate and copy change only rows of the own company', async () => {
  const others = async (): Promise<Json[]> =>
    (await rowsOf(server, 'hull-premium', version['id'])).filter(({ vslCde }) => vslCde === vessel.other);
  const before = await others();
  const worked = await act(server, 'premium-version', version['id'], 'calculate', { hmRate: '0.003' }, tokens.staff);
  const { hmTotalPremium } = (await rowsOf(server, 'hull-premium', version['id'])).find(
    ({ vslCde }) => vslCde === vessel.own,
  )!;
  expect(worked.message).toContain(Number(hmTotalPremium).toLocaleString('en-US', { minimumFractionDigits: 2 }));
  expect(await others()).toEqual(before);
  const copied = await act(
    server,
    'premium-version',
    version['id'],
    'copy',
    { policyYear: YEAR, versionNo: 'COPY', versionType: 'quotation', copyMode: 'withDetail' },
    tokens.staff,
  );
  expect(copied.status, copied.text).toBe(200);
  expect((await rowsOf(server, 'hull-premium', copied.result._made.id)).map(({ vslCde }) => vslCde)).toEqual([
    vessel.own,
  ]);
});

test('a user who does not see all rows can neither submit nor delete a version of several companies', async () => {
  const before = await server.footprint();
  for (const token of [tokens.staff, tokens.other]) {
    for (const action of ['submit', 'delete'] as const) {
      const { rev } = await ofVersion();
      const answer =
        action === 'delete'
          ? await call(token, 'DELETE', `premium-version/${version['id']}`, { rev })
          : await call(token, 'POST', `premium-version/${version['id']}/actions/submit`, { rev });
      expect([action, answer.status, answer.key], answer.text).toEqual([action, 403, 'MSG_generic_0186']);
    }
    const { _actions } = (await call(token, 'GET', `premium-version/${version['id']}`)).result;
    expect((_actions as Json[]).filter(({ name, enabled }) => ['submit', 'delete'].includes(name) && enabled)).toEqual(
      [],
    );
  }
  expect(await server.footprint()).toBe(before);
});

test('an approver of a version can read all of it, and colleagues of the approver cannot', async () => {
  const approver = await server.logInAs('own.approver', 'Approver (division)', { companyCde: company.own });
  const seen = async (token: string): Promise<string[]> =>
    ((await call(token, 'GET', `premium-version/${version['id']}`)).result['hull-premium'] as Json[]).map(
      ({ vslCde }) => vslCde,
    );
  expect(await seen(approver)).toEqual([vessel.own]);
  const submitted = await act(server, 'premium-version', version['id'], 'submit', { acceptWarnings: true });
  expect(submitted.status, submitted.text).toBe(200);
  expect((await seen(approver)).toSorted()).toEqual([vessel.own, vessel.other].toSorted());
  expect(await seen(tokens.viewer)).toEqual([vessel.own]);
});

test('a split creates instalments of the own vessels, and none of a vessel that two companies share', async () => {
  const formal = await hullVersion(server, YEAR, 'actual');
  const cover = (vslCde: string, billCompany: string, months: [string, string]): Promise<Json> =>
    server.create('hull-premium', {
      versionId: formal['id'],
      vslCde,
      billCompany,
      policyStart: `${YEAR}-${months[0]}`,
      policyEnd: `${YEAR}-${months[1]}`,
      hmInsureValue: '1000000',
      hmRate: '0.002',
      insurerCde: company.other,
    });
  await cover(vessel.own, company.own, ['01-01', '06-30']);
  await cover(vessel.other, company.other, ['01-01', '12-31']);
  const asFormal = (status: string) =>
    server.pool.query('update premium_version set "versionStatus" = $2 where id = $1', [formal['id'], status]);
  const createdRows = async (): Promise<string[]> =>
    (
      await server.pool.query('select "vslCde" from premium_stage where "versionId" = $1 order by id', [formal['id']])
    ).rows.map((row) => (row as Json)['vslCde']);
  await asFormal('Formal');
  const split = await act(server, 'premium-version', formal['id'], 'split', { acceptWarnings: true }, tokens.staff);
  expect(split.status, split.text).toBe(200);
  expect(await createdRows()).toEqual([vessel.own]);
  await asFormal('Draft');
  await cover(vessel.own, company.other, ['07-01', '12-31']);
  await asFormal('Formal');
  const before = await server.footprint();
  const refused = await act(server, 'premium-version', formal['id'], 'split', { acceptWarnings: true }, tokens.staff);
  expect([refused.status, refused.key], refused.text).toEqual([409, 'MSG_premium_0213']);
  expect(await server.footprint()).toBe(before);
});
