import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyBody, nextCode, termBody, vesselBody, visitBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ allSessions: true });
});
afterAll(() => server.close());

/** More simultaneous calls than the server has database sessions. */
const MANY = 30;

const together = (count: number, work: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const statuses = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const audited = async (entity: string): Promise<number> =>
  (await server.pool.query('select count(*)::int as n from kernel.audit where entity = $1', [entity])).rows[0].n;

describe('of many simultaneous creates with one key exactly one succeeds:', () => {
  test('of a simple row', async () => {
    const before = await audited('pilot');
    const answers = await together(MANY, (index) =>
      server.call('POST', '/api/pilot', { body: { pilotCde: 'RACE', pilotName: `Racer ${index}` } }),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 409: MANY - 1 });
    expect(await audited('pilot')).toBe(before + 1);
  });

  test('of a row with children', async () => {
    const body = await visitBody(server);
    const answers = await together(MANY, (index) =>
      server.call('POST', '/api/berth-visit', {
        body: { ...body, berth: `Own ${index}`, 'berth-visit-share': [{ holder: 'A', pct: '100' }] },
      }),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 409: MANY - 1 });
    expect((await server.pool.query(`select count(*)::int as n from berth_visit_share`)).rows).toEqual([{ n: 1 }]);
  });

  test('of a row of four unique rules, each request in a transaction of its own', async () => {
    const body = companyBody({ companyRegistryType: undefined });
    const answers = await together(MANY, (index) =>
      server.call('POST', '/api/company', { body, headers: { 'idempotency-key': `company-${index}` } }),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 409: MANY - 1 });
    expect(
      (await server.pool.query('select count(*)::int as n from company where "companyCde" = $1', [body['companyCde']]))
        .rows,
    ).toEqual([{ n: 1 }]);
  });

  test('of overlapping periods', async () => {
    const body = await vesselBody(server);
    const answers = await together(MANY, (index) =>
      server.call('POST', '/api/vessel', {
        body: { ...body, effectiveFrom: `2020-01-${String(index + 1).padStart(2, '0')}` },
      }),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 409: MANY - 1 });
  });
});

describe('a row that PostgreSQL aborts in a deadlock', () => {
  /** Rows of the rota fail this many times. */
  const giveWay = (times: number) =>
    server.pool.query(`
    drop trigger if exists gives_way on rota; drop sequence if exists given_way; create sequence given_way;
    create or replace function gives_way() returns trigger language plpgsql as $$ begin
      if nextval('given_way') <= ${times} then raise exception using errcode = 'deadlock_detected'; end if; return new;
    end $$;
    create trigger gives_way before insert on rota for each row execute function gives_way()`);
  afterAll(() => server.pool.query('drop trigger gives_way on rota; drop function gives_way; drop sequence given_way'));
  const rota = () =>
    server.call('POST', '/api/rota', {
      body: { rotaCde: nextCode(), quay: nextCode(), validFrom: '2026-01-01', planner: 'admin' },
    });
  const audits = () => audited('rota');

  test('is retried, and stored once', async () => {
    await giveWay(3);
    const before = await audits();
    expect((await rota()).status).toBe(201);
    expect(await audits()).toBe(before + 1);
  });

  test('is refused with 503 after several deadlocks, and nothing is stored', async () => {
    await giveWay(100);
    const before = await server.footprint();
    expect(await rota()).toMatchObject({ status: 503, key: 'MSG_generic_0503' });
    expect(await server.footprint()).toBe(before);
  });
});

describe('of many simultaneous changes with one rev exactly one succeeds:', () => {
  test.each<[string, () => Promise<Json>, (index: number) => Json]>([
    [
      'pilot',
      () => server.create('pilot', { pilotCde: nextCode(), pilotName: 'Before' }),
      (index) => ({ pilotName: `After ${index}` }),
    ],
    [
      'berth-visit',
      async () => server.create('berth-visit', await visitBody(server)),
      (index) => ({ dues: `${index}.01` }),
    ],
  ])('of a %s', async (entity, make, change) => {
    const row = await make();
    const answers = await together(MANY, (index) =>
      server.call('PATCH', `/api/${entity}/${row['id']}`, { body: { rev: 1, ...change(index) } }),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: MANY - 1 });
    const winner = answers.find(({ status }) => status === 200)!;
    expect(await server.read(entity, row['id'])).toMatchObject({ rev: 2, ...change(answers.indexOf(winner)) });
    expect((await server.call('GET', `/api/${entity}/${row['id']}/history`)).result).toHaveLength(2);
  });

  test('of changes and deletions', async () => {
    const row = await server.create('pilot', { pilotCde: nextCode(), pilotName: 'Before' });
    const answers = await together(10, (index) =>
      index % 2 === 0
        ? server.call('PATCH', `/api/pilot/${row['id']}`, { body: { rev: 1, pilotName: `After ${index}` } })
        : server.call('DELETE', `/api/pilot/${row['id']}`, { body: { rev: 1 } }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
  });
});

describe('running numbers have no gap', () => {
  test(`after ${MANY} simultaneous creates, some of which are refused`, async () => {
    const pilots: Json[] = [];
    for (let n = 0; n < MANY; n++) pilots.push(await server.create('pilot', { pilotCde: nextCode(), pilotName: 'P' }));
    const answers = await together(2 * MANY, (index) =>
      server.call('POST', '/api/pilotage', {
        body: index % 2 === 0 ? { pilotId: pilots[index / 2]!['id'] } : { pilotId: '999999' },
      }),
    );
    expect(statuses(answers)).toEqual({ 201: MANY, 400: MANY });
    const year = new Date().getFullYear() % 100;
    const numbers = answers
      .filter(({ status }) => status === 201)
      .map(({ result }) => result.pilotageNo as string)
      .sort();
    expect(numbers).toEqual(
      Array.from({ length: MANY }, (_, index) => `PT${year}-${String(index + 1).padStart(6, '0')}`),
    );
  });

  test('within a sequence of children', async () => {
    const days = (index: number) => ({
      calcFrom: `2010-01-${String(index + 2).padStart(2, '0')}`,
      calcTo: `2010-01-${String(index + 2).padStart(2, '0')}`,
    });
    const term = await server.create(
      'policy-term',
      termBody({
        policyType: 'PI',
        reinsuranceRate: '0.1',
        effectiveFrom: '2010-01-01',
        effectiveTo: '2010-12-31',
        'policy-instalment': [{ calcFrom: '2010-01-01', calcTo: '2010-01-01', amount: '100' }],
      }),
    );
    const answers = await together(10, (index) =>
      server.call('POST', '/api/policy-instalment', { body: { termId: term['id'], ...days(index), amount: '0' } }),
    );
    expect(statuses(answers)).toEqual({ 201: 10 });
    expect(answers.map(({ result }) => result.stageNo as number).sort((a, b) => a - b)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
  });

  test('and a limit of children is not exceeded', async () => {
    const visit = await server.create(
      'berth-visit',
      await visitBody(server, { 'berth-visit-share': [{ holder: 'First', pct: '100' }] }),
    );
    const answers = await together(MANY, (index) =>
      server.call('POST', '/api/berth-visit-share', { body: { visitId: visit['id'], holder: `H${index}`, pct: '1' } }),
    );
    expect(statuses(answers)).toEqual({ 201: 15, 400: MANY - 15 });
  });
});

describe('a reference and the deletion of its row', () => {
  test.each<[string, () => Promise<[string, Json, () => Promise<Answer>]>]>([
    [
      'by a unique code',
      async () => {
        const code = nextCode('F');
        const fleet = await server.create('fleet', { fleetCde: code, fleetName: code });
        const body = await vesselBody(server, { fleet: code });
        return ['fleet', fleet, () => server.call('POST', '/api/vessel', { body })];
      },
    ],
    [
      'by a code of several rows',
      async () => {
        const body = await vesselBody(server);
        const vessel = await server.create('vessel', body);
        const visit = await visitBody(server, { vslCde: body['vslCde'] });
        return ['vessel', vessel, () => server.call('POST', '/api/berth-visit', { body: visit })];
      },
    ],
    [
      'by id',
      async () => {
        const pilot = await server.create('pilot', { pilotCde: nextCode(), pilotName: 'P' });
        return ['pilot', pilot, () => server.call('POST', '/api/pilotage', { body: { pilotId: pilot['id'] } })];
      },
    ],
    [
      'in a list',
      async () => {
        const berth = await server.create('berth', { berthCde: nextCode('R'), berthName: 'R' });
        const code = nextCode('R');
        return [
          'berth',
          berth,
          () =>
            server.call('POST', '/api/berth', {
              body: { berthCde: code, berthName: 'R', neighbours: [berth['berthCde']] },
            }),
        ];
      },
    ],
  ])('never both succeed, %s', async (_, prepare) => {
    for (let round = 0; round < 8; round++) {
      const [entity, row, refer] = await prepare();
      const [referred, deleted] = (await Promise.all([
        refer(),
        server.call('DELETE', `/api/${entity}/${row['id']}`, { body: { rev: 1 } }),
      ])) as [Answer, Answer];
      expect(
        [
          [201, 409],
          [400, 200],
        ],
        `round ${round}`,
      ).toContainEqual([referred.status, deleted.status]);
    }
  });
});

test(`${MANY} creates right after a change of their options do not deadlock`, async () => {
  await server.create('dictionary', { listCde: 'VESSEL_STATUS', code: nextCode('D'), nameEn: 'New', nameCh: '新' });
  const bodies: Json[] = [];
  for (let n = 0; n < MANY; n++) bodies.push(await vesselBody(server));
  await server.create('dictionary', { listCde: 'VESSEL_STATUS', code: nextCode('D'), nameEn: 'New', nameCh: '新' });
  const answers = await together(MANY, (index) =>
    server.call('POST', '/api/vessel', { body: bodies[index]!, headers: { 'idempotency-key': `vessel-${index}` } }),
  );
  expect(statuses(answers)).toEqual({ 201: MANY });
});
