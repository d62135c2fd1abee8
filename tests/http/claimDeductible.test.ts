import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repairBalances } from '../../server/domain/claims/deductibleLeft.ts';
import { capitaliseCertificateNames } from '../../server/domain/premium/certificateNames.ts';
import { systemContext } from '../../server/domain/identity/system.ts';
import {
  chargeTypeOf,
  claimFixture,
  type ClaimFixture,
  wrongTotals,
  settlingCase,
  DEDUCTIBLE_ITEM,
} from './claimRows.ts';
import { nextCode, vesselBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { longTest, someCases } from '../longTest.ts';

/**
 * The balance of a deductible over several cases: all its charges and cases show the same balance after every
 * operation.
 */
let server: TestServer;
let fixture: ClaimFixture;
let chargeType: string;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
  chargeType = await chargeTypeOf(server);
});
afterAll(() => server.close());

const claim = (): Promise<Json> => settlingCase(server, fixture);
const body = (deductibleId: string, fields: Json = {}): Json => ({
  suppCde: fixture.company,
  supplierAccountId: fixture.account,
  chargeType,
  cur: 'USD',
  totalAmt: '10.00',
  deductibleType: DEDUCTIBLE_ITEM,
  calcType: 'EVENT',
  deductibleId,
  ...fields,
});
const charge = async ({ id }: Json, deductibleId: string, fields?: Json): Promise<Json> =>
  server.create('paid-charge', { caseId: id, ...body(deductibleId, fields) });
const change = async ({ id }: Json, fields: Json): Promise<Answer> =>
  server.call('PATCH', `/api/paid-charge/${id}`, {
    body: { rev: (await server.read('paid-charge', id))['rev'], ...fields },
  });
const remove = async ({ id }: Json): Promise<Answer> =>
  server.call('DELETE', `/api/paid-charge/${id}`, { body: { rev: (await server.read('paid-charge', id))['rev'] } });

interface Seen {
  used: number;
  limit: number;
  left: string[];
  balances: string[];
}
/** The balance that the charges and cases show. */
async function seen(cases: readonly Json[]): Promise<Seen> {
  const rows = await Promise.all(cases.map(({ id }) => server.read('cargo-claim', id)));
  const charges = rows
    .flatMap((row) => row['paid-charge'] as Json[])
    .filter(({ isDeductibleNa }) => isDeductibleNa !== 'Y');
  return {
    used: charges.reduce((sum, row) => sum + Math.round(Number(row['deductibleUseAmt']) * 100), 0),
    limit: Math.max(0, ...charges.map((row) => Math.round(Number(row['deductibleAllAmt']) * 100))),
    left: charges.map((row) => row['deductibleLeft']),
    balances: rows
      .filter((row) => (row['paid-charge'] as Json[]).some(({ isDeductibleNa }) => isDeductibleNa !== 'Y'))
      .map((row) => row['deductibleBalance']),
  };
}

async function agree(cases: readonly Json[], after: string): Promise<void> {
  const { used, limit, left, balances } = await seen(cases);
  const expected = ((limit - used) / 100).toFixed(2);
  expect(limit - used, after).toBeGreaterThanOrEqual(0);
  expect({ left: [...new Set(left)], balances: [...new Set(balances)] }, after).toEqual(
    left.length === 0 ? { left: [], balances: [] } : { left: [expected], balances: [expected] },
  );
}

/** Numbers that look random and are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536) % below;
  };
}

describe('all charges and cases of a balance show its remainder', () => {
  longTest.each(someCases(1, [1, 2, 3]))('after each of many changes, in the order of seed %i', async (seed) => {
    const next = numbers(seed);
    const policy = nextCode('POL');
    const cases = await Promise.all([claim(), claim(), claim(), claim()]);
    const charges: Json[] = [];
    for (let step = 0; step < 30; step++) {
      const kind = charges.length === 0 ? 0 : next(6);
      const one = charges[next(Math.max(charges.length, 1))]!;
      const amount = `${next(40) + 1}.${next(90) + 10}`;
      let answer: Answer;
      if (kind <= 1) {
        charges.push(await charge(cases[next(4)]!, policy, { totalAmt: amount, deductibleAllAmt: '93.00' }));
        await agree(cases, `step ${step}: a charge of ${amount}`);
        continue;
      } else if (kind === 2) {
        answer = await remove(one);
        charges.splice(charges.indexOf(one), 1);
      } else if (kind === 3) answer = await change(one, { isUncoverable: next(2) === 0 ? 'Y' : 'N' });
      else if (kind === 4)
        answer = await change(
          one,
          next(2) === 0 ? { isDeductibleNa: 'Y' } : { isDeductibleNa: 'N', deductibleAllAmt: '93.00' },
        );
      else answer = await change(one, { totalAmt: amount });
      expect(answer.status).toBe(200);
      await agree(cases, `step ${step}: ${kind}`);
    }
    expect(await wrongTotals(server)).toEqual([]);
  });

  test('after many changes at once', async () => {
    const policy = nextCode('POL');
    const cases = await Promise.all(Array.from({ length: 5 }, claim));
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        charge(cases[index % 5]!, policy, { totalAmt: `${index + 1}.50`, deductibleAllAmt: '300.00' }),
      ),
    );
    await agree(cases, 'twenty charges at once');
    // each charge is changed by one caller only, so that all calls succeed
    const answers = await Promise.all(
      created.map((one, index) =>
        index % 4 === 0
          ? remove(one)
          : index % 4 === 1
            ? change(one, { totalAmt: '3.33' })
            : charge(cases[(index + 1) % 5]!, policy, { totalAmt: '7.77' }),
      ),
    );
    expect(answers.filter((answer) => 'status' in answer && answer['status'] !== 200)).toEqual([]);
    await agree(cases, 'changes, deletions and new charges at once');
  });

  test('after a case is saved or deleted together with its charges', async () => {
    const policy = nextCode('POL');
    const cases = [await claim(), await claim()] as const;
    await charge(cases[0], policy, { deductibleAllAmt: '66.00' });
    const { rev } = await server.read('cargo-claim', cases[1]['id']);
    expect(
      (
        await server.call('PATCH', `/api/cargo-claim/${cases[1]['id']}`, {
          body: { rev, 'paid-charge': [body(policy), body(policy, { totalAmt: '20.00' })] },
        })
      ).status,
    ).toBe(200);
    await agree(cases, 'two charges with their case');
    expect(await server.read('cargo-claim', cases[0]['id'])).toMatchObject({ deductibleBalance: '26.00' });
    // a case with charges of an older release, which allowed them before the case was accepted
    await server.pool.query(`update claim set "claimStatus" = 'Draft' where id = $1`, [cases[1]['id']]);
    const deleted = await server.read('cargo-claim', cases[1]['id']);
    expect(
      (await server.call('DELETE', `/api/cargo-claim/${deleted['id']}`, { body: { rev: deleted['rev'] } })).status,
    ).toBe(200);
    await agree([cases[0]], 'a case deleted');
  });

  test('of its own balance, if there are two', async () => {
    const [one, two] = [await claim(), await claim()];
    const [first, second] = [nextCode('POL'), nextCode('POL')];
    await charge(one, first, { deductibleAllAmt: '50.00' });
    const moved = await charge(two, first);
    await charge(two, second, { deductibleAllAmt: '70.00' });
    expect(await server.read('cargo-claim', two['id'])).toMatchObject({ deductibleBalance: '90.00' });
    expect((await change(moved, { deductibleId: second, deductibleAllAmt: '70.00' })).status).toBe(200);
    expect(await server.read('cargo-claim', one['id'])).toMatchObject({ deductibleBalance: '40.00' });
    expect(await server.read('cargo-claim', two['id'])).toMatchObject({ deductibleBalance: '50.00' });
  });
});

describe('a case whose balance changed', () => {
  test('can still be saved by a user who opened it before, in any state; its history contains the change', async () => {
    const [one, two] = [await claim(), await claim()];
    const policy = nextCode('POL');
    const first = await charge(one, policy, { deductibleAllAmt: '66.00' });
    const open = await server.read('cargo-claim', one['id']);
    await charge(two, policy);
    expect(await server.read('cargo-claim', one['id'])).toMatchObject({ rev: open['rev'], deductibleBalance: '46.00' });
    expect(
      (await server.call('PATCH', `/api/paid-charge/${first['id']}`, { body: { rev: first['rev'], debitNote: 'D1' } }))
        .status,
    ).toBe(200);
    const { result: records } = await server.call('GET', `/api/cargo-claim/${one['id']}/history`);
    expect(records.flatMap(({ changes }: Json) => changes)).toContainEqual({
      field: 'deductibleBalance',
      from: '56.00',
      to: '46.00',
    });
    await server.pool.query('update claim set "claimStatus" = \'Closed\' where id = $1', [one['id']]);
    await charge(two, policy);
    expect(await server.read('cargo-claim', one['id'])).toMatchObject({ deductibleBalance: '36.00' });
  });

  test('is updated by the sweep if the server ended before; until then the check of totals reports it', async () => {
    const [one, two] = [await claim(), await claim()];
    const policy = nextCode('POL');
    await charge(one, policy, { deductibleAllAmt: '66.00' });
    await charge(two, policy);
    await server.pool.query('update paid_charge set "deductibleLeft" = 1 where "caseId" = $1', [one['id']]);
    await server.pool.query('update claim set "deductibleBalance" = 1 where id = $1', [one['id']]);
    const {
      result: { differences },
    } = await server.call('GET', '/api/_reconciliation/paid-charge');
    expect(differences).toMatchObject([{ field: 'deductibleLeft', stored: '1.00', worked: '46.00' }]);
    await repairBalances(server.kernel, systemContext(server.kernel));
    await agree([one, two], 'the sweep');
  });
});

test('names of certificates of older releases are put in capitals, unless the vessel would have one twice', async () => {
  const { vslCde } = await server.create('vessel', await vesselBody(server));
  const [single, twice] = [nextCode('SINGLE'), nextCode('TWICE')];
  const certificate = (certName: string, from: string): Promise<Json> =>
    server.create('certificate', { policyYear: '2027', vslCde, certName, policyFrom: from, policyTo: '2027-12-31' });
  await server.create('policy-year', {
    policyYear: '2027',
    policyType: 'Premium-SLOT',
    effectiveFrom: '2027-01-01',
    effectiveTo: '2027-12-31',
    numOfStaging: 1,
  });
  const rows = [await certificate(single, '2027-01-01'), await certificate(`${twice}b`, '2027-01-01')];
  await certificate(twice, '2027-01-01');
  const lower = [single.toLowerCase(), twice.toLowerCase()];
  for (const [index, { id }] of rows.entries())
    await server.pool.query(`update certificate set "certName" = $2 where id = $1`, [id, lower[index]]);
  await capitaliseCertificateNames(server.kernel, systemContext(server.kernel));
  const after = await Promise.all(rows.map(({ id }) => server.read('certificate', id)));
  expect(after.map(({ certName }) => certName)).toEqual([single, twice.toLowerCase()]);
});
