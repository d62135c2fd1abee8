/*
 * Attack: a stranger types wrong passwords for somebody else's account, from one address or from many, or for
 *   everybody's account from behind the same address; or sends so many log-ins that checking their passwords takes
 *   the whole machine.
 * Before: after 50 wrong tries from 50 addresses the owner got 429 for 15 minutes, even at the owner's own address;
 *   after 200 wrong tries for other accounts everybody at the same address got 429. 10,000 tries while locked out
 *   caused 10,000 transactions and 1.6 MB of write-ahead log. Passwords of different accounts were all hashed at once,
 *   on the four threads that file access and DNS need too.
 * Now: growing waits for the addresses of the wrong tries. The owner gets 200 in both cases, because tries from
 *   elsewhere do not delay a trusted device or a known address. Tries during a wait are refused without the database:
 *   10,000 tries, 0 transactions. At most half of the processors hash, trusted and unknown callers take turns, and
 *   excess calls get 503 with Retry-After.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LoginLimits } from '../../server/domain/identity/loginLimits.ts';
import { ADMIN_PASSWORD, startTestServer, type Answer, type TestServer } from '../http/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ allSessions: true, env: { TRUST_PROXY: 'true' }, referenceData: false });
  for (const userCde of ['owner', 'mover'])
    await server.create('person', { userCde, userName: userCde, password: OWN_PASSWORD });
});
afterAll(() => server.close());
// each test uses other addresses and accounts, because the server keeps the waits in memory
beforeEach(async () => {
  await server.pool.query('truncate kernel.login_try');
});

const OFFICE = '198.51.100.1';
const OWN_PASSWORD = 'A long enough one 2';
const logIn = (username: string, password: string, from: string, cookie?: string, url?: string): Promise<Answer> =>
  server.call('POST', '/account/login', {
    token: null,
    body: { username, password },
    headers: { 'x-forwarded-for': from, ...(cookie === undefined ? {} : { cookie }) },
    ...(url === undefined ? {} : { url }),
  });
const guess = async (username: string, from: string): Promise<number> =>
  (await logIn(username, 'wrong password', from)).status;
const cookieOf = (answer: Answer): string => answer.headers.get('set-cookie')!.split(';')[0]!;
/** Sets a counter of wrong tries. @param until end of the wait; by default it is over */
const setTries = (key: string, failures: number, until = '-infinity') =>
  server.pool.query(
    `insert into kernel.login_try (key, failures, until, "expiresAt") values ($1, $2, $3, now() + interval '1 day') on conflict (key) do update set failures = $2, until = $3`,
    [key, failures, until],
  );
const setWait = (key: string) => setTries(key, 200, new Date(Date.now() + 3_600_000).toISOString());
const statuses = (of: number[]) =>
  Object.fromEntries([...new Set(of)].map((status) => [status, of.filter((one) => one === status).length]));

describe('wrong tries for one account', () => {
  test('from one address delay only that address', async () => {
    // the next wait is longer than the test takes on the slowest machine
    await setTries('pair:admin 203.0.113.1', 20);
    const tries = await Promise.all(Array.from({ length: 60 }, () => guess('admin', '203.0.113.1')));
    expect(statuses(tries)).toEqual({ 401: 1, 429: 59 });
    expect((await logIn('admin', ADMIN_PASSWORD, '203.0.113.1')).status, 'at the address of the tries').toBe(429);
    expect((await logIn('admin', ADMIN_PASSWORD, '203.0.113.2')).status, 'at a new address').toBe(200);
  });

  test('from many addresses delay new callers by seconds, and neither a known address nor a trusted device', async () => {
    const device = cookieOf(await logIn('owner', OWN_PASSWORD, OFFICE));
    await setTries('account:owner', 110);
    expect(await guess('owner', '203.0.113.5')).toBe(401);
    const stranger = await logIn('owner', OWN_PASSWORD, '192.0.2.77');
    expect(stranger).toMatchObject({ status: 429, key: 'MSG_account_0003' });
    expect(Number(stranger.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    expect((await logIn('owner', OWN_PASSWORD, OFFICE)).status, 'a known address').toBe(200);
    expect((await logIn('owner', OWN_PASSWORD, '192.0.2.77', device)).status, 'a trusted device anywhere').toBe(200);
  });

  test('cause waits of at most 30 seconds for an account or an address, and of 15 minutes for both together', async () => {
    for (const [key, failures, maxSeconds] of [
      ['account:unknown', 100_000, 30],
      ['address:192.0.2.78', 100_000, 30],
      ['pair:unknown 192.0.2.78', 100_000, 900],
    ] as const) {
      await server.pool.query('truncate kernel.login_try');
      await setTries(key, failures);
      expect(await guess('unknown', '192.0.2.78')).toBe(401);
      const {
        rows: [{ seconds }],
      } = await server.pool.query(
        `select ceil(extract(epoch from until - now()))::int as seconds from kernel.login_try where key = $1`,
        [key],
      );
      expect(seconds, key).toBeLessThanOrEqual(maxSeconds);
      expect(seconds, key).toBeGreaterThan(maxSeconds - 20);
    }
  });

  test('from the owner’s own address do not delay the owner’s trusted browser', async () => {
    const device = cookieOf(await logIn('admin', ADMIN_PASSWORD, '198.51.100.3'));
    await setWait('pair:admin 198.51.100.3');
    expect((await logIn('admin', ADMIN_PASSWORD, '198.51.100.3')).status).toBe(429);
    expect((await logIn('admin', ADMIN_PASSWORD, '198.51.100.3', device)).status).toBe(200);
  });
});

describe('wrong tries for everybody’s account from one address', () => {
  test('delay neither a user who logged in from there before nor a trusted browser', async () => {
    const device = cookieOf(await logIn('admin', ADMIN_PASSWORD, '198.51.100.9'));
    await logIn('admin', ADMIN_PASSWORD, '198.51.100.4');
    for (const [address, isKnown] of [
      ['198.51.100.4', true],
      ['198.51.100.5', false],
    ] as const) {
      await setTries(`address:${address}`, 60);
      expect(
        statuses([await guess('first', address), await guess('second', address), await guess('third', address)]),
        'the wrong tries must wait',
      ).toEqual({ 401: 1, 429: 2 });
      expect((await logIn('admin', ADMIN_PASSWORD, address, isKnown ? undefined : device)).status).toBe(200);
    }
  });

  test('by one stranger for one account delay no other account behind the address', async () => {
    await Promise.all(Array.from({ length: 200 }, () => guess('somebody', '198.51.100.50')));
    expect((await logIn('admin', ADMIN_PASSWORD, '198.51.100.50')).status).toBe(200);
  });

  test('count an IPv6 network as one address, and ignore ports', async () => {
    await setTries('pair:unknown 2001:db8:1:2::/64', 20);
    await setTries('pair:anybody 203.0.113.7', 20);
    const tries = [];
    for (let index = 0; index < 10; index++)
      tries.push(
        await guess('unknown', index % 2 ? `[2001:db8:1:2::${index}]:${4000 + index}` : `2001:db8:1:2:${index}::7`),
      );
    expect(statuses(tries)).toEqual({ 401: 1, 429: 9 });
    expect(await guess('unknown', '2001:db8:1:3::1')).toBe(401);
    expect(await guess('anybody', '203.0.113.7:5000')).toBe(401);
    expect(await guess('anybody', '::ffff:203.0.113.7')).toBe(429);
  });
});

describe('a device cookie', () => {
  test('is HttpOnly, SameSite, and Secure behind https', async () => {
    const [plain, https] = await Promise.all([
      logIn('admin', ADMIN_PASSWORD, OFFICE),
      server.call('POST', '/account/login', {
        token: null,
        body: { username: 'admin', password: ADMIN_PASSWORD },
        headers: { 'x-forwarded-for': OFFICE, 'x-forwarded-proto': 'https' },
      }),
    ]);
    expect(plain.headers.get('set-cookie')).toMatch(
      /^bordereau_device_[0-9a-f]{12}=[\w.-]+; Max-Age=7776000; Path=\/account; HttpOnly; SameSite=Strict$/,
    );
    expect(https.headers.get('set-cookie')).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
    expect((await logIn('admin', 'wrong password', OFFICE)).headers.get('set-cookie')).toBeNull();
  });

  test('is invalid for another account, if it is changed, and after a new password', async () => {
    const login = await logIn('mover', OWN_PASSWORD, OFFICE);
    const first = cookieOf(login);
    const changed = await server.call('POST', '/account/changePassword', {
      token: login.result.token,
      body: { oldPassword: OWN_PASSWORD, newPassword: 'Harbour-Lantern-42' },
      headers: { 'x-forwarded-for': OFFICE },
    });
    const second = cookieOf(changed);
    const adminName = cookieOf(await logIn('admin', ADMIN_PASSWORD, OFFICE)).split('=')[0];
    await setWait('account:mover');
    await setWait('account:admin');
    const mover = (cookie: string) => logIn('mover', 'Harbour-Lantern-42', '192.0.2.99', cookie);
    expect((await mover(first)).status, 'of the old password').toBe(429);
    const [name, value] = second.split('=') as [string, string];
    const [issued, nonce, signature] = value.split('.') as [string, string, string];
    for (const forged of [
      `${Number(issued) + 1}.${nonce}.${signature}`,
      `${issued}.${nonce}x.${signature}`,
      `${issued}.${nonce}.`,
      `${issued}.${nonce}`,
      '',
      '..',
      'x'.repeat(4000),
    ])
      expect((await mover(`${name}=${forged}`)).status, forged).toBe(429);
    expect(
      (await logIn('admin', ADMIN_PASSWORD, '192.0.2.98', `${adminName}=${value}`)).status,
      'of another account',
    ).toBe(429);
    expect((await mover(second)).status).toBe(200);
  });
});

test('10,000 refused tries write nothing, on this server and on another', async () => {
  await setWait('pair:admin 203.0.113.9');
  // each written version of a row has another xmin or ctid
  const rows = async () =>
    (
      await server.pool.query(`
    select key, xmin::text, ctid::text from kernel.login_try union all select key, xmin::text, ctid::text from kernel.limit_count
    union all select address, xmin::text, ctid::text from kernel.known_address union all select count(*)::text, '', '' from kernel.audit order by 1`)
    ).rows;
  const { url, stop } = await server.startAnother();
  const before = await rows();
  const limits = new LoginLimits(server.pool);
  let refused = 0;
  for (let round = 0; round < 100; round++) {
    await Promise.all(
      Array.from({ length: 98 }, () =>
        limits
          .try('admin', { address: '203.0.113.9', trust: undefined }, async () => true)
          .catch(() => {
            refused++;
          }),
      ),
    );
    for (const address of [server.url, url])
      if ((await logIn('admin', 'wrong password', '203.0.113.9', undefined, address)).status === 429) refused++;
  }
  expect(refused).toBe(10_000);
  await stop();
  expect(await rows()).toEqual(before);
});

test('during a flood of log-ins trusted callers get turns, and excess calls are refused with Retry-After', async () => {
  const device = cookieOf(await logIn('admin', ADMIN_PASSWORD, OFFICE));
  const finished: string[] = [];
  const flood = Promise.all(
    Array.from({ length: 40 }, (_, index) => logIn(`flood${index}`, 'wrong password', '203.0.113.200')),
  ).then((answers) => {
    finished.push('flood');
    return answers;
  });
  expect((await logIn('admin', ADMIN_PASSWORD, '192.0.2.50', device)).status).toBe(200);
  finished.push('owner');
  const answers = await flood;
  expect(finished).toEqual(['owner', 'flood']);
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 401).length + refused.length).toBe(40);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(headers.get('retry-after')).toBe('2');
});
