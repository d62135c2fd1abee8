import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest, someCases } from '../longTest.ts';
import { systemContext } from '../../server/domain/identity/system.ts';
import { updateOlderFigures } from '../../server/domain/claims/olderFigures.ts';
import { updateOlderReceivables } from '../../server/domain/claims/olderReceivables.ts';
import {
  bankSlip,
  cargoBody,
  chargeTypeOf,
  claimedBy,
  claimFixture,
  decideLargeOnly,
  FLOW,
  payable,
  type ClaimFixture,
  settlingCase,
  DEDUCTIBLE_ITEM,
} from './claimRows.ts';
import { act, companyBody } from './rows.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let fixture: ClaimFixture;
let supplier: string;
let account: string;
let chargeType: string;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
  await decideLargeOnly(server);
  supplier = String((await server.create('company', companyBody()))['companyCde']);
  account = await payable(server, supplier, [fixture.company]);
  chargeType = await chargeTypeOf(server);
});
afterAll(() => server.close());

const checked = async (entity: string): Promise<Json> =>
  (await server.call('GET', `/api/_reconciliation/${entity}`)).result;
const charge = (caseId: unknown, fields: Json = {}): Promise<Json> =>
  server.create('paid-charge', {
    caseId,
    suppCde: supplier,
    supplierAccountId: account,
    chargeType,
    cur: 'USD',
    totalAmt: '100.00',
    billCompany: fixture.company,
    deductibleType: DEDUCTIBLE_ITEM,
    calcType: 'EVENT',
    deductibleId: 'POL-1',
    deductibleAllAmt: '30.00',
    ...fields,
  });
/** A case with two charges, one of which is paid, and a decision under approval. */
async function caseWithCharges(): Promise<Json> {
  const { id } = await settlingCase(server, fixture);
  const [paid] = [await charge(id), await charge(id, { totalAmt: '50.25', isReimburse: 'Y' })];
  await claimedBy(server, fixture, 'paid-charge', paid, FLOW);
  return server.read('cargo-claim', id);
}

test('totals that differ from their children are listed, with the values they consist of', async () => {
  const { result } = await server.call('GET', '/api/_reconciliation');
  const named = Object.fromEntries(
    result.map(({ name, totals }: Json) => [name, totals.map((total: Json) => total['name'])]),
  );
  expect(named['cargo-claim']).toEqual(
    expect.arrayContaining([
      'paidAmt',
      'settledAmt',
      'outstandingAmt',
      'incurredAmt',
      'receivedAmt',
      'deductibleAmt',
      'paidStatus',
      'approvalFlag',
    ]),
  );
  expect(named['bank-slip']).toEqual([
    'claimedAmt',
    'openAmount',
    'claimCount',
    'apportionedAmt',
    'otherAmt',
    'detailCount',
  ]);
  expect(named).not.toHaveProperty('claim');
  // the database can compute each of them
  expect(result.flatMap(({ totals }: Json) => totals).filter(({ unchecked }: Json) => unchecked !== undefined)).toEqual(
    [],
  );
});

describe('rows', () => {
  test('totals saved by the product agree with their children', async () => {
    const { id } = await caseWithCharges();
    await bankSlip(server, fixture);
    expect(await server.read('cargo-claim', id)).toMatchObject({
      committedAmt: '150.25',
      paidAmt: '100.00',
      settledAmt: '100.00',
      deductibleAmt: '30.00',
      paidStatus: 'InProcess',
    });
    for (const entity of ['cargo-claim', 'bank-slip'])
      expect(await checked(entity)).toMatchObject({ rows: expect.any(Number), differences: [], next: null });
    expect((await checked('cargo-claim'))['rows']).toBe((await server.call('GET', '/api/cargo-claim')).result.total);
  });

  test.each(
    someCases<[what: string, spoil: string, differences: Json[]]>(2, [
      [
        'a total',
        'update claim set "paidAmt" = "paidAmt" + 0.01 where id = $1',
        [
          { field: 'paidAmt', stored: '100.01', worked: '100.00' },
          { field: 'outstandingAmt', stored: '4900.00', worked: '4899.99' },
          { field: 'incurredAmt', stored: '5000.00', worked: '5000.01' },
        ],
      ],
      [
        'a total that is gone',
        'update claim set "settledAmt" = null where id = $1',
        [
          { field: 'settledAmt', stored: null, worked: '100.00' },
          { field: 'paidAmt', stored: '100.00', worked: null },
        ],
      ],
      [
        'a flag',
        `update claim set "approvalFlag" = 'Y' where id = $1`,
        [{ field: 'approvalFlag', stored: 'Y', worked: 'N' }],
      ],
      [
        'a day',
        'update claim set "settledDate" = current_date where id = $1',
        [{ field: 'settledDate', stored: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), worked: null }],
      ],
      [
        'a line',
        `update paid_charge set "tableUsdAmt" = 60 where "caseId" = $1 and "totalAmt" = 50.25`,
        [{ field: 'committedAmt', stored: '150.25', worked: '160.00' }],
      ],
      [
        'a line that is gone',
        `update paid_charge set "delFlag" = 'Y' where "caseId" = $1 and "totalAmt" = 50.25`,
        [
          { field: 'committedAmt', stored: '150.25', worked: '100.00' },
          { field: 'paidStatus', stored: 'InProcess', worked: 'Paid' },
          { field: 'reimburseStatus', stored: 'Open', worked: 'None' },
          { field: 'settledDate', stored: null, worked: expect.any(String) },
        ],
      ],
    ]),
  )('changed directly in the database, by %s, are reported with both values', async (_, spoil, differences) => {
    const { id, ourRef, blRefCde } = await caseWithCharges();
    await server.pool.query(spoil, [id]);
    const found = (await checked('cargo-claim'))['differences'].filter((one: Json) => one['id'] === id);
    expect(found).toHaveLength(differences.length);
    expect(found).toEqual(
      expect.arrayContaining(
        differences.map((one) => ({ id, title: { en: `${ourRef} ${blRefCde}`, zh: `${ourRef} ${blRefCde}` }, ...one })),
      ),
    );
  });

  test('figures that an older release lacked or defined otherwise are computed once, with audit lines', async () => {
    const { id, rev } = await caseWithCharges();
    await server.pool.query(
      `update claim set "approvedAmt" = null, "committedAmt" = null, "rateDiffers" = null, "paidAmt" = 150.25, "reimburseStatus" = 'None' where id = $1`,
      [id],
    );
    const update = (): Promise<void> => updateOlderFigures(server.kernel, systemContext(server.kernel));
    await update();
    expect(await server.read('cargo-claim', id)).toMatchObject({
      rev,
      committedAmt: '150.25',
      approvedAmt: '0.00',
      paidAmt: '100.00',
      outstandingAmt: '4900.00',
      reimburseStatus: 'Open',
    });
    const { result: history } = await server.call('GET', `/api/cargo-claim/${id}/history`);
    expect(JSON.stringify(history)).toContain('"paidAmt"');
    expect((await checked('cargo-claim'))['differences'].filter((one: Json) => one['id'] === id)).toEqual([]);
    const footprint = await server.footprint();
    await update();
    expect(await server.footprint()).toBe(footprint);
  });

  test('receivables for which an older release claimed money await receipt of the agreed amount', async () => {
    const { id: caseId } = await caseWithCharges();
    await charge(caseId, { isRecovery: 'Y', custCde: [supplier] });
    const line = await server.create('recovery-charge', {
      caseId,
      custCde: supplier,
      costType: chargeType,
      cur: 'USD',
      total: '40.00',
    });
    const slip = await claimedBy(server, fixture, 'recovery-charge', line);
    await server.pool.query(
      `update recovery_charge set "compensationAmt" = null, "chargeStatus" = 'ToBeConfirmed' where id = $1`,
      [line['id']],
    );
    await updateOlderReceivables(server.kernel, systemContext(server.kernel));
    expect(await server.read('recovery-charge', line['id'])).toMatchObject({
      chargeStatus: 'NotWriteOff',
      compensationAmt: '40.00',
      claimedAmt: '40.00',
    });
    for (const action of FLOW) expect((await act(server, 'bank-slip', slip['id'], action)).status).toBe(200);
    expect(await server.read('recovery-charge', line['id'])).toMatchObject({ chargeStatus: 'WrittenOff' });
  });

  test('that are deleted are not checked', async () => {
    const { id, rev } = await server.create('cargo-claim', cargoBody(fixture));
    const { rows } = await checked('cargo-claim');
    expect((await server.call('DELETE', `/api/cargo-claim/${id}`, { body: { rev } })).status).toBe(200);
    await server.pool.query('update claim set "paidAmt" = 9 where id = $1', [id]);
    const after = await checked('cargo-claim');
    expect(after['rows']).toBe(rows - 1);
    expect(after['differences'].filter((one: Json) => one['id'] === id)).toEqual([]);
  });

  test('a bank flow shows its claimed amount', async () => {
    const { id } = await caseWithCharges();
    const line = await charge(id);
    const slip = await claimedBy(server, fixture, 'paid-charge', line);
    await server.pool.query('update bank_slip set "openAmount" = 1 where id = $1', [slip['id']]);
    expect((await checked('bank-slip'))['differences']).toMatchObject([
      { id: slip['id'], field: 'openAmount', stored: '1.00', worked: '0.00' },
    ]);
    await server.pool.query('update bank_slip set "openAmount" = 0 where id = $1', [slip['id']]);
    expect((await act(server, 'bank-slip', slip['id'], 'claim')).status).toBe(200);
  });
});

longTest('a call checks a limited number of rows, and returns where to continue', async () => {
  const { id } = await server.create('cargo-claim', cargoBody(fixture));
  const {
    rows: [{ columns }],
  } = await server.pool.query(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns where table_name = 'claim' and is_generated = 'NEVER' and column_name not in ('id', 'ourRef', 'blRefCde')`,
  );
  await server.pool.query(
    `insert into claim ("ourRef", "blRefCde", ${columns}) select 'M' || n, 'MANY' || n, ${columns} from claim, generate_series(1, 10500) n where id = $1`,
    [id],
  );
  const before = (await server.call('GET', '/api/cargo-claim')).result.total;
  const one = await checked('cargo-claim');
  expect(one['rows']).toBe(10_000);
  const { result: two } = await server.call('GET', `/api/_reconciliation/cargo-claim?after=${one['next']}`);
  expect(two).toMatchObject({ rows: before - 10_000, next: null });
});

describe('users who are not administrators', () => {
  test.each(['Claims officer', 'Finance staff', 'Approver (leader)', 'Viewer'])(
    'learns nothing of it: %s',
    async (role) => {
      const token = await server.logInAs(`no${role.replaceAll(/\W/g, '')}`, role, { companyCde: fixture.company });
      for (const path of ['', '/cargo-claim', '/bank-slip'])
        expect(await server.call('GET', `/api/_reconciliation${path}`, { token })).toMatchObject({
          status: 403,
          result: null,
        });
      const { result } = await server.call('POST', '/resource/authorization/searchMsRoleMenuVoByUser', {
        token,
        body: {},
      });
      expect(result.map(({ name }: Json) => name)).not.toContain('totalsCheck');
    },
  );

  test('are refused without a token too', async () => {
    expect((await server.call('GET', '/api/_reconciliation/cargo-claim', { token: null })).status).toBe(401);
  });
});

test.each([
  ['cargo-claim?after=x', 400],
  ['cargo-claim?after=1&page=2', 400],
  ['nothing', 404],
])('%s is answered with %i', async (path, status) => {
  expect((await server.call('GET', `/api/_reconciliation/${path}`)).status).toBe(status);
});
