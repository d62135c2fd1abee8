import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { startProvider, type TestProvider } from '../fixtures/oidcProvider.ts';
import { startTestServer, type TestServer } from './server.ts';

const CLIENT = 'bordereau';
const LOGIN = '/account/oidc/login';
const CALLBACK = '/account/oidc/callback';

let provider: TestProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startProvider(CLIENT);
  server = await startTestServer({
    referenceData: false,
    env: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT, LOG_LEVEL: 'silent' },
  });
  await server.create('person', { userCde: 'sso.user', userName: 'Single', loginSetting: 'SSO' });
  await server.create('person', { userCde: 'local.user', userName: 'Local', password: 'long enough for anybody' });
  await server.create('person', { userCde: 'without.login', userName: 'None', loginSetting: 'NONE' });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

/** A minimal browser: cookies for each origin and path, redirects one at a time. */
class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>();
  readonly seen: { url: string; headers: Headers }[] = [];

  async get(address: string): Promise<Response> {
    const url = new URL(address);
    const sent = [...this.#cookies]
      .filter(([key, { path }]) => key.startsWith(`${url.origin} `) && url.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(' ')[1]}=${value}`);
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: sent.join('; ') } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      this.#cookies.set(`${url.origin} ${name}`, { value: value!, path: /; *path=([^;]*)/i.exec(line)?.[1] ?? '/' });
    }
    this.seen.push({ url: url.href, headers: response.headers });
    return response;
  }

  /** Follows redirects to the log-in page, or to the first address that `until` accepts. */
  async follow(address: string, until: (url: URL) => boolean = (url) => url.pathname === '/login'): Promise<URL> {
    for (let url = new URL(address), steps = 0; steps < 10; steps++) {
      if (until(url)) return url;
      const response = await this.get(url.href);
      const next = response.headers.get('location');
      if (next === null) throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`);
      url = new URL(next, url);
    }
    throw new Error('it never ends');
  }
}

const signOn = async (person: string | undefined, subject?: string): Promise<URLSearchParams> => {
  [provider.person, provider.subject] = [person, subject];
  return new URLSearchParams((await new Browser().follow(`${server.url}${LOGIN}`)).hash.slice(1));
};
const sessions = async (): Promise<number> =>
  (await server.pool.query('select count(*)::int as n from kernel.session')).rows[0].n;

test('a sign-on reports an unreachable provider, and succeeds after the provider is reachable again', async () => {
  expect(Object.fromEntries(await signOn('sso.user'))).toEqual({ refused: 'away' });
  provider.open(`${server.url}${CALLBACK}`);
  expect((await signOn('sso.user')).has('token')).toBe(true);
});

describe('a sign-on', () => {
  test('opens a session for the person of that name, and hands its token to the page in the fragment', async () => {
    const browser = new Browser();
    provider.person = 'sso.user';
    const page = await browser.follow(`${server.url}${LOGIN}`);
    const token = new URLSearchParams(page.hash.slice(1)).get('token')!;
    expect(page.search).toBe('');
    expect(await server.call('POST', '/account/getUserInfo', { token })).toMatchObject({
      status: 200,
      result: { userCde: 'sso.user', mustChangePassword: false },
    });
    const authorization = new URL(browser.seen.find(({ url }) => url.startsWith(`${provider.issuer}/auth?`))!.url)
      .searchParams;
    expect(Object.fromEntries(authorization)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT,
      redirect_uri: `${server.url}${CALLBACK}`,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/.{20}/),
      nonce: expect.stringMatching(/.{20}/),
    });
    const cookie = browser.seen[0]!.headers.get('set-cookie')!;
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\/account\/oidc/);
    expect(browser.seen.at(-1)!.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['an unknown user', 'stranger'],
    ['somebody who logs in by password', 'local.user'],
    ['a user who may not log in', 'without.login'],
    ['the name in other letters', 'SSO.USER'],
  ])('by %s opens nothing', async (_, name) => {
    const before = await sessions();
    expect(Object.fromEntries(await signOn(name))).toEqual({ refused: 'noAccount' });
    expect(await sessions()).toBe(before);
  });

  test('is bound to the account of the first log-in, also after that account is renamed', async () => {
    const { id } = await server.create('person', { userCde: 'bound', userName: 'Bound', loginSetting: 'SSO' });
    const who = async (name: string, subject: string): Promise<unknown> => {
      const back = await signOn(name, subject);
      return back.has('token')
        ? (await server.call('POST', '/account/getUserInfo', { token: back.get('token') })).result.userCde
        : back.get('refused');
    };
    expect(await who('bound', 'first')).toBe('bound');
    expect(await who('bound', 'second'), 'the name was given to somebody else there').toBe('otherAccount');
    expect(await who('sso.user', 'first'), 'the account was given another name there').toBe('bound');
    expect(await who('another name', 'first')).toBe('bound');
    expect((await server.pool.query(`select subject from kernel.sign_on where "userCde" = 'bound'`)).rows).toEqual([
      { subject: 'first' },
    ]);
    for (const loginSetting of ['NONE', 'SSO']) {
      const { rev } = await server.read('person', id);
      expect((await server.call('PATCH', `/api/person/${id}`, { body: { rev, loginSetting } })).status).toBe(200);
    }
    expect(await who('bound', 'second'), 'a user who gets the permission again is bound again').toBe('bound');
    expect(await who('bound', 'first')).toBe('otherAccount');
  });

  test('binds one of two accounts with the same name that log in at the same time', async () => {
    await server.create('person', { userCde: 'twice', userName: 'Twice', loginSetting: 'SSO' });
    const arrive = async (subject: string): Promise<[Browser, URL]> => {
      [provider.person, provider.subject] = ['twice', subject];
      const browser = new Browser();
      return [browser, await browser.follow(`${server.url}${LOGIN}`, (url) => url.pathname === CALLBACK)];
    };
    const coming = [await arrive('one'), await arrive('two')];
    const hashes = await Promise.all(
      coming.map(async ([browser, back]) =>
        (await browser.follow(back.href)).hash.replace(/=.*/, (end) => (end === '=otherAccount' ? end : '')),
      ),
    );
    expect(hashes.toSorted()).toEqual(['#refused=otherAccount', '#token']);
    expect((await server.pool.query(`select subject from kernel.sign_on where "userCde" = 'twice'`)).rows).toHaveLength(
      1,
    );
  });

  test('without a name opens nothing', async () => {
    expect(Object.fromEntries(await signOn(undefined))).toEqual({ refused: 'failed' });
  });

  test('is accepted once, only unchanged and from the browser that began it', async () => {
    provider.person = 'sso.user';
    const browser = new Browser();
    const back = await browser.follow(`${server.url}${LOGIN}`, (url) => url.pathname === CALLBACK);
    const changed = new URL(back);
    changed.searchParams.set('state', 'another');
    const before = await sessions();
    for (const [who, address] of [
      [new Browser(), back],
      [browser, changed],
    ] as const) {
      expect((await who.follow(address.href)).hash).toBe('#refused=failed');
    }
    expect((await browser.follow(back.href)).hash, 'what came back once is used up').toBe('#refused=failed');
    expect(await sessions()).toBe(before);
    const second = new Browser();
    const coming = await second.follow(`${server.url}${LOGIN}`, (url) => url.pathname === CALLBACK);
    expect((await second.follow(coming.href)).hash).toMatch(/^#token=/);
    expect((await second.follow(coming.href)).hash).toBe('#refused=failed');
  });

  test('that the provider refuses opens nothing', async () => {
    const browser = new Browser();
    const away = await browser.follow(`${server.url}${LOGIN}`, (url) => url.href.startsWith(provider.issuer));
    const state = away.searchParams.get('state')!;
    expect(
      (
        await browser.follow(
          `${server.url}${CALLBACK}?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
        )
      ).hash,
    ).toBe('#refused=failed');
  });

  test('is no longer possible after the user loses the right to log in', async () => {
    const token = (await signOn('sso.user')).get('token')!;
    const [{ id, rev }] = (
      await server.call('POST', '/api/person/search', {
        body: { searchCondition: [{ name: 'userCde', type: 'equal', value: 'sso.user' }] },
      })
    ).result.records;
    expect((await server.call('PATCH', `/api/person/${id}`, { body: { rev, loginSetting: 'NONE' } })).status).toBe(200);
    expect((await server.call('POST', '/account/getUserInfo', { token })).status).toBe(401);
    expect(Object.fromEntries(await signOn('sso.user'))).toEqual({ refused: 'noAccount' });
    expect(
      (await server.call('PATCH', `/api/person/${id}`, { body: { rev: rev + 1, loginSetting: 'SSO' } })).status,
    ).toBe(200);
  });
});

test('a user of single sign-on cannot log in with a password', async () => {
  const person = await server.create('person', {
    userCde: 'both',
    userName: 'Both',
    password: 'long enough for anybody',
  });
  expect(
    (await server.call('PATCH', `/api/person/${person['id']}`, { body: { rev: 1, loginSetting: 'SSO' } })).status,
  ).toBe(200);
  expect(
    (
      await server.call('POST', '/account/login', {
        token: null,
        body: { username: 'both', password: 'long enough for anybody' },
      })
    ).status,
  ).toBe(401);
  const token = (await signOn('both')).get('token')!;
  expect((await server.call('GET', '/api/meta', { token })).status, 'nor must they change one').toBe(200);
});

describe('the log-in page learns whether there is single sign-on', () => {
  test('if it is configured', async () => {
    expect(await server.call('GET', '/account/loginOptions', { token: null })).toMatchObject({
      status: 200,
      result: { oidc: true },
    });
  });

  test('if it is not configured, its addresses answer 404', async () => {
    const plain = await startTestServer({ referenceData: false });
    try {
      expect((await plain.call('GET', '/account/loginOptions', { token: null })).result).toEqual({ oidc: false });
      for (const path of [LOGIN, `${CALLBACK}?code=x&state=y`])
        expect((await plain.call('GET', path, { token: null })).status).toBe(404);
    } finally {
      await plain.close();
    }
  });
});

test('a confidential client authenticates with its secret', async () => {
  const secret = 'a secret between two servers';
  const confidential = await startProvider(CLIENT);
  try {
    confidential.person = 'sso.user';
    for (const [path, hash] of [
      [secret, /^#token=/],
      ['not the secret', /^#refused=failed$/],
    ] as const) {
      const { url } = await server.startAnother({ OIDC_ISSUER: confidential.issuer, OIDC_CLIENT_SECRET: path });
      confidential.open(`${url}${CALLBACK}`, secret);
      expect((await new Browser().follow(`${url}${LOGIN}`)).hash).toMatch(hash);
    }
  } finally {
    await confidential.close();
  }
});

test('behind a trusted proxy the provider sends the browser to the outer address, with a cookie for https only', async () => {
  const { url } = await server.startAnother({ TRUST_PROXY: 'true' });
  const callback = (to: string) =>
    fetch(`${to}${LOGIN}`, {
      redirect: 'manual',
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'bordereau.example' },
    });
  const proxied = await callback(url);
  expect(new URL(proxied.headers.get('location')!).searchParams.get('redirect_uri')).toBe(
    `https://bordereau.example${CALLBACK}`,
  );
  expect(proxied.headers.get('set-cookie')).toMatch(/; Secure/);
  const direct = await callback(server.url);
  expect(
    new URL(direct.headers.get('location')!).searchParams.get('redirect_uri'),
    'no other setting has its address',
  ).toBe(`${server.url}${CALLBACK}`);
});

test.each<[string, Record<string, string>, string]>([
  ['an issuer without a client', { OIDC_ISSUER: 'https://login.example' }, 'OIDC_CLIENT_ID'],
  ['a client without an issuer', { OIDC_CLIENT_ID: 'x' }, 'OIDC_ISSUER'],
  ['an issuer that is no address', { OIDC_ISSUER: 'login.example', OIDC_CLIENT_ID: 'x' }, 'OIDC_ISSUER'],
  ['an issuer in the clear', { OIDC_ISSUER: 'http://login.example', OIDC_CLIENT_ID: 'x' }, 'OIDC_ISSUER'],
])('%s stops the start', (_, env, name) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^${name}: `));
});
