import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyBody, FLEET, nextCode, vesselBody, visitBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const post = (entity: string, body: Json): Promise<Answer> => server.call('POST', `/api/${entity}`, { body });
const patch = (entity: string, row: Json, body: Json): Promise<Answer> =>
  server.call('PATCH', `/api/${entity}/${row['id']}`, { body: { rev: row['rev'], ...body } });
const remove = (entity: string, row: Json): Promise<Answer> =>
  server.call('DELETE', `/api/${entity}/${row['id']}`, { body: { rev: row['rev'] } });
const find = async (entity: string, name: string, value: string): Promise<Json> =>
  (await server.call('POST', `/api/${entity}/search`, { body: { searchCondition: [{ name, type: 'equal', value }] } }))
    .result.records[0];
describe('a unique rule', () => {
  test('refuses a duplicate with 409 at its field, in any spelling', async () => {
    await server.create('pilot', { pilotCde: 'DUP', pilotName: 'First' });
    for (const pilotCde of ['DUP', 'dup', '  Dup ']) {
      await withoutTrace(server, () => post('pilot', { pilotCde, pilotName: 'Second' }), {
        status: 409,
        key: 'MSG_generic_0121',
        errors: [{ field: 'pilotCde' }],
      });
    }
    const other = await server.create('pilot', { pilotCde: nextCode(), pilotName: 'Other' });
    await withoutTrace(server, () => patch('pilot', other, { pilotCde: 'DUP' }), {
      status: 409,
      errors: [{ field: 'pilotCde' }],
    });
  });

  test('names every rule that the row breaks, each at its field', async () => {
    const first = companyBody();
    await server.create('company', first);
    const answer = await withoutTrace(server, () => post('company', first), { status: 409 });
    expect(answer.errors.map(({ field }) => field).sort()).toEqual([
      'companyCde',
      'companyNameCh',
      'companyNameEn',
      'unifiedSocialCreditNo',
    ]);
    const two = await withoutTrace(
      server,
      () =>
        post('company', companyBody({ companyNameEn: first['companyNameEn'], companyNameCh: first['companyNameCh'] })),
      { status: 409 },
    );
    expect(two.errors.map(({ field }) => field).sort()).toEqual(['companyNameCh', 'companyNameEn']);
  });

  test('with a condition applies only to rows that meet it, and has its own message', async () => {
    const pilot = await server.create('pilot', { pilotCde: nextCode(), pilotName: 'Busy' });
    const open = await server.create('pilotage', { pilotId: pilot['id'] });
    const answer = await withoutTrace(server, () => post('pilotage', { pilotId: pilot['id'] }), {
      status: 409,
      key: 'MSG_harbour_0001',
    });
    expect(answer.message).toBe('The pilot has an open job already');
    await server.create('pilotage', { pilotId: pilot['id'], finished: 'Y' });
    expect((await patch('pilotage', open, { finished: 'Y' })).status).toBe(200);
    const next = await server.create('pilotage', { pilotId: pilot['id'] });
    await withoutTrace(server, () => patch('pilotage', { ...open, rev: 2 }, { finished: 'N' }), {
      status: 409,
      key: 'MSG_harbour_0001',
    });
    expect((await remove('pilotage', next)).status).toBe(200);
    expect((await patch('pilotage', { ...open, rev: 2 }, { finished: 'N' })).status).toBe(200);
  });
});

describe('periods of one group must not overlap', () => {
  const TAKEN = { effectiveFrom: '2021-01-01', effectiveTo: '2021-12-31' };
  test.each<[string, string, string | null, boolean]>([
    ['sharing the last day', '2021-12-31', '2022-06-30', true],
    ['the day after', '2022-01-01', '2022-06-30', false],
    ['sharing the first day', '2020-01-01', '2021-01-01', true],
    ['the day before', '2020-01-01', '2020-12-31', false],
    ['inside', '2021-03-01', '2021-03-01', true],
    ['around', '2020-01-01', '2023-01-01', true],
    ['the same', '2021-01-01', '2021-12-31', true],
    ['crossing the start', '2020-06-01', '2021-06-01', true],
    ['open-ended before', '2020-06-01', null, true],
    ['open-ended after', '2022-01-01', null, false],
    ['open-ended within', '2021-06-01', null, true],
  ])('%s', async (_, effectiveFrom, effectiveTo, clashes) => {
    const body = await vesselBody(server, TAKEN);
    await server.create('vessel', body);
    const second = { ...body, effectiveFrom, effectiveTo };
    if (!clashes) {
      expect((await post('vessel', second)).status).toBe(201);
      return;
    }
    const answer = await withoutTrace(server, () => post('vessel', second), { status: 409, key: 'MSG_master_0103' });
    expect(answer.errors.map(({ field }) => field)).toEqual(expect.arrayContaining(['effectiveFrom', 'effectiveTo']));
  });

  test('of vessels with one IMO number, but not without one or with a text such as TBA', async () => {
    const first = await server.create('vessel', await vesselBody(server, { ...TAKEN, imoNum: '9074729' }));
    const clash = await vesselBody(server, { effectiveFrom: '2021-12-31', imoNum: '9074729' });
    const { errors } = await withoutTrace(server, () => post('vessel', clash), { status: 409, key: 'MSG_master_0134' });
    expect(errors.map(({ field }) => field)).toEqual(expect.arrayContaining(['effectiveFrom', 'effectiveTo']));
    for (const fields of [{ effectiveFrom: '2022-01-01', imoNum: '9074729' }, { imoNum: 'TBA' }, { imoNum: 'TBA' }])
      expect((await post('vessel', await vesselBody(server, fields))).status).toBe(201);
    expect(first['imoNum']).toBe('9074729');
  });

  test('also with an open end and after a change; other groups and deleted rows do not count', async () => {
    const body = await vesselBody(server, { effectiveFrom: '2021-01-01' });
    const open = await server.create('vessel', body);
    await withoutTrace(server, () => post('vessel', { ...body, effectiveFrom: '2030-01-01' }), { status: 409 });
    expect((await post('vessel', await vesselBody(server, { effectiveFrom: '2021-01-01' }))).status).toBe(201);
    const early = await server.create('vessel', { ...body, effectiveFrom: '2020-01-01', effectiveTo: '2020-12-31' });
    await withoutTrace(server, () => patch('vessel', early, { effectiveTo: '2021-01-01' }), { status: 409 });
    await withoutTrace(server, () => patch('vessel', early, { effectiveTo: null }), { status: 409 });
    expect((await remove('vessel', open)).status).toBe(200);
    // its rev changed because it is the latest row now
    expect((await patch('vessel', await server.read('vessel', early['id']), { effectiveTo: null })).status).toBe(200);
  });

  test('the message names the conflicting row', async () => {
    const body = await visitBody(server, { berth: 'Crowded', arrived: '2024-03-01', left: '2024-03-09' });
    await server.create('berth-visit', body);
    const answer = await withoutTrace(
      server,
      async () => post('berth-visit', { ...body, visitNo: nextCode(), arrived: '2024-03-09', left: null }),
      { status: 409, key: 'MSG_generic_0123' },
    );
    expect(answer.message).toContain('2024-03-01 to 2024-03-09');
    expect(answer.message).toContain('Crowded');
  });

  test.each([
    ['en-US', 'Hull and machinery'],
    ['zh-CN', '船壳险'],
  ])('the message shows choices by their labels in %s, and a duplicate is reported as well', async (language, name) => {
    const policyYear = language === 'en-US' ? '2161' : '2162';
    const body = {
      policyYear,
      policyType: 'Premium-HM',
      addlRatio: '0.25',
      ivInsuredPct: '20',
      effectiveFrom: `${policyYear}-01-01`,
      effectiveTo: `${policyYear}-12-31`,
      numOfStaging: 1,
    };
    await server.create('policy-year', body);
    const { errors } = await withoutTrace(server, () => server.call('POST', '/api/policy-year', { body, language }), {
      status: 409,
    });
    expect(errors.map(({ field, key }) => `${field} ${key}`).sort()).toEqual([
      'effectiveFrom MSG_generic_0123',
      'effectiveTo MSG_generic_0123',
      'policyType MSG_generic_0121',
      'policyYear MSG_generic_0121',
    ]);
    const overlap = errors.find(({ field }) => field === 'effectiveFrom')!['message'];
    expect(overlap).toContain(name);
    expect(overlap).not.toContain('Premium-HM');
  });

  test('the message contains no id', async () => {
    const stage = (calcFrom: string, calcTo: string): Json => ({
      dueDate: '2163-12-01',
      calcFrom: `2163-${calcFrom}`,
      calcTo: `2163-${calcTo}`,
    });
    const answer = await withoutTrace(
      server,
      () =>
        post('policy-year', {
          policyYear: '2163',
          policyType: 'Premium-LOH',
          effectiveFrom: '2163-01-01',
          effectiveTo: '2163-12-31',
          numOfStaging: 2,
          'policy-stage': [stage('01-01', '06-30'), stage('06-30', '12-31')],
        }),
      { status: 409, key: 'MSG_generic_0123' },
    );
    expect(answer.message).toContain('that of Premium stage, 2163-01-01 to 2163-06-30');
  });

  test.each<[string, string | null, number]>([
    ['2021-01-01', '2021-01-01', 201],
    ['2021-01-02', '2021-01-01', 400],
    ['2021-01-02', null, 201],
  ])('from %s to %s is %i', async (effectiveFrom, effectiveTo, status) => {
    const body = await vesselBody(server, { effectiveFrom, effectiveTo });
    const answer = await post('vessel', body);
    expect(answer.status).toBe(status);
    if (status === 400)
      expect(answer.errors.map(({ field, key }) => [field, key])).toContainEqual(['effectiveTo', 'MSG_generic_0124']);
  });
});

describe('a reference by a unique code', () => {
  test('requires an existing row, which cannot be deleted while it is in use', async () => {
    await withoutTrace(server, async () => post('vessel', await vesselBody(server, { flagCntry: 'QQ' })), {
      status: 400,
      errors: [{ field: 'flagCntry', key: 'MSG_generic_0122' }],
    });
    const vessel = await server.create('vessel', await vesselBody(server));
    const fleet = await find('fleet', 'fleetCde', FLEET);
    await withoutTrace(server, () => remove('fleet', fleet), { status: 409, key: 'MSG_generic_0130' });
    await withoutTrace(server, () => patch('fleet', fleet, { fleetCde: 'RENAMED' }), {
      status: 409,
      key: 'MSG_generic_0130',
      errors: [{ field: 'fleetCde' }],
    });
    const renamed = await patch('fleet', fleet, { fleetName: 'Other name' });
    expect(renamed.status, 'its name may change').toBe(200);
    expect(vessel['fleet']).toBe(FLEET);
  });

  test('allows deletion of its target after the last reference is removed', async () => {
    const fleet = await server.create('fleet', { fleetCde: 'LONELY', fleetName: 'Lonely' });
    const vessel = await server.create('vessel', await vesselBody(server, { fleet: 'lonely' }));
    expect(vessel['fleet']).toBe('LONELY');
    await withoutTrace(server, () => remove('fleet', fleet), { status: 409 });
    expect((await patch('vessel', vessel, { fleet: FLEET })).status).toBe(200);
    const renamed = await patch('fleet', fleet, { fleetCde: 'ALONE' });
    expect(renamed.status).toBe(200);
    expect((await remove('fleet', renamed.result)).status).toBe(200);
    await withoutTrace(server, async () => post('vessel', await vesselBody(server, { fleet: 'ALONE' })), {
      status: 400,
      errors: [{ field: 'fleet', key: 'MSG_generic_0122' }],
    });
  });

  test('is not affected by a deleted row', async () => {
    const fleet = await server.create('fleet', { fleetCde: 'PAST', fleetName: 'Past' });
    const vessel = await server.create('vessel', await vesselBody(server, { fleet: 'PAST' }));
    await remove('vessel', vessel);
    expect((await remove('fleet', fleet)).status).toBe(200);
  });
});

describe('a reference by a code of several rows', () => {
  test('requires one row that is not deleted; the last such row cannot be deleted while it is in use', async () => {
    const body = await vesselBody(server, { effectiveFrom: '2020-01-01', effectiveTo: '2020-12-31' });
    const early = await server.create('vessel', body);
    const late = await server.create('vessel', { ...body, effectiveFrom: '2021-01-01', effectiveTo: null });
    await withoutTrace(server, async () => post('berth-visit', await visitBody(server, { vslCde: 'ZZ?' })), {
      status: 400,
      errors: [{ field: 'vslCde', key: 'MSG_generic_0122' }],
    });
    const visit = await server.create('berth-visit', await visitBody(server, { vslCde: body['vslCde'] }));
    // the later one became the latest row
    expect(
      (await remove('vessel', await server.read('vessel', early['id']))).status,
      'another row of the code is left',
    ).toBe(200);
    await withoutTrace(server, () => remove('vessel', late), { status: 409, key: 'MSG_generic_0130' });
    await withoutTrace(server, () => patch('vessel', late, { vslCde: 'QQ1' }), {
      status: 409,
      key: 'MSG_generic_0130',
      errors: [{ field: 'vslCde' }],
    });
    expect((await remove('berth-visit', visit)).status).toBe(200);
    expect((await remove('vessel', late)).status).toBe(200);
    await withoutTrace(server, async () => post('berth-visit', await visitBody(server, { vslCde: body['vslCde'] })), {
      status: 400,
      errors: [{ field: 'vslCde' }],
    });
  });
});

describe('a reference by id', () => {
  test.each(['999999', 'abc', '0', '-1', '1.5', '99999999999999999999', "1' or '1'='1"])(
    'to nothing is refused: %s',
    async (pilotId) => {
      await withoutTrace(server, () => post('pilotage', { pilotId }), { status: 400, errors: [{ field: 'pilotId' }] });
    },
  );

  test('accepts only rows that meet its condition', async () => {
    const pilot = await server.create('pilot', { pilotCde: nextCode(), pilotName: 'Former', licensed: 'N' });
    await withoutTrace(server, () => post('pilotage', { pilotId: pilot['id'] }), {
      status: 400,
      errors: [{ field: 'pilotId', key: 'MSG_generic_0129' }],
    });
    const licensed = (await patch('pilot', pilot, { licensed: 'Y' })).result;
    const job = await server.create('pilotage', { pilotId: pilot['id'] });
    await withoutTrace(server, () => remove('pilot', licensed), { status: 409, key: 'MSG_generic_0130' });
    await remove('pilotage', job);
    expect((await remove('pilot', licensed)).status).toBe(200);
    await withoutTrace(server, () => post('pilotage', { pilotId: pilot['id'] }), {
      status: 400,
      errors: [{ field: 'pilotId', key: 'MSG_generic_0122' }],
    });
  });
});

describe('a list of references', () => {
  test('accepts only existing rows, which cannot be deleted while they are in use', async () => {
    const [a, b] = [
      await server.create('berth', { berthCde: nextCode('N'), berthName: 'A' }),
      await server.create('berth', { berthCde: nextCode('N'), berthName: 'B' }),
    ];
    await withoutTrace(server, () => patch('berth', b, { neighbours: [a['berthCde'], 'NOWHERE'] }), {
      status: 400,
      errors: [{ field: 'neighbours', key: 'MSG_generic_0122' }],
    });
    expect((await patch('berth', b, { neighbours: [a['berthCde']] })).status).toBe(200);
    await withoutTrace(server, () => remove('berth', a), { status: 409, key: 'MSG_generic_0130' });
    expect((await patch('berth', { ...b, rev: 2 }, { neighbours: [] })).status).toBe(200);
    expect((await remove('berth', a)).status).toBe(200);
  });
});

describe('sums and rules of one row', () => {
  const shares = (fields: Json): Json => ({
    policyType: 'HM',
    effectiveFrom: '1970-01-01',
    effectiveTo: '1970-12-31',
    insuredValue: '100',
    premium: '1',
    'policy-instalment': [{ calcFrom: '1970-01-01', calcTo: '1970-12-31', amount: '1' }],
    ...fields,
  });
  test.each<[string, Json, string[], string]>([
    [
      'terms that miss the total',
      { shared: 'Y', hullPct: '50', clubPct: '49.9999' },
      ['hullPct', 'clubPct', 'ownPct'],
      'MSG_generic_0125',
    ],
    [
      'terms beyond the total',
      { shared: 'Y', hullPct: '50', clubPct: '50.0001' },
      ['hullPct', 'clubPct', 'ownPct'],
      'MSG_generic_0125',
    ],
    ['a rule with its own message', { policyType: 'PI' }, ['reinsuranceRate'], 'MSG_harbour_0002'],
    ['a rule as a warning', { increasedValue: '25.01' }, ['increasedValue', 'insuredValue'], 'MSG_generic_0127'],
    [
      'a period the wrong way round',
      { effectiveTo: '1969-12-31' },
      ['effectiveFrom', 'effectiveTo'],
      'MSG_generic_0124',
    ],
  ])('%s', async (_, fields, blamed, key) => {
    const answer = await withoutTrace(server, () => post('policy-term', shares(fields)), { status: 400 });
    const found = answer.errors.filter((error) => error.key === key).map(({ field }) => field);
    expect(found.length).toBeGreaterThan(0);
    expect(blamed).toEqual(expect.arrayContaining(found));
  });

  test('terms that are all absent, or not required, are not validated', async () => {
    const none = await post('policy-term', shares({ shared: 'Y' }));
    expect(none.status).toBe(201);
    const lowered = await withoutTrace(server, () => patch('policy-term', none.result, { insuredValue: '99.99' }), {
      status: 400,
      errors: [{ field: 'insuredValue', key: 'MSG_generic_0126' }],
    });
    expect(lowered.errors).toHaveLength(1);
  });
});
