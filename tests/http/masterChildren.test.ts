import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vesselBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** Rules of master data between a parent and its children, by every path. */
let server: TestServer;
let vslCde: string;
beforeAll(async () => {
  server = await startTestServer();
  vslCde = (await server.create('vessel', await vesselBody(server)))['vslCde'];
  for (const portCode of ['SHA', 'SIN', 'RTM'])
    await server.create('port', { countryCode: 'ZZ', portCode, portName: portCode });
});
afterAll(() => server.close());

const summary = ({ status, errors }: Answer) => [status, ...errors.map(({ field, key }) => `${field} ${key}`)];
const refused = async (work: () => Promise<Answer>, ...expected: unknown[]): Promise<void> =>
  expect(summary(await withoutTrace(server, work))).toEqual(expected);

describe('instalments of a policy year', () => {
  let next = 2040;
  const year = (): Promise<Json> => {
    const policyYear = String(next++);
    const days = [
      ['01-01', '03-31'],
      ['04-01', '06-30'],
    ].map(([from, to]) => ({
      calcFrom: `${policyYear}-${from}`,
      calcTo: `${policyYear}-${to}`,
      dueDate: `${policyYear}-12-01`,
    }));
    return server.create('policy-year', {
      policyYear,
      policyType: 'Premium-LOH',
      effectiveFrom: `${policyYear}-01-01`,
      effectiveTo: `${policyYear}-12-31`,
      numOfStaging: 2,
      'policy-stage': days,
    });
  };
  const moved = ({ id, rev, calcFrom, calcTo }: Json, from: string, to: string) => ({
    id,
    rev,
    calcFrom: calcFrom.slice(0, 5) + from,
    calcTo: calcTo.slice(0, 5) + to,
  });

  test.each([
    [
      'on',
      [
        ['02-01', '04-30'],
        ['05-01', '07-31'],
      ],
    ],
    [
      'back, after they moved on',
      [
        ['01-01', '03-15'],
        ['03-16', '06-30'],
      ],
    ],
  ])('can be moved together %s, even if one of them blocks the other', async (_, [first, second]) => {
    const { id } = await year();
    for (const days of [
      [
        ['02-01', '04-30'],
        ['05-01', '07-31'],
      ],
      [first, second],
    ] as [string, string][][]) {
      const stored = await server.read('policy-year', id);
      const stages = (stored['policy-stage'] as Json[]).map((stage, place) => moved(stage, ...days[place]!));
      const answer = await server.call('PATCH', `/api/policy-year/${id}`, {
        body: { rev: stored['rev'], 'policy-stage': stages },
      });
      expect(summary(answer)).toEqual([200]);
      expect(
        answer.result['policy-stage'].map(({ stageNo, calcFrom, calcTo }: Json) => [
          stageNo,
          calcFrom.slice(5),
          calcTo.slice(5),
        ]),
      ).toEqual(days.map((one, place) => [place + 1, ...one]));
    }
  });

  test('that overlap are each reported at their own field, and nothing moves', async () => {
    const {
      id,
      rev,
      'policy-stage': [first, second],
    } = await year();
    await refused(
      () =>
        server.call('PATCH', `/api/policy-year/${id}`, {
          body: { rev, 'policy-stage': [moved(first, '02-01', '04-30'), moved(second, '04-30', '06-30')] },
        }),
      409,
      'policy-stage[0].calcFrom MSG_generic_0123',
      'policy-stage[0].calcTo MSG_generic_0123',
    );
  });

  test.each([
    ['effectiveTo', '05-31'],
    ['effectiveFrom', '01-02'],
  ])('must lie within the period when it is shortened: %s', async (field, day) => {
    const {
      id,
      rev,
      policyYear,
      'policy-stage': [, second],
    } = await year();
    const body = { rev, [field]: `${policyYear}-${day}` };
    const expected = [400, 'effectiveFrom MSG_master_0131', 'effectiveTo MSG_master_0131'];
    await refused(() => server.call('PATCH', `/api/policy-year/${id}`, { body: body }), ...expected);
    const file = new FormData();
    file.append(
      'file',
      new Blob([`policyYear,policyType,${field}\n${policyYear},Premium-LOH,${body[field]}\n`]),
      'years.csv',
    );
    const before = await server.footprint();
    expect(
      (await server.call('POST', '/api/policy-year/import?dryRun=false', { body: file })).result.errors.map(
        ({ row, key }: Json) => [row, key],
      ),
    ).toEqual([
      [2, 'MSG_master_0131'],
      [2, 'MSG_master_0131'],
    ]);
    expect(await server.footprint()).toBe(before);
    if (field !== 'effectiveTo') return;
    // succeeds together with the instalment that blocks it
    const together = { ...body, 'policy-stage': [moved(second, '04-01', '05-31')] };
    expect(await server.call('PATCH', `/api/policy-year/${id}`, { body: together })).toMatchObject({
      status: 200,
      result: { effectiveTo: `${policyYear}-05-31` },
    });
  });

  test('outside the period are reported at their own field', async () => {
    const { id, rev, policyYear } = await year();
    await refused(
      () =>
        server.call('PATCH', `/api/policy-year/${id}`, {
          body: {
            rev,
            'policy-stage': [
              {
                calcFrom: `${policyYear}-07-01`,
                calcTo: `${Number(policyYear) + 1}-01-01`,
                dueDate: `${policyYear}-07-01`,
              },
            ],
          },
        }),
      400,
      'policy-stage[0].calcFrom MSG_master_0109',
      'policy-stage[0].calcTo MSG_master_0109',
    );
  });
});

describe('port calls of a schedule', () => {
  let voyages = 0;
  const schedule = (calls: Json[], fields: Json = {}) => ({
    svcLoopCde: 'LOOP',
    vslCde,
    voyNum: String(++voyages).padStart(3, '0'),
    dirBound: 'E',
    departureDate: '2026-03-01',
    arrivalDate: '2026-03-31',
    ...fields,
    'schedule-call': calls,
  });
  const call = (callNo: number, portCde: string, eta?: string, etd?: string): Json => ({
    callNo,
    portCde,
    ...(eta ? { eta: `2026-${eta}` } : {}),
    ...(etd ? { etd: `2026-${etd}` } : {}),
  });
  const CALLS = [call(1, 'SHA', '02-27', '03-01'), call(2, 'SIN', '03-08', '03-09'), call(5, 'RTM', '03-31', '04-01')];
  const ORDER = 'schedule-call MSG_master_0132';
  const VOYAGE = ['departureDate MSG_master_0133', 'arrivalDate MSG_master_0133'];

  test.each<[string, Json[], ...string[]]>([
    ['one after the other', CALLS],
    ['in whatever order they are written', CALLS.toReversed()],
    ['left and reached on one day', [call(1, 'SHA', '03-01', '03-02'), call(2, 'SIN', '03-02', '03-03')]],
    ['without dates between', [call(1, 'SHA', '03-01', '03-02'), call(2, 'SIN'), call(3, 'RTM', '03-05')]],
    [
      'reached before the last one was left',
      [call(1, 'SHA', '03-01', '03-05'), call(2, 'SIN', '03-04', '03-06')],
      ORDER,
    ],
    ['numbered against their dates', [call(2, 'SHA', '03-01', '03-02'), call(1, 'SIN', '03-04', '03-06')], ORDER],
    [
      'against their dates, with one between that has none',
      [call(1, 'SHA', '03-10', '03-12'), call(2, 'SIN'), call(3, 'RTM', '03-05')],
      ORDER,
    ],
    ['left before the first departure', [call(1, 'SHA', '02-27', '02-28')], ...VOYAGE],
    ['reached after the last arrival', [call(1, 'SHA', '04-01', '04-02')], ...VOYAGE],
  ])('%s', async (_, calls, ...expected) => {
    if (expected.length > 0)
      await refused(() => server.call('POST', '/api/schedule', { body: schedule(calls) }), 400, ...expected);
    else expect((await server.create('schedule', schedule(calls)))['schedule-call']).toHaveLength(calls.length);
  });

  test('are validated on every path: alone, in a change, in a change of the voyage', async () => {
    const { id, rev, 'schedule-call': calls } = await server.create('schedule', schedule(CALLS));
    const [first, second] = calls as [Json, Json];
    await refused(
      () =>
        server.call('POST', '/api/schedule-call', { body: { scheduleId: id, ...call(3, 'SHA', '03-05', '03-06') } }),
      400,
      ORDER,
    );
    await refused(
      () =>
        server.call('PATCH', `/api/schedule-call/${second['id']}`, { body: { rev: second['rev'], eta: '2026-02-28' } }),
      400,
      ORDER,
    );
    await refused(
      () => server.call('PATCH', `/api/schedule-call/${second['id']}`, { body: { rev: second['rev'], callNo: 9 } }),
      400,
      ORDER,
    );
    await refused(
      () =>
        server.call('PATCH', `/api/schedule/${id}`, {
          body: { rev, 'schedule-call': [{ id: first['id'], rev: first['rev'], etd: '2026-03-09' }] },
        }),
      400,
      ORDER,
    );
    await refused(
      () => server.call('PATCH', `/api/schedule/${id}`, { body: { rev, arrivalDate: '2026-03-30' } }),
      400,
      ...VOYAGE,
    );
    expect(
      summary(
        await server.call('POST', '/api/schedule-call', {
          body: { scheduleId: id, ...call(3, 'SHA', '03-09', '03-10') },
        }),
      ),
    ).toEqual([201]);
  });

  test('can be renumbered for a new one between them, in one save', async () => {
    const {
      id,
      rev,
      'schedule-call': calls,
    } = await server.create('schedule', schedule(CALLS.map((one, place) => ({ ...one, callNo: place + 1 }))));
    const [, second, third] = calls as [Json, Json, Json];
    const body = {
      rev,
      'schedule-call': [
        { callNo: 2, portCde: 'RTM', eta: '2026-03-03' },
        { id: second['id'], rev: second['rev'], callNo: 3 },
        { id: third['id'], rev: third['rev'], callNo: 4 },
      ],
    };
    const answer = await server.call('PATCH', `/api/schedule/${id}`, { body });
    expect(summary(answer)).toEqual([200]);
    expect(answer.result['schedule-call'].map(({ callNo, portCde }: Json) => [callNo, portCde])).toEqual([
      [1, 'SHA'],
      [2, 'RTM'],
      [3, 'SIN'],
      [4, 'RTM'],
    ]);
  });

  test('of two clerks who add conflicting calls at the same time one succeeds', async () => {
    const { id } = await server.create('schedule', schedule([]));
    const answers = await Promise.all(
      [call(1, 'SHA', '03-10', '03-11'), call(2, 'SIN', '03-05', '03-06')].map((body) =>
        server.call('POST', '/api/schedule-call', { body: { scheduleId: id, ...body } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await server.read('schedule', id))['schedule-call']).toHaveLength(1);
  });

  test('are reported in the order of their numbers, in any order of input', async () => {
    const { id } = await server.create('schedule', schedule([call(3, 'SHA'), call(1, 'SIN'), call(2, 'RTM')]));
    expect((await server.read('schedule', id))['schedule-call'].map(({ callNo }: Json) => callNo)).toEqual([1, 2, 3]);
  });
});
