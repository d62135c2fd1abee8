import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let viewer: string;
let officer: string;
let fleetOnly: string;
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO_DATA: 'true' } });
  await server.create(
    'company',
    companyBody({ companyCde: 'ZANZ1', companyNameEn: 'Zanzibar 100% Mutual_Club', companyNameCh: '桑给巴尔互保协会' }),
  );
  const deleted = await server.create(
    'company',
    companyBody({ companyCde: 'ZANZ2', companyNameEn: 'Zanzibar Sunk Lines', companyNameCh: '沉没航运' }),
  );
  await server.call('DELETE', `/api/company/${deleted['id']}`, { body: { rev: deleted['rev'] } });
  await server.create('role', {
    roleName: 'Fleet only',
    'role-permission': [{ permissionId: 'master.fleet', actionEntitySet: ['query'] }],
  });
  await server.create('role', {
    roleName: 'Adds only',
    'role-permission': [{ permissionId: 'master.company', actionEntitySet: ['add'] }],
  });
  viewer = await server.logInAs('viewer', 'Viewer');
  officer = await server.logInAs('officer', 'Claims officer', { companyCde: '2000', mobilePhone: '+8613900001234' });
  fleetOnly = await server.logInAs('fleetonly', 'Fleet only');
});
afterAll(() => server.close());

const search = (q: string, options: { token?: string | null; language?: string } = {}): Promise<Answer> =>
  server.call('GET', `/api/search?q=${encodeURIComponent(q)}`, options);
/** `entity: title` of all that is found. */
const found = async (q: string, token?: string): Promise<string[]> => {
  const answer = await search(q, token === undefined ? {} : { token });
  expect(answer.status, answer.text).toBe(200);
  return (answer.result as Json[]).flatMap(({ entity, records }) =>
    records.map(({ title }: Json) => `${entity}: ${title.en}`),
  );
};

describe('finds records by their codes and names', () => {
  test.each([
    ['ZANZ1', 'company: ZANZ1 Zanzibar 100% Mutual_Club'],
    ['zanzi', 'company: ZANZ1 Zanzibar 100% Mutual_Club'],
    ['  zanzibar  ', 'company: ZANZ1 Zanzibar 100% Mutual_Club'],
    ['桑给', 'company: ZANZ1 Zanzibar 100% Mutual_Club'],
    ['巴尔', 'company: ZANZ1 Zanzibar 100% Mutual_Club'],
    ['za', 'company: ZANZ1 Zanzibar 100% Mutual_Club'],
    ['mu', 'company: ZANZ1 Zanzibar 100% Mutual_Club'],
    ['usd', 'currency: USD US Dollar'],
    ['HLD', 'vessel: HLD HARBOURLIGHT DAWN'],
    ['灯塔港', 'vessel: HLD HARBOURLIGHT DAWN'],
  ])('%s', async (text, expected) => {
    expect(await found(text)).toContain(expected);
  });

  test('matches two Latin letters only at the beginning of a word', async () => {
    expect((await found('nz')).filter((one) => one.startsWith('company'))).toEqual([]);
  });

  test('returns the best matches first, five of each entity, and whether there are more', async () => {
    const currencies = ((await search('dollar')).result as Json[]).find(({ entity }) => entity === 'currency')!;
    expect(currencies['records']).toHaveLength(5);
    expect(currencies).toMatchObject({ area: 'master', label: { en: 'Currency', zh: '币种' }, more: true });
    const countries = ((await search('niger')).result as Json[]).find(({ entity }) => entity === 'country')!;
    expect(countries['records'].map(({ title }: Json) => title.en)).toEqual(['NE Niger', 'NG Nigeria']);
    expect(countries['more']).toBe(false);
  });

  test('names the field that contains the text if it is not the title', async () => {
    const people = ((await search('viewer')).result as Json[]).find(({ entity }) => entity === 'person');
    expect(people!['records']).toMatchObject([{ title: { en: 'viewer (viewer)' } }]);
    expect(people!['records'][0]).not.toHaveProperty('match');
    expect(((await search('harbourlight dawn')).result as Json[])[0]!['records'][0]).not.toHaveProperty('match');
    expect(
      ((await search('harbourlight dawn', { language: 'zh-CN' })).result as Json[])[0]!['records'][0],
    ).toMatchObject({ match: { label: { zh: '英文船名' }, value: 'HARBOURLIGHT DAWN' } });
    expect(((await search('9999022')).result as Json[])[0]!['records'][0]).toMatchObject({
      title: { en: 'HLK HARBOURLIGHT DUSK' },
      match: { label: { zh: 'IMO 编号' }, value: '9999022' },
    });
  });
});

test('distinguishes rows of one title by the rest of their key', async () => {
  const { records } = ((await search('HLD')).result as Json[]).find(({ entity }) => entity === 'vessel')!;
  expect(records.length).toBeGreaterThan(0);
  for (const { key } of records) expect(key).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(
    ((await search('usd')).result as Json[]).find(({ entity }) => entity === 'currency')!['records'][0],
  ).not.toHaveProperty('key');
});

test('is cancelled when it takes too long, with advice', async () => {
  const client = await server.pool.connect();
  try {
    await client.query('begin; lock table company in access exclusive mode');
    expect(await search('zanz')).toMatchObject({
      status: 503,
      key: 'MSG_generic_0052',
      message: 'The search takes too long; type more of the code or name',
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect((await search('zanz')).status).toBe(200);
});

describe('only finds records that the reader may see', () => {
  test('needs a token', async () => {
    expect((await search('ZANZ', { token: null })).status).toBe(401);
  });

  test('omits entities that the role may not query', async () => {
    expect(await found('ZANZ', viewer)).toEqual(['company: ZANZ1 Zanzibar 100% Mutual_Club']);
    expect(await found('ZANZ', fleetOnly)).toEqual([]);
    expect(await found('ZANZ', await server.logInAs('adder', 'Adds only'))).toEqual([]);
    expect((await found('viewer')).some((one) => one.startsWith('person'))).toBe(true);
    expect(await found('viewer', fleetOnly)).toEqual([]);
  });

  test('omits rows of another company', async () => {
    const mail = { sender: 'a@b.example', receiver: 'c@d.example', sendDate: '2026-01-02T03:04:05Z' };
    await server.create('mail', { ...mail, title: 'Quokka of 2000', billCompany: '2000' });
    await server.create('mail', { ...mail, title: 'Quokka of 2001', billCompany: '2001' });
    expect(await found('quokka', officer)).toEqual(['mail: Quokka of 2000']);
    expect((await found('quokka')).toSorted()).toEqual(['mail: Quokka of 2000', 'mail: Quokka of 2001']);
  });

  test('finds nothing by a hidden field, nor by a password, and no deleted row', async () => {
    expect(await found('13900001234', officer)).toEqual([]);
    expect(await found('argon2id')).toEqual([]);
    expect(await found('ZANZ2')).toEqual([]);
    expect(await found('Sunk Lines')).toEqual([]);
  });
});

describe('treats the input as plain text', () => {
  test.each([
    ['100%', 1],
    ['Mutual_C', 1],
    ['MutualXC', 0],
    ['%%', 0],
    ['__', 0],
    [`' or '1'='1`, 0],
    [`"; drop table company; --`, 0],
    ['\\\\', 0],
    ['zanz\\', 0],
    ['$1$2', 0],
    ['{{}}', 0],
  ])('%s', async (text, count) => {
    expect((await found(text)).filter((one) => one.startsWith('company'))).toHaveLength(count);
  });

  test.each(['', 'Z', ' Z ', '桑', '😀', 'x'.repeat(101), 'a\u0000b'])('%j is refused', async (text) => {
    expect(await search(text)).toMatchObject({ status: 400, key: 'MSG_generic_0051' });
  });

  test.each(['/api/search', '/api/search?q[]=ab', '/api/search?q=ab&q=cd'])('%s is refused', async (path) => {
    expect((await server.call('GET', path)).status).toBe(400);
  });

  test('an unknown parameter is refused', async () => {
    expect((await server.call('GET', '/api/search?q=ab&limit=1000')).errors).toMatchObject([{ field: 'limit' }]);
  });
});

describe('GET /api/{entity}/groups', () => {
  const groups = (query: string, token?: string): Promise<Answer> =>
    server.call('GET', `/api/${query}`, token === undefined ? {} : { token });

  test('counts the rows of a list by a field, the largest first', async () => {
    const { result } = await groups('country/groups?by=continent');
    expect(result.map(({ count }: Json) => count)).toEqual(
      result.map(({ count }: Json) => count).toSorted((a: number, b: number) => b - a),
    );
    expect(result.length).toBeGreaterThan(4);
    for (const { value, count } of result.slice(0, 3)) {
      const where = JSON.stringify([{ name: 'continent', type: 'equal', value }]);
      expect((await groups(`country?where=${encodeURIComponent(where)}`)).result.total).toBe(count);
    }
  });

  test('counts rows that match the conditions, without deleted rows', async () => {
    const where = encodeURIComponent(JSON.stringify([{ name: 'companyCde', type: 'like', value: 'ZANZ' }]));
    expect((await groups(`company/groups?by=companyCde&where=${where}`)).result).toEqual([
      { value: 'ZANZ1', count: 1 },
    ]);
  });

  test('counts only rows that the reader sees', async () => {
    const counted = async (token?: string): Promise<Json[]> => (await groups('mail/groups?by=title', token)).result;
    expect((await counted(officer)).map(({ value }) => value)).toEqual(['Quokka of 2000']);
    expect((await counted()).length).toBeGreaterThan(1);
  });

  test.each([
    ['company/groups', 400],
    ['company/groups?by=nothing', 400],
    ['person/groups?by=password', 400],
    ['company/groups?by=companyCde&distinct=companyCde,nothing', 400],
    ['person/groups?by=userCde&distinct=password', 400],
    ['person/groups?by=userCde&absent=password', 400],
    ['company/groups?by=companyCde&more=1', 400],
    ['nothing/groups?by=id', 404],
  ])('%s is refused', async (path, status) => {
    expect((await groups(path)).status).toBe(status);
  });

  test('needs the right to query, and shows no hidden field', async () => {
    expect((await groups('company/groups?by=companyCde', fleetOnly)).status).toBe(403);
    expect((await groups('person/groups?by=mobilePhone', officer)).status).not.toBe(200);
  });
});
