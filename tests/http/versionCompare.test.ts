import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAll } from '../kernel/transfer/workbooks.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { tariffs, type Tariffs } from './versions.ts';

let server: TestServer;
let own: Tariffs;
beforeAll(async () => {
  server = await startTestServer();
  own = tariffs(server);
});
afterAll(() => server.close());

const LINES = 'tariff-line';
const compare = (from: Json, to: Json, more = '', token?: string): Promise<Answer> =>
  server.call(
    'GET',
    `/api/tariff-version/${from['id']}/compare?with=${to['id']}${more}`,
    token === undefined ? {} : { token },
  );
const two = async (first: Json[], second: Json[], otherSeason = false): Promise<[Json, Json]> => {
  const from = await own.version({ [LINES]: first });
  const to = await own.version({
    ...(otherSeason ? {} : { season: from['season'] }),
    versionNo: 'V2',
    [LINES]: second,
  });
  return [from, to];
};

describe('a comparison of two versions', () => {
  test('matches rows by their natural key, and lists each with its amounts and other changes', async () => {
    const [from, to] = await two(
      [
        { item: 'A', quantity: 1, price: '10.00', cur: 'USD', note: 'old' },
        { item: 'B', quantity: 2, price: '0.10', cur: 'USD' },
        { item: 'C', quantity: 3, price: '7.00', cur: 'USD' },
      ],
      [
        { item: 'B', quantity: 2, price: '0.10', cur: 'USD' },
        { item: 'A', quantity: 1, price: '12.34', cur: 'USD', note: 'new' },
        { item: 'D', price: '5.00', cur: 'USD' },
      ],
    );
    const { result } = await compare(from, to);
    expect(result.from).toMatchObject({ id: from['id'], versionNo: 'V1' });
    expect(result.to).toMatchObject({ id: to['id'], versionNo: 'V2' });
    const [part] = result.parts;
    expect(part).toMatchObject({ entity: LINES, counts: { added: 1, removed: 1, changed: 1, same: 1 } });
    expect(part.rows).toEqual([
      {
        title: { en: 'A', zh: 'A' },
        change: 'changed',
        from: from[LINES][0].id,
        to: to[LINES][1].id,
        fields: [
          { field: 'price', from: '10.00', to: '12.34', difference: '2.34' },
          { field: 'fee', from: '10.00', to: '12.34', difference: '2.34' },
          { field: 'note', from: 'old', to: 'new', difference: null },
        ],
      },
      {
        title: { en: 'B', zh: 'B' },
        change: 'same',
        from: from[LINES][1].id,
        to: to[LINES][0].id,
        fields: [
          { field: 'price', from: '0.10', to: '0.10', difference: '0.00' },
          { field: 'fee', from: '0.20', to: '0.20', difference: '0.00' },
        ],
      },
      {
        title: { en: 'C', zh: 'C' },
        change: 'removed',
        from: from[LINES][2].id,
        to: null,
        fields: [
          { field: 'price', from: '7.00', to: null, difference: '-7.00' },
          { field: 'fee', from: '21.00', to: null, difference: '-21.00' },
        ],
      },
      {
        title: { en: 'D', zh: 'D' },
        change: 'added',
        from: null,
        to: to[LINES][2].id,
        fields: [{ field: 'price', from: null, to: '5.00', difference: '5.00' }],
      },
    ]);
    expect(part.totals).toEqual([
      { field: 'price', currency: 'USD', from: '17.10', to: '17.44', difference: '0.34' },
      { field: 'fee', currency: 'USD', from: '31.20', to: '12.54', difference: '-18.66' },
    ]);
  });

  test('has opposite signs in the opposite direction', async () => {
    const [from, to] = await two(
      [{ item: 'A', price: '1.00', cur: 'USD' }],
      [{ item: 'A', price: '3.50', cur: 'USD' }],
    );
    expect((await compare(to, from)).result.parts[0].totals).toEqual([
      { field: 'price', currency: 'USD', from: '3.50', to: '1.00', difference: '-2.50' },
    ]);
  });

  test('can be limited to differences; equal rows are still counted', async () => {
    const [from, to] = await two(
      own.lines(),
      own.lines().map((line, index) => (index === 0 ? { ...line, quantity: 9 } : line)),
    );
    const {
      result: {
        parts: [part],
      },
    } = await compare(from, to, '&only=differences');
    expect(part.counts).toEqual({ added: 0, removed: 0, changed: 1, same: 1 });
    expect(part.rows.map(({ change }: Json) => change)).toEqual(['changed']);
    expect(part.rows[0].fields).toContainEqual({ field: 'quantity', from: 3, to: 9, difference: '6' });
  });

  test('shows exact totals by currency', async () => {
    const [from, to] = await two(
      [
        { item: 'A', price: '0.10', cur: 'USD' },
        { item: 'B', price: '0.20', cur: 'USD' },
        { item: 'C', price: '5', cur: 'CNY' },
      ],
      [
        { item: 'A', price: '0.30', cur: 'USD' },
        { item: 'E', price: '1' },
      ],
    );
    expect((await compare(from, to)).result.parts[0].totals).toEqual([
      { field: 'price', currency: null, from: '0.00', to: '1.00', difference: '1.00' },
      { field: 'price', currency: 'CNY', from: '5.00', to: '0.00', difference: '-5.00' },
      { field: 'price', currency: 'USD', from: '0.30', to: '0.30', difference: '0.00' },
    ]);
  });

  test('shows a row with a moved period as changed; rows with the same key are matched in order', async () => {
    const [from, to] = await two(
      [
        { item: 'A', validFrom: '2026-01-01', price: '1' },
        { item: 'A', validFrom: '2026-06-01', price: '2' },
      ],
      [
        { item: 'A', validFrom: '2026-06-01', price: '2' },
        { item: 'A', validFrom: '2026-02-01', price: '1' },
      ],
    );
    const {
      result: {
        parts: [part],
      },
    } = await compare(from, to);
    expect(part.counts).toEqual({ added: 0, removed: 0, changed: 1, same: 1 });
    expect(part.rows[0]).toMatchObject({
      change: 'changed',
      fields: [
        { field: 'validFrom', from: '2026-01-01', to: '2026-02-01' },
        { field: 'price', from: '1.00', to: '1.00' },
      ],
    });
  });

  test('ignores the field that names the season between two seasons', async () => {
    const [from, to] = await two(
      [{ item: 'A', season: 'OLD', price: '1' }],
      [{ item: 'A', season: 'NEW', price: '1' }],
      true,
    );
    expect((await compare(from, to)).result.parts[0].counts).toEqual({ added: 0, removed: 0, changed: 0, same: 1 });
  });

  test('is empty without rows', async () => {
    const [from, to] = await two([], []);
    expect((await compare(from, to)).result.parts).toEqual([
      { entity: LINES, counts: { added: 0, removed: 0, changed: 0, same: 0 }, totals: [], rows: [] },
    ]);
  });

  test('omits a field that the role does not see, in rows and in totals', async () => {
    await server.create('role', {
      roleName: 'Tariff reader',
      'role-permission': [{ permissionId: 'harbour.*', actionEntitySet: ['query'] }],
    });
    const token = await server.logInAs('tariffReader', 'Tariff reader');
    const [from, to] = await two(
      [{ item: 'A', price: '1', secretFee: '100' }],
      [{ item: 'A', price: '1', secretFee: '999' }],
    );
    const seen = await compare(from, to, '', token);
    expect(seen.text).not.toContain('secretFee');
    expect(seen.result.parts[0].counts).toMatchObject({ same: 1, changed: 0 });
    expect((await compare(from, to)).result.parts[0].totals).toContainEqual({
      field: 'secretFee',
      currency: null,
      from: '100.00',
      to: '999.00',
      difference: '899.00',
    });
  });

  test.each<[string, (from: Json, to: Json) => string, number, string | undefined]>([
    ['with none', (from) => `/api/tariff-version/${from['id']}/compare`, 400, 'MSG_generic_0166'],
    ['with one that is not there', (from) => `/api/tariff-version/${from['id']}/compare?with=999999`, 404, undefined],
    ['with an id of no shape', (from) => `/api/tariff-version/${from['id']}/compare?with=x`, 404, undefined],
    ['of one that is not there', (_, to) => `/api/tariff-version/999999/compare?with=${to['id']}`, 404, undefined],
    ['of what has no versions', (_, to) => `/api/tariff-season/1/compare?with=${to['id']}`, 404, undefined],
    [
      'with an unknown word',
      (from, to) => `/api/tariff-version/${from['id']}/compare?with=${to['id']}&sum=1`,
      400,
      'MSG_generic_0013',
    ],
  ])('%s it is refused', async (_, address, status, key) => {
    const [from, to] = await two([], []);
    const answer = await server.call('GET', address(from, to));
    expect([answer.status, answer.errors[0]?.key]).toEqual([status, key]);
  });

  test('requires permission to read versions', async () => {
    const [from, to] = await two([{ item: 'A' }], [{ item: 'B' }]);
    const token = await server.logInAs('stranger', 'Litigation officer');
    expect((await compare(from, to, '', token)).status).toBe(403);
  });

  test('as a workbook has a line for each row, with both amounts and their difference', async () => {
    const [from, to] = await two(
      [{ item: 'A', price: '10', cur: 'USD', note: 'old' }],
      [
        { item: 'A', price: '12.5', cur: 'USD', note: '=new()' },
        { item: 'B', price: '1', cur: 'USD' },
      ],
    );
    const { status, headers, bytes } = await server.download(
      `/api/tariff-version/${from['id']}/compare/export?with=${to['id']}`,
    );
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
    const text = JSON.stringify(await readAll(bytes));
    for (const shown of ['Changed', 'Added', '12.5', '2.5', 'Note: old → =new()']) expect(text).toContain(shown);
  });

  test('as a workbook requires permission to export', async () => {
    const token = await server.logInAs('tariffReader2', 'Tariff reader');
    const [from, to] = await two([], []);
    expect(
      (await server.call('GET', `/api/tariff-version/${from['id']}/compare/export?with=${to['id']}`, { token })).status,
    ).toBe(403);
  });
});
