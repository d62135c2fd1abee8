/*
 * Attack: a user with an ordinary account sends a body within 1 MB whose validation takes far longer than its size
 *   suggests, or whose answer is far larger: a list of mail addresses that matches its pattern until the last
 *   letter; 6,000 children where 50 are permitted; 80,000 unknown names; a number with many zeros; one column of an
 *   export 2,000 times; children that wait for each other in turn.
 * Before: each further address of a vessel's mail configuration doubled the time of its pattern: 18 addresses took
 *   10 ms, 20 took 47 ms, 22 took 174 ms, and the 220 that fit into its field would never have ended, with the only
 *   thread blocked. 1,500, 3,000 and 6,000 contacts of a company were saved one by one in 9, 18 and 27 s before they
 *   were counted. 20,000, 40,000 and 80,000 names were answered by 2.2, 4.4 and 8.8 MB, and blocked the only thread
 *   for 0.4, 1.1 and 2.8 s. A cell of 16,000 and 32,000 zeros took 0.09 and 0.34 s. 10 children in a chain were
 *   saved 54 times, and 60 had not ended after 300 s on a busy machine. 2,000 columns were answered 500.
 * Now: each address is read in one way, so 100,000 take 10 ms, and a test checks every pattern of schemas and code
 *   (`tests/kernel/patterns.test.ts`). Children and names are counted before anything is locked; of children that
 *   break rules the first 100 are reported, and 60 children in a chain are saved 119 times. A cell is read once. The
 *   columns are refused with 400.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyBody, nextCode } from '../http/rows.ts';
import { startTestServer, type Json, type TestServer } from '../http/server.ts';
import { writesNothing } from '../http/withoutTrace.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ allSessions: true });
});
afterAll(async () => {
  await server.close();
});

const many = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index));

/** Checks that a call writes nothing. */
test('addresses that match their pattern except for the last letter are refused', async () => {
  const answer = await writesNothing(server, () =>
    server.call('POST', '/api/mail-config', { body: { vslCde: 'HLD', receivers: 'a@b.c.d;'.repeat(220) } }),
  );
  expect(answer.status).toBe(400);
  expect(answer.errors).toContainEqual(expect.objectContaining({ field: 'receivers' }));
});

/** The number of statements matching `pattern` that the server sends during `work`. */
async function counted(pattern: RegExp, work: () => Promise<void>): Promise<number> {
  let sent = 0;
  const { pool } = server.kernel;
  const connect = pool.connect.bind(pool);
  pool.connect = (async () => {
    const client = await connect();
    const query = Object.getPrototypeOf(client).query as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      if (pattern.test(typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text)) sent++;
      return query.apply(client, args);
    }) as typeof client.query;
    return client;
  }) as typeof pool.connect;
  await work();
  pool.connect = connect;
  return sent;
}

test.each(['', '/preview'])(
  'more children than permitted are refused before any is saved, POST /api/company%s',
  async (path) => {
    const body = { ...companyBody(), 'company-contact': many(6000, () => ({ contactType: 'X' })) };
    expect(
      await counted(/./, async () => {
        const answer = await writesNothing(server, () => server.call('POST', `/api/company${path}`, { body }));
        const errors = path === '' ? answer.errors : (answer.result.errors as Json[]);
        expect(errors).toEqual([
          expect.objectContaining({
            field: 'company-contact',
            key: 'MSG_generic_0156',
            message: expect.stringContaining('50'),
          }),
        ]);
      }),
    ).toBeLessThan(10);
  },
);

test('of children that all break rules only a hundred are validated', async () => {
  expect(
    await counted(/savepoint part$/, async () => {
      const answer = await writesNothing(server, () =>
        server.call('POST', '/api/salvage', {
          body: { salvageNo: nextCode(), 'salvage-item': many(5000, () => ({ nothing: 1 })) },
        }),
      );
      expect(answer.status).toBe(400);
      expect(answer.errors).toHaveLength(200);
    }),
  ).toBeLessThan(400);
});

test('children that each wait for the next are saved in two rounds', async () => {
  const created = await server.create('salvage', {
    salvageNo: nextCode(),
    'salvage-item': many(60, (index) => ({ item: `I${index}` })),
  });
  const items = (created['salvage-item'] as Json[]).map(({ id, rev, item }) => ({
    id,
    rev,
    item: `I${Number(String(item).slice(1)) + 1}`,
  }));
  expect(
    await counted(/^savepoint part$/, async () => {
      const answer = await server.call('PATCH', `/api/salvage/${created['id']}`, {
        body: { rev: created['rev'], 'salvage-item': items },
      });
      expect(answer.status, answer.text).toBe(200);
    }),
  ).toBeLessThan(180);
});

test('any number of unknown names is refused with one message', async () => {
  const body = { ...Object.fromEntries(many(80_000, (index) => [`a${index}`, 0])), title: 'x', content: 'x' };
  const answer = await writesNothing(server, () => server.call('POST', '/api/notice', { body }));
  expect(answer).toMatchObject({ status: 400, key: 'MSG_generic_0021' });
  expect(answer.text.length).toBeLessThan(1000);
});

test('a value in a message is shortened', async () => {
  const answer = await writesNothing(server, () =>
    server.call('POST', '/api/notice', { body: { title: 'x', content: 'x', informationType: 'y'.repeat(90) } }),
  );
  expect(answer.status).toBe(400);
  const long = await writesNothing(server, () =>
    server.call('POST', '/api/notice', { body: { title: 'x', content: 'x', informationType: 'y'.repeat(900_000) } }),
  );
  expect(long.errors).toMatchObject([{ field: 'informationType', key: 'MSG_generic_0101' }]);
  expect(long.text.length).toBeLessThan(1000);
});

test('a column can be exported only once', async () => {
  const answer = await server.call(
    'GET',
    `/api/currency/export?format=csv&columns=${many(2000, () => 'curCde').join(',')}`,
  );
  expect(answer).toMatchObject({ status: 400, key: 'MSG_generic_0152' });
});
