import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMonths, daysAfter, today } from '../../generator/language/dates.ts';
import { cargoBody, claimFixture, closeUnpaid, voyage, type ClaimFixture, wrongTotals } from './claimRows.ts';
import { act, companyBody, nextCode } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

const TODAY = today('Asia/Shanghai');
const letters = (count: number): string => 'x'.repeat(count);

let server: TestServer;
let fixture: ClaimFixture;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
});
afterAll(() => server.close());

const post = (body: Json, token?: string): Promise<Answer> =>
  server.call('POST', '/api/cargo-claim', { body, ...(token === undefined ? {} : { token }) });
const claim = (fields?: Json): Promise<Json> => server.create('cargo-claim', cargoBody(fixture, fields));
const fieldsOf = ({ errors }: Answer): string[] => errors.map(({ field }) => field);

describe('a cargo claim', () => {
  test('is registered from a bill of lading, with a running number', async () => {
    const [one, two] = [await claim(), await claim({ blRefCde: ' cosu123 ' })];
    expect(one).toMatchObject({
      bizType: 'CARGO',
      claimStatus: 'Draft',
      recordStatus: 'Draft',
      approvalFlag: 'N',
      dataType: 'MANUAL',
      expiredDate: null,
    });
    expect(one['ourRef']).toMatch(new RegExp(`^C${TODAY.slice(2, 4)}\\d{6}$`));
    expect(Number(two['ourRef'].slice(1))).toBe(Number(one['ourRef'].slice(1)) + 1);
    expect(two['blRefCde']).toBe('COSU123');
    const all = (await server.call('GET', '/api/claim?pageSize=1000')).result.records;
    expect(all).toContainEqual(expect.objectContaining({ ourRef: one['ourRef'], bizType: 'CARGO' }));
  });

  test('copies vessel and voyage from its schedule, and accepts a voyage without one', async () => {
    const { svvd, vslCde, vslNme } = await voyage(server);
    const { vslNme: _, ...body } = cargoBody(fixture, { svvd });
    expect(await server.create('cargo-claim', body)).toMatchObject({
      svvd,
      svcLoopCde: 'AEU3',
      vslCde,
      vslNme,
      vslNmeEn: vslNme,
      voyNum: '012',
      dirBound: 'W',
    });
    expect(await claim({ svvd: 'OLD1XXX099N' })).toMatchObject({ svvd: 'OLD1XXX099N', svcLoopCde: null, vslCde: null });
  });

  describe('with a schedule that has port calls', () => {
    // entered in any order: the call numbers determine the first and the last
    const CALLS = [
      { callNo: 20, portCde: 'QZB', portName: 'Port B', eta: '2026-03-10', etd: '2026-03-12' },
      { callNo: 10, portCde: 'QZA', etd: '2026-03-01' },
      { callNo: 30, portCde: 'QZC', portName: 'Port C', eta: '2026-03-20' },
    ];
    const sailing = async (calls: Json[] = CALLS): Promise<Json> => {
      const { id, rev } = await voyage(server);
      const { status, result } = await server.call('PATCH', `/api/schedule/${id}`, {
        body: { rev, 'schedule-call': calls },
      });
      expect(status).toBe(200);
      return result;
    };
    beforeAll(async () => {
      for (const portCode of ['QZA', 'QZB', 'QZC'])
        await server.create('port', { countryCode: 'ZZ', portCode, portName: portCode });
    });

    test('has the first as port of loading and the last as port of discharge, unless the input has others', async () => {
      const { svvd, ...schedule } = await sailing();
      const ports = { loadDate: '2026-03-01', dischargePort: 'Port C', dischargeDate: '2026-03-20' };
      expect(schedule).toMatchObject({ loadPort: 'QZA', ...ports });
      expect(await claim({ svvd })).toMatchObject({
        pol: 'QZA',
        loadDate: '2026-03-01',
        pod: 'Port C',
        dischargeDate: '2026-03-20',
        por: null,
        fnd: null,
      });
      expect(await claim({ svvd, pol: 'Port B', loadDate: '2026-03-12', dischargeDate: '2026-03-21' })).toMatchObject({
        pol: 'Port B',
        loadDate: '2026-03-12',
        pod: 'Port C',
        dischargeDate: '2026-03-21',
      });
      // the schedule has no day for another port
      expect(await claim({ svvd, pol: 'Port B', pod: 'elsewhere' })).toMatchObject({
        pol: 'Port B',
        loadDate: null,
        pod: 'elsewhere',
        dischargeDate: null,
      });
      expect(
        fieldsOf(
          await withoutTrace(server, () => post(cargoBody(fixture, { svvd, loadDate: '2026-03-21' })), { status: 400 }),
        ),
      ).toEqual(['dischargeDate']);
    });

    test('gets the ports of another schedule when it is changed, but keeps entered ports', async () => {
      const [one, two] = [await sailing(), await sailing(CALLS.slice(0, 2))];
      const { id } = await claim({ svvd: one['svvd'], pod: 'Port Z' });
      const { rev } = await server.read('cargo-claim', id);
      const { result } = await server.call('PATCH', `/api/cargo-claim/${id}`, { body: { rev, svvd: two['svvd'] } });
      expect(result).toMatchObject({ pol: 'QZA', loadDate: '2026-03-01', pod: 'Port Z', dischargeDate: null });
      const other = await claim({ svvd: one['svvd'] });
      expect(
        (
          await server.call('PATCH', `/api/cargo-claim/${other['id']}`, {
            body: { rev: other['rev'], svvd: two['svvd'] },
          })
        ).result,
      ).toMatchObject({ pod: 'Port B', dischargeDate: '2026-03-10' });
    });

    test.each<[string, Json[], Json]>([
      ['no call', [], { pol: null, loadDate: null, pod: null, dischargeDate: null }],
      [
        'one call only, which is no voyage',
        [CALLS[0]!],
        { pol: 'Port B', loadDate: '2026-03-12', pod: null, dischargeDate: null },
      ],
      [
        'calls without dates',
        CALLS.map(({ callNo, portCde }) => ({ callNo, portCde })),
        { pol: 'QZA', loadDate: null, pod: 'QZC', dischargeDate: null },
      ],
    ])('of %s', async (_, calls, ports) => {
      expect(await claim({ svvd: (await sailing(calls))['svvd'] })).toMatchObject(ports);
    });

    test('shows the ports in the form as soon as a schedule is chosen', async () => {
      const { svvd } = await sailing();
      const {
        result: [around],
      } = await server.call('POST', '/api/cargo-claim/surroundings', { body: { items: [{ svvd }] } });
      expect(around.lookups.voyage).toMatchObject({
        loadPort: 'QZA',
        loadDate: '2026-03-01',
        dischargePort: 'Port C',
        dischargeDate: '2026-03-20',
      });
    });

    test('has the same ports if the database computes them', async () => {
      await sailing();
      expect((await server.call('GET', '/api/_reconciliation/schedule')).result).toMatchObject({
        rows: expect.any(Number),
        differences: [],
      });
      const { result } = await server.call('GET', '/api/_reconciliation');
      expect(result.find(({ name }: Json) => name === 'schedule').totals).toMatchObject(
        ['loadPort', 'loadDate', 'dischargePort', 'dischargeDate'].map((name) => ({ name })),
      );
    });
  });

  test('can refer to related claims of any subtype', async () => {
    const other = await claim();
    expect(await claim({ relatedClaims: [other['ourRef']] })).toMatchObject({ relatedClaims: [other['ourRef']] });
    expect(
      fieldsOf(
        await withoutTrace(server, () => post(cargoBody(fixture, { relatedClaims: ['C00000000'] })), { status: 400 }),
      ),
    ).toEqual(['relatedClaims']);
    const itself = await withoutTrace(
      server,
      () =>
        server.call('PATCH', `/api/cargo-claim/${other['id']}`, { body: { rev: 1, relatedClaims: [other['ourRef']] } }),
      { status: 400 },
    );
    expect(itself.errors).toMatchObject([{ field: 'relatedClaims', key: 'MSG_claim_0156' }]);
  });

  test('requires the fields that every claim requires', async () => {
    const needed = [
      'blRefCde',
      'casualtyDate',
      'vslNme',
      'svvd',
      'caseClass',
      'caseType',
      'claimExecutor',
      'billCompany',
      'estimatedAmt',
    ];
    expect(fieldsOf(await withoutTrace(server, () => post({}), { status: 400 })).toSorted()).toEqual(needed.toSorted());
  });

  const MAX_LENGTHS = {
    blRefCde: 12,
    svcLoopCde: 4,
    vslNme: 30,
    voyNum: 3,
    cntrNum: 200,
    por: 100,
    pol: 100,
    pod: 100,
    fnd: 100,
    shipper: 100,
    consignee: 100,
    claimant: 200,
    caseDetail: 1000,
    remark: 1000,
  };
  test('accepts texts of the maximum length and no longer ones', async () => {
    const ofLength = (more: number): Json =>
      Object.fromEntries(Object.entries(MAX_LENGTHS).map(([field, max]) => [field, letters(max + more)]));
    expect(
      fieldsOf(await withoutTrace(server, () => post(cargoBody(fixture, ofLength(1))), { status: 400 })).toSorted(),
    ).toEqual(Object.keys(MAX_LENGTHS).toSorted());
    expect((await post(cargoBody(fixture, ofLength(0)))).status).toBe(201);
  });

  test.each<[string, () => Json, string]>([
    ['a casualty of tomorrow', () => ({ casualtyDate: daysAfter(TODAY, 1) }), 'casualtyDate'],
    ['a discharge before loading', () => ({ loadDate: '2026-02-02', dischargeDate: '2026-02-01' }), 'dischargeDate'],
    ['an officer who does not exist', () => ({ claimExecutor: 'missing' }), 'claimExecutor'],
    ['a negative estimate', () => ({ estimatedAmt: '-0.01' }), 'estimatedAmt'],
    ['an estimate finer than cents', () => ({ estimatedAmt: '1.001' }), 'estimatedAmt'],
    ['a class that the dictionary has not', () => ({ caseClass: 'NOSUCH' }), 'caseClass'],
    ['its number', () => ({ ourRef: 'C26999999' }), 'ourRef'],
    ['its status', () => ({ claimStatus: 'Closed' }), 'claimStatus'],
    ['its kind', () => ({ bizType: 'HULL' }), 'bizType'],
  ])('refuses %s', async (_, wrong, field) => {
    expect(fieldsOf(await withoutTrace(server, () => post(cargoBody(fixture, wrong())), { status: 400 }))).toEqual([
      field,
    ]);
  });

  test('refuses a handler who does not handle claims', async () => {
    const plain = nextCode('p');
    await server.create('person', { userCde: plain, userName: plain, password: 'long enough for anybody' });
    for (const field of ['claimExecutor', 'claimAssistant'])
      expect(
        fieldsOf(await withoutTrace(server, () => post(cargoBody(fixture, { [field]: plain })), { status: 400 })),
      ).toEqual([field]);
  });

  test('keeps a time limit that has passed, and warns of another one that is not in the future', async () => {
    const { id } = await claim({ expiredDate: daysAfter(TODAY, 300) });
    await server.pool.query('update claim set "expiredDate" = $2 where id = $1', [id, daysAfter(TODAY, -1)]);
    const change = async (body: Json) =>
      server.call('PATCH', `/api/cargo-claim/${id}`, {
        body: { ...body, rev: (await server.read('cargo-claim', id))['rev'] },
      });
    expect((await change({ remark: 'r' })).status).toBe(200);
    const { errors } = await withoutTrace(server, () => change({ expiredDate: TODAY }), { status: 400 });
    expect(errors).toMatchObject([{ field: 'expiredDate', key: 'MSG_claim_0211', level: 'warning' }]);
    expect((await change({ expiredDate: TODAY, acceptWarnings: true })).status).toBe(200);
    expect((await change({ expiredDate: daysAfter(TODAY, 1) })).status).toBe(200);
  });

  test('proposes a time limit of a year after discharge', async () => {
    const dates = { loadDate: '2026-02-01', dischargeDate: '2026-02-28' };
    expect(await claim(dates)).toMatchObject({ expiredDate: '2027-02-28' });
    expect(await claim({ ...dates, expiredDate: '2028-02-28' })).toMatchObject({ expiredDate: '2028-02-28' });
  });

  test('proposes the time limit that the company of the user sets', async () => {
    const { companyCde } = await server.create('company', companyBody({ timeBarMonths: 24 }));
    const token = await server.logInAs('two.years', 'Claims officer', { companyCde, claimFlag: 'Y' });
    const dischargeDate = daysAfter(TODAY, -30);
    const body = cargoBody(fixture, { dischargeDate, billCompany: companyCde, claimExecutor: 'two.years' });
    const { result } = await server.call('POST', '/api/cargo-claim', { body, token });
    expect(result).toMatchObject({ expiredDate: addMonths(dischargeDate, 24) });
  });
});

describe('one cargo case for a bill of lading', () => {
  test('a second one is refused with a reference to the first, until that is deleted', async () => {
    const first = await claim();
    const body = cargoBody(fixture, { blRefCde: first['blRefCde'] });
    const refused = await withoutTrace(
      server,
      () => server.call('POST', '/api/cargo-claim', { body, language: 'zh-CN' }),
      { status: 409, key: 'MSG_claim_0111' },
    );
    expect(refused.errors).toMatchObject([
      { field: 'blRefCde', message: `提单 ${first['blRefCde']} 已有货损案件：${first['ourRef']} ${first['blRefCde']}` },
    ]);
    expect(
      (await server.call('DELETE', `/api/cargo-claim/${first['id']}`, { body: { rev: first['rev'] } })).status,
    ).toBe(200);
    expect((await post(body)).status).toBe(201);
  });

  test('of fifty simultaneous creates one is accepted, and no number is lost', async () => {
    const before = (await claim())['ourRef'] as string;
    const blRefCde = nextCode('RACE');
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(cargoBody(fixture, { blRefCde }))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    const after = (await claim())['ourRef'] as string;
    expect(Number(after.slice(1))).toBe(Number(before.slice(1)) + 2);
  });
});

describe('permissions of roles', () => {
  test('staff of the company and named users see a claim, and only its handlers can change it', async () => {
    const elsewhere = (await server.create('company', companyBody()))['companyCde'];
    const named = await server.logInAs('namedhandler', 'Claims officer', { claimFlag: 'Y', companyCde: elsewhere });
    const colleague = await server.logInAs('colleague', 'Claims officer', { companyCde: fixture.company });
    const stranger = await server.logInAs('stranger', 'Claims officer', { companyCde: elsewhere });
    const { id, rev } = await claim({ claimAssistant: 'namedhandler' });
    const read = async (token: string) => (await server.call('GET', `/api/cargo-claim/${id}`, { token })).status;
    expect(await Promise.all([named, colleague, stranger].map(read))).toEqual([200, 200, 404]);
    expect((await server.call('GET', '/api/claim?pageSize=1000', { token: stranger })).result.records).toEqual([]);
    const change = (token: string) =>
      server.call('PATCH', `/api/cargo-claim/${id}`, { body: { rev, remark: 'r' }, token });
    await withoutTrace(server, () => change(colleague), { status: 403 });
    await withoutTrace(server, () => change(stranger), { status: 404 });
    expect((await change(named)).status).toBe(200);
  });

  test('a viewer cannot register a claim', async () => {
    const token = await server.logInAs('claimviewer', 'Viewer', { companyCde: fixture.company });
    await withoutTrace(server, () => post(cargoBody(fixture), token), { status: 403 });
  });
});

describe('the life of a case', () => {
  test('is reported, settled and closed; a closed case permits no operation', async () => {
    const { id } = await claim();
    expect((await act(server, 'cargo-claim', id, 'report')).result).toMatchObject({ claimStatus: 'Reported' });
    await withoutTrace(server, () => act(server, 'cargo-claim', id, 'report'), { status: 409, key: 'MSG_claim_0123' });
    await withoutTrace(server, () => act(server, 'cargo-claim', id, 'close'), { status: 409, key: 'MSG_claim_0122' });
    expect((await act(server, 'cargo-claim', id, 'accept')).result).toMatchObject({ claimStatus: 'SettlingCharge' });
    expect(await closeUnpaid(server, { id }, [])).toMatchObject({ claimStatus: 'Closed' });
    const { rev } = await server.read('cargo-claim', id);
    await withoutTrace(
      server,
      () => server.call('PATCH', `/api/cargo-claim/${id}`, { body: { rev, remark: 'late' } }),
      { status: 409, key: 'MSG_claim_0124' },
    );
    for (const action of ['report', 'accept', 'close', 'submit'])
      await withoutTrace(server, () => act(server, 'cargo-claim', id, action), { status: 409 });
    await withoutTrace(server, () => server.call('DELETE', `/api/cargo-claim/${id}`, { body: { rev } }), {
      status: 409,
    });
  });

  test('permits no operation while it is under approval', async () => {
    const { id } = await claim({ estimatedAmt: '20000.00' });
    expect((await act(server, 'cargo-claim', id, 'submit')).result).toMatchObject({ recordStatus: 'Submit' });
    const [task] = (
      await server.call('POST', '/api/task/search', {
        body: {
          searchCondition: [
            { name: 'businessNo', type: 'equal', value: (await server.read('cargo-claim', id))['ourRef'] },
          ],
        },
      })
    ).result.records;
    expect(task).toMatchObject({
      approveType: 'Case Confirm',
      bizType: 'CARGO',
      amountUsd: '20000.00',
      levels: ['DIVISION', 'DEPARTMENT'],
      curDirector: fixture.handler,
    });
    const { rev } = await server.read('cargo-claim', id);
    await withoutTrace(server, () => server.call('PATCH', `/api/cargo-claim/${id}`, { body: { rev, remark: 'r' } }), {
      status: 409,
    });
    for (const action of ['report', 'approve', 'reject'])
      expect([403, 409]).toContain((await withoutTrace(server, () => act(server, 'cargo-claim', id, action))).status);
    const elsewhere = (await server.create('company', companyBody()))['companyCde'];
    const approver = await server.logInAs('claimdivision', 'Approver (division)', { companyCde: elsewhere });
    const done = await server.call('POST', `/api/cargo-claim/${id}/actions/approve`, {
      body: { rev },
      token: approver,
    });
    expect(done.status, done.text).toBe(200);
    expect((await act(server, 'cargo-claim', id, 'unsubmit')).result).toMatchObject({ recordStatus: 'Draft' });
  });
});

test('all totals agree with their children after all tests', async () => {
  expect(await wrongTotals(server)).toEqual([]);
});
