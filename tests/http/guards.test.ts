import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ referenceData: false });
});
afterAll(() => server.close());

let buoyCount = 0;
const buoy = async (columns: Json): Promise<Json> => {
  const row = await server.create('buoy', { buoyNo: `B${++buoyCount}` });
  for (const [name, value] of Object.entries(columns))
    await server.pool.query(`update buoy set "${name}" = $1 where id = $2`, [value, row['id']]);
  return row;
};

const SOMEBODY = 'somebody-else';
const OPERATIONS: [
  operation: 'edit' | 'delete',
  columns: Json,
  refused: { key: string; en: string; zh: string } | undefined,
][] = [
  ['edit', {}, undefined],
  ['delete', {}, undefined],
  ['edit', { lit: 'Y' }, undefined],
  ['delete', { lit: 'Y' }, { key: 'MSG_harbour_0001', en: 'A buoy that is lit stays', zh: '点亮的浮标不能删除' }],
  [
    'edit',
    { lit: 'Y', creater: SOMEBODY },
    { key: 'MSG_generic_0037', en: 'The conditions for this step are not met yet', zh: '尚不满足此操作的条件' },
  ],
  ['edit', { lit: null, creater: SOMEBODY }, undefined],
  ['delete', { lit: null }, undefined],
];

test.each(OPERATIONS)('%s of a row with %j: refused %j', async (operation, columns, refused) => {
  const { id, rev } = await buoy(columns);
  const send = (language: string) =>
    operation === 'edit'
      ? server.call('PATCH', `/api/buoy/${id}`, { language, body: { rev, chart: '1204' } })
      : server.call('DELETE', `/api/buoy/${id}`, { language, body: { rev } });
  const before = await server.footprint();
  for (const language of ['en-US', 'zh-CN'] as const) {
    const message = refused?.[language === 'en-US' ? 'en' : 'zh'];
    const states = (await server.call('GET', `/api/buoy/${id}`, { language })).result['_actions'] as Json[];
    expect(states.find(({ name }) => name === operation)).toEqual({
      name: operation,
      enabled: !refused,
      reason: message ?? null,
    });
    if (refused) expect(await send(language)).toMatchObject({ status: 409, key: refused.key, message });
  }
  expect(await server.footprint()).toBe(before);
  if (!refused) expect((await send('en-US')).status).toBe(200);
});

test('a guard applies to each row of a bulk call separately', async () => {
  const [free, lit] = [await buoy({}), await buoy({ lit: 'Y' })];
  const { result } = await server.call('POST', '/api/buoy/bulk/delete', {
    body: { items: [free, lit].map(({ id, rev }) => ({ id, rev })) },
  });
  expect(result).toMatchObject([
    { id: free['id'], ok: true },
    { id: lit['id'], ok: false, key: 'MSG_harbour_0001', message: 'A buoy that is lit stays' },
  ]);
});

test('the screen definition contains the guards', async () => {
  expect((await server.call('GET', '/api/meta/buoy')).result['x-guard']).toEqual({
    edit: [{ expr: "self.lit != 'Y' || self.creater == user.userCde", spec: [] }],
    delete: [
      {
        expr: "self.lit != 'Y'",
        key: 'MSG_harbour_0001',
        message: { en: 'A buoy that is lit stays', zh: '点亮的浮标不能删除' },
        spec: [],
      },
    ],
  });
});
