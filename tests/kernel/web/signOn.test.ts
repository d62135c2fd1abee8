import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The functions under test of the sign-on, which needs a browser when it is loaded. */
interface SignOn {
  beginSignOn(to: string): void;
  endSignOn(): unknown;
}

const local = new Map<string, string>();
const session = new Map<string, string>();
const storage = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => {
    values.set(key, value);
  },
  removeItem: (key: string) => {
    values.delete(key);
  },
});
let signOn: SignOn;
let shown = '';
beforeEach(async () => {
  shown = '/login';
  local.clear();
  session.clear();
  vi.stubGlobal('localStorage', storage(local));
  vi.stubGlobal('sessionStorage', storage(session));
  vi.stubGlobal('window', {
    addEventListener: () => undefined,
    location: {
      pathname: '/login',
      search: '?to=%2Fx',
      get hash() {
        return new URL(shown, 'http://here').hash;
      },
      assign: (address: string) => {
        shown = address;
      },
    },
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, address: string) => {
        shown = address;
      },
    },
  });
  signOn = (await import(new URL('../../../web/api/singleSignOn.ts', import.meta.url).href)) as SignOn;
});
afterEach(() => vi.unstubAllGlobals());

/** Fragment, whether a click started the sign-on, its outcome, and the stored token. */
test.each<[fragment: string, begun: boolean, outcome: unknown, token: string | undefined]>([
  ['', true, undefined, undefined],
  ['#token=abc', true, { to: '/wanted' }, 'abc'],
  ['#token=abc', false, undefined, undefined],
  ['#refused=noAccount', true, { refused: 'noAccount' }, undefined],
  ['#refused=away', false, { refused: 'away' }, undefined],
  ['#refused=%3Cb%3E', true, { refused: 'failed' }, undefined],
  ['#refused=failed&token=abc', true, { refused: 'failed' }, undefined],
])('%s, begun here: %s', (fragment, begun, outcome, token) => {
  if (begun) signOn.beginSignOn('/wanted');
  expect(shown === '/account/oidc/login').toBe(begun);
  shown = `/login?to=%2Fx${fragment}`;
  expect(signOn.endSignOn()).toEqual(outcome);
  expect(local.get('Access-Token')).toBe(token);
  expect(shown.includes('token=')).toBe(false);
  shown = `/login#token=second`;
  if (fragment !== '')
    expect([signOn.endSignOn(), local.get('Access-Token')], 'one click takes one token').toEqual([undefined, token]);
});
