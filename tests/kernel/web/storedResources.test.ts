import { afterAll, beforeAll, expect, test, vi } from 'vitest';

interface Store {
  storedResources(): ReadonlySet<string> | null;
}

const local = new Map<string, string>();
const session = new Map<string, string>();
const storage = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: () => undefined,
  removeItem: () => undefined,
});
let store: Store;
beforeAll(async () => {
  vi.stubGlobal('localStorage', storage(local));
  vi.stubGlobal('sessionStorage', storage(session));
  vi.stubGlobal('window', { addEventListener: () => undefined });
  store = (await import(new URL('../../../web/rights/store.ts', import.meta.url).href)) as Store;
});
afterAll(() => {
  vi.unstubAllGlobals();
  // The modules listen to the session and would use the storage of this file in the next one.
  vi.resetModules();
});

test.each<[what: string, token: string | undefined, expires: number, list: string | undefined, found: string[] | null]>(
  [
    ['the rights of the user', 'token', Infinity, '["master.fleet.query"]', ['master.fleet.query']],
    ['nothing before the rights are known', 'token', Infinity, undefined, null],
    ['nothing for an unreadable list', 'token', Infinity, '{', null],
    ['nothing after the session ended', undefined, Infinity, '["master.fleet.query"]', null],
    ['nothing for an expired session', 'token', 1, '["master.fleet.query"]', null],
  ],
)('the resource list contains %s', (_, token, expires, list, found) => {
  local.clear();
  session.clear();
  if (token !== undefined) local.set('Access-Token', token);
  local.set('Access-Token-Expires', String(expires));
  if (list !== undefined) session.set('resource-list', list);
  const stored = store.storedResources();
  expect(stored && [...stored]).toEqual(found);
});
