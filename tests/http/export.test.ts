import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest } from '../longTest.ts';
import { readAll } from '../kernel/transfer/workbooks.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roots: [resolve(import.meta.dirname, '../fixtures/towing')] });
  const rows: Json[] = [
    {
      berthCde: 'A1',
      berthName: 'Plain',
      berthLength: '100',
      handles: ['CONTAINER', 'BULK'],
      discountPct: '12.5',
      openMonth: '202001',
      operatorIban: 'DE89370400440532013000',
    },
    { berthCde: 'A2', berthName: '=1+1', tariffFactor: '0.00000001' },
    { berthCde: 'A3', berthName: 'Comma, "quote"' },
    { berthCde: 'A4', berthName: '上海' },
    { berthCde: 'B1', berthName: '@SUM(A1)' },
  ];
  for (const row of rows) await server.create('berth', row);
  const deleted = await server.create('berth', { berthCde: 'Z9', berthName: 'Gone' });
  await server.call('DELETE', `/api/berth/${deleted['id']}`, { body: { rev: 1 } });
});
afterAll(() => server.close());

const where = (...conditions: Json[]): string => `where=${encodeURIComponent(JSON.stringify(conditions))}`;

/** The cells of an export, heading row first. */
async function cells(query: string, headers: Record<string, string> = {}): Promise<string[][]> {
  const { status, bytes } = await server.download(`/api/berth/export?${query}`, headers);
  expect(status).toBe(200);
  return (await readAll(bytes)).map((row) => row.cells);
}

describe.each(['xlsx', 'csv'])('an export as %s', (format) => {
  test('has every field that a list shows, under its label, and every row that is not deleted', async () => {
    const [headings, ...rows] = await cells(`format=${format}&sort=berthCde`, { 'accept-language': 'en-US' });
    expect(headings!.map((heading) => heading.replace(/\s*\*$/, ''))).toEqual([
      'Berth code',
      'Berth name',
      'Length in metres',
      'Handles',
      'Neighbouring berths',
      'Tariff factor',
      'Discount',
      'Opened in',
      'Berthing guide',
      "Operator's BIC",
      'Record version',
    ]);
    expect(rows.map(([code]) => code)).toEqual(['A1', 'A2', 'A3', 'A4', 'B1']);
    expect(rows[0]!.slice(1, 4)).toEqual(['Plain', '100', expect.stringMatching(/CONTAINER|Containers/)]);
    expect(rows[2]![1]).toBe('Comma, "quote"');
    expect(rows[3]![1]).toBe('上海');
  });

  test('never starts a formula', async () => {
    const { bytes } = await server.download(`/api/berth/export?format=${format}`);
    if (format === 'csv') {
      for (const cell of bytes.toString().split(/[\r\n,]+/)) expect(cell.replace(/^"/, '')).not.toMatch(/^[=@+]/);
      return;
    }
    expect((await cells(`format=xlsx&${where({ name: 'berthCde', type: 'equal', value: 'A2' })}`))[1]![1]).toMatch(
      /=1\+1$/,
    );
  });

  test('applies the list’s filters, its sort order and its columns', async () => {
    const [headings, ...rows] = await cells(
      `format=${format}&columns=berthName,berthCde&sort=-berthCde&${where({ name: 'berthCde', type: 'like', value: 'A' })}`,
      { 'accept-language': 'zh-CN' },
    );
    expect(headings!.map((heading) => heading.replace(/\s*\*$/, ''))).toEqual(['泊位名称', '泊位代码']);
    expect(rows.map((row) => row[1])).toEqual(['A4', 'A3', 'A2', 'A1']);
  });

  test('without rows has its headings', async () => {
    expect(await cells(`format=${format}&${where({ name: 'berthCde', type: 'equal', value: 'NONE' })}`)).toHaveLength(
      1,
    );
  });

  test('is a download with the name of the entity', async () => {
    const { headers, bytes } = await server.download(`/api/berth/export?format=${format}`, {
      'accept-language': 'zh-CN',
    });
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="__.${format}"; filename*=UTF-8''${encodeURIComponent('泊位')}.${format}`,
    );
    expect(headers.get('content-type')).toMatch(
      format === 'csv' ? /^text\/csv/ : /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(bytes.includes('DE89370400440532013000')).toBe(false);
  });
});

test.each<[string, string]>([
  ['format=pdf', 'format'],
  ['format[]=csv', 'format'],
  ['columns=nope', 'columns'],
  ['columns=operatorIban', 'columns'],
  ['columns=__proto__', 'columns'],
  ['sort=nope', 'sort'],
  ['where=x', 'where'],
  [where({ name: 'operatorIban', type: 'like', value: 'DE' }), 'operatorIban'],
  ['current=0', 'current'],
  ['nope=1', 'nope'],
])('?%s is refused before a byte is sent', async (query, field) => {
  const answer = await server.call('GET', `/api/berth/export?${query}`);
  expect(answer).toMatchObject({ status: 400, code: 1, errors: [{ field }] });
  expect(answer.headers.get('content-disposition')).toBeNull();
});

test.each(['xlsx', 'csv'])('an entity’s own limit applies to %s, counted after the filter', async (format) => {
  const towCount = (await server.call('GET', '/api/tow')).result.total as number;
  for (let n = towCount; n < 4; n++) await server.create('tow', { towNo: `X${n}` });
  const [all, three] = [
    `/api/tow/export?format=${format}`,
    `/api/tow/export?format=${format}&${where({ name: 'towNo', type: 'array', value: ['X1', 'X2', 'X3'] })}`,
  ];
  const answer = await server.call('GET', all);
  expect(answer).toMatchObject({ status: 400, key: 'MSG_upload_0042', message: expect.stringContaining('3') });
  expect(answer.headers.get('content-disposition')).toBeNull();
  const { status, bytes } = await server.download(three);
  expect(status).toBe(200);
  expect(await readAll(bytes)).toHaveLength(4);
});

/** Rows that are still being sent when a reader has the first of them. */
const LONG_LIST = 10_000;

test('a long list is streamed, and its database session is released when the reader disconnects', async () => {
  await server.pool.query(
    `insert into pilot ("pilotCde", "pilotName", creater, updater) select 'N' || n, repeat('x', 40), 'test', 'test' from generate_series(1, ${LONG_LIST}) n`,
  );
  const controller = new AbortController();
  const response = await fetch(`${server.url}/api/pilot/export?format=csv`, {
    headers: { authorization: `Bearer ${server.token}` },
    signal: controller.signal,
  });
  const { value } = await response.body!.getReader().read();
  expect(value!.length).toBeGreaterThan(0);
  controller.abort();
  const open = async (): Promise<number> =>
    (
      await server.pool.query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid() and query like '%pilot%'`,
      )
    ).rows[0].n;
  await expect.poll(open, { timeout: 60_000 }).toBe(0);
  const all = (await server.download('/api/pilot/export?format=csv&columns=pilotCde')).bytes
    .toString()
    .trim()
    .split(/\r?\n/);
  expect(all).toHaveLength(LONG_LIST + 1);
  expect(new Set(all).size).toBe(LONG_LIST + 1);
  const broken = Array.from({ length: 12 }, async () => {
    const stopped = new AbortController();
    const cut = await fetch(`${server.url}/api/pilot/export?format=xlsx`, {
      headers: { authorization: `Bearer ${server.token}` },
      signal: stopped.signal,
    });
    await cut.body!.getReader().read();
    stopped.abort();
  });
  await Promise.all(broken);
  expect(
    (await server.call('GET', '/api/pilot?pageSize=1')).status,
    'more readers gone than there are sessions, and the server still has sessions',
  ).toBe(200);
});

longTest('a HEAD request for an export releases its database session', async () => {
  const heads = Array.from({ length: 8 }, () =>
    fetch(`${server.url}/api/pilot/export?format=csv`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${server.token}` },
    }),
  );
  for (const { status, headers } of await Promise.all(heads)) {
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/csv/);
  }
  expect(
    (await server.download('/api/pilot/export?format=csv&columns=pilotCde')).bytes.toString().trim().split(/\r?\n/),
  ).toHaveLength(LONG_LIST + 1);
});

test('a template has the headings of all importable fields, in the language of the request', async () => {
  for (const [language, heading] of [
    ['en-US', 'Berth code'],
    ['zh-CN', '泊位代码'],
  ] as const) {
    const { status, headers, bytes } = await server.download('/api/berth/template', { 'accept-language': language });
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/\.xlsx$/);
    const [headings, ...rows] = await readAll(bytes);
    expect(headings!.cells[0]!.replace(/\s*\*$/, '')).toBe(heading);
    expect(rows).toEqual([]);
  }
  expect((await server.call('GET', '/api/no-such-entity/template')).status).toBe(404);
});
