import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cargoBody,
  chargeTypeOf,
  claimFixture,
  type ClaimFixture,
  settling,
  settlingCase,
  wrongTotals,
  DEDUCTIBLE_ITEM,
} from './claimRows.ts';
import { companyBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** Reimbursements and recoveries that are made of selected charges (domain/claims.md 4). */
let server: TestServer;
let fixture: ClaimFixture;
let survey: string;
let hullSurvey: string;
let disposal: string;
let other: string;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
  survey = await chargeTypeOf(server);
  hullSurvey = await chargeTypeOf(server, { bussType: 'HULL' });
  disposal = await chargeTypeOf(server, { chargeClass: 'DISPOSAL' });
  other = String((await server.create('company', companyBody()))['companyCde']);
});
afterAll(() => server.close());

const accepted = (): Promise<Json> => settlingCase(server, fixture);
const charge = ({ id }: Json, fields: Json = {}): Promise<Json> =>
  server.create('paid-charge', {
    caseId: id,
    suppCde: fixture.company,
    chargeType: survey,
    cur: 'USD',
    totalAmt: '100.00',
    isDeductibleNa: 'Y',
    isReimburse: 'Y',
    isRecovery: 'Y',
    custCde: [fixture.company],
    acceptWarnings: true,
    ...fields,
  });
/** Performs an action on charges together, at their current `rev`. */
async function together(action: string, charges: readonly Json[], input: Json = {}): Promise<Answer> {
  const items = await Promise.all(
    charges.map(async ({ id }) => ({ id, rev: (await server.read('paid-charge', id))['rev'] })),
  );
  return server.call('POST', `/api/paid-charge/bulk/${action}`, { body: { items, ...input } });
}
/** Checks that no charge of a selection is changed, each for its reason. */
async function noneDone(action: string, charges: readonly Json[], keys: readonly string[]): Promise<void> {
  const before = await server.footprint();
  const { result } = await together(action, charges, INPUT[action]!());
  expect(result).toMatchObject(keys.map((key) => ({ ok: false, key })));
  expect(await server.footprint()).toBe(before);
}
const INPUT: Record<string, () => Json> = { reimburse: () => ({}), recover: () => ({ custCde: [fixture.company] }) };
const drawing = (deductibleId: string): Json => ({
  isDeductibleNa: 'N',
  deductibleType: DEDUCTIBLE_ITEM,
  calcType: 'EVENT',
  deductibleId,
  deductibleAllAmt: '10.00',
});

test.each([
  ['reimburse', 'reimbursement', 'reimbursementId', { claimAmt: '200.00' }, 'MSG_claim_0243'],
  ['recover', 'recovery-charge', 'recoveryId', { total: '200.00', cur: 'USD', jointCustCde: null }, 'MSG_claim_0244'],
])('%s makes one %s of two charges, which its deletion releases', async (action, entity, link, values, twice) => {
  const one = await accepted();
  const charges = [await charge(one), await charge(one)];
  expect((await together(action, charges, INPUT[action]!())).result).toMatchObject([{ ok: true }, { ok: true }]);
  const [made, ...more] = (await server.read('cargo-claim', one['id']))[entity] as Json[];
  expect(more).toEqual([]);
  expect(made).toMatchObject({ ...values, billCompany: fixture.company });
  const links = async (): Promise<unknown[]> =>
    Promise.all(charges.map(async ({ id }) => (await server.read('paid-charge', id))[link]));
  expect(await links()).toEqual([made!['id'], made!['id']]);
  const path = `/api/paid-charge/${charges[0]!['id']}`;
  const { rev } = await server.read('paid-charge', charges[0]!['id']);
  await withoutTrace(server, () => server.call('PATCH', path, { body: { rev, totalAmt: '90.00' } }), {
    errors: [{ field: 'totalAmt', key: 'MSG_claim_0232' }],
  });
  await withoutTrace(server, () => server.call('DELETE', path, { body: { rev } }), { key: 'MSG_claim_0232' });
  await noneDone(action, charges, [twice, twice]);
  const deletion = { body: { rev: (await server.read(entity, made!['id']))['rev'] } };
  expect((await server.call('DELETE', `/api/${entity}/${made!['id']}`, deletion)).status).toBe(200);
  expect(await links()).toEqual([null, null]);
});

test.each<[string, string, Json, string]>([
  ['reimburse', 'is not to be reimbursed', { isReimburse: 'N' }, 'MSG_claim_0230'],
  ['reimburse', 'is outside cover', { isUncoverable: 'Y' }, 'MSG_claim_0230'],
  [
    'reimburse',
    'is within its deductible',
    {
      isDeductibleNa: 'N',
      deductibleType: DEDUCTIBLE_ITEM,
      calcType: 'EVENT',
      deductibleId: 'POL-ALL',
      deductibleAllAmt: '900.00',
    },
    'MSG_claim_0230',
  ],
  ['recover', 'is not to be recovered', { isRecovery: 'N' }, 'MSG_claim_0231'],
])('%s changes no charge if one %s', async (action, _, fields, key) => {
  const one = await accepted();
  await noneDone(action, [await charge(one), await charge(one, fields)], ['MSG_generic_0033', key]);
});

describe('charges that cannot be in one receivable', () => {
  const refused = async (action: string, charges: readonly Json[], error: Json): Promise<unknown> =>
    withoutTrace(server, () => together(action, charges, INPUT[action]!()), {
      status: 409,
      errors: [{ ...error, params: { charge: expect.any(String) } }],
    });

  test.each<[string, () => Json, string, string]>([
    ['another billing company', () => ({ billCompany: other }), 'billCompany', 'MSG_claim_0236'],
    ['another deductible number', () => drawing('POL-B'), 'deductibleId', 'MSG_claim_0238'],
    ['a disposal', () => ({ chargeType: disposal }), 'chargeType', 'MSG_claim_0239'],
  ])('%s', async (_, fields, field, key) => {
    const one = await accepted();
    const charges = [await charge(one, drawing('POL-A')), await charge(one, fields())];
    for (const action of ['reimburse', 'recover']) await refused(action, charges, { field, key });
  });

  test('charges of two cases', async () => {
    const charges = [await charge(await accepted()), await charge(await accepted())];
    await refused('reimburse', charges, { field: 'caseId', key: 'MSG_claim_0235' });
  });

  test('other insurers in an H&M case', async () => {
    const one = await settling(server, await server.create('hull-claim', cargoBody(fixture)));
    const shared = (hmPct: string, piPct: string): Promise<Json> =>
      charge(one, { chargeType: hullSurvey, hmPct, piPct, cntrPct: '0', ownerPct: '0' });
    const [hull, club, most] = [await shared('100', '0'), await shared('40', '60'), await shared('70', '30')];
    for (const action of ['reimburse', 'recover'])
      await refused(action, [hull, club], { field: 'hmPct', key: 'MSG_claim_0237' });
    expect((await together('reimburse', [club, most])).result).toMatchObject([{ ok: true }, { ok: true }]);
  });
});

test('a disposal alone is claimed as others are', async () => {
  const line = await charge(await accepted(), { chargeType: disposal });
  expect((await together('reimburse', [line])).result).toMatchObject([{ ok: true }]);
});

test.each<[string, string, () => Json, string, string]>([
  ['reimburse', 'more than the net amount', () => ({ claimAmt: '100.01' }), 'claimAmt', 'MSG_claim_0240'],
  [
    'recover',
    'more than the charge',
    () => ({ custCde: [fixture.company], total: '100.01' }),
    'total',
    'MSG_claim_0241',
  ],
  ['recover', 'of a company that is not liable', () => ({ custCde: [other] }), 'custCde', 'MSG_claim_0242'],
])('%s is refused %s', async (action, _, input, field, key) => {
  const charges = [await charge(await accepted())];
  await withoutTrace(server, () => together(action, charges, input()), { status: 409, errors: [{ field, key }] });
});

test('a recovery from several parties names all of them, and its changes are checked against its charges', async () => {
  const one = await accepted();
  const charges = [await charge(one), await charge(one, { custCde: [other] })];
  await together('recover', charges, { custCde: [other, fixture.company], total: '150.00' });
  const [made] = (await server.read('cargo-claim', one['id']))['recovery-charge'] as [Json];
  expect(made).toMatchObject({ custCde: other, jointCustCde: [fixture.company], total: '150.00' });
  const change = (fields: Json): Promise<Answer> =>
    server.call('PATCH', `/api/recovery-charge/${made['id']}`, { body: { rev: made['rev'], ...fields } });
  const stranger = (await server.create('company', companyBody()))['companyCde'];
  for (const [fields, field, key] of [
    [{ jointCustCde: [fixture.company, stranger] }, 'jointCustCde', 'MSG_claim_0242'],
    [{ custCde: stranger }, 'custCde', 'MSG_claim_0242'],
    [{ billCompany: other }, 'billCompany', 'MSG_claim_0236'],
    [{ total: '200.01', compensationAmt: '1.00' }, 'total', 'MSG_claim_0241'],
  ] as const)
    await withoutTrace(server, () => change(fields), { status: 409, errors: [{ field, key }] });
  expect((await change({ total: '200.00' })).status).toBe(200);
});

test('fifty simultaneous reimbursements of one charge make exactly one', async () => {
  const one = await accepted();
  const line = await charge(one);
  const items = [{ id: line['id'], rev: (await server.read('paid-charge', line['id']))['rev'] }];
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => server.call('POST', '/api/paid-charge/bulk/reimburse', { body: { items } })),
  );
  expect(answers.filter(({ result }) => result?.[0]?.ok === true)).toHaveLength(1);
  expect((await server.read('cargo-claim', one['id']))['reimbursement']).toHaveLength(1);
  expect(await wrongTotals(server)).toEqual([]);
});
