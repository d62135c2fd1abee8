import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { PARTNERS } from '../../server/domain/partners/receivers.ts';
import { startSandbox, type Sandbox } from '../../server/sandbox/partner.ts';
import { SCHEMAS } from '../../server/start.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { isLongRun } from '../longTest.ts';

const ROOT = resolve(import.meta.dirname, '../fixtures/beacon');
const PACE = { pollMs: 50, retryMs: 20, maxRetryMs: 100, leaseMs: 2000, timeoutMs: 1000, maxAttempts: 30 };

let sandbox: Sandbox;
let server: TestServer;
beforeAll(async () => {
  sandbox = await startSandbox();
  server = await startTestServer({
    roots: [ROOT],
    delivery: PACE,
    env: { PARTNER_CAPTIVE_URL: sandbox.url },
    referenceData: false,
  });
});
afterAll(async () => {
  await server.close();
  await sandbox.stop();
});
afterEach(() => {
  sandbox.faults = { share: 0, delayMs: 0 };
});

let count = 0;
const beacon = (fields: Json = {}): Promise<Json> =>
  server.create('beacon', { beaconNo: `B${++count}`, name: 'Pharos', ...fields });
const act = (row: Json, name: string, body: Json = {}, token?: string): Promise<Answer> =>
  server.call('POST', `/api/beacon/${row['id']}/actions/${name}`, {
    body: { rev: row['rev'], ...body },
    ...(token === undefined ? {} : { token }),
  });
const messagesOf = async ({ id }: Json): Promise<Json[]> =>
  (
    await server.call('POST', '/api/partner-event/search', {
      body: { searchCondition: [{ name: 'sourceId', type: 'equal', value: String(id) }], sort: 'createAt' },
    })
  ).result.records;
const settled = (row: Json, status: string, messages = 1): Promise<Json[]> =>
  vi.waitFor(
    async () => {
      const found = await messagesOf(row);
      expect(found.map((one) => one['recordStatus'])).toEqual(Array.from({ length: messages }, () => status));
      return found;
    },
    { timeout: 60_000, interval: 50 },
  );
const enteredOf = ({ beaconNo }: Json) =>
  sandbox.entries.filter(({ body }) => (body as Json)['head']?.['beaconNo'] === beaconNo);

describe('a message', () => {
  test.each([
    ['an action', 'report'],
    ['a transition', 'light'],
  ])('of %s contains the record at the time of the step, and gets an answer', async (_, name) => {
    const row = await beacon({ upkeepAmt: '12.50', secretCode: 'lantern' });
    const answer = await act(row, name);
    expect(answer.status, answer.text).toBe(200);
    const [message] = await settled(row, 'Delivered');
    const [entry, ...more] = enteredOf(row);
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      partner: 'captive',
      event: 'vessel',
      sourceEntity: 'beacon',
      businessNo: `${row['beaconNo']} Pharos`,
      attempts: 1,
      httpStatus: 200,
      reference: entry!.reference,
      nextAttemptAt: null,
    });
    expect(entry!.body).toEqual({
      bordereau: 'vessel',
      kind: 'beacon',
      businessNo: `${row['beaconNo']} Pharos`,
      head: {
        id: row['id'],
        beaconNo: row['beaconNo'],
        name: 'Pharos',
        upkeepAmt: '12.50',
        status: name === 'light' ? 'Lit' : 'Dark',
      },
      lines: {},
    });
    expect(JSON.stringify(entry)).not.toContain('lantern');
  });

  test('is written for each row of a bulk call', async () => {
    const rows = [await beacon(), await beacon()];
    const answer = await server.call('POST', '/api/beacon/bulk/report', {
      body: { items: rows.map(({ id, rev }) => ({ id, rev })) },
    });
    expect(answer.result.map((one: Json) => one['ok'])).toEqual([true, true]);
    for (const row of rows) await settled(row, 'Delivered');
  });

  test('is not written where the step is refused or undone', async () => {
    const unnamed = await beacon({ name: null });
    const calls = sandbox.calls;
    expect((await act(unnamed, 'light')).status).toBe(400);
    expect((await act({ ...unnamed, rev: 99 }, 'report')).status).toBe(409);
    expect(await messagesOf(unnamed)).toEqual([]);
    expect(sandbox.calls).toBe(calls);
  });

  test('that the partner refuses stores the reason and is not retried; sent again it has the same key', async () => {
    const row = await beacon({ upkeepAmt: '-1' });
    await act(row, 'report');
    const [message] = await settled(row, 'Refused');
    expect(message).toMatchObject({ attempts: 1, failure: 'Refused', httpStatus: 422, reference: null });
    expect(message!['answer']).toContain('upkeepAmt is no amount');
    const calls = sandbox.calls;
    const repeated = await server.call('POST', `/api/partner-event/${message!['id']}/actions/sendAgain`, {
      body: { rev: message!['rev'] },
    });
    expect(repeated.status, repeated.text).toBe(200);
    await vi.waitFor(() => expect(sandbox.calls).toBe(calls + 1), { timeout: 60_000 });
    expect(await settled(row, 'Refused')).toMatchObject([{ attempts: 2, idempotencyKey: message!['idempotencyKey'] }]);
    expect(enteredOf(row).length).toBe(1);
  });

  test('whose retries ended waits for staff; if it is sent again, it is delivered and has one effect', async () => {
    sandbox.faults = { share: 1, delayMs: 0 };
    const row = await beacon();
    await act(row, 'report');
    const [message] = await settled(row, 'Failed');
    expect(message).toMatchObject({
      attempts: PACE.maxAttempts,
      failure: message!['httpStatus'] === null ? 'Unreached' : 'NotTaken',
      nextAttemptAt: null,
    });
    sandbox.faults = { share: 0, delayMs: 0 };
    expect(
      (
        await server.call('POST', `/api/partner-event/${message!['id']}/actions/sendAgain`, {
          body: { rev: message!['rev'] },
        })
      ).status,
    ).toBe(200);
    expect(await settled(row, 'Delivered')).toMatchObject([
      { attempts: PACE.maxAttempts + 1, failure: null, idempotencyKey: message!['idempotencyKey'] },
    ]);
    expect(enteredOf(row).length).toBe(1);
  });

  test('that was delivered cannot be sent again', async () => {
    const row = await beacon();
    await act(row, 'report');
    const [message] = await settled(row, 'Delivered');
    const answer = await server.call('POST', `/api/partner-event/${message!['id']}/actions/sendAgain`, {
      body: { rev: message!['rev'] },
      language: 'zh-CN',
    });
    expect(answer).toMatchObject({ status: 409, message: '合作方已收到该报文' });
    expect(enteredOf(row).length).toBe(1);
  });

  test('waits for the earlier message of the same record, even if that fails repeatedly', async () => {
    sandbox.faults = { share: 0.6, delayMs: 0 };
    let row = await beacon();
    for (let turn = 1; turn <= 4; turn += 1) {
      row = (
        await server.call('PATCH', `/api/beacon/${row['id']}`, { body: { rev: row['rev'], upkeepAmt: `${turn}.00` } })
      ).result;
      row = (await act(row, 'report')).result;
    }
    await settled(row, 'Delivered', 4);
    expect(enteredOf(row).map(({ body }) => (body as Json)['head']['upkeepAmt'])).toEqual([
      '1.00',
      '2.00',
      '3.00',
      '4.00',
    ]);
  });
});

test('a partner without an address disables its operations, with the reason', async () => {
  const row = await beacon();
  const shown = (await server.call('GET', `/api/beacon/${row['id']}`, { language: 'zh-CN' })).result['_actions'];
  expect(shown).toContainEqual({ name: 'report', enabled: true, reason: null });
  expect(shown).toContainEqual({ name: 'reportAbroad', enabled: false, reason: '尚未配置保赔协会，无法发送' });
  const before = await server.footprint();
  const answer = await act(row, 'reportAbroad');
  expect(answer).toMatchObject({
    status: 409,
    key: 'MSG_partner_0001',
    message: 'The P&I club is not configured, so nothing can be sent to it',
  });
  expect(await server.footprint()).toBe(before);
});

test.each([
  ['create', 'POST', '/api/partner-event', { partner: 'captive' }],
  ['change', 'PATCH', '/api/partner-event/1', { rev: 1, recordStatus: 'Delivered' }],
  ['delete', 'DELETE', '/api/partner-event/1', { rev: 1 }],
])('no user can %s a message', async (_, method, path, body) => {
  const before = await server.footprint();
  expect((await server.call(method, path, { body })).status).toBe(403);
  expect(await server.footprint()).toBe(before);
});

test('the permission to send again is a separate one, listed with the entity', async () => {
  const { result } = await server.call('GET', '/api/meta');
  expect(result.find((one: Json) => one['name'] === 'partner-event')['permissions']).toEqual([
    'query',
    'export',
    'sendAgain',
  ]);
});

test('the partners of the schema are those that the product knows', () => {
  const schema = JSON.parse(readFileSync(resolve(SCHEMAS, 'system/partner-event.json'), 'utf8')) as Json;
  expect(schema['properties']['partner']['x-options'].map((one: Json) => one['code'])).toEqual([...PARTNERS, 'mail']);
});

test('a user without permission for messages can neither read them nor send them again', async () => {
  await server.create('role', {
    roleName: 'Keeper',
    'role-permission': [{ permissionId: 'harbour.beacon', actionEntitySet: ['query', 'add', 'report'] }],
  });
  const token = await server.logInAs('keeper', 'Keeper');
  const row = await beacon();
  expect((await act(row, 'light', {}, token)).status).toBe(403);
  expect((await act(row, 'report', {}, token)).status).toBe(200);
  const [message] = await settled(row, 'Delivered');
  expect((await server.call('GET', `/api/partner-event/${message!['id']}`, { token })).status).toBe(403);
  expect(
    (
      await server.call('POST', `/api/partner-event/${message!['id']}/actions/sendAgain`, {
        token,
        body: { rev: message!['rev'] },
      })
    ).status,
  ).toBe(403);
});

/** Enough for a sender to be killed while others of its messages are on their way. */
const MESSAGES = isLongRun ? 500 : 20;
const BATCH = MESSAGES / 2;

test(
  'each of many messages has one effect, although the partner fails or answers late and senders are killed',
  { timeout: 180_000 },
  async () => {
    const rows: Json[] = [];
    for (let count = 0; count < MESSAGES; count += 1) rows.push(await beacon());
    sandbox.faults = { share: 0.4, delayMs: 15 };
    const entered = sandbox.entries.length;
    const calls = sandbox.calls;
    const senders: ChildProcess[] = [];
    const { host, port, user, database } = server.connection as {
      host: string;
      port: number;
      user: string;
      database: string;
    };
    const address = `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user })}`;
    const startSender = async () => {
      const sender = fork(resolve(ROOT, 'deliver.ts'), [address, sandbox.url, JSON.stringify(PACE)], {
        stdio: 'inherit',
      });
      senders.push(sender);
      await once(sender, 'message');
      return sender;
    };
    let sender = await startSender();
    for (let start = 0; start < rows.length; start += BATCH) {
      const items = rows.slice(start, start + BATCH).map(({ id, rev }) => ({ id, rev }));
      const answer = await server.call('POST', '/api/beacon/bulk/report', { body: { items } });
      expect(answer.result.every((one: Json) => one['ok'])).toBe(true);
      sender.kill('SIGKILL');
      sender = await startSender();
    }
    await vi.waitFor(
      async () => {
        const {
          rows: [left],
        } = await server.pool.query(
          `select count(*)::int as n from partner_event where "recordStatus" <> 'Delivered' and "businessNo" = any($1)`,
          [rows.map((row) => `${row['beaconNo']} Pharos`)],
        );
        expect(left.n).toBe(0);
      },
      { timeout: 120_000, interval: 200 },
    );
    for (const one of senders) one.kill('SIGKILL');
    const effects = sandbox.entries.slice(entered).map(({ body }) => (body as Json)['head']['beaconNo'] as string);
    expect(effects.toSorted()).toEqual(rows.map((row) => row['beaconNo'] as string).toSorted());
    // messages must have been repeated, otherwise the test proves nothing
    expect(sandbox.calls - calls).toBeGreaterThan(1.1 * MESSAGES);
  },
);
