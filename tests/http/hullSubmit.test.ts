import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hullFixture, type HullFixture } from './hullFixture.ts';
import { hullVersion, hullYear, insure, rowsOf } from './hullRows.ts';
import { act } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let fixture: HullFixture;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await hullFixture(server);
  await server.create('policy-year', hullYear('2026'));
});
afterAll(() => server.close());

const submit = ({ id }: Json, input: Json = {}): Promise<Answer> =>
  act(server, 'premium-version', id, 'submit', input, fixture.staff);
const billed = (vslCde: unknown): Promise<Json> =>
  server.create('vessel-insured', {
    policyYear: '2026',
    vslCde,
    deductible: '1000',
    deductiblePCT: '0',
    rdc: '4/4',
    ffd: '4/4',
    billCompany: fixture.biller,
  });

/** A version of two vessels with calculated premiums and all data for instalments. */
async function calculated(): Promise<Json> {
  const version = await hullVersion(server, '2026');
  for (const vslCde of await insure(server, version['id'], ['50000000', '10000000'])) await billed(vslCde);
  expect((await fixture.calculate(version['id'])).status).toBe(200);
  return version;
}

/**
 * Checks that submitting, alone and in bulk, is refused with a warning in both languages, and the version stays a
 * draft.
 */
async function warns(version: Json, english: string, chinese: string, rows?: Json[]): Promise<void> {
  const before = await server.footprint();
  expect(await submit(version)).toMatchObject({
    status: 400,
    errors: [
      { field: 'versionStatus', level: 'warning', message: expect.stringContaining(english), ...(rows && { rows }) },
    ],
  });
  const { id, rev } = await server.read('premium-version', version['id']);
  const answer = await server.call('POST', '/api/premium-version/bulk/submit', {
    body: { items: [{ id, rev }] },
    token: fixture.staff,
    language: 'zh-CN',
  });
  expect(answer.result).toMatchObject([
    { ok: false, level: 'warning', message: expect.stringContaining(chinese), ...(rows && { rows }) },
  ]);
  expect(await server.footprint()).toBe(before);
}

describe('submitting a premium that differs from the insured values', () => {
  test.each<[string, string, (version: Json, value: Json) => Promise<unknown>]>([
    [
      'a special limit',
      'hull-premium',
      (_, { id }) => act(server, 'vessel-value', id, 'specialLimit', { specialLimit: '1000000' }),
    ],
    [
      'another value',
      'hull-premium',
      (_, { id, rev }) => server.call('PATCH', `/api/vessel-value/${id}`, { body: { rev, basicValue: '50000000.01' } }),
    ],
    ['a further vessel', 'vessel-value', async ({ id }) => billed((await insure(server, id, ['1000000']))[0])],
  ])(
    '%s causes a warning, and continues once that is accepted or the premium calculated',
    async (_, entity, entered) => {
      const [version, other] = [await calculated(), await calculated()];
      for (const one of [version, other]) await entered(one, (await rowsOf(server, 'vessel-value', one['id']))[0]!);
      const rows = await rowsOf(server, entity, version['id']);
      const { id, vslCde } = rows[entity === 'hull-premium' ? 0 : rows.length - 1]!;
      await warns(version, 'Calculate again', '请重新计算', [{ entity, id, title: expect.stringContaining(vslCde) }]);
      expect(await submit(version, { acceptWarnings: true })).toMatchObject({
        status: 200,
        result: { versionStatus: 'Submit' },
      });
      expect(
        await act(server, 'premium-version', version['id'], 'approve'),
        'the approvers do not decide again',
      ).toMatchObject({ status: 200 });
      await fixture.calculate(other['id']);
      expect(await submit(other)).toMatchObject({ status: 200 });
    },
  );

  test('causes no warning for unchanged values', async () => {
    expect((await submit(await calculated())).status).toBe(200);
  });
});

test.each<[string, boolean, Json]>([
  ['billing company', false, {}],
  ['insurer', true, { insurerCde: null }],
])('a submission of vessels without %s warns that their premium cannot be split', async (_, isBilled, input) => {
  const version = await hullVersion(server, '2026');
  const codes = await insure(server, version['id'], ['50000000', '10000000']);
  if (isBilled) for (const vslCde of codes) await billed(vslCde);
  else await billed(codes[0]);
  expect(
    (await act(server, 'premium-version', version['id'], 'calculate', { insurerCde: fixture.insurer, ...input }))
      .status,
  ).toBe(200);
  await warns(version, 'split into instalments', '无法分期');
  expect((await submit(version, { acceptWarnings: true })).status).toBe(200);
});
