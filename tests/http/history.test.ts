import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAuditLines } from '../fixtures/auditLines.ts';
import { visitBody } from './rows.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const history = async (entity: string, id: string): Promise<Json[]> =>
  (await server.call('GET', `/api/${entity}/${id}/history`)).result;

test('each line has user, time, action, and the old and new value of each changed field', async () => {
  const row = await server.create('specimen', {
    specimenCde: 'H1',
    moneyValue: '5',
    rateValue: '0.10',
    dateTimeValue: '2024-03-01T08:00:00+08:00',
    multiChoiceValue: ['B', 'A'],
    textValue: ' trimmed ',
  });
  const changed = (
    await server.call('PATCH', `/api/specimen/${row['id']}`, {
      body: { rev: 1, moneyValue: '7.5', rateValue: null, dateTimeValue: '2024-03-02T00:00:00Z', textValue: 'trimmed' },
    })
  ).result;
  const [change, creation, ...more] = await history('specimen', row['id']);
  expect(more).toEqual([]);
  expect(creation).toMatchObject({ action: 'create', by: 'admin', byName: 'Administrator', at: row['createAt'] });
  expect(change).toMatchObject({ action: 'update', at: changed['updateAt'] });
  const created = Object.fromEntries(creation!['changes'].map(({ field, from, to }: Json) => [field, [from, to]]));
  for (const [field, [from, to]] of Object.entries(created) as [string, [unknown, unknown]][]) {
    expect(from).toBeNull();
    expect(to, field).toEqual(row[field]);
  }
  expect(Object.keys(created).sort()).toEqual([
    'dateTimeValue',
    'moneyValue',
    'multiChoiceValue',
    'rateValue',
    'specimenCde',
    'textValue',
  ]);
  expect(change!['changes'].toSorted((a: Json, b: Json) => a['field'].localeCompare(b['field']))).toEqual([
    { field: 'dateTimeValue', from: '2024-03-01T00:00:00.000Z', to: '2024-03-02T00:00:00.000Z' },
    { field: 'moneyValue', from: '5.00', to: '7.50' },
    { field: 'rateValue', from: '0.1', to: null },
  ]);
});

test('sensitive and write-only fields are listed as changed, without values', async () => {
  const [first, second] = ['DE89370400440532013000', 'GB82WEST12345698765432'];
  const row = await server.create('berth', { berthCde: 'H2', berthName: 'Hidden', operatorIban: first });
  await server.call('PATCH', `/api/berth/${row['id']}`, { body: { rev: 1, operatorIban: second } });
  const lines = await history('berth', row['id']);
  expect(lines[0]!['changes']).toEqual([{ field: 'operatorIban', from: expect.any(String), to: expect.any(String) }]);
  const stored = (await server.pool.query("select string_agg(changes::text, '') as text from kernel.audit")).rows[0]
    .text;
  for (const text of [JSON.stringify(lines), stored])
    for (const secret of [first, second]) expect(text).not.toContain(secret);
});

test('contains deletions, but no refused calls', async () => {
  const row = await server.create('pilot', { pilotCde: 'H3', pilotName: 'Name' });
  await server.call('PATCH', `/api/pilot/${row['id']}`, { body: { rev: 1, pilotName: 'x'.repeat(51) } });
  await server.call('PATCH', `/api/pilot/${row['id']}`, { body: { rev: 5, pilotName: 'Stale' } });
  expect(await history('pilot', row['id'])).toHaveLength(1);
  await server.call('DELETE', `/api/pilot/${row['id']}`, { body: { rev: 1 } });
  const { rows } = await server.pool.query(
    `select action, changes, "by" from kernel.audit where entity = 'pilot' and "entityId" = $1 order by id`,
    [row['id']],
  );
  expect(rows).toMatchObject([
    { action: 'create' },
    { action: 'delete', by: 'admin', changes: { delFlag: ['N', 'Y'] } },
  ]);
});

test('each audit line names the request that wrote it', async () => {
  const refused = await server.call('POST', '/api/pilot', { body: {} });
  const row = await server.create('pilot', { pilotCde: 'H4', pilotName: 'Name' });
  const { rows } = await server.pool.query(
    `select "requestId" from kernel.audit where entity = 'pilot' and "entityId" = $1`,
    [row['id']],
  );
  expect(rows).toEqual([{ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  expect(rows[0].requestId).not.toBe(refused.requestId);
});

describe('by pages', () => {
  let id: string;
  beforeAll(async () => {
    ({ id } = (await server.create('pilot', { pilotCde: 'H5', pilotName: 'Name' })) as { id: string });
    const line = { entity: 'pilot', entityId: id, action: 'update', by: 'admin' };
    const lines = Array.from({ length: 1204 }, (_, n) => ({ ...line, changes: { pilotName: [`N${n}`, `N${n + 1}`] } }));
    await insertAuditLines(server.pool, lines);
  });
  const page = (query: string) => server.call('GET', `/api/pilot/${id}/history?${query}`);
  const names = (records: Json[]) =>
    records.map(({ changes }) => changes.find(({ field }: Json) => field === 'pilotName').to);

  test('without a page it returns the latest lines, as a list', async () => {
    const lines = await history('pilot', id);
    expect(lines).toHaveLength(1000);
    expect(names(lines.slice(0, 2))).toEqual(['N1204', 'N1203']);
  });

  test.each<[string, number, string | undefined, string | undefined]>([
    ['current=1&pageSize=2', 2, 'N1204', 'N1203'],
    ['pageSize=3', 3, 'N1204', 'N1202'],
    ['current=2', 20, 'N1184', 'N1165'],
    ['current=2&pageSize=1000', 205, 'N204', 'Name'],
    ['current=3&pageSize=1000', 0, undefined, undefined],
  ])('%s', async (query, count, first, last) => {
    const { result } = await page(query);
    expect(result).toMatchObject({ total: 1205 });
    expect(names(result.records)).toHaveLength(count);
    expect([names(result.records)[0], names(result.records).at(-1)]).toEqual([first, last]);
  });

  test.each(['current=0', 'pageSize=1001', 'pageSize=x', 'sort=at', 'current=1&where=[]'])(
    'refuses %s',
    async (query) => {
      expect(await page(query)).toMatchObject({ status: 400, result: null });
    },
  );
});

describe('with its children', () => {
  const SHARES = 'berth-visit-share';
  let visit: Json;
  let shares: Json[];
  beforeAll(async () => {
    await server.create('berth-visit', await visitBody(server, { [SHARES]: [{ holder: 'Other', pct: '100' }] }));
    visit = await server.create(
      'berth-visit',
      await visitBody(server, {
        [SHARES]: [
          { holder: 'A', pct: '60' },
          { holder: 'B', pct: '40' },
        ],
      }),
    );
    shares = visit[SHARES];
    const { status } = await server.call('PATCH', `/api/berth-visit/${visit['id']}`, {
      body: {
        rev: visit['rev'],
        [SHARES]: [
          { id: shares[0]!['id'], rev: shares[0]!['rev'], pct: '100' },
          { id: shares[1]!['id'], rev: shares[1]!['rev'], delFlag: 'Y' },
        ],
      },
    });
    expect(status).toBe(200);
  });
  const page = (query: string) => server.call('GET', `/api/berth-visit/${visit['id']}/history?${query}`);
  const lineOf = ({ action, part }: Json): string =>
    `${action} ${part === undefined ? 'itself' : `${part.entity} ${part.id}`}`;

  test('lines of record and children are in one order, with deleted children and without other records', async () => {
    const { records, total } = (await page('parts=true')).result;
    expect(records.map(lineOf).toSorted()).toEqual(
      [
        'create itself',
        `create ${SHARES} ${shares[0]!['id']}`,
        `create ${SHARES} ${shares[1]!['id']}`,
        `delete ${SHARES} ${shares[1]!['id']}`,
        `update ${SHARES} ${shares[0]!['id']}`,
        ...records.map(lineOf).filter((one: string) => one === 'update itself'),
      ].toSorted(),
    );
    expect(total).toBe(records.length);
    expect(records.map(({ id }: Json) => Number(id))).toEqual(
      records.map(({ id }: Json) => Number(id)).toSorted((a: number, b: number) => b - a),
    );
    const second = (await page('parts=true&current=2&pageSize=2')).result;
    expect(second).toMatchObject({ total, current: 2, pageSize: 2 });
    expect(second.records).toEqual(records.slice(2, 4));
  });

  test('children are omitted unless requested', async () => {
    for (const query of ['current=1', 'parts=false&current=1'])
      expect((await page(query)).result.records.filter(({ part }: Json) => part !== undefined)).toEqual([]);
    expect(await page('parts=many')).toMatchObject({ status: 400, result: null });
  });
});
