/*
 * Attack: callers disconnect in the middle of a JSON body, an upload, an import or an export; a bad line is enough.
 * Before: a body that broke off counted as 503 and was logged as a database that is away; uploads counted as 400,
 *   exports as 200.
 * Now: each counts as 499, is logged at debug at most, and leaves nothing behind.
 */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_PASSWORD } from '../adminPassword.ts';
import { openProcesses, type Processes, type ServerProcess } from '../http/process.ts';
import { logIn } from '../e2e/browser/product.ts';

let processes: Processes;
let server: ServerProcess;
let url: string;
let token: string;
beforeAll(async () => {
  processes = await openProcesses();
  server = processes.start({ LOG_LEVEL: 'debug' });
  url = await server.ready;
  token = await logIn(url, 'admin', ADMIN_PASSWORD);
  await processes.database.pool.query(
    `insert into customs_broker (code, name, remark, creater, updater) select 'N' || n, 'Broker', repeat('关', 1000), 'test', 'test' from generate_series(1, 2500) n`,
  );
});
afterAll(() => processes.close());

/** Rows that the calls of this file could leave behind. */
const stored = async (): Promise<unknown> =>
  (
    await processes.database.pool.query(
      'select (select count(*) from pilot) as pilots, (select count(*) from customs_broker) as brokers, (select count(*) from kernel.file) as files, (select count(*) from kernel.audit) as lines',
    )
  ).rows;

/** How many calls of a route were counted under each status. */
async function counted(route: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = [...text.matchAll(/^http_request_duration_seconds_count\{([^}]*)\} (\d+)$/gm)].filter(([, labels]) =>
    labels!.includes(`route="${route}"`),
  );
  return Object.fromEntries(lines.map(([, labels, count]) => [/status="(\d+)"/.exec(labels!)![1]!, Number(count)]));
}

/** Sends a request, or the beginning of one, and disconnects: a moment later, or at the first bytes of the answer. */
async function hangUp(request: string, atAnswer: boolean): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const first = new Promise((resolve) => {
    socket.once('data', resolve);
  });
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.write(request, () => resolve());
  });
  await (atAnswer ? first : sleep(100));
  socket.destroy();
}

const heads = (line: string, headers: Record<string, string>): string =>
  `${line} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const json = { 'content-type': 'application/json', 'content-length': '1000' };
const form = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' };
const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nCode,Name\r\n';

test.each<[string, string, string, Record<string, string>, string]>([
  ['a JSON body', '/api/:entity', 'POST /api/pilot', json, '{"pilotCde": "HALF'],
  ['a search', '/api/:entity/search', 'POST /api/pilot/search', json, '{'],
  ['an upload', '/api/files', 'POST /api/files', form, file],
  ['an import', '/api/:entity/import', 'POST /api/customs-broker/import', form, file],
  ['an export', '/api/:entity/export', 'GET /api/customs-broker/export?format=csv', {}, ''],
])('a caller who disconnects during %s counts as 499, not as a server error', async (_, route, line, headers, body) => {
  const before = await stored();
  await hangUp(heads(line, headers) + body, body === '');
  await expect.poll(() => counted(route)).toEqual({ 499: 1 });
  expect(await stored()).toEqual(before);
});

test('the log has no error or warning about it', async () => {
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('Bordereau is ready'));
  const levels = lines.map((line) => (line.startsWith('{') ? (JSON.parse(line) as { level: number }).level : line));
  expect(levels.filter((level) => typeof level !== 'number' || level > 30)).toEqual([]);
  expect(server.output()).toContain('the caller disconnected');
});
