import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createAtOnce, fieldsOf, importLines, premiumVersion, premiumYear } from './premiumRows.ts';
import { act, companyBody, patch } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
let club: string;
beforeAll(async () => {
  server = await startTestServer();
  for (const year of ['2026', '2027']) await server.create('policy-year', premiumYear('Premium-SLOT', year));
  club = (await server.create('company', companyBody({ companyType: 'PICLUB' })))['companyCde'];
  await server.create('company', companyBody({ companyCde: 'BROKER', companyType: 'BROKER' }));
});
afterAll(() => server.close());

/** Slots of January in a version of their own, at 3.10 a TEU. */
async function january(fields: Json = {}): Promise<Json> {
  const { id } = await premiumVersion(server, 'Premium-SLOT', '2026');
  return server.create('slot-premium', body(id, fields));
}
const body = (versionId: unknown, fields: Json = {}): Json => ({
  versionId,
  dataType: 'ACTUAL',
  piClub: club,
  policyFrom: '2026-01-01',
  policyTo: '2026-01-31',
  rate: '3.1',
  ...fields,
});
const detail = (slotPremiumId: unknown, fields: Json = {}): Json => ({
  slotPremiumId,
  svcLoopCde: 'aex1',
  tradeCde: 'EUR',
  loadDate: '2026-01-10',
  dischargrDate: '2026-01-15',
  fullTeu: '200',
  ...fields,
});
const create = (entity: string, fields: Json): Promise<Answer> =>
  server.call('POST', `/api/${entity}`, { body: fields });
const premiumOf = async ({ id }: Json): Promise<unknown[]> => {
  const { slotDaysTotal, fullDays, premium } = await server.read('slot-premium', id);
  return [slotDaysTotal, fullDays, premium];
};

describe('the slots of a voyage', () => {
  test.each<[what: string, fields: Json, slotDays: string, premium: string]>([
    // 1000 × 3.1 / 31
    ['carried five days', {}, '1000', '100.00'],
    ['discharged the day they were loaded count one day', { dischargrDate: '2026-01-10' }, '200', '20.00'],
    ['discharged the day after count one day', { dischargrDate: '2026-01-11' }, '200', '20.00'],
    [
      'loaded on the last day belong to the period',
      { loadDate: '2026-01-31', dischargrDate: '2026-02-10' },
      '2000',
      '200.00',
    ],
    ['may be parts of a TEU', { fullTeu: '0.25' }, '1.25', '0.13'],
    ['may be none', { fullTeu: '0' }, '0', '0.00'],
  ])('%s', async (_, fields, slotDays, premium) => {
    const slots = await january();
    expect(await server.create('slot-detail', detail(slots['id'], fields))).toMatchObject({
      svcLoopCde: 'AEX1',
      slotDays,
    });
    expect(await premiumOf(slots)).toEqual([slotDays, 31, premium]);
  });

  test('total in the premium, also after a change and a deletion', async () => {
    const slots = await january({ rate: '0.775' });
    expect(await premiumOf(slots)).toEqual(['0', 31, '0.00']);
    const first = await server.create('slot-detail', detail(slots['id']));
    const second = await server.create('slot-detail', detail(slots['id'], { tradeCde: 'USA', fullTeu: '33.33' }));
    // 1166.65 × 0.775 / 31 = 29.166…
    expect(await premiumOf(slots)).toEqual(['1166.65', 31, '29.17']);
    await patch(server, 'slot-detail', second['id'], { fullTeu: '40' });
    expect(await premiumOf(slots)).toEqual(['1200', 31, '30.00']);
    await server.call('DELETE', `/api/slot-detail/${first['id']}`, { body: { rev: first['rev'] } });
    expect(await premiumOf(slots)).toEqual(['200', 31, '5.00']);
  });

  test.each<[what: string, fields: Json, at: string[]]>([
    ['loaded before the period', { loadDate: '2025-12-31' }, ['loadDate']],
    ['loaded after the period', { loadDate: '2026-02-01', dischargrDate: '2026-02-03' }, ['loadDate']],
    ['discharged before they are loaded', { dischargrDate: '2026-01-09' }, ['dischargrDate']],
    ['of fewer than no TEU', { fullTeu: '-1' }, ['fullTeu']],
    ['without a discharge', { dischargrDate: null }, ['dischargrDate']],
    ['with slot days that are entered', { slotDays: '5' }, ['slotDays']],
  ])('%s are refused at their field', async (_, fields, at) => {
    const slots = await january();
    const answer = await withoutTrace(server, () => create('slot-detail', detail(slots['id'], fields)), {
      status: 400,
    });
    expect(fieldsOf(answer)).toEqual(at);
  });

  test('are in a period once, also for five clerks at once', async () => {
    const slots = await january();
    expect(await createAtOnce(server, 'slot-detail', detail(slots['id']))).toEqual([201, 409, 409, 409, 409]);
    expect(await premiumOf(slots)).toEqual(['1000', 31, '100.00']);
  });

  test('come from a file', async () => {
    const slots = await january();
    expect(
      await importLines(server, 'slot-detail', [
        ['Slot premium', 'Service loop', 'Trade', 'Loaded', 'Discharged', 'Laden TEU'],
        [slots['id'], 'AEX1', 'EUR', '2026-01-03', '2026-01-08', '100'],
        [slots['id'], 'AEX1', 'EUR', '2026-01-10', '2026-01-15', '100'],
      ]),
    ).toMatchObject({ status: 200, result: { created: 2 } });
    expect(await premiumOf(slots)).toEqual(['1000', 31, '100.00']);
  });
});

describe('a slot premium', () => {
  test.each<[what: string, fields: Json, at: string[]]>([
    ['of another year', { policyYear: '2027' }, ['policyYear']],
    ['outside the year', { policyTo: '2027-01-01' }, ['policyFrom', 'policyTo']],
    ['that ends before it begins', { policyFrom: '2026-02-01' }, ['policyTo']],
    ['of an unknown type', { dataType: 'GUESS' }, ['dataType']],
    ['of an unknown club', { piClub: 'NOCLUB' }, ['piClub']],
    ['of a company that does not insure', { piClub: 'BROKER' }, ['piClub']],
    ['without a rate', { rate: null }, ['rate']],
    ['with a premium that is entered', { premium: '1' }, ['premium']],
  ])('%s is refused at its field', async (_, fields, at) => {
    const { id } = await premiumVersion(server, 'Premium-SLOT', '2026');
    const answer = await withoutTrace(server, () => create('slot-premium', body(id, fields)), { status: 400 });
    expect(fieldsOf(answer)).toEqual(at);
  });

  test('of one company, club and type of data does not overlap another', async () => {
    const { id } = await premiumVersion(server, 'Premium-SLOT', '2026');
    expect(await createAtOnce(server, 'slot-premium', body(id))).toEqual([201, 409, 409, 409, 409]);
    const answer = await withoutTrace(server, () => create('slot-premium', body(id, { policyFrom: '2026-01-31' })), {
      status: 409,
    });
    expect(fieldsOf(answer)).toEqual(['policyFrom', 'policyTo']);
    for (const other of [
      { dataType: 'ESTIMATE' },
      { piClub: null },
      { policyFrom: '2026-02-01', policyTo: '2026-02-28' },
    ])
      expect((await create('slot-premium', body(id, other))).status).toBe(201);
  });

  test('keeps its period while slots are loaded in it', async () => {
    const slots = await january();
    await server.create('slot-detail', detail(slots['id']));
    const answer = await withoutTrace(
      server,
      () => patch(server, 'slot-premium', slots['id'], { policyFrom: '2026-01-11' }),
      { status: 400 },
    );
    expect(fieldsOf(answer)).toEqual(['policyFrom', 'policyTo']);
    expect((await patch(server, 'slot-premium', slots['id'], { policyFrom: '2026-01-10' })).status).toBe(200);
  });

  test('closes its slots when it is confirmed, and with its version', async () => {
    const slots = await january();
    const { id } = await server.create('slot-detail', detail(slots['id']));
    await act(server, 'slot-premium', slots['id'], 'confirm');
    await withoutTrace(server, () => patch(server, 'slot-detail', id, { fullTeu: '1' }), { status: 409 });
    await act(server, 'slot-premium', slots['id'], 'unconfirm');
    await act(server, 'premium-version', slots['versionId'], 'submit', { acceptWarnings: true });
    await withoutTrace(server, () => patch(server, 'slot-detail', id, { fullTeu: '1' }), { status: 409 });
    await withoutTrace(server, () => create('slot-detail', detail(slots['id'], { tradeCde: 'USA' })), { status: 409 });
  });

  test('is copied with its slots within the year', async () => {
    const slots = await january();
    await server.create('slot-detail', detail(slots['id']));
    const { result } = await act(server, 'premium-version', slots['versionId'], 'copy', {
      policyYear: '2026',
      versionNo: 'SLOT-COPY',
      versionType: 'quotation',
      copyMode: 'withDetail',
    });
    const where = encodeURIComponent(JSON.stringify([{ name: 'versionId', type: 'equal', value: result['_made'].id }]));
    expect((await server.call('GET', `/api/slot-premium?where=${where}`)).result.records).toMatchObject([
      { versionNo: 'SLOT-COPY', slotDaysTotal: '1000', premium: '100.00' },
    ]);
  });
});
