import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { termBody, visitBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
let year = 2000;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const SHARES = 'berth-visit-share';
const term = (fields: Json = {}): Promise<Json> => {
  const own = ++year;
  return server.create(
    'policy-term',
    termBody({
      effectiveFrom: `${own}-01-01`,
      effectiveTo: `${own}-12-31`,
      'policy-instalment': [{ calcFrom: `${own}-01-01`, calcTo: `${own}-12-31` }],
      ...fields,
    }),
  );
};
const act = (entity: string, row: Json, action: string, input: Json = {}): Promise<Answer> =>
  server.call('POST', `/api/${entity}/${row['id']}/actions/${action}`, { body: { rev: row['rev'], ...input } });

/** A visit in a state, reached by its steps. */
async function visitIn(state: string): Promise<Json> {
  let row = await server.create('berth-visit', await visitBody(server));
  const steps = { Draft: [], Confirm: ['confirm'], Unconfirm: ['confirm', 'unconfirm'] }[state]!;
  for (const step of steps) row = (await act('berth-visit', row, step)).result;
  expect(row['recordStatus']).toBe(state);
  return row;
}

describe('every state × operation', () => {
  const table: [state: string, allowed: string[]][] = [
    ['Draft', ['edit', 'delete', 'confirm']],
    ['Confirm', ['unconfirm']],
    ['Unconfirm', ['edit', 'confirm']],
  ];
  const operations: [string, (row: Json) => Promise<Answer>, string][] = [
    [
      'edit',
      (row) => server.call('PATCH', `/api/berth-visit/${row['id']}`, { body: { rev: row['rev'], dues: '77' } }),
      'MSG_generic_0031',
    ],
    [
      'delete',
      (row) => server.call('DELETE', `/api/berth-visit/${row['id']}`, { body: { rev: row['rev'] } }),
      'MSG_generic_0030',
    ],
    ['confirm', (row) => act('berth-visit', row, 'confirm'), 'MSG_generic_0036'],
    ['unconfirm', (row) => act('berth-visit', row, 'unconfirm'), 'MSG_generic_0036'],
  ];
  for (const [state, allowed] of table) {
    test.each(operations)(`${state} × %s`, async (operation, work, key) => {
      const row = await visitIn(state);
      const shown = (await server.read('berth-visit', row['id']))['_actions'].find(
        ({ name }: Json) => name === operation,
      );
      expect(shown.enabled).toBe(allowed.includes(operation));
      if (allowed.includes(operation)) {
        expect(shown.reason).toBeNull();
        expect((await work(row)).status).toBe(200);
      } else {
        const answer = await withoutTrace(server, () => work(row), {
          status: 409,
          key,
          errors: [{ field: 'recordStatus', key }],
        });
        expect(answer.message).toContain(
          state === 'Confirm' ? 'Confirmed' : state === 'Draft' ? 'Draft' : 'Unconfirmed',
        );
        expect(shown.reason).toMatch(/\S/);
        expect(shown.reason).not.toMatch(/MSG_|\{\{/);
      }
    });
  }
});

test('a block reason is in the language of the request', async () => {
  const row = await visitIn('Confirm');
  const states = (await server.call('GET', `/api/berth-visit/${row['id']}`, { language: 'zh-CN' })).result[
    '_actions'
  ] as Json[];
  expect(states.map(({ name }) => name)).toEqual(['edit', 'delete', 'confirm', 'unconfirm']);
  for (const { enabled, reason } of states) if (!enabled) expect(reason).toMatch(/已确认/);
});

describe('a step', () => {
  test('is one change of the row, and appears in its history under its name', async () => {
    const row = await server.create('berth-visit', await visitBody(server));
    const answer = await act('berth-visit', row, 'confirm');
    expect(answer).toMatchObject({
      status: 200,
      result: { id: row['id'], rev: row['rev'] + 1, recordStatus: 'Confirm' },
    });
    const history = (await server.call('GET', `/api/berth-visit/${row['id']}/history`)).result;
    expect(history).toMatchObject([
      { action: 'confirm', by: 'admin', changes: [{ field: 'recordStatus', from: 'Draft', to: 'Confirm' }] },
      { action: 'create' },
    ]);
  });

  test('with a stale rev changes nothing', async () => {
    const row = await visitIn('Confirm');
    await withoutTrace(server, () => act('berth-visit', { ...row, rev: 1 }, 'unconfirm'), {
      status: 409,
      key: 'MSG_generic_0010',
    });
  });

  test('changes only its own input', async () => {
    const row = await visitIn('Confirm');
    const answer = await withoutTrace(server, () => act('berth-visit', row, 'unconfirm', { dues: '9999' }), {
      status: 400,
      errors: [{ field: 'dues' }],
    });
    expect(answer.errors).toHaveLength(1);
    await withoutTrace(
      server,
      () => act('berth-visit', row, 'unconfirm', { [SHARES]: [{ holder: 'X', pct: '100' }] }),
      { status: 400, errors: [{ field: SHARES }] },
    );
    await withoutTrace(server, () => act('berth-visit', row, 'unconfirm', { recordStatus: 'Draft' }), {
      status: 400,
      errors: [{ field: 'recordStatus' }],
    });
    await withoutTrace(server, () => act('berth-visit', row, 'unconfirm', { nope: 1 }), {
      status: 400,
      errors: [{ field: 'nope' }],
    });
  });

  test('requires the fields that its target state needs, and saves them', async () => {
    const row = await term({ broker: null });
    await withoutTrace(server, () => act('policy-term', row, 'confirm'), {
      status: 400,
      errors: [{ field: 'broker', key: 'MSG_generic_0100' }],
    });
    await withoutTrace(server, () => act('policy-term', row, 'confirm', { broker: ' ' }), {
      status: 400,
      errors: [{ field: 'broker', key: 'MSG_generic_0100' }],
    });
    await withoutTrace(server, () => act('policy-term', row, 'confirm', { broker: 'x'.repeat(17) }), {
      status: 400,
      errors: [{ field: 'broker', key: 'MSG_generic_0101' }],
    });
    expect(await act('policy-term', row, 'confirm', { broker: 'AON' })).toMatchObject({
      status: 200,
      result: { broker: 'AON', recordStatus: 'Confirm' },
    });
  });

  test('requires the fields that its own transition needs', async () => {
    const row = await term({ broker: null });
    await withoutTrace(server, () => act('policy-term', row, 'place'), {
      status: 400,
      errors: [{ field: 'broker', key: 'MSG_generic_0100' }],
    });
    expect(await act('policy-term', row, 'place', { broker: 'AON' })).toMatchObject({
      status: 200,
      result: { placing: 'Placed', broker: 'AON' },
    });
  });

  test.each([
    ['1000000.00', 'Placed'],
    ['1000000.01', 'Referred'],
  ])('takes the transition whose guard is met: %s → %s', async (insuredValue, state) => {
    const row = await term({
      insuredValue,
      premium: '10',
      'policy-instalment': [{ calcFrom: `${year + 1}-01-01`, calcTo: `${year + 1}-12-31`, amount: '10' }],
    });
    expect(await act('policy-term', row, 'place')).toMatchObject({
      status: 200,
      result: { placing: state, recordStatus: 'Draft' },
    });
  });

  test('of one state machine does not change the state of another', async () => {
    let row = await term();
    row = (await act('policy-term', row, 'place')).result;
    row = (await act('policy-term', row, 'confirm')).result;
    expect(row).toMatchObject({ placing: 'Placed', recordStatus: 'Confirm' });
    row = (await act('policy-term', row, 'lapse')).result;
    expect(row).toMatchObject({ placing: 'Lapsed', recordStatus: 'Confirm' });
    for (const action of ['place', 'accept', 'lapse'])
      await withoutTrace(server, () => act('policy-term', row, action), {
        status: 409,
        key: 'MSG_generic_0036',
        errors: [{ field: 'placing' }],
      });
  });
});

describe('input of a step', () => {
  const referred = async () => (await act('policy-term', await term({ insuredValue: '1000000.01' }), 'place')).result;

  test('is validated before the step is taken', async () => {
    const row = await referred();
    await withoutTrace(server, () => act('policy-term', row, 'accept', { opinion: 'Good' }), {
      status: 400,
      errors: [{ field: 'broker', key: 'MSG_generic_0100' }],
    });
    await withoutTrace(server, () => act('policy-term', row, 'accept', { broker: 'AON', opinion: 'x'.repeat(21) }), {
      status: 400,
      errors: [{ field: 'opinion', key: 'MSG_generic_0101' }],
    });
    await withoutTrace(server, () => act('policy-term', row, 'accept', { broker: 'AON', reason: 'x' }), {
      status: 400,
      errors: [{ field: 'reason', key: 'MSG_generic_0119' }],
    });
  });

  test('sets fields of the row with the same name, and is otherwise only in the history', async () => {
    const row = await referred();
    expect(await act('policy-term', row, 'accept', { broker: 'AON', opinion: 'Good' })).toMatchObject({
      status: 200,
      result: { placing: 'Placed', broker: 'AON' },
    });
    const [line] = (await server.call('GET', `/api/policy-term/${row.id}/history`)).result;
    expect(line).toMatchObject({
      action: 'accept',
      changes: expect.arrayContaining([{ field: 'opinion', from: null, to: 'Good' }]),
    });
  });
});

test('one of ten users who take a step at the same time succeeds', async () => {
  const row = await server.create('berth-visit', await visitBody(server));
  const answers = await Promise.all(Array.from({ length: 10 }, () => act('berth-visit', row, 'confirm')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  expect(
    (await server.call('GET', `/api/berth-visit/${row['id']}/history`)).result.map(({ action }: Json) => action),
  ).toEqual(['confirm', 'create']);
});

describe('bulk', () => {
  const visits = async (count: number): Promise<Json[]> => {
    const rows: Json[] = [];
    for (let n = 0; n < count; n++) rows.push(await server.create('berth-visit', await visitBody(server)));
    return rows;
  };
  const bulk = (action: string, body: unknown, entity = 'berth-visit') =>
    server.call('POST', `/api/${entity}/bulk/${action}`, { body });
  const items = (rows: Json[]): Json[] => rows.map(({ id, rev }) => ({ id, rev }));

  test('returns an outcome for each row, in the order of the request', async () => {
    const [a, b, c, d] = (await visits(4)) as [Json, Json, Json, Json];
    const confirmed = (await act('berth-visit', b, 'confirm')).result;
    const inputs = [
      ...items([a, confirmed]),
      { id: c['id'], rev: 9 },
      { id: '999999', rev: 1 },
      { id: 'abc', rev: 1 },
      ...items([d]),
    ];
    const answer = await bulk('confirm', { items: inputs });
    expect(answer).toMatchObject({ status: 200, code: 0 });
    expect(answer.result).toEqual([
      { id: a['id'], ok: true, key: null, message: null },
      { id: b['id'], ok: false, key: 'MSG_generic_0036', message: expect.stringContaining('Confirmed') },
      { id: c['id'], ok: false, key: 'MSG_generic_0010', message: expect.stringMatching(/\S/) },
      { id: '999999', ok: false, key: 'MSG_generic_0004', message: expect.stringMatching(/\S/) },
      { id: 'abc', ok: false, key: 'MSG_generic_0004', message: expect.stringMatching(/\S/) },
      { id: d['id'], ok: true, key: null, message: null },
    ]);
    const states = await Promise.all(
      [a, b, c, d].map(async ({ id }) => (await server.read('berth-visit', id))['recordStatus']),
    );
    expect(states).toEqual(['Confirm', 'Confirm', 'Draft', 'Confirm']);
  });

  test('deletes the rows that may be deleted', async () => {
    const [a, b] = (await visits(2)) as [Json, Json];
    const confirmed = (await act('berth-visit', b, 'confirm')).result;
    const { result } = await bulk('delete', { items: items([a, confirmed]) });
    expect(result).toMatchObject([
      { id: a['id'], ok: true },
      { id: b['id'], ok: false, key: 'MSG_generic_0030' },
    ]);
    expect((await server.call('GET', `/api/berth-visit/${a['id']}`)).status).toBe(404);
    expect((await server.read('berth-visit', b['id']))['recordStatus']).toBe('Confirm');
  });

  test('a row that occurs twice is stale the second time', async () => {
    const [a] = (await visits(1)) as [Json];
    expect((await bulk('confirm', { items: items([a, a]) })).result).toMatchObject([
      { ok: true },
      { ok: false, key: 'MSG_generic_0010' },
    ]);
  });

  test('accepts form fields with brackets in their names', async () => {
    const [a] = (await visits(1)) as [Json];
    const answer = await bulk(
      'confirm',
      new URLSearchParams([
        ['items[0][id]', a['id']],
        ['items[0][rev]', String(a['rev'])],
      ]),
    );
    expect(answer.result).toMatchObject([{ id: a['id'], ok: true }]);
  });

  test.each<[string, unknown, number, string]>([
    ['no list', {}, 400, 'MSG_generic_0028'],
    ['an empty list', { items: [] }, 400, 'MSG_generic_0028'],
    ['text', { items: '1' }, 400, 'MSG_generic_0028'],
    ['1001 items', { items: Array.from({ length: 1001 }, () => ({ id: '1', rev: 1 })) }, 400, 'MSG_generic_0012'],
    ['an item without rev', { items: [{ id: '1', rev: 1 }, { id: '2' }] }, 428, 'MSG_generic_0008'],
    ['an item that is text', { items: ['1'] }, 428, 'MSG_generic_0008'],
    ['null as item', { items: [null] }, 428, 'MSG_generic_0008'],
    ['an unknown word', { items: [{ id: '1', rev: 1 }], cascade: true }, 400, 'MSG_generic_0119'],
  ])('refuses %s completely', async (_, body, status, key) => {
    await withoutTrace(server, () => bulk('delete', body), { status, key });
  });

  test('stores the complete answer under an Idempotency-Key, refusals included', async () => {
    const [a, b] = (await visits(2)) as [Json, Json];
    const send = () =>
      server.call('POST', '/api/berth-visit/bulk/confirm', {
        headers: { 'idempotency-key': 'bulk-1' },
        body: { items: [...items([a]), { id: b['id'], rev: 9 }] },
      });
    const first = await send();
    const before = await server.footprint();
    expect((await send()).text).toBe(first.text);
    expect(await server.footprint()).toBe(before);
    expect(first.result).toMatchObject([{ ok: true }, { ok: false }]);
    expect((await server.read('berth-visit', a['id']))['recordStatus']).toBe('Confirm');
  });
});
