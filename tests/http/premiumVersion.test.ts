import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insure, rowsOf } from './hullRows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
let approver: string;
beforeAll(async () => {
  server = await startTestServer();
  await server.create('policy-year', {
    policyYear: '2026',
    policyType: 'Premium-HM',
    effectiveFrom: '2026-01-01',
    effectiveTo: '2026-12-31',
    numOfStaging: 1,
    addlRatio: '0.1',
    ivInsuredPct: '20',
  });
  approver = await server.logInAs('approver', 'Approver (division)');
});
afterAll(() => server.close());

let number = 0;
const version = (fields: Json = {}): Promise<Json> =>
  server.create('premium-version', {
    policyType: 'Premium-HM',
    policyYear: '2026',
    versionNo: `V${++number}`,
    versionType: 'quotation',
    ...fields,
  });
/** A version with a vessel and its premium. */
async function priced(fields: Json = {}): Promise<Json> {
  const row = await version(fields);
  await insure(server, row['id'], ['1000000']);
  const { rev } = await server.read('premium-version', row['id']);
  const calculated = await server.call('POST', `/api/premium-version/${row['id']}/actions/calculate`, {
    body: { rev, hmRate: '0.002' },
  });
  expect(calculated.status, calculated.text).toBe(200);
  return row;
}
const act = async (row: Json, action: string, token?: string): Promise<Answer> => {
  const { rev } = await server.read('premium-version', row['id']);
  return server.call('POST', `/api/premium-version/${row['id']}/actions/${action}`, {
    body: { rev, acceptWarnings: true },
    ...(token === undefined ? {} : { token }),
  });
};
const confirmed = async (fields: Json): Promise<Json> => {
  const row = await priced(fields);
  for (const [action, token] of [['submit'], ['approve', approver]] as const) {
    const answer = await act(row, action, token);
    expect(answer.status, answer.text).toBe(200);
  }
  return server.read('premium-version', row['id']);
};

describe('a premium version', () => {
  test.each(['quotation', 'official', 'actual', 'supplement'])(
    'of type %s is formalised once it is approved',
    async (versionType) => {
      const row = await priced({ versionType });
      // of several block reasons, the one to resolve first
      expect(await act(row, 'formalise')).toMatchObject({
        status: 409,
        message: '“Formalise” needs the status Confirmed; the record is Draft',
      });
      await act(row, 'submit');
      expect(await act(row, 'formalise')).toMatchObject({
        status: 409,
        message: '“Formalise” needs the status Confirmed; the record is Submitted',
      });
      const ready = await confirmed({ versionType });
      expect(ready).toMatchObject({ versionStatus: 'Confirm', insuredStatus: 'Await' });
      expect((await act(ready, 'formalise')).result).toMatchObject({
        versionStatus: versionType === 'supplement' ? 'Supplement' : 'Formal',
      });
    },
  );

  const NO_ROWS = 'The record has no rows yet. Enter, paste, import or calculate them first';
  test.each([
    ['submit', 'quotation', 'Draft', 'en-US', NO_ROWS],
    ['submit', 'quotation', 'Draft', 'zh-CN', '尚无明细，请先录入、粘贴、导入或计算'],
    ['formalise', 'estimate', 'Draft', 'en-US', NO_ROWS],
    ['formalise', 'budget', 'Draft', 'en-US', NO_ROWS],
    // versions that were approved or formalised before these checks
    ['formalise', 'supplement', 'Confirm', 'en-US', NO_ROWS],
    ['insure', 'budget', 'Formal', 'en-US', NO_ROWS],
  ])('without a premium: %s is refused (%s, %s, %s)', async (action, versionType, state, language, message) => {
    const { id, rev } = await version({ versionType });
    await insure(server, id, ['1000000']);
    await server.pool.query(`update premium_version set "versionStatus" = $2 where id = $1`, [id, state]);
    const operate = (): Promise<Answer> =>
      server.call('POST', `/api/premium-version/${id}/actions/${action}`, {
        body: { rev, acceptWarnings: true },
        language,
      });
    expect(await withoutTrace(server, operate, { status: 409, key: 'MSG_generic_0187' })).toMatchObject({ message });
    expect(await server.read('premium-version', id)).toMatchObject({ versionStatus: state, insuredStatus: 'Await' });
  });

  test.each(['estimate', 'budget'])('of type %s is not submitted, and formalised from Draft', async (versionType) => {
    const row = await priced({ versionType });
    const before = await server.footprint();
    expect(await act(row, 'submit')).toMatchObject({
      status: 409,
      message: 'An estimated version cannot be submitted',
      errors: [{ key: 'MSG_premium_0131' }],
    });
    expect(await server.footprint()).toBe(before);
    expect((await act(row, 'formalise')).result).toMatchObject({ versionStatus: 'Formal' });
    const second = await act(await priced({ versionType }), 'formalise');
    expect([second.status, second.message]).toEqual(
      versionType === 'budget' ? [200, second.message] : [409, expect.stringContaining('one Formal estimate')],
    );
  });

  test('can be insured while it is Formal, refused and cancelled', async () => {
    const row = await version();
    for (const [action, message] of [
      ['insure', 'Only a Formal version can be insured; a supplement changes a version that is insured'],
      ['refuse', 'Only what can be insured, a Formal version, can be refused'],
    ] as const) {
      expect(await act(row, action)).toMatchObject({ status: 409, message, errors: [{ key: 'MSG_premium_0129' }] });
      expect((await server.read('premium-version', row['id']))['_actions']).toContainEqual({
        name: action,
        enabled: false,
        reason: message,
      });
    }
    expect(await server.read('premium-version', row['id'])).toMatchObject({ insuredStatus: 'Await', rev: row['rev'] });
    const formal = await confirmed({});
    await act(formal, 'formalise');
    const steps: [string, number, string][] = [
      ['cancelInsure', 409, 'Await'],
      ['refuse', 200, 'Reject'],
      ['refuse', 409, 'Reject'],
      ['insure', 200, 'Pass'],
      ['insure', 409, 'Pass'],
      ['cancelInsure', 200, 'Await'],
      ['insure', 200, 'Pass'],
    ];
    for (const [action, status, state] of steps) {
      expect((await act(formal, action)).status, action).toBe(status);
      expect(await server.read('premium-version', formal['id'])).toMatchObject({
        insuredStatus: state,
        versionStatus: 'Formal',
      });
    }
    // a supplement in effect does not count as a Formal version
    const supplement = await confirmed({ versionType: 'supplement' });
    await act(supplement, 'formalise');
    for (const action of ['insure', 'refuse'])
      expect(await act(supplement, action)).toMatchObject({ status: 409, errors: [{ key: 'MSG_premium_0129' }] });
    expect(await server.read('premium-version', supplement['id'])).toMatchObject({
      insuredStatus: 'Await',
      versionStatus: 'Supplement',
    });
  });

  test.each<[string, Json, number, string, string]>([
    ['without the year’s base data', { policyYear: '2031' }, 400, 'policyYear', 'MSG_premium_0103'],
    ['without base data of its type', { policyType: 'Premium-PI' }, 400, 'policyYear', 'MSG_premium_0103'],
    ['with a number that the year has', { versionNo: 'TWICE' }, 409, 'versionNo', 'MSG_premium_0111'],
    ['with a number that is too long', { versionNo: 'x'.repeat(31) }, 400, 'versionNo', 'MSG_generic_0101'],
    ['with a remark that is too long', { versionRemark: '注'.repeat(51) }, 400, 'versionRemark', 'MSG_generic_0101'],
    ['without a type', { versionType: null }, 400, 'versionType', 'MSG_generic_0100'],
  ])('%s it is refused', async (_, fields, status, field, key) => {
    await server.call('POST', '/api/premium-version', {
      body: { policyType: 'Premium-HM', policyYear: '2026', versionNo: 'TWICE', versionType: 'quotation' },
    });
    const before = await server.footprint();
    const answer = await server.call('POST', '/api/premium-version', {
      body: { policyType: 'Premium-HM', policyYear: '2026', versionNo: 'OTHER', versionType: 'quotation', ...fields },
    });
    expect([answer.status, answer.errors.map((error) => `${error.field} ${error.key}`)], answer.text).toEqual([
      status,
      expect.arrayContaining([`${field} ${key}`]),
    ]);
    expect(await server.footprint()).toBe(before);
  });

  test('prevents the deletion of its policy year', async () => {
    await version();
    const [year] = (await server.call('GET', '/api/policy-year')).result.records;
    expect((await server.call('DELETE', `/api/policy-year/${year.id}`, { body: { rev: year.rev } })).key).toBe(
      'MSG_generic_0130',
    );
  });

  test.each([
    [
      'premium-version',
      [
        ['policyYear', '2026'],
        ['policyType', 'Premium-HM'],
      ],
      200,
    ],
    ['premium-version', [['policyYear', '2031']], 400],
    [
      'premium-version',
      [
        ['policyYear', '2026'],
        ['policyType', 'Premium-PI'],
      ],
      400,
    ],
    ['hull-premium', [['policyYear', '2026']], 200],
    ['hull-premium', [['policyYear', '2031']], 400],
    ['premium-version', [['policyType', 'Premium-PI']], 200],
  ] as const)('a search of %s by %j answers %i', async (entity, conditions, status) => {
    const answer = await server.call('POST', `/api/${entity}/search`, {
      body: { searchCondition: conditions.map(([name, value]) => ({ name, type: 'equal', value })) },
    });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.errors).toMatchObject([{ field: 'policyYear', key: 'MSG_premium_0103' }]);
  });

  test('is read and changed with all its rows, or on request without large child lists, which actions omit', async () => {
    const row = await version();
    const [vslCde] = await insure(server, row['id'], ['100']);
    const rows = (answer: Answer): Json =>
      Object.fromEntries(
        ['vessel-value', 'hull-premium', 'premium-return'].map((name) => [name, answer.result[name]?.length]),
      );
    const path = `/api/premium-version/${row['id']}`;
    expect(rows(await server.call('GET', path))).toEqual({ 'vessel-value': 1, 'hull-premium': 0, 'premium-return': 0 });
    expect(rows(await server.call('GET', `${path}?children=few`))).toEqual({ 'premium-return': 0 });
    expect(rows(await server.call('PATCH', path, { body: { rev: row['rev'], versionRemark: 'first' } }))).toEqual({
      'vessel-value': 1,
      'hull-premium': 0,
      'premium-return': 0,
    });
    const partial = await server.call('PATCH', `${path}?children=few`, {
      body: { rev: Number(row['rev']) + 1, versionRemark: 'second' },
    });
    expect([partial.status, rows(partial), partial.result['versionRemark']]).toEqual([
      200,
      { 'premium-return': 0 },
      'second',
    ]);
    const calculated = await act(row, 'calculate');
    expect([calculated.status, rows(calculated)]).toEqual([200, { 'premium-return': 0 }]);
    expect((await rowsOf(server, 'hull-premium', row['id'])).map((one) => one['vslCde'])).toEqual([vslCde]);
    expect(await server.call('GET', `${path}?children=none`)).toMatchObject({
      status: 400,
      errors: [{ field: 'children' }],
    });
  });
});
