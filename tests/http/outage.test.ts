import { createServer, connect, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';

/** A proxy to the database whose connections can be cut. */
class Line {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cut = false;

  constructor(socketPath: string) {
    this.#server = createServer((near) => {
      if (this.#cut) {
        near.destroy();
        return;
      }
      const far = connect(socketPath);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
    });
  }

  listen(): Promise<number> {
    return new Promise((done) => {
      this.#server.listen(0, '127.0.0.1', () => done((this.#server.address() as { port: number }).port));
    });
  }

  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restore(): void {
    this.#cut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((done) => {
      this.#server.close(done);
    });
  }
}

let server: TestServer;
let line: Line;
beforeAll(async () => {
  server = await startTestServer({
    allSessions: true,
    throughProxy: async (url) => {
      const address = new URL(url.replace('postgresql:///', 'postgresql://x/'));
      const { host, port, user } = Object.fromEntries(address.searchParams) as {
        host: string;
        port: string;
        user: string;
      };
      line = new Line(`${host}/.s.PGSQL.${port}`);
      return `postgresql://${user}@127.0.0.1:${await line.listen()}${address.pathname}`;
    },
  });
});
afterAll(async () => {
  line.restore();
  await server.close();
  await line.close();
});

test('calls answer 503 while the database is unreachable, and succeed when it is back', async () => {
  const row = await server.create('pilot', { pilotCde: 'OUT', pilotName: 'Outage' });
  line.cut();
  const calls = [
    server.call('GET', '/api/pilot'),
    server.call('GET', `/api/pilot/${row['id']}`),
    server.call('POST', '/api/pilot', { body: { pilotCde: 'LOST', pilotName: 'Lost' } }),
    server.call('PATCH', `/api/pilot/${row['id']}`, { body: { rev: 1, pilotName: 'Lost' } }),
    server.call('POST', '/api/pilot/bulk/delete', { body: { items: [{ id: row['id'], rev: 1 }] } }),
    server.call('POST', '/account/login', { token: null, body: { username: 'admin', password: 'whatever it is' } }),
    server.call('POST', '/api/pilot', {
      body: { pilotCde: 'LOST', pilotName: 'Lost' },
      headers: { 'idempotency-key': 'lost' },
    }),
  ];
  for (const answer of await Promise.all(calls))
    expect(answer).toMatchObject({ status: 503, code: 1, key: 'MSG_generic_0503', result: null });
  expect((await server.call('GET', '/health/ready')).status).toBe(503);
  expect((await server.call('GET', '/health/live')).status).toBe(200);

  line.restore();
  await expect.poll(async () => (await server.call('GET', '/health/ready')).status).toBe(200);
  expect(await server.read('pilot', row['id'])).toMatchObject({ rev: 1, pilotName: 'Outage' });
  expect(
    (
      await server.call('POST', '/api/pilot', {
        body: { pilotCde: 'LOST', pilotName: 'Found' },
        headers: { 'idempotency-key': 'lost' },
      })
    ).status,
    'the key was not taken',
  ).toBe(201);
}, 180_000);

test('a transaction whose connection is cut stores nothing', async () => {
  const before = await server.footprint();
  const form = new FormData();
  form.append(
    'file',
    new Blob([`berthCde,berthName\n${Array.from({ length: 100 }, (_, index) => `C${index},Name\n`).join('')}`]),
    'x.csv',
  );
  const blocker = await server.pool.connect();
  try {
    await blocker.query('begin');
    await blocker.query(`lock table berth in share mode`);
    const importing = server.call('POST', '/api/berth/import?dryRun=false', { body: form });
    // on another session than the blocker's: within a transaction pg_stat_activity does not change
    await expect
      .poll(
        async () =>
          (
            await server.pool.query(
              `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rows[0].n,
      )
      .toBeGreaterThan(0);
    line.cut();
    expect(await importing).toMatchObject({ status: 503, code: 1 });
  } finally {
    await blocker.query('rollback');
    blocker.release();
    line.restore();
  }
  expect(await server.footprint()).toBe(before);
}, 180_000);
