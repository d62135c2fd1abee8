import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someCases } from '../longTest.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { tariffs, type Tariffs } from './versions.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
let own: Tariffs;
beforeAll(async () => {
  server = await startTestServer();
  own = tariffs(server);
});
afterAll(() => server.close());

const LINES = 'tariff-line';
const change = (entity: string, row: Json, body: Json): Promise<Answer> =>
  server.call('PATCH', `/api/${entity}/${row['id']}`, { body: { rev: row['rev'], ...body } });

describe('the state of a version decides whether its rows can be changed, on every path', () => {
  const file = (text: string): FormData => {
    const form = new FormData();
    form.append('file', new Blob([text], { type: 'text/csv' }), 'lines.csv');
    return form;
  };
  const ways: [string, (version: Json, line: Json, step: Json) => Promise<Answer>][] = [
    [
      'a row added',
      (version) => server.call('POST', `/api/${LINES}`, { body: { versionId: version['id'], item: 'NEW' } }),
    ],
    ['a row changed', (_, line) => change(LINES, line, { note: 'other' })],
    [
      'a row deleted',
      (_, line) => server.call('DELETE', `/api/${LINES}/${line['id']}`, { body: { rev: line['rev'] } }),
    ],
    [
      'a row confirmed',
      (_, line) => server.call('POST', `/api/${LINES}/${line['id']}/actions/confirm`, { body: { rev: line['rev'] } }),
    ],
    ['a row added with the version', (version) => change('tariff-version', version, { [LINES]: [{ item: 'NEW' }] })],
    [
      'a row changed with the version',
      (version, line) =>
        change('tariff-version', version, { [LINES]: [{ id: line['id'], rev: line['rev'], note: 'x' }] }),
    ],
    [
      'a row deleted with the version',
      (version, line) =>
        change('tariff-version', version, { [LINES]: [{ id: line['id'], rev: line['rev'], delFlag: 'Y' }] }),
    ],
    [
      'a child of a row added',
      (_, line) => server.call('POST', '/api/tariff-step', { body: { lineId: line['id'], above: 77 } }),
    ],
    ['a child of a row changed', (_, __, step) => change('tariff-step', step, { off: '6' })],
    [
      'a child of a row deleted',
      (_, __, step) => server.call('DELETE', `/api/tariff-step/${step['id']}`, { body: { rev: step['rev'] } }),
    ],
    ['the version changed', (version) => change('tariff-version', version, { remark: 'other' })],
  ];

  test.each(['Submit', 'Formal'].flatMap((state) => ways.map(([title, way]) => [title, state, way] as const)))(
    '%s is refused in %s',
    async (_, state, way) => {
      const version = await own.put(await own.version({ [LINES]: own.lines() }), state);
      const line = version[LINES][0];
      const {
        [`tariff-step`]: [step],
      } = await server.read(LINES, line.id);
      const answer = await withoutTrace(server, () => way(version, line, step));
      expect([answer.status, answer.errors[0]?.key], answer.text).toEqual([
        409,
        answer.errors[0]?.key.startsWith('MSG_generic_003') ? answer.errors[0].key : 'a gate',
      ]);
    },
  );

  test.each(['Unconfirm'].flatMap((state) => ways.map(([title, way]) => [title, state, way] as const)))(
    '%s is accepted in %s',
    async (_, state, way) => {
      const version = await own.put(await own.version({ [LINES]: own.lines() }), state);
      const line = version[LINES][0];
      const {
        [`tariff-step`]: [step],
      } = await server.read(LINES, line.id);
      const answer = await way(version, line, step);
      expect(answer.status, answer.text).toBeLessThan(300);
    },
  );

  test('an import is refused completely, each row with the reason', async () => {
    const open = await own.version();
    const closed = await own.put(await own.version({ [LINES]: own.lines() }), 'Formal');
    const text = `versionId,item,note\n${open['id']},NEW,\n${closed['id']},PILOT,other\n${closed['id']},NEW,\n`;
    const answer = await withoutTrace(
      server,
      () => server.call('POST', `/api/${LINES}/import?dryRun=false`, { body: file(text) }),
      { status: 400, result: { created: 0, updated: 0 } },
    );
    expect(answer.text).toContain('MSG_generic_0031');
    expect(
      (
        await server.call('POST', `/api/${LINES}/import?dryRun=false`, {
          body: file(`versionId,item,note\n${open['id']},NEW,\n`),
        })
      ).result,
    ).toMatchObject({ created: 1 });
  });

  test('each of many simultaneous changes is refused', async () => {
    const version = await own.put(await own.version({ [LINES]: own.lines() }), 'Submit');
    const items = version[LINES].map(({ id, rev }: Json) => ({ id, rev }));
    await withoutTrace(server, () => server.call('POST', `/api/${LINES}/bulk/delete`, { body: { items } }), {
      code: 0,
      result: items.map(() => ({ ok: false, key: 'MSG_generic_0031' })),
    });
  });

  test('the buttons of a row are disabled with the same reason', async () => {
    const version = await own.put(await own.version({ [LINES]: own.lines() }), 'Formal');
    const line = await server.read(LINES, version[LINES][0].id);
    const step = await server.read('tariff-step', line['tariff-step'][0].id);
    const refused = await withoutTrace(server, () => change(LINES, line, { note: 'other' }));
    for (const row of [line, step]) {
      expect(row['_actions'].find(({ name }: Json) => name === 'edit')).toEqual({
        name: 'edit',
        enabled: false,
        reason: refused.message,
      });
      expect(row['_actions'].filter(({ enabled }: Json) => enabled)).toEqual([]);
    }
    const open = await server.read(LINES, (await own.version({ [LINES]: own.lines() }))[LINES][0].id);
    expect(open['_actions'].filter(({ enabled }: Json) => enabled).map(({ name }: Json) => name)).toEqual([
      'edit',
      'delete',
      'confirm',
    ]);
  });

  test('a simultaneous submission and change of a row are serialised', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const version = await own.version({ [LINES]: own.lines() });
      const line = version[LINES][0];
      const [submitted, changed] = await Promise.all([
        own.act(version, 'submit'),
        change(LINES, line, { note: `turn ${turn}` }),
      ]);
      expect(submitted.status, submitted.text).toBe(200);
      expect([200, 409]).toContain(changed.status);
      expect((await server.read(LINES, line.id))['note']).toBe(changed.status === 200 ? `turn ${turn}` : 'each');
    }
  });

  test.each([
    ['Draft', 409, 409],
    ['Confirm', 409, 409],
    ['Formal', 201, 200],
  ] as const)(
    'a child with its own gate: added in %s by itself: %i, with its version: %i',
    async (state, status, withVersion) => {
      const version = await own.put(await own.version(), state);
      const answer = await server.call('POST', '/api/tariff-refund', {
        body: { versionId: version['id'], refundNo: 'R1' },
      });
      expect(answer.status, answer.text).toBe(status);
      const along = await change('tariff-version', await server.read('tariff-version', version['id']), {
        'tariff-refund': [{ refundNo: 'R2' }],
      });
      expect(along.status, along.text).toBe(withVersion);
    },
  );

  test('a step of a row is enabled only in its declared states', async () => {
    const version = await own.put(await own.version(), 'Formal');
    const refund = await server.create('tariff-refund', { versionId: version['id'], refundNo: 'R1' });
    const states = async () =>
      (await server.read('tariff-refund', refund['id']))['_actions']
        .filter(({ enabled }: Json) => enabled)
        .map(({ name }: Json) => name);
    expect(await states()).toEqual(['edit', 'delete', 'confirm']);
    await own.put(version, 'Confirm');
    expect(await states()).toEqual(['confirm']);
    expect(
      (await server.call('POST', `/api/tariff-refund/${refund['id']}/actions/confirm`, { body: { rev: 1 } })).status,
    ).toBe(200);
  });

  test('a version is deleted with its rows while it is a draft', async () => {
    const version = await own.version({ [LINES]: own.lines() });
    expect((await server.call('DELETE', `/api/tariff-version/${version['id']}`, { body: { rev: 1 } })).status).toBe(
      200,
    );
    const { rows } = await server.pool.query(
      `select count(*)::int as n from tariff_line l join tariff_step s on s."lineId" = l.id where l."versionId" = $1 and (l."delFlag" = 'N' or s."delFlag" = 'N')`,
      [version['id']],
    );
    expect(rows).toEqual([{ n: 0 }]);
    const closed = await own.put(await own.version({ [LINES]: own.lines() }), 'Reject');
    expect(
      (
        await withoutTrace(server, () =>
          server.call('DELETE', `/api/tariff-version/${closed['id']}`, { body: { rev: 1 } }),
        )
      ).key,
    ).toBe('MSG_generic_0030');
  });
});

describe('a version is copied', () => {
  const copy = (source: Json, input: Json, token?: string) => own.act(source, 'copy', input, token);
  const readCopy = async (answer: Answer): Promise<Json> =>
    server.read(answer.result._made.entity, answer.result._made.id);

  test('with detail: every row and child, with initial states and computed formulas', async () => {
    const source = await own.version({
      [LINES]: [...own.lines(), { item: 'OWN', quantity: 2, price: '10', fee: '5' }],
      remark: 'first',
    });
    const [line] = source[LINES];
    await server.call('POST', `/api/${LINES}/${line.id}/actions/confirm`, { body: { rev: line.rev } });
    await own.put(source, 'Formal');
    const answer = await copy(source, {
      season: source['season'],
      versionNo: 'V2',
      versionType: 'trial',
      copyMode: 'withDetail',
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.message).toContain('3');
    const copied = await readCopy(answer);
    expect(copied).toMatchObject({
      quay: 'EAST',
      season: source['season'],
      versionNo: 'V2',
      versionType: 'trial',
      versionStatus: 'Draft',
      remark: 'first',
      rev: 1,
      creater: 'admin',
    });
    expect(copied[LINES]).toMatchObject([
      {
        item: 'PILOT',
        quantity: 3,
        price: '10.50',
        fee: '31.50',
        cur: 'USD',
        note: 'each',
        validFrom: '2026-01-01',
        recordStatus: 'Draft',
        versionId: copied['id'],
      },
      {
        item: 'TUG',
        quantity: 2,
        price: '99.99',
        fee: '199.98',
        cur: 'USD',
        validFrom: '2026-03-01',
        recordStatus: 'Draft',
      },
      { item: 'OWN', quantity: 2, price: '10.00', fee: '5.00' },
    ]);
    expect((await server.read(LINES, copied[LINES][0].id))['tariff-step']).toMatchObject([{ above: 10, off: '5' }]);
    const [entry] = (await server.call('GET', `/api/tariff-version/${source['id']}/history`)).result;
    expect(entry).toMatchObject({ action: 'copy', by: 'admin' });
    expect((await server.call('GET', `/api/${LINES}/${copied[LINES][1].id}/history`)).result).toHaveLength(1);
    expect((await server.read('tariff-version', source['id']))[LINES]).toHaveLength(3);
    const changed = await change(LINES, copied[LINES][0], { quantity: 4 });
    expect(changed.result['fee']).toBe('42.00');
  });

  test('with basic info: the rows without amounts and rates', async () => {
    const source = await own.version({ [LINES]: own.lines() });
    const copied = await readCopy(
      await copy(source, {
        season: source['season'],
        versionNo: 'V2',
        versionType: 'trial',
        copyMode: 'withBasicInfo',
      }),
    );
    expect(copied[LINES]).toMatchObject([
      { item: 'PILOT', quantity: 3, price: null, fee: null, cur: 'USD', note: 'each' },
      { item: 'TUG', price: null, validFrom: '2026-03-01' },
    ]);
  });

  test('without rows', async () => {
    const source = await own.version({ [LINES]: own.lines() });
    const copied = await readCopy(
      await copy(source, { season: source['season'], versionNo: 'V2', versionType: 'trial', copyMode: 'versionOnly' }),
    );
    expect(copied[LINES]).toEqual([]);
  });

  test('for another season: values of the season are computed again', async () => {
    const source = await own.version({ [LINES]: own.lines().map((line) => ({ ...line, season: 'OLD' })) });
    const next = await own.version();
    const copied = await readCopy(await copy(source, { season: next['season'], versionNo: 'V9', versionType: 'real' }));
    expect(copied[LINES]).toMatchObject([
      { season: next['season'], validFrom: '2026-01-01' },
      { item: 'TUG', season: next['season'], validFrom: '2026-01-01' },
    ]);
  });

  test.each<[string, (source: Json) => Json, number, string]>([
    ['a number that the season has', () => ({ versionNo: 'V1' }), 409, 'MSG_generic_0121'],
    ['no number', () => ({ versionNo: ' ' }), 400, 'MSG_generic_0100'],
    ['a number that is too long', () => ({ versionNo: '12345678901' }), 400, 'MSG_generic_0101'],
    ['no type', () => ({ versionType: null }), 400, 'MSG_generic_0100'],
    ['a type that is none', () => ({ versionType: 'nope' }), 400, 'MSG_generic_0104'],
    ['a season that is not there', () => ({ season: 'NONE' }), 400, 'MSG_generic_0122'],
    ['another quay', () => ({ quay: 'WEST' }), 400, 'MSG_generic_0119'],
    ['a way to copy that is none', () => ({ copyMode: 'all' }), 400, 'MSG_generic_0104'],
  ])('%s is refused, and nothing is created', async (_, input, status, key) => {
    const source = await own.version({ [LINES]: own.lines() });
    const answer = await withoutTrace(server, () =>
      copy(source, { season: source['season'], versionNo: 'V2', versionType: 'trial', ...input(source) }),
    );
    expect([answer.status, answer.errors[0]?.key], answer.text).toEqual([status, key]);
  });

  test('a season that only another quay has is refused', async () => {
    const source = await own.version({ [LINES]: own.lines() });
    const west = await own.version({ quay: 'WEST' });
    const answer = await withoutTrace(server, () =>
      copy(source, { season: west['season'], versionNo: 'V2', versionType: 'trial' }),
    );
    expect(answer).toMatchObject({ status: 400, errors: [{ field: 'season', key: 'MSG_generic_0122' }] });
  });

  test('rows must be copied if the source has any', async () => {
    const source = await own.version();
    const answer = await withoutTrace(server, () =>
      copy(source, { season: source['season'], versionNo: 'V2', versionType: 'trial' }),
    );
    expect(answer).toMatchObject({ status: 400, errors: [{ field: 'copyMode', key: 'MSG_generic_0162' }] });
  });

  test('of many simultaneous copies with one number one succeeds', async () => {
    const source = await own.version({ [LINES]: own.lines() });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        server.call('POST', `/api/tariff-version/${source['id']}/actions/copy`, {
          body: { rev: 1, season: source['season'], versionNo: 'V2', versionType: 'trial' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const { rows } = await server.pool.query(
      `select count(*)::int as n from tariff_version v join tariff_line l on l."versionId" = v.id where v.season = $1 and v."versionNo" = 'V2'`,
      [source['season']],
    );
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('without permission is refused', async () => {
    await server.create('role', {
      roleName: 'Harbour reader',
      'role-permission': [{ permissionId: 'harbour.*', actionEntitySet: ['query', 'edit'] }],
    });
    const token = await server.logInAs('harbourReader', 'Harbour reader');
    const source = await own.version({ [LINES]: own.lines() });
    const answer = await withoutTrace(server, () =>
      copy(source, { season: source['season'], versionNo: 'V2', versionType: 'trial' }, token),
    );
    expect(answer).toMatchObject({ status: 403, key: 'MSG_generic_0403' });
  });
});

describe('only one version becomes Formal', () => {
  test.each(someCases(1, ['real', 'guess', 'trial']))(
    'of fifty simultaneously formalised ones, of type %s',
    async (versionType) => {
      const FIFTY = 50;
      const first = await own.version({ versionType });
      const versions = [
        first,
        ...(await Promise.all(
          Array.from({ length: FIFTY - 1 }, (_, index) =>
            own.version({ season: first['season'], versionNo: `R${index}`, versionType }),
          ),
        )),
      ];
      const state = versionType === 'real' ? 'Confirm' : 'Draft';
      for (const version of versions) await own.put(version, state);
      const answers = await Promise.all(
        versions.map(({ id }) =>
          server.call('POST', `/api/tariff-version/${id}/actions/formalise`, { body: { rev: 1 } }),
        ),
      );
      const formal = answers.filter(({ status }) => status === 200);
      expect(formal).toHaveLength(versionType === 'trial' ? FIFTY : 1);
      for (const answer of answers.filter((one) => !formal.includes(one)))
        expect([answer.status, answer.errors[0]?.key]).toEqual([409, 'MSG_generic_0161']);
      const { rows } = await server.pool.query(
        `select count(*)::int as n from tariff_version where season = $1 and "versionStatus" = 'Formal'`,
        [first['season']],
      );
      expect(rows).toEqual([{ n: formal.length }]);
      const lines = await server.pool.query(
        `select count(*)::int as n from kernel.audit a join tariff_version v on v.id = a."entityId" where a.entity = 'tariff-version' and a.action = 'formalise' and v.season = $1`,
        [first['season']],
      );
      expect(lines.rows).toEqual([{ n: formal.length }]);
    },
  );

  test('of one type and season; other types, other seasons and deleted versions do not count', async () => {
    const first = await own.version({ versionType: 'guess' });
    const second = await own.version({ season: first['season'], versionNo: 'V2', versionType: 'guess' });
    const other = await own.version({ season: first['season'], versionNo: 'V3', versionType: 'real' });
    expect((await own.act(first, 'formalise')).status).toBe(200);
    const refused = await withoutTrace(server, () => own.act(second, 'formalise'));
    expect(refused.key).toBe('MSG_generic_0161');
    expect(refused.errors[0]!.params.other.en, 'the one that stands in the way').toContain(first['versionNo']);
    expect((await own.act(await own.put(other, 'Confirm'), 'formalise')).status).toBe(200);
    await server.pool.query(`update tariff_version set "delFlag" = 'Y' where id = $1`, [first['id']]);
    expect((await own.act(second, 'formalise')).status).toBe(200);
  });

  test('a guess cannot be submitted, and its button shows the reason', async () => {
    const guess = await own.version({ versionType: 'guess' });
    const answer = await withoutTrace(server, () => own.act(guess, 'submit'));
    expect(answer).toMatchObject({ status: 409, message: 'A guess is not submitted' });
    expect(
      (await server.read('tariff-version', guess['id']))['_actions'].find(({ name }: Json) => name === 'submit'),
    ).toEqual({ name: 'submit', enabled: false, reason: 'A guess is not submitted' });
  });
});

describe('a reference by several fields', () => {
  test('requires a row that matches all of them, and protects it', async () => {
    const version = await own.version();
    const answer = await withoutTrace(server, () =>
      server.call('POST', '/api/tariff-version', {
        body: { quay: 'WEST', season: version['season'], versionNo: 'V1', versionType: 'real' },
      }),
    );
    expect(answer).toMatchObject({ status: 400, errors: [{ field: 'season', key: 'MSG_generic_0122' }] });
    const { result } = await server.call('POST', '/api/tariff-season/search', {
      body: { searchCondition: [{ name: 'season', type: 'equal', value: version['season'] }] },
    });
    const [season] = result.records;
    expect(
      (await withoutTrace(server, () => server.call('DELETE', `/api/tariff-season/${season.id}`, { body: { rev: 1 } })))
        .key,
    ).toBe('MSG_generic_0130');
    expect((await withoutTrace(server, () => change('tariff-season', season, { quay: 'NORTH' }))).key).toBe(
      'MSG_generic_0130',
    );
    const west = await server.create('tariff-season', { season: version['season'], quay: 'WEST' });
    expect((await change('tariff-season', west, { quay: 'NORTH' })).status).toBe(200);
  });
});
