import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyBody, creditCode, termBody, visitBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Calls a preview and checks that nothing is stored. */
async function preview(entity: string, body: Json): Promise<Answer> {
  const before = await server.footprint();
  const answer = await server.call('POST', `/api/${entity}/preview`, { body });
  expect(await server.footprint()).toBe(before);
  return answer;
}

test('shows the row that a create would store, computed fields and children included', async () => {
  const body = await visitBody(server, { dues: '100', 'berth-visit-share': [{ holder: 'A', pct: '100' }] });
  const answer = await preview('berth-visit', body);
  expect(answer).toMatchObject({
    status: 200,
    code: 0,
    result: {
      errors: [],
      row: { duesWithTax: '106.00', recordStatus: 'Draft', 'berth-visit-share': [{ holder: 'A' }] },
    },
  });
  expect(answer.result.row).not.toHaveProperty('id');
});

test('takes no running number', async () => {
  const pilot = await server.create('pilot', { pilotCde: 'V1', pilotName: 'Preview' });
  const previewed = (await preview('pilotage', { pilotId: pilot['id'] })).result.row.pilotageNo;
  expect((await server.create('pilotage', { pilotId: pilot['id'] }))['pilotageNo']).toBe(previewed);
});

test('shows the row that a change would store, without changing it', async () => {
  const row = await server.create('berth-visit', await visitBody(server, { dues: '100' }));
  const answer = await preview('berth-visit', { id: row['id'], rev: 1, dues: '200' });
  expect(answer.result).toMatchObject({ errors: [], row: { id: row['id'], dues: '200.00', duesWithTax: '212.00' } });
  expect(await server.read('berth-visit', row['id'])).toMatchObject({ rev: 1, dues: '100.00' });
});

test('reports every broken rule with its field, beside the computed values', async () => {
  const body = await visitBody(server, {
    dues: '60000',
    arrived: '2024-01-05',
    left: '2024-01-01',
    waived: null,
    visitNo: ' ',
  });
  const { status, result } = await preview('berth-visit', body);
  expect(status).toBe(200);
  expect(result.errors.map(({ field }: Json) => field)).toEqual(expect.arrayContaining(['visitNo']));
  for (const error of result.errors)
    expect(error).toMatchObject({
      field: expect.stringMatching(/\S/),
      key: expect.stringMatching(/^MSG_/),
      message: expect.stringMatching(/\S/),
    });
  expect(result.row).toMatchObject({ duesWithTax: '63600.00' });
});

test('reports violations that only the database detects', async () => {
  const taken = companyBody();
  await server.create('company', taken);
  const { result } = await preview('company', companyBody({ companyCde: taken['companyCde'] }));
  expect(result.errors).toMatchObject([{ field: 'companyCde', key: 'MSG_generic_0121' }]);
});

test('reports invalid references together with other errors, as a save does', async () => {
  const body = companyBody({ companyNameEn: null, companyType: 'NOSUCH', baseCur: 'QQQ', country: 'CN' });
  const wrong = [
    ['baseCur', 'MSG_generic_0122'],
    ['companyNameEn', 'MSG_generic_0100'],
    ['companyType', 'MSG_generic_0122'],
  ];
  const summary = (errors: Json[]) => errors.map(({ field, key }) => [field, key]).toSorted();
  expect(summary((await preview('company', body)).result.errors)).toEqual(wrong);
  const before = await server.footprint();
  const refused = await server.call('POST', '/api/company', { body });
  expect([refused.status, summary(refused.errors)]).toEqual([400, wrong]);
  expect(await server.footprint()).toBe(before);
  const created = await server.create('company', companyBody());
  const change = await server.call('PATCH', `/api/company/${created['id']}`, {
    body: { rev: 1, companyNameEn: ' ', baseCur: 'QQQ' },
  });
  expect([change.status, summary(change.errors)], 'of a change those that it brings').toEqual([400, wrong.slice(0, 2)]);
  expect(await server.read('company', created['id'])).toMatchObject({
    rev: 1,
    companyNameEn: created['companyNameEn'],
  });
});

test('reports warnings as such, unless they are accepted', async () => {
  const code = creditCode(1);
  const doubtful = code.slice(0, -1) + (code.endsWith('0') ? '1' : '0');
  expect((await preview('company', companyBody({ unifiedSocialCreditNo: doubtful }))).result.errors).toMatchObject([
    { field: 'unifiedSocialCreditNo', level: 'warning' },
  ]);
  expect(
    (await preview('company', companyBody({ unifiedSocialCreditNo: doubtful, acceptWarnings: true }))).result.errors,
  ).toEqual([]);
});

test('names the invalid child', async () => {
  const { result } = await preview(
    'policy-term',
    termBody({ 'policy-instalment': [{ calcFrom: '2024-01-01', calcTo: '2023-01-01' }] }),
  );
  expect(result.errors[0].field).toMatch(/^policy-instalment\[0\]\.calc(From|To)$/);
});

test.each<[string, Json, number]>([
  ['a row that is not there', { id: '999999', rev: 1, dues: '1' }, 404],
  ['an id of no shape', { id: 'abc', rev: 1 }, 404],
  ['no rev', { id: '1' }, 428],
  ['a rev that is no number', { id: '1', rev: {} }, 400],
])('refuses %s', async (_, body, status) => {
  expect(await preview('berth-visit', body)).toMatchObject({ status, code: 1 });
});

test('reports a stale rev and a closed gate', async () => {
  const row = await server.create('berth-visit', await visitBody(server));
  const stale = await preview('berth-visit', { id: row['id'], rev: 9, dues: '1' });
  expect([stale.key, stale.result?.errors?.[0]?.key]).toContain('MSG_generic_0010');
  await server.call('POST', `/api/berth-visit/${row['id']}/actions/confirm`, { body: { rev: 1 } });
  const closed = await preview('berth-visit', { id: row['id'], rev: 2, dues: '1' });
  expect([closed.key, closed.result?.errors?.[0]?.key]).toContain('MSG_generic_0031');
});
