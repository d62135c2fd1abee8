import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field, label, numberedEntity, startWithSchemas, type OwnSchemas } from './ownSchemas.ts';
import type { Json, TestServer } from './server.ts';

/** An entity that can be exported. */
const entity = (name: string, words: Json, properties: Json): Json =>
  numberedEntity(name, { 'x-export': true, ...words, required: ['no', ...(words['required'] ?? [])] }, properties);
const parent = (name: string) => field('ref', label(name), { 'x-ref': { entity: name } });

/** A child of `depot` that no shut depot may get, unless the test `unless` is true for the row. */
const depotChild = (name: string, unless: string, properties: Json): Json =>
  entity(
    name,
    {
      required: ['depotId'],
      'x-rule': [
        { id: 'not-shut', assert: `${unless} || parent.phase != 'Shut'`, at: ['no'], message: label(`No ${name}`) },
      ],
    },
    { depotId: parent('depot'), ...properties },
  );
const storedOnly = { readOnly: true, maxLength: 20 };
const OPEN_WHEN_SHUT = { gate: { edit: { phase: ['Open', 'Shut'] } } };

/**
 * Children that may be saved by themselves while the record is shut; a rule refuses each new row of some of them.
 */
const DEPOTS = [
  entity(
    'depot',
    {
      'x-child': [
        { entity: 'pallet', via: 'depotId', ...OPEN_WHEN_SHUT },
        { entity: 'ticket', via: 'depotId', ...OPEN_WHEN_SHUT },
        { entity: 'weighing', via: 'depotId', ...OPEN_WHEN_SHUT, sets: { tare: { to: 'newTare', was: 'formerTare' } } },
      ],
      'x-machine': {
        field: 'phase',
        initial: 'Open',
        states: [
          { code: 'Open', label: label('Open', '开放') },
          { code: 'Shut', label: label('Shut', '关闭'), final: true },
        ],
        transitions: [{ action: 'shut', label: label('Shut', '关闭'), from: ['Open'], to: 'Shut' }],
      },
    },
    { phase: field('choice', label('Phase'), { readOnly: true }), tare: field('text', label('Tare'), storedOnly) },
  ),
  depotChild('pallet', 'has(self.sealNo)', { sealNo: field('text', label('Seal'), storedOnly) }),
  depotChild('ticket', 'has(self.origin)', {
    origin: field('text', label('Origin'), { ...storedOnly, 'x-default': "'GATE'" }),
  }),
  depotChild('weighing', 'has(self.formerTare)', {
    newTare: field('text', label('New tare'), { maxLength: 20 }),
    formerTare: field('text', label('Former tare'), storedOnly),
  }),
];

/**
 * A child of two parents, one of which has the scope "own"; a child of an intranet entity; a hidden field
 * that rules read.
 */
const SCHEMAS = [
  ...DEPOTS,
  entity('dock', { 'x-access': { scope: 'own' }, 'x-child': [{ entity: 'crate', via: 'dockId' }] }, {}),
  entity('lorry', { 'x-child': [{ entity: 'crate', via: 'lorryId' }] }, {}),
  entity('crate', {}, { dockId: parent('dock'), lorryId: parent('lorry') }),
  entity(
    'bunker',
    { 'x-access': { scope: 'all', intranet: true }, 'x-child': [{ entity: 'shelf', via: 'bunkerId' }] },
    {},
  ),
  entity('shelf', {}, { bunkerId: parent('bunker') }),
  entity(
    'safe',
    {
      required: ['combination'],
      'x-access': { scope: 'all', fields: { combination: 'viewCombination', serial: 'viewCombination' } },
      'x-unique': [{ id: 'serial', fields: ['serial'] }],
      'x-rule': [
        {
          id: 'not-no',
          assert: 'self.combination != self.no',
          at: ['combination'],
          message: label('The combination must not be the number'),
        },
      ],
    },
    {
      combination: field('text', label('Combination'), { maxLength: 20 }),
      serial: field('code', label('Serial'), { default: 'S1' }),
    },
  ),
];

let server: TestServer;
let product: OwnSchemas;
beforeAll(async () => {
  product = await startWithSchemas(SCHEMAS, { referenceData: false });
  ({ server } = product);
});
afterAll(() => product.close());

const person = async (userCde: string, rights: Record<string, string[]>): Promise<string> => {
  await server.create('role', {
    roleName: userCde,
    'role-permission': Object.entries(rights).map(([name, actionEntitySet]) => ({
      permissionId: `port.${name}`,
      actionEntitySet,
    })),
  });
  return server.logInAs(userCde, userCde);
};
const crates = async (token: string): Promise<string[]> =>
  (await server.call('GET', '/api/crate', { token })).result.records.map(({ no }: Json) => no).sort();

describe('a child of two parents', () => {
  let ids: Record<string, string>;
  let docker: string;
  beforeAll(async () => {
    docker = await person('docker', { dock: ['query', 'add', 'edit', 'delete', 'export'] });
    const [theirs, lorry] = [
      await server.create('dock', { no: 'THEIRS' }),
      await server.create('lorry', { no: 'LORRY' }),
    ];
    const mine = (await server.call('POST', '/api/dock', { token: docker, body: { no: 'MINE' } })).result as Json;
    ids = { mine: mine['id'], theirs: theirs['id'], lorry: lorry['id'] };
    for (const [no, fields] of Object.entries({
      ON_MINE: { dockId: ids['mine'] },
      ON_THEIRS: { dockId: ids['theirs'] },
      ON_LORRY: { lorryId: ids['lorry'] },
      ON_BOTH: { dockId: ids['mine'], lorryId: ids['lorry'] },
      LOOSE: {},
    }))
      await server.create('crate', { no, ...fields });
  });

  test('is visible through the parents that the role may read', async () => {
    const cases: [string, Record<string, string[]>, string[]][] = [
      ['dock reader', { dock: ['query'] }, []],
      ['lorry reader', { lorry: ['query'] }, ['ON_BOTH', 'ON_LORRY']],
      ['reader of both', { lorry: ['query'], dock: ['query'] }, ['ON_BOTH', 'ON_LORRY']],
      ['crate reader', { crate: ['query'] }, ['ON_BOTH', 'ON_LORRY']],
    ];
    for (const [name, rights, expected] of cases)
      expect([name, await crates(await person(name.replaceAll(' ', ''), rights))]).toEqual([name, expected]);
    expect(await crates(docker)).toEqual(['ON_BOTH', 'ON_MINE']);
    expect(await crates(server.token)).toEqual(['LOOSE', 'ON_BOTH', 'ON_LORRY', 'ON_MINE', 'ON_THEIRS']);
  });

  test('cannot be added to an invisible parent, nor be read there', async () => {
    const before = await server.footprint();
    expect(
      await server.call('POST', '/api/crate', { token: docker, body: { no: 'SMUGGLED', dockId: ids['theirs'] } }),
    ).toMatchObject({ status: 400, errors: [{ field: 'dockId' }] });
    expect(await server.footprint()).toBe(before);
    const { id } = (await server.call('GET', '/api/crate')).result.records.find(({ no }: Json) => no === 'ON_THEIRS');
    for (const [method, path, body] of [
      ['GET', `/api/crate/${id}`],
      ['GET', `/api/crate/${id}/history`],
      ['PATCH', `/api/crate/${id}`, { rev: 1 }],
      ['DELETE', `/api/crate/${id}`, { rev: 1 }],
    ] as const) {
      expect(
        (await server.call(method, path, { token: docker, ...(body ? { body } : {}) })).status,
        `${method} ${path}`,
      ).toBe(404);
    }
    expect(
      (await server.call('POST', '/api/crate', { token: docker, body: { no: 'LANDED', dockId: ids['mine'] } })).status,
    ).toBe(201);
  });
});

test('a child of an intranet entity is accessible only from the intranet', async () => {
  const bunker = await server.create('bunker', { no: 'B1', shelf: [{ no: 'S1' }] });
  const { id } = (await server.call('GET', '/api/shelf')).result.records[0];
  const { url } = await server.startAnother({ INTRANET_CIDRS: '10.99.0.0/16' });
  for (const path of [
    '/api/shelf',
    `/api/shelf/${id}`,
    `/api/shelf/${id}/history`,
    '/api/shelf/export?format=csv',
    '/api/meta/shelf',
    `/api/bunker/${bunker['id']}`,
  ]) {
    expect(await server.call('GET', path, { url }), path).toMatchObject({ status: 403, key: 'MSG_generic_0404' });
  }
});

describe('a record whose new children a rule would refuse', () => {
  const refused = async (id: string, token = server.token): Promise<Json> =>
    (await server.call('GET', `/api/depot/${id}`, { token })).result['_actions'].find(
      ({ name }: Json) => name === 'edit',
    ).refused;
  const add = async (name: string, depotId: string): Promise<number> =>
    (await server.call('POST', `/api/${name}`, { body: { no: `${name}-${depotId}`, depotId } })).status;

  test('names the rule for the children that it refuses, and only to those who may add them', async () => {
    const { id, rev } = await server.create('depot', { no: 'D1', weighing: [{ no: 'W1', newTare: '20 t' }] });
    expect(await refused(id)).toBeUndefined();
    expect((await server.call('POST', `/api/depot/${id}/actions/shut`, { body: { rev } })).status).toBe(200);
    expect(await refused(id)).toEqual({ pallet: 'No pallet' });
    expect(await add('pallet', id)).toBe(400);
    expect(await add('ticket', id)).toBe(201);
    expect(await add('weighing', id)).toBe(201);
    expect(await refused(id, await person('depotReader', { depot: ['query'] }))).toBeUndefined();
  });
});

describe('a rule about a field that the role may not see', () => {
  const SECRET = /combination|serial|viewCombination|1234/i;

  test('refuses a row without naming the field', async () => {
    const token = await person('porter', { safe: ['query', 'add', 'edit'] });
    for (const path of ['/api/safe', '/api/safe/preview']) {
      const { text, status } = await server.call('POST', path, { token, body: { no: 'A' } });
      expect(text).not.toMatch(SECRET);
      expect(text).toContain('MSG_generic_0039');
      expect(status).toBe(path === '/api/safe' ? 400 : 200);
    }
    const safe = await server.create('safe', { no: 'B', combination: '1234' });
    const meta = await server.call('GET', '/api/meta/safe', { token });
    expect(meta.text).not.toMatch(SECRET);
    expect((await server.call('GET', '/api/meta/safe')).text).toMatch(SECRET);
    const clash = await server.call('PATCH', `/api/safe/${safe['id']}`, { token, body: { rev: 1, no: '1234' } });
    expect(clash).toMatchObject({
      status: 400,
      key: 'MSG_generic_0039',
      errors: [{ field: '', key: 'MSG_generic_0039', params: {} }],
    });
    expect(clash.text).not.toMatch(/combination|serial/i);
    const twin = await server.call('POST', '/api/safe', { body: { no: 'C', combination: '99' } });
    expect(twin, 'a user who may see the field gets the message').toMatchObject({
      status: 409,
      errors: [{ field: 'serial' }],
    });
  });
});
