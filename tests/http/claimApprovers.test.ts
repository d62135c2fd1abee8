import { afterAll, beforeAll, expect, test } from 'vitest';
import { cargoBody, claimFixture, type ClaimFixture } from './claimRows.ts';
import { act } from './rows.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let fixture: ClaimFixture;
/** Three approvers, none of the company of the cases: two of the first level, one of the second. */
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO_DATA: 'true' } });
  fixture = await claimFixture(server);
  for (const [who, role] of [
    ['ann', 'Approver (division)'],
    ['ben', 'Approver (division)'],
    ['cyd', 'Approver (department)'],
  ] as const) {
    const { company } = await claimFixture(server);
    tokens[who] = await server.logInAs(who, role, { companyCde: company });
  }
});
afterAll(() => server.close());

const claim = (fields: Json = {}): Promise<Json> => server.create('cargo-claim', cargoBody(fixture, fields));

/** The approvers who can read a record now, by its id, in the list, its history and its to-dos. */
async function readers(entity: string, { id }: Json): Promise<string[]> {
  const seen: string[] = [];
  for (const [who, token] of Object.entries(tokens)) {
    const answers = [
      (await server.call('GET', `/api/${entity}/${id}`, { token })).status === 200,
      (await server.call('POST', `/api/${entity}/search`, { token, body: { pageSize: 1000 } })).result.records.some(
        (row: Json) => row['id'] === id,
      ),
      (await server.call('GET', `/api/${entity}/${id}/history`, { token })).status === 200,
    ];
    expect(new Set(answers).size, `${who}: ${String(answers)}`).toBe(1);
    if (answers[0]) seen.push(who);
  }
  return seen;
}
const todos = async (who: string, { ourRef }: Json): Promise<number> =>
  (
    await server.call('POST', '/api/task/search', {
      token: tokens[who]!,
      body: { searchCondition: [{ name: 'businessNo', type: 'like', value: ourRef }] },
    })
  ).result.records.length;

test('an approver of another company can read records that wait for their level, and records they decided', async () => {
  const row = await claim({ estimatedAmt: '50000.00' });
  expect(await readers('cargo-claim', row)).toEqual([]);
  expect((await act(server, 'cargo-claim', row['id'], 'submit')).status).toBe(200);
  expect(await readers('cargo-claim', row), 'it waits for the division').toEqual(['ann', 'ben']);
  expect((await act(server, 'cargo-claim', row['id'], 'approve', {}, tokens['ann'])).status).toBe(200);
  expect(await readers('cargo-claim', row), 'it waits for the department; ann has decided').toEqual(['ann', 'cyd']);
  expect([await todos('ann', row), await todos('ben', row), await todos('cyd', row)]).toEqual([1, 0, 1]);
  expect((await act(server, 'cargo-claim', row['id'], 'approve', {}, tokens['cyd'])).status).toBe(200);
  expect(await readers('cargo-claim', row), 'confirmed').toEqual(['ann', 'cyd']);
});

test('a withdrawn record is not visible to approvers who did not decide', async () => {
  const row = await claim();
  expect((await act(server, 'cargo-claim', row['id'], 'submit')).status).toBe(200);
  expect(await readers('cargo-claim', row)).toEqual(['ann', 'ben']);
  expect((await act(server, 'cargo-claim', row['id'], 'unsubmit')).status).toBe(200);
  expect(await readers('cargo-claim', row)).toEqual([]);
  expect(await todos('ann', row)).toBe(0);
});

test('an approver of a decision can read its case until the decision is withdrawn', async () => {
  const row = await claim();
  for (const step of ['report']) expect((await act(server, 'cargo-claim', row['id'], step)).status).toBe(200);
  const decision = await server.create('claim-approval', {
    caseId: row['id'],
    subject: 'ESTIMATE',
    estimatedAmtNew: '6000.00',
  });
  expect((await act(server, 'claim-approval', decision['id'], 'submit')).status).toBe(200);
  expect(await readers('cargo-claim', row)).toEqual(['ann', 'ben']);
  expect((await act(server, 'claim-approval', decision['id'], 'unsubmit')).status).toBe(200);
  expect(await readers('cargo-claim', row)).toEqual([]);
  expect(await readers('claim-approval', decision)).toEqual([]);
});
