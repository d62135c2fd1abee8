import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { today } from '../../generator/language/dates.ts';
import {
  cargoBody,
  chargeBody,
  chargeTypeOf,
  claimedBy,
  claimFixture,
  type ClaimFixture,
  decideLargeOnly,
  wrongTotals,
  settling,
} from './claimRows.ts';
import { act, patch } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/**
 * The operate log of a case: the product writes a line for each operation on it or on its children (`x-changeLog`, by
 * operations).
 */
const TODAY = today('Asia/Shanghai');

let server: TestServer;
let fixture: ClaimFixture;
let chargeType: string;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
  await decideLargeOnly(server);
  chargeType = await chargeTypeOf(server);
});
afterAll(() => server.close());

const claim = (fields?: Json): Promise<Json> => server.create('cargo-claim', cargoBody(fixture, fields));
const settlingClaim = async (): Promise<Json> => settling(server, await claim());
const change = (entity: string, { id }: Json, body: Json, language?: string): Promise<Answer> =>
  patch(server, entity, id, body, language === undefined ? {} : { language });
const charge = ({ id }: Json, fields: Json = {}): Promise<Json> =>
  server.create(
    'paid-charge',
    chargeBody(fixture, { caseId: id, chargeType }, { billCompany: fixture.company, ...fields }),
  );
/** The log's lines as `content: remark`, those of a deleted case as well. */
const lines = async ({ id }: Json): Promise<string[]> =>
  (await server.pool.query('select * from operate_log where "caseId" = $1 order by id', [id])).rows.map(
    ({ content, remark, delFlag }) => `${content}: ${remark}${delFlag === 'Y' ? ' (deleted)' : ''}`,
  );

describe('the operate log of a case', () => {
  test('contains notes, which need a text, and takes none of a closed case or one under approval', async () => {
    const row = await claim();
    const note = (input: Json): Promise<Answer> => act(server, 'cargo-claim', row['id'], 'addNote', input);
    expect((await note({ note: 'The surveyor comes on Monday' })).status).toBe(200);
    expect((await lines(row)).at(-1)).toBe(
      `addNote: ${row['ourRef']} ${row['blRefCde']}; The surveyor comes on Monday`,
    );
    await withoutTrace(server, () => note({}), { status: 400, errors: [{ field: 'note' }] });
    for (const [state, key] of [
      [`"approvalFlag" = 'Y'`, 'MSG_claim_0125'],
      [`"approvalFlag" = 'N', "claimStatus" = 'Closed'`, 'MSG_claim_0124'],
    ]) {
      await server.pool.query(`update claim set ${state} where id = $1`, [row['id']]);
      await withoutTrace(server, () => note({ note: 'late' }), { status: 409, key });
    }
    await server.pool.query(`update claim set "claimStatus" = 'Draft' where id = $1`, [row['id']]);
  });

  test('contains its registration, its changes and its steps, with changed values and opinions', async () => {
    const one = await claim({ remark: 'wet' });
    const name = `${one['ourRef']} ${one['blRefCde']}`;
    expect((await change('cargo-claim', one, { remark: 'very wet', caseDetail: 'The hold was flooded' })).status).toBe(
      200,
    );
    expect(
      (await act(server, 'cargo-claim', one['id'], 'submit', { operateOpinion: 'please look at the survey' })).status,
    ).toBe(200);
    expect((await act(server, 'cargo-claim', one['id'], 'unsubmit')).status).toBe(200);
    expect((await act(server, 'cargo-claim', one['id'], 'report')).status).toBe(200);
    const [added, changed, ...steps] = await lines(one);
    expect(added).toBe(`add: ${name}`);
    expect(changed).toMatch(/^edit: /);
    expect(changed).toContain('Remark: wet → very wet');
    expect(changed!.startsWith(`edit: ${name}`)).toBe(true);
    expect(steps).toEqual([`submit: ${name}; please look at the survey`, `unsubmit: ${name}`, `report: ${name}`]);
    const { rows } = await server.pool.query(
      'select distinct "caseType", operator, "date"::text as "date" from operate_log where "caseId" = $1',
      [one['id']],
    );
    expect(rows).toEqual([{ caseType: 'CARGO', operator: 'admin', date: TODAY }]);
  });

  test('contains operations on its children, alone or with it, and no values that the case computes from them', async () => {
    const one = await settlingClaim();
    const line = await charge(one);
    expect((await change('paid-charge', line, { totalAmt: '120.00' })).status).toBe(200);
    expect((await server.read('cargo-claim', one['id']))['committedAmt']).toBe('120.00');
    expect(
      (await change('cargo-claim', one, { 'claim-date': [{ dateType: 'NOTICE', date: '2026-03-02' }] })).status,
    ).toBe(200);
    expect((await lines(one)).slice(1).map((line) => line.split(': ')[0])).toEqual([
      'paid-charge.add',
      'paid-charge.edit',
      'claim-date.add',
    ]);
    expect((await lines(one))[2]).toContain(': 100.00 → 120.00');
    const { rev } = await server.read('paid-charge', line['id']);
    expect((await server.call('DELETE', `/api/paid-charge/${line['id']}`, { body: { rev } })).status).toBe(200);
    expect((await lines(one)).at(-1)).toMatch(/^paid-charge\.delete: /);
  });

  test('contains the steps that a charge takes with its bank flow', async () => {
    const one = await settlingClaim();
    await claimedBy(server, fixture, 'paid-charge', await charge(one), ['claim', 'submit', 'confirm']);
    expect((await lines(one)).map((line) => line.split(': ')[0])).toEqual([
      'add',
      'paid-charge.add',
      'paid-charge.claimFunds',
      'paid-charge.confirm',
    ]);
  });

  test('has remarks in the language of the author and operations in the language of the reader', async () => {
    const one = await claim({ remark: 'wet' });
    expect((await change('cargo-claim', one, { remark: null }, 'zh-CN')).status).toBe(200);
    expect((await lines(one)).at(-1)).toContain('；备注：wet → –');
    const { properties } = (await server.call('GET', '/api/meta/operate-log')).result;
    expect(properties.content['x-options']).toEqual(
      expect.arrayContaining([
        { code: 'close', en: 'Close claim', zh: '结案' },
        { code: 'paid-charge.add', en: 'Paid charge: Added', zh: '赔付费用：新增' },
      ]),
    );
  });

  test('contains nothing that was refused or changed nothing', async () => {
    const one = await claim();
    await withoutTrace(server, () => change('cargo-claim', one, { remark: 'x'.repeat(1001) }), { status: 400 });
    await withoutTrace(
      server,
      () => server.call('POST', `/api/cargo-claim/${one['id']}/actions/close`, { body: { rev: one['rev'] } }),
      { status: 409 },
    );
    expect((await change('cargo-claim', one, {})).status).toBe(200);
    expect(await lines(one)).toHaveLength(1);
  });

  test('is deleted with its case, and no user can write it', async () => {
    const one = await claim();
    const body = { caseId: one['id'], content: 'close', remark: 'by hand', date: TODAY };
    await withoutTrace(server, () => server.call('POST', '/api/operate-log', { body }), { status: 403 });
    await withoutTrace(server, () => change('cargo-claim', one, { 'operate-log': [{ remark: 'by hand' }] }), {
      status: 400,
    });
    const { rev } = await server.read('cargo-claim', one['id']);
    expect((await server.call('DELETE', `/api/cargo-claim/${one['id']}`, { body: { rev } })).status).toBe(200);
    const log = await lines(one);
    expect(log.map((line) => line.split(': ')[0])).toContain('delete');
    expect(log.every((line) => line.endsWith('(deleted)'))).toBe(true);
  });
});

test('all totals agree with their children after all tests', async () => {
  expect(await wrongTotals(server)).toEqual([]);
});
