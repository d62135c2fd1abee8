/*
 * Attack: an operator stops a server under load: TERM to its process, or to the `npm start` that a service manager
 *   knows.
 * Before: in each round 6 to 8 of 8 clients were cut in the middle of a call, and the call in flight after two
 *   seconds; readiness was not turned off. TERM to npm ended npm at once and left server and database running.
 * Now: no call is cut, the last answer to each client says `Connection: close`, readiness says 503 "stopping", and
 *   npm ends with code 0 after the server and its database.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { homeElsewhere } from '../../server/db/embedded/place.ts';
import { processesIn } from '../../server/db/embedded/leftovers.ts';
import { openProcesses, type Processes } from '../http/process.ts';
import { ADMIN_PASSWORD } from '../http/server.ts';
import { longTest } from '../longTest.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

let processes: Processes;
beforeAll(async () => {
  processes = await openProcesses();
});
afterAll(() => processes.close());

interface Reply {
  status: number;
  body: string;
  connection: string | undefined;
}

interface Order {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  agent?: Agent;
}

/** One call with Node's own client, which retries nothing. @throws the error that cut it */
function send(address: string, { method = 'GET', headers = {}, body, agent }: Order = {}): Promise<Reply> {
  return new Promise((done, fail) => {
    const call = request(address, { method, headers, ...(agent ? { agent } : {}) }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        done({ status: response.statusCode!, body: text, connection: response.headers.connection }),
      );
      response.on('error', fail);
    });
    call.on('error', fail);
    call.end(body);
  });
}

const isRefused = (error: unknown): boolean => (error as { code?: string }).code === 'ECONNREFUSED';

/** Calls one after the other until the server refuses connections. @returns answers, and the errors that cut calls */
async function callOn(address: string, order: Order): Promise<{ answers: Reply[]; cut: unknown[] }> {
  const answers: Reply[] = [];
  const cut: unknown[] = [];
  for (;;) {
    try {
      answers.push(await send(address, order));
    } catch (error) {
      if (isRefused(error)) return { answers, cut };
      cut.push(error);
    }
  }
}

async function logIn(url: string): Promise<Record<string, string>> {
  const json = { 'content-type': 'application/json' };
  const { body } = await send(`${url}/account/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  });
  return { ...json, authorization: `Bearer ${JSON.parse(body).result.token}` };
}

test('a server under load that is stopped answers every call that reached it', async () => {
  const server = processes.start();
  const url = await server.ready;
  const headers = await logIn(url);
  const created = await send(`${url}/api/pilot`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ pilotCde: 'STP', pilotName: 'Stop' }),
  });
  const { id } = JSON.parse(created.body).result;

  const keepAliveAgent = new Agent({ keepAlive: true });
  const load = [
    ...Array.from({ length: 6 }, () => callOn(`${url}/api/pilot`, { headers, agent: keepAliveAgent })),
    ...Array.from({ length: 2 }, () =>
      callOn(`${url}/api/pilot/${id}`, { headers, agent: new Agent({ keepAlive: false }) }),
    ),
  ];
  const blocker = await processes.database.pool.connect();
  await blocker.query('begin');
  await blocker.query('select from pilot where id = $1 for update', [id]);
  const slow = send(`${url}/api/pilot/${id}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ rev: 1, pilotName: 'Finished' }),
  });
  await sleep(300);

  server.child.kill('SIGTERM');
  await sleep(100);
  const readiness = await send(`${url}/health/ready`);
  expect([readiness.status, JSON.parse(readiness.body)]).toEqual([503, { status: 'stopping' }]);
  const outcomes = await Promise.all(load);
  // longer than the former limit for calls in progress
  await sleep(1500);
  await blocker.query('rollback');
  blocker.release();

  expect((await slow).status, 'a call in flight is finished').toBe(200);
  expect(outcomes.flatMap(({ cut }) => cut)).toEqual([]);
  for (const { answers } of outcomes) {
    expect(answers.length).toBeGreaterThan(0);
    for (const { status } of answers) expect(status).toBe(200);
    expect(answers.at(-1)!.connection, 'the last answer sends the client away').toBe('close');
  }
  expect(await server.ended).toEqual([0, null]);
  const remaining = await processes.database.pool.query(
    `select from pg_stat_activity where datname = current_database() and application_name like 'bordereau%' and pid <> pg_backend_pid() and application_name <> 'bordereau'`,
  );
  expect(remaining.rowCount, 'no session is left behind').toBe(0);
});

longTest('TERM to npm, while the server starts, ends server and database', async () => {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'bordereau-stop-')));
  const clusters = [join(dataDir, 'postgresql', 'cluster'), join(homeElsewhere(dataDir), 'cluster')];
  const running = async () => (await Promise.all(clusters.map(processesIn))).flat().length;
  const npm = spawn('npm', ['start'], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
  });
  const ended = once(npm, 'exit');
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  await expect.poll(running).toBeGreaterThan(3);
  npm.kill('SIGTERM');
  expect(await ended, output).toEqual([0, null]);
  expect(await running(), 'processes left behind').toBe(0);
  expect(output).not.toContain('ready at');
  for (const folder of [dataDir, homeElsewhere(dataDir)]) await rm(folder, { recursive: true, force: true });
});
