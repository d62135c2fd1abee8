import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compiledModel } from '../compiledModel.ts';
import { printOpenApi } from '../../generator/emit/openapi/document.ts';
import { SchemaProblems } from '../../generator/compile/problem.ts';
import { checkEffects } from '../../server/domain/checkEffects.ts';
import { SCHEMAS } from '../../server/start.ts';
import { DOLPHIN_EFFECTS } from '../fixtures/dolphin/effects.ts';
import { FIXTURES, startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

const ROOT = resolve(import.meta.dirname, '../fixtures/dolphin');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roots: [ROOT], effects: DOLPHIN_EFFECTS });
});
afterAll(() => server.close());

let count = 0;
const STATES: Record<string, string[]> = { Draft: [], Confirm: ['confirm'], Unconfirm: ['confirm', 'unconfirm'] };
const act = (row: Json, name: string, input: Json = {}, token?: string): Promise<Answer> =>
  server.call('POST', `/api/dolphin/${row['id']}/actions/${name}`, {
    body: { rev: row['rev'], ...input },
    ...(token === undefined ? {} : { token }),
  });

/** A dolphin of the user with `token`, whose state the administrator set. */
async function dolphinIn(state: string, token?: string): Promise<Json> {
  const created = await server.call('POST', '/api/dolphin', {
    body: { dolphinNo: `M${++count}` },
    ...(token === undefined ? {} : { token }),
  });
  expect(created.status, created.text).toBe(201);
  let row: Json = created.result;
  for (const step of STATES[state]!) row = (await act(row, step)).result;
  return row;
}

const shown = async (row: Json, name: string, options: Json = {}): Promise<Json> =>
  (await server.call('GET', `/api/dolphin/${row['id']}`, options)).result['_actions'].find(
    (one: Json) => one['name'] === name,
  );

describe('every state × right × actor', () => {
  /** role → actions on dolphins */
  const ROLES: Record<string, string[]> = {
    Lines: ['query', 'add', 'addLines'],
    Casts: ['query', 'add', 'castOff'],
    Looks: ['query', 'add'],
  };
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    for (const [roleName, actions] of Object.entries(ROLES)) {
      await server.create('role', {
        roleName,
        'role-permission': [{ permissionId: 'harbour.dolphin', actionEntitySet: actions }],
      });
      tokens.set(roleName, await server.logInAs(`m${roleName}`, roleName));
    }
  });
  const cases = Object.keys(STATES).flatMap((state) =>
    Object.keys(ROLES).flatMap((role) =>
      ['own', 'another’s'].flatMap((whose) => ['addLines', 'castOff'].map((name) => ({ state, role, whose, name }))),
    ),
  );
  test.each(cases)('$state × $role × $whose row × $name', async ({ state, role, whose, name }) => {
    const token = tokens.get(role)!;
    const row = await dolphinIn(state, whose === 'own' ? token : undefined);
    const entitled = ROLES[role]!.includes(name);
    const inState = name === 'addLines' ? state !== 'Confirm' : state === 'Confirm';
    const isActor = name === 'addLines' || whose === 'own';
    const expected = !entitled ? 403 : !inState ? 409 : !isActor ? 403 : 200;
    const action = await shown(row, name, { token });
    expect(action).toEqual({
      name,
      enabled: expected === 200,
      reason: expected === 200 ? null : expect.stringMatching(/\S/),
    });
    const input = name === 'addLines' ? { count: 2 } : {};
    if (expected === 200) {
      const answer = await act(row, name, input, token);
      expect(answer).toMatchObject({
        status: 200,
        message: 'Done',
        result: { rev: row['rev'] + 1, lines: name === 'addLines' ? 2 : 0, recordStatus: state },
      });
    } else {
      await withoutTrace(server, () => act(row, name, input, token), {
        status: expected,
        key: !entitled ? 'MSG_generic_0403' : expected === 409 ? 'MSG_generic_0036' : 'MSG_generic_0038',
      });
    }
  });
});

test('an unmet guard is reported with its own message, in the reader’s language', async () => {
  let row = await dolphinIn('Draft');
  for (let n = 0; n < 3; n++) row = (await act(row, 'addLines', { count: 4 })).result;
  expect(row['lines']).toBe(12);
  await withoutTrace(server, () => act(row, 'addLines', { count: 1 }), {
    status: 409,
    key: 'MSG_harbour_0003',
    message: 'Twelve lines are the most',
  });
  expect(await shown(row, 'addLines', { language: 'zh-CN' })).toEqual({
    name: 'addLines',
    enabled: false,
    reason: '缆绳最多十二根',
  });
});

test('values set by an effect are validated like every save', async () => {
  let row = await dolphinIn('Draft');
  for (const lines of [4, 4, 3]) row = (await act(row, 'addLines', { count: lines })).result;
  await withoutTrace(server, () => act(row, 'addLines', { count: 4 }), {
    status: 400,
    errors: [{ field: 'lines', key: 'MSG_generic_0111' }],
  });
});

describe('the input', () => {
  const cases: [string, Json, string, string][] = [
    ['is asked for', {}, 'count', 'MSG_generic_0100'],
    ['may not be blank', { count: null }, 'count', 'MSG_generic_0100'],
    ['is of its kind', { count: 'two' }, 'count', 'MSG_generic_0106'],
    ['keeps its bounds', { count: 5 }, 'count', 'MSG_generic_0111'],
    ['keeps its length', { count: 1, note: 'x'.repeat(11) }, 'note', 'MSG_generic_0101'],
    ['is one of its options', { count: 1, rope: 'HEMP' }, 'rope', 'MSG_generic_0104'],
    ['refers to what is there', { count: 1, pilotCde: 'NONE' }, 'pilotCde', 'MSG_generic_0122'],
    ['refers to what its condition takes', { count: 1, pilotCde: 'p2' }, 'pilotCde', 'MSG_generic_0129'],
    ['is known', { count: 1, force: 'Y' }, 'force', 'MSG_generic_0119'],
    ['is not a field of the row', { count: 1, lines: 9 }, 'lines', 'MSG_generic_0119'],
  ];
  beforeAll(async () => {
    await server.create('pilot', { pilotCde: 'P1', pilotName: 'Licensed' });
    await server.create('pilot', { pilotCde: 'P2', pilotName: 'Not licensed', licensed: 'N' });
  });
  test.each(cases)('%s: %j', async (_, input, field, key) => {
    const row = await dolphinIn('Draft');
    const answer = await withoutTrace(server, () => act(row, 'addLines', input), { status: 400, key });
    expect(answer.errors).toMatchObject([{ field, key }]);
  });

  test('appears in the history under the action’s name, with defaults and without secrets', async () => {
    const row = await dolphinIn('Draft');
    expect((await act(row, 'addLines', { count: 1, pilotCde: ' p1 ', note: 'Aft', pass: 'S3CR3T' })).status).toBe(200);
    const { text, result } = await server.call('GET', `/api/dolphin/${row['id']}/history`);
    const [line] = result;
    expect(line).toMatchObject({ action: 'addLines', by: 'admin' });
    expect(Object.fromEntries(line.changes.map(({ field, from, to }: Json) => [field, [from, to]]))).toEqual({
      lines: [0, 1],
      count: [null, 1],
      rope: [null, 'NYLON'],
      pilotCde: [null, 'P1'],
      note: [null, 'Aft'],
      pass: [null, '•••'],
    });
    expect(text).not.toContain('S3CR3T');
  });
});

test('requires the revision, and a stale one changes nothing', async () => {
  const row = await dolphinIn('Draft');
  await withoutTrace(server, () => act({ id: row['id'] }, 'addLines', { count: 1 }), { status: 428 });
  await act(row, 'addLines', { count: 1 });
  await withoutTrace(server, () => act(row, 'addLines', { count: 1 }), { status: 409, key: 'MSG_generic_0010' });
});

test.each(['nothing', 'lay'])('an action that a row does not have is 404: %s', async (name) => {
  const row = await dolphinIn('Draft');
  await withoutTrace(server, () => act(row, name), { status: 404 });
});

test('of twenty simultaneous calls exactly one changes the row', async () => {
  const row = await dolphinIn('Draft');
  const answers = await Promise.all(Array.from({ length: 20 }, () => act(row, 'addLines', { count: 1 })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(await server.read('dolphin', row['id'])).toMatchObject({ lines: 1, rev: row['rev'] + 1 });
});

test('runs once for an Idempotency-Key', async () => {
  const row = await dolphinIn('Draft');
  const call = () =>
    server.call('POST', `/api/dolphin/${row['id']}/actions/addLines`, {
      headers: { 'idempotency-key': 'lines-once' },
      body: { rev: row['rev'], count: 3 },
    });
  const first = await call();
  const before = await server.footprint();
  expect(await call()).toMatchObject({ status: 200, text: first.text });
  expect(await server.footprint()).toBe(before);
});

const bulk = (name: string, rows: Json[], input: Json = {}) =>
  server.call('POST', `/api/dolphin/bulk/${name}`, {
    body: { items: rows.map(({ id, rev }) => ({ id, rev })), ...input },
  });

describe('in bulk', () => {
  test('each row has its own outcome', async () => {
    const rows = [await dolphinIn('Draft'), await dolphinIn('Confirm'), await dolphinIn('Unconfirm')];
    const { status, result } = await bulk('addLines', rows, { count: 2 });
    expect(status).toBe(200);
    expect(result.map(({ ok, key }: Json) => [ok, key])).toEqual([
      [true, null],
      [false, 'MSG_generic_0036'],
      [true, null],
    ]);
    expect(await Promise.all(rows.map(async ({ id }) => (await server.read('dolphin', id))['lines']))).toEqual([
      2, 0, 2,
    ]);
  });

  test('requires "bulk" in the schema', async () => {
    const row = await dolphinIn('Confirm');
    await withoutTrace(server, () => bulk('lay', [row]), { status: 404 });
  });
});

describe('in bulk, together', () => {
  const linesOf = (rows: readonly Json[]): Promise<number[]> =>
    Promise.all(rows.map(async ({ id }) => (await server.read('dolphin', id))['lines']));
  const fastened = async (): Promise<Json> =>
    (await act((await act(await dolphinIn('Draft'), 'addLines', { count: 3 })).result, 'confirm')).result;
  const cast = (rows: Json[]) => bulk('castOff', rows);
  /** The outcomes of a call that changes nothing. */
  const refusedOutcomes = async (rows: Json[]): Promise<Json[]> => {
    const before = await server.footprint();
    const { status, result } = await cast(rows);
    expect([status, await server.footprint()]).toEqual([200, before]);
    return result;
  };

  test('all rows change, and what follows for all happens once', async () => {
    const rows = [await fastened(), await fastened(), await fastened()];
    expect((await cast(rows)).result.map(({ ok }: Json) => ok)).toEqual([true, true, true]);
    expect(await linesOf(rows)).toEqual([0, 0, 0]);
    const { rows: made } = await server.pool.query(`select "dolphinNo" from dolphin where "dolphinNo" like 'OFF%'`);
    expect(made).toEqual([{ dolphinNo: `OFF${rows[0]!['id']}` }]);
  });

  test('no row changes if one is refused, and the answer names that one', async () => {
    const rows = [await fastened(), await dolphinIn('Draft'), await fastened()];
    const result = await refusedOutcomes(rows);
    expect(result.map(({ ok, key }: Json) => [ok, key])).toEqual([
      [false, 'MSG_generic_0033'],
      [false, 'MSG_generic_0036'],
      [false, 'MSG_generic_0033'],
    ]);
  });

  test.each<[string, (rows: Json[]) => Json[]]>([
    ['is stale', ([first, second]) => [first!, { ...second, rev: 99 }]],
    ['is there twice', ([first]) => [first!, first!]],
    ['does not exist', ([first]) => [first!, { id: '999999', rev: 1 }]],
  ])('no row changes if one %s', async (_, selection) => {
    const rows = [await fastened(), await fastened()];
    const result = await refusedOutcomes(selection(rows));
    expect(result.map(({ ok }: Json) => ok)).toEqual([false, false]);
  });

  test('no row changes if what follows for all is refused', async () => {
    const rows = [await fastened(), await fastened(), await fastened(), await fastened()];
    await withoutTrace(server, () => cast(rows), {
      status: 400,
      errors: [{ field: 'items', key: 'MSG_generic_0012' }],
    });
  });

  test('of ten simultaneous calls on overlapping rows each changes all its rows or none', async () => {
    const rows = await Promise.all(Array.from({ length: 6 }, fastened));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (__, turn) => cast([rows[turn % 6]!, rows[(turn + 1) % 6]!])),
    );
    const done = answers.flatMap(({ result }, turn) => {
      const oks = result.map(({ ok }: Json) => ok);
      expect(new Set(oks).size).toBe(1);
      return oks[0] ? [turn % 6, (turn + 1) % 6] : [];
    });
    expect(new Set(done).size).toBe(done.length);
    expect(await linesOf(rows)).toEqual(rows.map((__, index) => (done.includes(index) ? 0 : 3)));
  });
});

describe('on the list', () => {
  const lay = (input: Json, token?: string) =>
    server.call('POST', '/api/dolphin/actions/lay', { body: input, ...(token === undefined ? {} : { token }) });

  test('answers with its own message, and leaves a line in the audit', async () => {
    expect(await lay({ prefix: 'q', count: 2 })).toMatchObject({
      status: 200,
      result: { laid: 2 },
      message: expect.stringMatching(/\S/),
    });
    const { rows } = await server.pool.query(
      `select action, changes, "by" from kernel.audit where entity = 'dolphin' and "entityId" = 0`,
    );
    expect(rows).toEqual([{ action: 'lay', changes: { prefix: [null, 'Q'], count: [null, 2] }, by: 'admin' }]);
  });

  test('is atomic', async () => {
    await server.create('dolphin', { dolphinNo: 'Z2' });
    await withoutTrace(server, () => lay({ prefix: 'Z', count: 3 }), { status: 409 });
  });

  test.each([
    [{ count: 1 }, 'prefix'],
    [{ prefix: 'A', count: 10 }, 'count'],
    [{ prefix: 'A', count: 1, rev: 1 }, 'rev'],
  ])('refuses wrong input: %j', async (input, field) => {
    await withoutTrace(server, () => lay(input), { status: 400, errors: [{ field }] });
  });

  test('requires its permission, and is not an action of a row or of another list', async () => {
    await server.create('role', {
      roleName: 'Onlooker',
      'role-permission': [{ permissionId: 'harbour.dolphin', actionEntitySet: ['query', 'add', 'addLines'] }],
    });
    const token = await server.logInAs('onlooker', 'Onlooker');
    await withoutTrace(server, () => lay({ prefix: 'A', count: 1 }, token), { status: 403 });
    for (const path of ['/api/dolphin/actions/addLines', '/api/pilot/actions/lay'])
      await withoutTrace(server, () => server.call('POST', path, { body: { prefix: 'A', count: 1 } }), { status: 404 });
  });
});

test('the description and the permissions list the actions', async () => {
  const meta = (await server.call('GET', '/api/meta/dolphin')).result;
  expect(meta['x-permissions']).toEqual(expect.arrayContaining(['addLines', 'castOff', 'lay']));
  expect(meta['x-action']).toMatchObject([
    {
      name: 'addLines',
      on: 'row',
      bulk: true,
      label: { zh: '增加缆绳' },
      input: {
        required: ['count', 'loadTest'],
        fields: [{ name: 'count' }, { name: 'rope' }, {}, {}, {}, {}],
        show: { loadTest: 'self.lines == 9' },
      },
    },
    { name: 'castOff', on: 'row', bulk: true, together: true, confirm: { zh: '确定解开全部缆绳吗？' } },
    { name: 'lay', on: 'list' },
  ]);
  const { paths } = printOpenApi(compiledModel([SCHEMAS, FIXTURES, ROOT])) as Record<string, any>;
  const body = (path: string) => paths[path].post.requestBody.content['application/json'].schema;
  expect(body('/api/dolphin/{id}/actions/addLines')).toMatchObject({
    required: ['rev', 'count'],
    properties: { count: { maximum: 4 }, note: { maxLength: 10 } },
  });
  expect(body('/api/dolphin/actions/lay')).toMatchObject({ required: ['prefix', 'count'] });
  expect(paths['/api/dolphin/bulk/{action}'].post.parameters[0].schema.enum).toEqual([
    'delete',
    'confirm',
    'unconfirm',
    'retire',
    'addLines',
    'castOff',
  ]);
});

test('an input that the row does not show is neither required nor accepted', async () => {
  let row = await dolphinIn('Draft');
  await withoutTrace(server, () => act(row, 'addLines', { count: 1, loadTest: 'PASSED' }), {
    status: 400,
    errors: [{ field: 'loadTest', key: 'MSG_generic_0180', message: 'Load test does not apply to this record' }],
  });
  for (const lines of [4, 4]) row = (await act(row, 'addLines', { count: lines, loadTest: null })).result;
  row = (await act(row, 'addLines', { count: 1 })).result;
  await withoutTrace(server, () => act(row, 'addLines', { count: 1 }), {
    status: 400,
    errors: [{ field: 'loadTest', key: 'MSG_generic_0100' }],
  });
  expect(await act(row, 'addLines', { count: 1, loadTest: 'PASSED' })).toMatchObject({ status: 200 });
  const empty = (await act(await dolphinIn('Draft'), 'confirm')).result;
  await withoutTrace(server, () => act(empty, 'retire', { linesTo: 'MNONE' }), {
    status: 400,
    errors: [{ field: 'linesTo', key: 'MSG_generic_0180' }],
  });
});

test('a step and its effect are atomic', async () => {
  const draft = await dolphinIn('Draft');
  const row = (await act((await act(draft, 'addLines', { count: 3 })).result, 'confirm')).result;
  await withoutTrace(server, () => act(row, 'retire'), {
    status: 400,
    errors: [expect.objectContaining({ field: 'linesTo' })],
  });
  await withoutTrace(server, () => act(row, 'retire', { linesTo: row['dolphinNo'] }), { status: 409 });
  const answer = await act(row, 'retire', { linesTo: 'MNEW' });
  expect(answer).toMatchObject({ status: 200, result: { recordStatus: 'Retired', lines: 0, rev: row['rev'] + 1 } });
  expect(answer.message).not.toBe('Done');
  const [line] = (await server.call('GET', `/api/dolphin/${row['id']}/history`)).result;
  expect(line).toMatchObject({
    action: 'retire',
    changes: expect.arrayContaining([
      { field: 'lines', from: 3, to: 0 },
      { field: 'linesTo', from: null, to: 'MNEW' },
    ]),
  });
  const empty = (await act(await dolphinIn('Draft'), 'confirm')).result;
  expect((await act(empty, 'retire')).status).toBe(200);
});

test('an unknown effect stops the start, with file and line', () => {
  const model = compiledModel([SCHEMAS, FIXTURES, ROOT]);
  const effects = new Map([...DOLPHIN_EFFECTS].filter(([name]) => name !== 'dolphin.castOff'));
  const own = { ...model, entities: { dolphin: model.entities['dolphin']! } };
  expect(() => checkEffects(own, DOLPHIN_EFFECTS)).not.toThrow();
  expect(() => checkEffects(own, effects)).toThrow(SchemaProblems);
  expect(() => checkEffects(own, effects)).toThrow(
    'harbour/dolphin.json /x-action/1/effect: there is no effect "dolphin.castOff"',
  );
  expect(() => checkEffects(own, new Map([...DOLPHIN_EFFECTS].filter(([name]) => name !== 'dolphin.retire')))).toThrow(
    'harbour/dolphin.json /x-machine: retire: there is no effect "dolphin.retire"',
  );
});
