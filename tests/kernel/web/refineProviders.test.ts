import type { AccessControlProvider, AuditLogProvider, DataProvider, ResourceProps } from '@refinedev/core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

const local = new Map([
  ['Access-Token', 'token'],
  ['Access-Token-Expires', 'Infinity'],
]);
const session = new Map<string, string>();
const storage = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: () => undefined,
  removeItem: () => undefined,
});
const load = async <T>(path: string): Promise<T> =>
  (await import(new URL(`../../../web/${path}`, import.meta.url).href)) as T;

let access: AccessControlProvider;
let log: AuditLogProvider;
let data: DataProvider;
let menuResources: (items: object[]) => ResourceProps[];
beforeAll(async () => {
  vi.stubGlobal('localStorage', storage(local));
  vi.stubGlobal('sessionStorage', storage(session));
  vi.stubGlobal('window', { addEventListener: () => undefined });
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('navigator', { language: 'en-US' });
  ({ accessControlProvider: access } = await load<{ accessControlProvider: AccessControlProvider }>(
    'rights/accessControlProvider.ts',
  ));
  ({ auditLogProvider: log } = await load<{ auditLogProvider: AuditLogProvider }>('api/auditLogProvider.ts'));
  ({ dataProvider: data } = await load<{ dataProvider: DataProvider }>('api/dataProvider.ts'));
  ({ menuResources } = await load<{ menuResources: typeof menuResources }>('shell/menuResources.ts'));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  vi.unstubAllGlobals();
  // The modules listen to the session and would use the storage of this file in the next one.
  vi.resetModules();
});

test.each<[resource: string | undefined, action: string, stored: string | undefined, can: boolean]>([
  ['fleet', 'query', '["loginBtn","master.fleet.query"]', true],
  ['fleet', 'edit', '["master.fleet.query"]', false],
  ['leet', 'query', '["master.fleet.query"]', false],
  ['exchange-rate', 'add', '["master.exchange-rate.add"]', true],
  [undefined, 'query', '["master.fleet.query"]', false],
  ['fleet', 'query', undefined, false],
])('access to %s for %s with %s', async (resource, action, stored, can) => {
  session.clear();
  if (stored !== undefined) session.set('resource-list', stored);
  expect(await access.can({ action, ...(resource !== undefined && { resource }) })).toMatchObject({ can });
});

test.each<[what: string, meta: object, address: string]>([
  ['the rows of an entity', {}, '/api/fleet?current=2&pageSize=20'],
  ['the choices of a reference', { choices: true }, '/api/fleet/choices?current=2&pageSize=20'],
  ['rows before they are counted', { countsLater: true }, '/api/fleet?current=2&pageSize=20&total=soon'],
  [
    'rows that meet conditions of the API',
    { where: [{ name: 'fltCde', type: 'equal', value: 'A' }] },
    `/api/fleet?current=2&pageSize=20&where=${encodeURIComponent('[{"name":"fltCde","type":"equal","value":"A"}]')}`,
  ],
])('reads %s', async (_, meta, address) => {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url.replace(/&?_t=\d+/, ''));
    return new Response(JSON.stringify({ code: 0, message: '', result: { records: [{ id: '1' }], total: 21 } }));
  });
  const page = await data.getList({ resource: 'fleet', pagination: { currentPage: 2, pageSize: 20 }, meta });
  expect(page).toMatchObject({ data: [{ id: '1' }], total: 21 });
  expect(requested).toEqual([address]);
});

test('reads all pages of the log, each line once', async () => {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address.replace(/&?_t=\d+/, ''));
    const page = Number(/current=(\d)/.exec(address)![1]);
    const records = page === 1 ? [{ id: '3' }, { id: '2' }] : [{ id: '2' }, { id: '1' }];
    return new Response(JSON.stringify({ code: 0, message: '', result: { records, total: 1200 } }));
  });
  const meta = { id: '7', lines: 1050, parts: true, of: ['claim', 'task'] };
  expect(await log.get({ resource: 'claim', meta })).toEqual({
    records: [{ id: '3' }, { id: '2' }, { id: '1' }],
    total: 1200,
  });
  expect(requested).toEqual([
    '/api/claim/7/history?current=1&pageSize=1000&parts=true&of=claim%2Ctask',
    '/api/claim/7/history?current=2&pageSize=1000&parts=true&of=claim%2Ctask',
  ]);
});

test('each entry of the menu is a resource', () => {
  const item = { sort: 1, keepAlive: true, hide: false };
  expect(
    menuResources([
      { ...item, id: 1, parentId: -1, name: 'base', meta: { title: 'Master data' } },
      {
        ...item,
        id: 2,
        parentId: 1,
        name: 'vessels',
        viewPath: '/master/vessel?_preset=own',
        permissionCde: 'master.vessel',
        meta: { title: 'Vessels' },
      },
      { ...item, id: 3, parentId: 1, name: 'manual', viewPath: 'https://example.com', meta: { title: 'Manual' } },
    ]),
  ).toEqual([
    { identifier: 'base', name: 'base', meta: { hide: false } },
    {
      identifier: 'vessels',
      name: 'vessel',
      list: '/master/vessel',
      create: '/master/vessel/new',
      show: '/master/vessel/:id',
      edit: '/master/vessel/:id/edit',
      meta: { hide: false, area: 'master', parent: 'base' },
    },
    { identifier: 'manual', name: 'manual', meta: { hide: false, parent: 'base' } },
  ]);
});
