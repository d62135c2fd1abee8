import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createAtOnce, fieldsOf, premiumVersion, premiumYear } from './premiumRows.ts';
import { act, companyBody, patch } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
/** codes of agents */
let agents: string[];
let notAgent: string;
beforeAll(async () => {
  server = await startTestServer();
  for (const year of ['2026', '2027', '2028', '2029', '2030'])
    await server.create('policy-year', premiumYear('Premium-AGENCY', year));
  agents = [];
  for (let index = 0; index < 5; index++)
    agents.push((await server.create('company', companyBody({ companyType: 'AGENT' })))['companyCde']);
  notAgent = (await server.create('company', companyBody()))['companyCde'];
});
afterAll(() => server.close());

const body = (versionId: unknown, fields: Json = {}): Json => ({
  versionId,
  policyFrom: '2026-03-01',
  policyTo: '2027-02-28',
  insureValue: '1000000',
  rate: '0.0001',
  ...fields,
});
const version = (): Promise<Json> => premiumVersion(server, 'Premium-AGENCY', '2026');
/** A record in a version of its own with a premium of 100.00, and the quantities of its agents. */
async function record(quantities: readonly string[] = [], fields: Json = {}): Promise<Json> {
  const created = await server.create('agency-premium', body((await version())['id'], fields));
  for (const [index, cntrQty] of quantities.entries())
    await server.create('agency-detail', { agencyPremiumId: created['id'], agenyCde: agents[index], cntrQty });
  return created;
}
const create = (entity: string, fields: Json, token?: string): Promise<Answer> =>
  server.call('POST', `/api/${entity}`, { body: fields, ...(token === undefined ? {} : { token }) });
const allocate = ({ id }: Json, token?: string): Promise<Answer> =>
  act(server, 'agency-premium', id, 'allocate', {}, token);
async function detailsOf({ id }: Json): Promise<Json[]> {
  const where = encodeURIComponent(JSON.stringify([{ name: 'agencyPremiumId', type: 'equal', value: id }]));
  return (await server.call('GET', `/api/agency-detail?sort=id&where=${where}`)).result.records;
}
const confirm = ({ id }: Json): Promise<Answer> => act(server, 'agency-premium', id, 'confirm');
/** Submits the version of a record. */
const submit = ({ versionId }: Json, language = 'en-US'): Promise<Answer> =>
  submitOrFormalise(versionId, 'submit', language);
async function submitOrFormalise(versionId: unknown, action: string, language = 'en-US'): Promise<Answer> {
  const { rev } = await server.read('premium-version', versionId as string);
  return server.call('POST', `/api/premium-version/${versionId}/actions/${action}`, {
    body: { rev, acceptWarnings: true },
    language,
  });
}
/** Uploads lines of containers to a record. */
function upload({ id }: Json, lines: readonly (readonly string[])[], token?: string): Promise<Answer> {
  const form = new FormData();
  form.append(
    'mapping',
    JSON.stringify({
      columns: { AGENT: 'agenyCde', COUNTRY: 'country', TEU: 'teu' },
      constants: { agencyPremiumId: id },
    }),
  );
  form.append(
    'file',
    new Blob([[['AGENT', 'COUNTRY', 'TEU'], ...lines].map((line) => line.join(',')).join('\n')]),
    'boxes.csv',
  );
  return server.call('POST', '/api/agency-container/import?dryRun=false', {
    body: form,
    ...(token === undefined ? {} : { token }),
  });
}

describe('a global agency premium', () => {
  test.each<[what: string, fields: Json, premium: string]>([
    ['is the sum insured × rate', {}, '100.00'],
    ['is not pro rata', { policyTo: '2026-03-01' }, '100.00'],
    ['is rounded half-up', { insureValue: '12345.67', rate: '0.0015' }, '18.52'],
    ['has no decimals in yen', { cur: 'JPY', insureValue: '12345', rate: '0.0019' }, '23.00'],
    ['may touch four years', { policyFrom: '2026-12-31', policyTo: '2029-12-31' }, '100.00'],
  ])('%s', async (_, fields, totPremium) => {
    expect(await record([], fields)).toMatchObject({
      policyYear: '2026',
      policyType: 'Premium-AGENCY',
      versionStatus: 'Draft',
      recordStatus: 'Draft',
      totPremium,
    });
  });

  test.each<[what: string, fields: Json, at: string[]]>([
    ['of another year', { policyYear: '2027' }, ['policyYear']],
    ['without a sum insured', { insureValue: null }, ['insureValue']],
    ['without a rate', { rate: null }, ['rate']],
    ['that begins before the year of the version', { policyFrom: '2025-12-31' }, ['policyFrom']],
    ['that begins after the year of the version', { policyFrom: '2027-01-01' }, ['policyFrom']],
    ['that ends before it begins', { policyTo: '2026-02-28' }, ['policyTo']],
    ['that touches five years', { policyTo: '2030-01-01' }, ['policyTo']],
    ['that ends in a year that is not maintained', { policyTo: '2031-01-01' }, ['policyTo']],
    ['with a rate in percent without a sign', { rate: '5' }, ['rate']],
    ['with such a rate below 1 %, of which a warning tells how it is read', { rate: '0.2' }, ['rate']],
    ['with a premium that is entered', { totPremium: '1' }, ['totPremium']],
  ])('%s is refused at its field', async (_, fields, at) => {
    const { id } = await version();
    const answer = await withoutTrace(server, () => create('agency-premium', body(id, fields)), { status: 400 });
    expect(fieldsOf(answer)).toEqual(at);
  });

  test('may be in a version several times', async () => {
    const { id } = await version();
    for (let index = 0; index < 2; index++) expect((await create('agency-premium', body(id))).status).toBe(201);
  });
});

describe('the agents of a record', () => {
  test.each<[what: string, fields: () => Json, at: string[]]>([
    ['are companies of type AGENT', () => ({ agenyCde: notAgent }), ['agenyCde']],
    ['exist', () => ({ agenyCde: 'NOBODY' }), ['agenyCde']],
    ['have no negative quantity', () => ({ agenyCde: agents[0], cntrQty: '-1' }), ['cntrQty']],
    ['do not enter their share', () => ({ agenyCde: agents[0], premium: '1' }), ['premium']],
  ])('%s', async (_, fields, at) => {
    const { id } = await record();
    const answer = await withoutTrace(server, () => create('agency-detail', { agencyPremiumId: id, ...fields() }), {
      status: 400,
    });
    expect(fieldsOf(answer)).toEqual(at);
  });

  test('are at most four, each once, also for five clerks at once', async () => {
    const { id } = await record(['1', '1', '1']);
    const fourth = { agencyPremiumId: id, agenyCde: agents[3], cntrQty: '1' };
    expect(await createAtOnce(server, 'agency-detail', fourth)).toEqual([201, 409, 409, 409, 409]);
    await withoutTrace(server, () => create('agency-detail', { ...fourth, agenyCde: agents[4] }), { status: 400 });
    const other = await record(['1', '1', '1']);
    const atOnce = await Promise.all(
      [agents[3], agents[4]].map((agenyCde) => create('agency-detail', { agencyPremiumId: other['id'], agenyCde })),
    );
    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await detailsOf(other)).toHaveLength(4);
  });

  test('are at most four with the uploaded containers, also for several clerks at once', async () => {
    const { id } = await record(['1', '1', '1']);
    const row = (index: number, country = 'China'): Json => ({
      agencyPremiumId: id,
      agenyCde: agents[index],
      ...(country && { country, teu: '1' }),
    });
    const atOnce = await Promise.all([
      create('agency-container', row(3)),
      create('agency-container', row(4)),
      create('agency-detail', row(3, '')),
      create('agency-detail', row(4, '')),
    ]);
    const [fourth, fifth] = [
      atOnce.filter(({ status }) => status === 201),
      atOnce.filter(({ status }) => status === 400),
    ];
    expect([fourth.length, fifth.length]).toEqual([2, 2]);
    expect(new Set(fourth.map(({ result }) => result.agenyCde)).size).toBe(1);
    for (const { errors } of fifth) expect(errors).toMatchObject([{ field: 'agenyCde', key: 'MSG_premium_0232' }]);
    // the agent of the only line and share of an agent can be changed, and more lines of the four are accepted
    const one = await server.create('agency-container', row(0, 'Japan'));
    const missing = agents.indexOf(fourth[0]!.result.agenyCde) === 3 ? 4 : 3;
    await withoutTrace(server, () => patch(server, 'agency-container', one['id'], { agenyCde: agents[missing] }), {
      status: 400,
      key: 'MSG_premium_0232',
    });
    for (const { result } of fourth) {
      const entity = 'teu' in result ? 'agency-container' : 'agency-detail';
      const { rev } = await server.read(entity, result.id);
      expect((await server.call('DELETE', `/api/${entity}/${result.id}`, { body: { rev } })).status).toBe(200);
    }
    expect((await patch(server, 'agency-container', one['id'], { agenyCde: agents[missing] })).status).toBe(200);
  });

  test.each<[what: string, quantities: string[], fields: Json, shares: string[], percents: string[]]>([
    ['alone', ['7'], {}, ['100.00'], ['100']],
    [
      'with the remainder on the last',
      ['1', '1', '1'],
      {},
      ['33.33', '33.33', '33.34'],
      ['33.3333', '33.3333', '33.3334'],
    ],
    ['with none for one without containers', ['10', '0', '30'], {}, ['25.00', '0.00', '75.00'], ['25', '0', '75']],
    ['in yen', ['1', '2'], { cur: 'JPY', rate: '0.00001' }, ['3.00', '7.00'], ['33.3333', '66.6667']],
    // 0.01 / 3 = 0.003…
    ['of a cent', ['1', '1', '1'], { insureValue: '100' }, ['0.00', '0.00', '0.01'], ['33.3333', '33.3333', '33.3334']],
  ])('share the premium by their containers: %s', async (_, quantities, fields, shares, percents) => {
    const agency = await record(quantities, fields);
    expect((await allocate(agency)).status).toBe(200);
    const details = await detailsOf(agency);
    expect(details.map(({ premium }) => premium)).toEqual(shares);
    expect(details.map(({ cntrPct }) => String(Number(cntrPct)))).toEqual(percents);
    expect(details.map(({ actPremium, premiumDiff }) => [actPremium, premiumDiff])).toEqual(
      shares.map((share) => [share, '0.00']),
    );
    expect((await act(server, 'agency-premium', agency['id'], 'confirm')).status).toBe(200);
  });

  test('have other actual premiums, which total the premium', async () => {
    const agency = await record(['1', '3']);
    await allocate(agency);
    const [one, other] = await detailsOf(agency);
    const { rev } = await server.read('agency-premium', agency['id']);
    const actual = (amounts: string[]): Promise<Answer> =>
      server.call('PATCH', `/api/agency-premium/${agency['id']}`, {
        body: {
          rev,
          'agency-detail': [one!, other!].map(({ id, rev: current }, index) => ({
            id,
            rev: current,
            actPremium: amounts[index],
          })),
        },
      });
    await withoutTrace(server, () => actual(['30', '69.99']), { status: 400 });
    expect((await actual(['30', '70'])).status).toBe(200);
    expect(
      (await detailsOf(agency)).map(({ premiumDiff, totalActualPremium }) => [premiumDiff, totalActualPremium]),
    ).toEqual([
      ['5.00', '100.00'],
      ['-5.00', '100.00'],
    ]);
    await patch(server, 'agency-premium', agency['id'], { rate: '0.0002' });
    await withoutTrace(server, () => act(server, 'agency-premium', agency['id'], 'confirm'), { status: 400 });
    await allocate(agency);
    expect((await detailsOf(agency)).map(({ actPremium }) => actPremium)).toEqual(['50.00', '150.00']);
    expect((await act(server, 'agency-premium', agency['id'], 'confirm')).status).toBe(200);
  });

  test.each<[what: string, actPremium: string]>([
    ['a cent above', '75.01'],
    ['a cent below', '74.99'],
  ])('do not have an actual premium, saved by itself, with which they total %s the premium', async (_, actPremium) => {
    const agency = await record(['1', '3']);
    await allocate(agency);
    const [, last] = await detailsOf(agency);
    const change = (fields: Json): Promise<Answer> => patch(server, 'agency-detail', last!['id'], fields);
    const answer = await withoutTrace(server, () => change({ actPremium }), { status: 400 });
    expect(fieldsOf(answer)).toEqual(['actPremium']);
    expect(answer.errors).toMatchObject([{ message: expect.stringMatching(/the premium is 100.00/) }]);
    expect((await change({ actPremium: '75' })).status).toBe(200);
  });

  test('have actual premiums entered one after the other, as long as these do not exceed the premium', async () => {
    const { id: agencyPremiumId } = await record();
    const add = (index: number, actPremium?: string): Promise<Answer> =>
      create('agency-detail', { agencyPremiumId, agenyCde: agents[index], actPremium });
    expect((await add(0, '60')).status).toBe(201);
    const { result: second } = await add(1);
    expect((await patch(server, 'agency-detail', second.id, { actPremium: '39.99' })).status).toBe(400);
    const above = await withoutTrace(server, () => add(2, '40.01'), { status: 400 });
    expect(fieldsOf(above)).toEqual(['actPremium']);
    expect((await add(2, '20')).status).toBe(201);
    expect((await patch(server, 'agency-detail', second.id, { actPremium: '20' })).status).toBe(200);
  });

  test('are needed before a record is confirmed, and their containers before it is shared', async () => {
    const agency = await record();
    await withoutTrace(server, () => act(server, 'agency-premium', agency['id'], 'confirm'), { status: 400 });
    await withoutTrace(server, () => allocate(agency), { status: 409, key: 'MSG_premium_0231' });
    await server.create('agency-detail', { agencyPremiumId: agency['id'], agenyCde: agents[0], cntrQty: '5' });
    await withoutTrace(server, () => act(server, 'agency-premium', agency['id'], 'confirm'), { status: 400 });
  });
});

describe('a version of global agency premiums', () => {
  test('is never calculated, so the page of the version does not offer it', async () => {
    const { _actions: actions } = await server.read('premium-version', (await version())['id']);
    expect(actions.filter(({ never }: Json) => never)).toEqual([
      { name: 'calculate', enabled: false, reason: expect.any(String), never: true },
    ]);
  });

  test.each<[action: string, versionType: string, language: string, message: RegExp]>([
    ['submit', 'quotation', 'en-US', /not confirmed.*Allocate the premium and confirm/],
    ['submit', 'quotation', 'zh-CN', /尚未确认.*请先分摊保费并确认/],
    ['formalise', 'budget', 'en-US', /not confirmed/],
  ])(
    'does not %s (%s) while the shares of a record miss the premium by a cent, and names the record, in %s',
    async (action, versionType, language, message) => {
      const { id: versionId } = await premiumVersion(server, 'Premium-AGENCY', '2026', versionType);
      const shared = async (): Promise<Json> => {
        const agency = await server.create('agency-premium', body(versionId));
        for (const agenyCde of agents.slice(0, 3))
          await server.create('agency-detail', { agencyPremiumId: agency['id'], agenyCde, cntrQty: '1' });
        await allocate(agency);
        return agency;
      };
      const [equal, unequal] = [await shared(), await shared()];
      const [, , last] = await detailsOf(unequal);
      // a share that was stored before saves compared the total
      await server.pool.query(`update agency_detail set "actPremium" = 33.33 where id = $1`, [last!['id']]);
      await withoutTrace(server, () => confirm(unequal), { status: 400 });
      expect((await confirm(equal)).status).toBe(200);
      const close = (): Promise<Answer> => submitOrFormalise(versionId, action, language);
      expect(await withoutTrace(server, close, { status: 400 })).toMatchObject({
        errors: [
          {
            field: 'versionStatus',
            message: expect.stringMatching(message),
            rows: [{ entity: 'agency-premium', id: unequal['id'], title: expect.any(String) }],
          },
        ],
      });
      expect(await server.read('premium-version', versionId as string)).toMatchObject({ versionStatus: 'Draft' });
      await allocate(unequal);
      expect((await confirm(unequal)).status).toBe(200);
      expect((await close()).status).toBe(200);
    },
  );
});

describe('an upload of containers', () => {
  test('gives the agents their quantities, adds agents, and is kept', async () => {
    const agency = await record(['999']);
    expect(
      await upload(agency, [
        [agents[0]!, 'China', '10'],
        [agents[0]!, 'Japan', '20.5'],
        [agents[1]!, 'China', '69.5'],
      ]),
    ).toMatchObject({ status: 200, result: { created: 3 } });
    await withoutTrace(server, () => act(server, 'agency-premium', agency['id'], 'confirm'), { status: 400 });
    await allocate(agency);
    expect(
      (await detailsOf(agency)).map((row) => [row['agenyCde'], row['cntrQty'], row['totalCntrQty'], row['premium']]),
    ).toEqual([
      [agents[0], '30.5', '100', '30.50'],
      [agents[1], '69.5', '100', '69.50'],
    ]);
    expect(await upload(agency, [[agents[0]!, 'china', '20']])).toMatchObject({ status: 200 });
    await withoutTrace(server, () => act(server, 'agency-premium', agency['id'], 'confirm'), { status: 400 });
    await allocate(agency);
    expect((await act(server, 'agency-premium', agency['id'], 'confirm')).status).toBe(200);
  });

  test.each<[what: string, line: () => string[], field: string]>([
    ['of an unknown agent', () => ['NOBODY', 'China', '1'], 'agenyCde'],
    ['of a company that is no agent', () => [notAgent, 'China', '1'], 'agenyCde'],
    ['without a country', () => [agents[0]!, '', '1'], 'country'],
    ['without TEU', () => [agents[0]!, 'China', ''], 'teu'],
  ])('%s is refused as a whole', async (_, line, field) => {
    const agency = await record();
    const before = await server.footprint();
    expect(await upload(agency, [[agents[1]!, 'China', '1'], line()])).toMatchObject({
      code: 1,
      result: { created: 0, errors: [{ row: 3, field }] },
    });
    expect(await server.footprint()).toBe(before);
  });

  test('into a budget is refused once the actual version of the year is Formal', async () => {
    const budget = await premiumVersion(server, 'Premium-AGENCY', '2026', 'budget');
    const agency = await server.create('agency-premium', body(budget['id']));
    const { id } = await premiumVersion(server, 'Premium-AGENCY', '2026', 'actual');
    await server.pool.query(`update premium_version set "versionStatus" = 'Formal' where id = $1`, [id]);
    const before = await server.footprint();
    expect(await upload(agency, [[agents[0]!, 'China', '1']])).toMatchObject({
      code: 1,
      result: { created: 0, errors: [{ row: 2, field: 'agencyPremiumId', key: 'MSG_upload_0202' }] },
    });
    expect(await server.footprint()).toBe(before);
  });

  test('of agents beyond four is refused at the lines of the fifth, and nothing is stored', async () => {
    const agency = await record(['1']);
    const before = await server.footprint();
    const lines = ['China', 'Japan'].flatMap((country) => agents.map((code) => [code, country, '1']));
    const { status, result } = await upload(agency, lines);
    expect(status).toBe(400);
    expect(result.errors.map(({ row, field, key }: Json) => [row, field, key])).toEqual([
      [6, 'agenyCde', 'MSG_premium_0232'],
      [11, 'agenyCde', 'MSG_premium_0232'],
    ]);
    expect(result.errors[0].message).toBe('A record has at most 4 agents');
    expect(await server.footprint()).toBe(before);
    const four = lines.filter(([code]) => code !== agents[4]);
    expect(await upload(agency, four)).toMatchObject({ status: 200, result: { created: 8 } });
    expect((await allocate(agency)).status).toBe(200);
  });

  test.each<[what: string, close: (agency: Json) => Promise<Answer>]>([
    ['a confirmed record', confirm],
    ['a submitted version', submitWithOpenRecord],
  ])('to %s is refused, and so are changes and deletions', async (_, close) => {
    const agency = await record(['5']);
    await allocate(agency);
    const [line] = await detailsOf(agency);
    expect((await close(agency)).status).toBe(200);
    const before = await server.footprint();
    const answer = await upload(agency, [[agents[0]!, 'China', '1']]);
    expect(answer.text).toContain('MSG_premium_0121');
    expect(await server.footprint()).toBe(before);
    await withoutTrace(
      server,
      () =>
        create('agency-container', { agencyPremiumId: agency['id'], agenyCde: agents[0], country: 'China', teu: '1' }),
      { status: 409, key: 'MSG_premium_0121' },
    );
    await withoutTrace(server, () => patch(server, 'agency-premium', agency['id'], { rate: '0.0003' }), {
      status: 409,
    });
    await withoutTrace(server, () => patch(server, 'agency-detail', line!['id'], { actPremium: '1' }), { status: 409 });
    await withoutTrace(server, () => allocate(agency), { status: 409 });
    const { rev } = await server.read('agency-premium', agency['id']);
    await withoutTrace(server, () => server.call('DELETE', `/api/agency-premium/${agency['id']}`, { body: { rev } }), {
      status: 409,
    });
  });
});

/** Submits the version of a record that is open again, so that only the gate of the version refuses its changes. */
async function submitWithOpenRecord(agency: Json): Promise<Answer> {
  await confirm(agency);
  const answer = await submit(agency);
  await server.pool.query(`update agency_premium set "recordStatus" = 'Unconfirm' where id = $1`, [agency['id']]);
  return answer;
}

test('only its creator operates a record', async () => {
  const biller = (await server.create('company', companyBody()))['companyCde'];
  const [creater, colleague] = [
    await server.logInAs('agentone', 'Insurance staff', { companyCde: biller }),
    await server.logInAs('agenttwo', 'Insurance staff', { companyCde: biller }),
  ];
  const { result: agency } = await create(
    'agency-premium',
    body((await version())['id'], { billCompany: biller }),
    creater,
  );
  expect(agency).toMatchObject({ creater: 'agentone', subject: 'agentone 202603' });
  await create('agency-detail', { agencyPremiumId: agency.id, agenyCde: agents[0], cntrQty: '1' }, creater);
  const [line] = await detailsOf(agency);
  for (const attempt of [
    () => patch(server, 'agency-premium', agency.id, { rate: '0.0003' }, { token: colleague }),
    () => patch(server, 'agency-detail', line!['id'], { cntrQty: '3' }, { token: colleague }),
    () => create('agency-detail', { agencyPremiumId: agency.id, agenyCde: agents[1], cntrQty: '1' }, colleague),
    () =>
      create(
        'agency-container',
        { agencyPremiumId: agency.id, agenyCde: agents[1], country: 'China', teu: '1' },
        colleague,
      ),
    () => allocate(agency, colleague),
    () => act(server, 'agency-premium', agency.id, 'confirm', {}, colleague),
  ])
    await withoutTrace(server, attempt, { status: 403 });
  expect((await allocate(agency, creater)).status).toBe(200);
  expect((await act(server, 'agency-premium', agency.id, 'confirm', {}, creater)).status).toBe(200);
});
