import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { termBody, visitBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
let year = 2000;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const SHARES = 'berth-visit-share';
const INSTALMENTS = 'policy-instalment';
const visit = async (fields: Json = {}): Promise<Json> => server.create('berth-visit', await visitBody(server, fields));
/** A term in its own year, so that it overlaps no other. */
const term = async (fields: (year: number) => Json = () => ({})): Promise<Json> => {
  const own = ++year;
  const body = termBody({
    effectiveFrom: `${own}-01-01`,
    effectiveTo: `${own}-12-31`,
    [INSTALMENTS]: [{ calcFrom: `${own}-01-01`, calcTo: `${own}-12-31` }],
    ...fields(own),
  });
  return server.create('policy-term', body);
};
const patch = (entity: string, row: Json, body: Json): Promise<Answer> =>
  server.call('PATCH', `/api/${entity}/${row['id']}`, { body: { rev: row['rev'], ...body } });
const holders = (row: Json): string[] => row[SHARES].map(({ holder }: Json) => holder);
describe('children saved with their parent', () => {
  test('are stored by a create in one transaction, and returned', async () => {
    const row = await visit({
      [SHARES]: [
        { holder: 'A', pct: '60' },
        { holder: 'B', pct: '40' },
      ],
    });
    expect(row[SHARES]).toMatchObject([
      { holder: 'A', pct: '60', rev: 1, visitId: row['id'] },
      { holder: 'B', pct: '40', visitId: row['id'] },
    ]);
    expect((await server.read('berth-visit', row['id']))[SHARES]).toEqual(row[SHARES]);
  });

  test('are added, changed and deleted by a change of the parent; others stay unchanged', async () => {
    const row = await visit({
      [SHARES]: [
        { holder: 'A', pct: '50' },
        { holder: 'B', pct: '30' },
        { holder: 'C', pct: '20' },
      ],
    });
    const [a, b] = row[SHARES];
    const { result } = await patch('berth-visit', row, {
      [SHARES]: [
        { id: a.id, rev: a.rev, pct: '70' },
        { id: b.id, rev: b.rev, delFlag: 'Y' },
        { holder: 'D', pct: '10' },
      ],
    });
    expect(result[SHARES]).toMatchObject([
      { id: a.id, rev: 2, pct: '70' },
      { holder: 'C', rev: 1, pct: '20' },
      { holder: 'D', rev: 1, pct: '10' },
    ]);
    expect((await server.pool.query('select "delFlag" from berth_visit_share where id = $1', [b.id])).rows).toEqual([
      { delFlag: 'Y' },
    ]);
  });

  test('are deleted with it', async () => {
    const row = await visit({ [SHARES]: [{ holder: 'A', pct: '100' }] });
    await server.call('DELETE', `/api/berth-visit/${row['id']}`, { body: { rev: row['rev'] } });
    expect((await server.call('GET', `/api/${SHARES}/${row[SHARES][0].id}`)).status).toBe(404);
  });

  test('can use the key of a child that the same save deletes', async () => {
    const row = await visit({ [SHARES]: [{ holder: 'A', pct: '100' }] });
    const [a] = row[SHARES];
    const answer = await patch('berth-visit', row, {
      [SHARES]: [
        { holder: 'A', pct: '100' },
        { id: a.id, rev: a.rev, delFlag: 'Y' },
      ],
    });
    expect(answer.status).toBe(200);
    expect(holders(answer.result)).toEqual(['A']);
    expect(answer.result[SHARES][0].id).not.toBe(a.id);
  });
});

describe('an error of a child has the field of the child', () => {
  const table: [string, (row: Json) => unknown, number, string, string?][] = [
    [
      'an invalid value',
      () => [
        { holder: 'X', pct: '60' },
        { holder: 'Y', pct: '101' },
      ],
      400,
      `${SHARES}[1].pct`,
      'MSG_generic_0111',
    ],
    ['a missing value', () => [{ pct: '40' }], 400, `${SHARES}[0].holder`, 'MSG_generic_0100'],
    ['an unknown field', () => [{ holder: 'X', pct: '40', nope: 1 }], 400, `${SHARES}[0].nope`, 'MSG_generic_0119'],
    [
      'a holder that another child has',
      () => [{ holder: 'A', pct: '40' }],
      409,
      `${SHARES}[0].holder`,
      'MSG_generic_0121',
    ],
    [
      'a holder in two new children',
      () => [
        { holder: 'X', pct: '20' },
        { holder: 'X', pct: '20' },
      ],
      409,
      `${SHARES}[1].holder`,
      'MSG_generic_0121',
    ],
    ['a child of another parent', () => [{ id: '999999', rev: 1, pct: '1' }], 400, `${SHARES}[0].id`],
    ['a malformed id', () => [{ id: 'abc', rev: 1, pct: '1' }], 400, `${SHARES}[0].id`],
    [
      'a stale rev',
      (row) => [{ id: row[SHARES][0].id, rev: 9, pct: '60' }],
      409,
      `${SHARES}[0].rev`,
      'MSG_generic_0010',
    ],
    ['another parent', (row) => [{ id: row[SHARES][0].id, rev: 1, visitId: '1' }], 400, `${SHARES}[0].visitId`],
    ['a creater', () => [{ holder: 'X', pct: '40', creater: 'me' }], 400, `${SHARES}[0].creater`, 'MSG_generic_0120'],
    [
      'a delFlag other than Y and N',
      (row) => [{ id: row[SHARES][0].id, rev: 1, delFlag: 'X' }],
      400,
      `${SHARES}[0].delFlag`,
    ],
    ['an object instead of a list', () => ({}), 400, SHARES, 'MSG_generic_0018'],
    ['text in the list', () => ['A'], 400, SHARES, 'MSG_generic_0018'],
    ['null in the list', () => [null], 400, SHARES, 'MSG_generic_0018'],
    ['a wrong sum', () => [{ holder: 'X', pct: '39.99' }], 400, '*', 'MSG_generic_0125'],
  ];
  test.each(table)('%s', async (_, children, status, field, key) => {
    const row = await visit();
    const withA = (await patch('berth-visit', row, { [SHARES]: [{ holder: 'A', pct: '100' }] })).result;
    const [a] = withA[SHARES];
    const current =
      field === '*'
        ? withA
        : (await server.call('PATCH', `/api/${SHARES}/${a.id}`, { body: { rev: a.rev, pct: '60' } }),
          await server.read('berth-visit', row['id']));
    const parent = await server.read('berth-visit', row['id']);
    const list = children(parent);
    const withCurrentRev = Array.isArray(list)
      ? list.map((child) =>
          child?.rev === 1 && child.id === parent[SHARES][0].id ? { ...child, rev: parent[SHARES][0].rev } : child,
        )
      : list;
    const answer = await withoutTrace(
      server,
      () => patch('berth-visit', current, { dues: '11', [SHARES]: withCurrentRev }),
      { status },
    );
    if (field !== '*') expect(answer.errors.map((error) => error.field)).toContain(field);
    if (key) expect(answer.errors[0]!.key).toBe(key);
  });

  test('a child without rev is refused with 428', async () => {
    const row = await visit({ [SHARES]: [{ holder: 'A', pct: '100' }] });
    await withoutTrace(server, () => patch('berth-visit', row, { [SHARES]: [{ id: row[SHARES][0].id, pct: '100' }] }), {
      status: 428,
    });
  });

  test('every invalid child is reported at once', async () => {
    const body = await visitBody(server, {
      [SHARES]: [
        { holder: 'X', pct: '0' },
        { holder: 'Y', pct: 'x' },
      ],
    });
    const answer = await withoutTrace(server, () => server.call('POST', '/api/berth-visit', { body }), { status: 400 });
    expect(answer.errors.map(({ field }) => field)).toEqual([`${SHARES}[0].pct`, `${SHARES}[1].pct`]);
  });
});

describe('a sum over children', () => {
  test.each<[string[], number]>([
    [['100'], 201],
    [['33.3333', '33.3333', '33.3334'], 201],
    [['99.9999'], 400],
    [['100', '0.0001'], 400],
    [['50', '50.0001'], 400],
    [[], 201],
  ])('%j must be 100: %i', async (shares, status) => {
    const body = await visitBody(server, { [SHARES]: shares.map((pct, index) => ({ holder: `H${index}`, pct })) });
    const before = await server.footprint();
    const answer = await server.call('POST', '/api/berth-visit', { body });
    expect(answer.status).toBe(status);
    if (status !== 400) return;
    expect(answer.errors.map(({ key }) => key)).toContain('MSG_generic_0125');
    expect(await server.footprint()).toBe(before);
  });

  test('may differ by its tolerance', async () => {
    const row = await term();
    const total = Number(row['premium']);
    const changeAmount = (amount: number) =>
      patch('policy-term', row, {
        [INSTALMENTS]: [{ id: row[INSTALMENTS][0].id, rev: row[INSTALMENTS][0].rev, amount: amount.toFixed(2) }],
      });
    await withoutTrace(server, () => changeAmount(total + 0.06), { status: 400 });
    await withoutTrace(server, () => changeAmount(total - 0.06), { status: 400 });
    expect((await changeAmount(total + 0.05)).status).toBe(200);
  });

  test('is validated again before a transition', async () => {
    const row = await visit({ [SHARES]: [{ holder: 'A', pct: '100' }] });
    const [a] = row[SHARES];
    expect((await server.call('PATCH', `/api/${SHARES}/${a.id}`, { body: { rev: 1, pct: '90' } })).status).toBe(200);
    const { rev } = await server.read('berth-visit', row['id']);
    await withoutTrace(
      server,
      () => server.call('POST', `/api/berth-visit/${row['id']}/actions/confirm`, { body: { rev } }),
      { status: 400, key: 'MSG_generic_0125' },
    );
  });
});

describe('limits', () => {
  const shares = (count: number): Json[] =>
    Array.from({ length: count }, (_, index) => ({
      holder: `H${index}`,
      pct: index === 0 ? String(100 - (count - 1)) : '1',
    }));

  test('refuses a 17th child', async () => {
    const row = await visit({ [SHARES]: shares(16) });
    expect(row[SHARES]).toHaveLength(16);
    const body = await visitBody(server, { [SHARES]: shares(17) });
    await withoutTrace(server, () => server.call('POST', '/api/berth-visit', { body }), {
      status: 400,
      errors: [{ field: SHARES, key: 'MSG_generic_0156' }],
    });
    await withoutTrace(
      server,
      () => server.call('POST', `/api/${SHARES}`, { body: { visitId: row['id'], holder: 'One more', pct: '1' } }),
      { status: 400, key: 'MSG_generic_0156' },
    );
  });

  test('refuses a parent without children', async () => {
    await withoutTrace(
      server,
      () =>
        server.call('POST', '/api/policy-term', {
          body: termBody({ effectiveFrom: '1990-01-01', effectiveTo: '1990-12-31', [INSTALMENTS]: [] }),
        }),
      { status: 400, errors: [{ field: INSTALMENTS, key: 'MSG_generic_0155' }] },
    );
    const row = await term();
    const [only] = row[INSTALMENTS];
    await withoutTrace(
      server,
      () => patch('policy-term', row, { [INSTALMENTS]: [{ id: only.id, rev: only.rev, delFlag: 'Y' }] }),
      { status: 400, errors: [{ field: INSTALMENTS, key: 'MSG_generic_0155' }] },
    );
    await withoutTrace(
      server,
      () => server.call('DELETE', `/api/${INSTALMENTS}/${only.id}`, { body: { rev: only.rev } }),
      { status: 400, key: 'MSG_generic_0155' },
    );
  });
});

describe('a sequence', () => {
  const halves = (own: number): Json => ({
    [INSTALMENTS]: [
      { calcFrom: `${own}-01-01`, calcTo: `${own}-06-30` },
      { calcFrom: `${own}-07-01`, calcTo: `${own}-12-31` },
    ],
  });

  test('gets numbers automatically, from its start', async () => {
    const row = await term(halves);
    expect(row[INSTALMENTS].map(({ stageNo }: Json) => stageNo)).toEqual([1, 2]);
    expect(row[INSTALMENTS].map(({ days }: Json) => typeof days)).toEqual(['number', 'number']);
  });

  test('accepts only the next number', async () => {
    const row = await term((own) => ({
      [INSTALMENTS]: [{ stageNo: 1, calcFrom: `${own}-01-01`, calcTo: `${own}-12-31` }],
    }));
    expect(row[INSTALMENTS]).toMatchObject([{ stageNo: 1 }]);
    for (const stageNo of [1, 3, 20]) {
      const answer = await server.call('POST', `/api/${INSTALMENTS}`, {
        body: { termId: row['id'], stageNo, calcFrom: `${year}-12-31`, calcTo: `${year}-12-31` },
      });
      expect([400, 409], String(stageNo)).toContain(answer.status);
    }
    const [only] = row[INSTALMENTS];
    await withoutTrace(
      server,
      () => server.call('PATCH', `/api/${INSTALMENTS}/${only.id}`, { body: { rev: only.rev, stageNo: 5 } }),
      { status: 400, errors: [{ field: 'stageNo' }] },
    );
  });

  test('allows only its last row to be deleted', async () => {
    const row = await term(halves);
    const [first, last] = row[INSTALMENTS];
    await withoutTrace(server, () => server.call('DELETE', `/api/${INSTALMENTS}/${first.id}`, { body: { rev: 1 } }), {
      status: 409,
      key: 'MSG_generic_0157',
    });
    const half = String(row['premium']);
    const answer = await patch('policy-term', row, {
      [INSTALMENTS]: [
        { id: last.id, rev: last.rev, delFlag: 'Y' },
        { id: first.id, rev: first.rev, calcTo: `${year}-12-31`, amount: half },
      ],
    });
    expect(answer.status).toBe(200);
    const next = await server
      .create(INSTALMENTS, { termId: row['id'], calcFrom: `${year}-12-31`, calcTo: `${year}-12-31` })
      .catch((error: Error) => error.message);
    expect(next, 'the days overlap those of the first row').toMatch(/409/);
  });
});

describe('children are frozen with the parent', () => {
  test('children of a confirmed visit can be neither added, changed, moved nor deleted', async () => {
    const open = await visit({ [SHARES]: [{ holder: 'Z', pct: '100' }] });
    const row = await visit({ [SHARES]: [{ holder: 'A', pct: '100' }] });
    const [a] = row[SHARES];
    await server.call('POST', `/api/berth-visit/${row['id']}/actions/confirm`, { body: { rev: row['rev'] } });
    const expected = { status: 409, key: 'MSG_generic_0031' };
    await withoutTrace(
      server,
      () => server.call('POST', `/api/${SHARES}`, { body: { visitId: row['id'], holder: 'B', pct: '1' } }),
      expected,
    );
    await withoutTrace(
      server,
      () => server.call('PATCH', `/api/${SHARES}/${a.id}`, { body: { rev: 1, pct: '99' } }),
      expected,
    );
    await withoutTrace(
      server,
      () => server.call('PATCH', `/api/${SHARES}/${a.id}`, { body: { rev: 1, visitId: open['id'] } }),
      { code: 1 },
    );
    await withoutTrace(
      server,
      () => server.call('PATCH', `/api/${SHARES}/${open[SHARES][0].id}`, { body: { rev: 1, visitId: row['id'] } }),
      { code: 1 },
    );
    await withoutTrace(server, () => server.call('DELETE', `/api/${SHARES}/${a.id}`, { body: { rev: 1 } }), expected);
    const { rev } = await server.read('berth-visit', row['id']);
    await withoutTrace(
      server,
      () => patch('berth-visit', { id: row['id'], rev }, { [SHARES]: [{ holder: 'B', pct: '1' }] }),
      expected,
    );
  });
});

test('a rule of a child can read the parent, and a rule of the parent its children', async () => {
  const outside = () =>
    server.call('POST', '/api/policy-term', {
      body: termBody({
        effectiveFrom: '1980-01-01',
        effectiveTo: '1980-12-31',
        [INSTALMENTS]: [{ calcFrom: '1979-12-31', calcTo: '1980-12-31' }],
      }),
    });
  await withoutTrace(server, outside, {
    status: 400,
    errors: [{ field: `${INSTALMENTS}[0].calcFrom` }, { field: `${INSTALMENTS}[0].calcTo` }],
  });
  const quarters = Array.from({ length: 5 }, (_, index) => ({
    calcFrom: `1981-0${index + 1}-01`,
    calcTo: `1981-0${index + 1}-28`,
    amount: '20.05',
  }));
  const fiveInstalments = await server.call('POST', '/api/policy-term', {
    body: termBody({
      effectiveFrom: '1981-01-01',
      effectiveTo: '1981-12-31',
      premium: '100.25',
      [INSTALMENTS]: quarters,
    }),
  });
  expect(fiveInstalments).toMatchObject({ status: 400, errors: [{ field: 'policyType', key: 'MSG_generic_0126' }] });
});

test('a total uses the stored values of children that are not saved with the parent', async () => {
  const repair = await server.create('dike-repair', {
    dikeRepairCde: 'OLDER',
    budget: '1000',
    'dike-repair-day': [
      { hours: '2', price: '10' },
      { hours: '3', price: '10' },
    ],
  });
  const [first, second] = repair['dike-repair-day'];
  expect([repair['cost'], repair['left']]).toEqual(['50.00', '950.00']);
  // a value that an earlier version of the formula may have computed
  await server.pool.query('update dike_repair_day set cost = 99 where id = $1', [first.id]);
  const changedParent = (
    await server.call('PATCH', `/api/dike-repair/${repair['id']}`, { body: { rev: repair['rev'], budget: '2000' } })
  ).result;
  expect([changedParent['cost'], changedParent['left']]).toEqual(['129.00', '1871.00']);
  const changedChild = (
    await server.call('PATCH', `/api/dike-repair/${repair['id']}`, {
      body: { rev: changedParent['rev'], 'dike-repair-day': [{ id: second.id, rev: second.rev, hours: '4' }] },
    })
  ).result;
  expect(changedChild['cost']).toBe('139.00');
  expect((await server.read('dike-repair', repair['id']))['dike-repair-day'].map(({ cost }: Json) => cost)).toEqual([
    '99.00',
    '40.00',
  ]);
});
