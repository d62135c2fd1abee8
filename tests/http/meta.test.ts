import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let entities: Json[];
beforeAll(async () => {
  server = await startTestServer();
  entities = (await server.call('GET', '/api/meta')).result;
});
afterAll(() => server.close());

test('the catalogue lists every entity with its area, label and permissions', () => {
  const names = entities.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'country',
      'currency',
      'port',
      'exchange-rate',
      'dictionary',
      'company-type',
      'department',
      'position',
      'fleet',
      'company',
      'vessel',
    ]),
  );
  expect(new Set(names).size).toBe(names.length);
  for (const entity of entities)
    expect(entity).toMatchObject({
      area: expect.any(String),
      label: { en: expect.stringMatching(/\S/), zh: expect.stringMatching(/\S/) },
      permissions: expect.arrayContaining(['query']),
    });
});

test('each entity’s schema is complete: no unresolved reference, every property with a field kind and labels in both languages', async () => {
  for (const { name } of entities) {
    const { result } = await server.call('GET', `/api/meta/${name}`);
    expect(JSON.stringify(result)).not.toContain('"$ref"');
    for (const [field, property] of Object.entries(result.properties as Json)) {
      expect(property, `${name}.${field}`).toMatchObject({
        'x-kind': expect.any(String),
        'x-label': { en: expect.stringMatching(/\S/), zh: expect.stringMatching(/\S/) },
      });
    }
    expect(Object.keys(result.properties)).toEqual(
      expect.arrayContaining([
        'id',
        'rev',
        'delFlag',
        'creater',
        'createAt',
        'updater',
        'updateAt',
        ...result.required,
      ]),
    );
  }
});

test('options of schemas and of option lists are included', async () => {
  const { properties } = (await server.call('GET', '/api/meta/country')).result;
  expect(properties.continent['x-options']).toContainEqual({ code: 'AS', en: 'Asia', zh: '亚洲' });
  const vessel = (await server.call('GET', '/api/meta/vessel')).result.properties;
  expect(vessel.vesselStatus['x-options'].length).toBeGreaterThan(0);
  for (const option of vessel.vesselStatus['x-options'])
    expect(Object.keys(option).sort()).toEqual(['code', 'en', 'zh']);
  expect(vessel.vesselStatus['x-option-colours']).toMatchObject({ Operating: 'success', 'Total Loss': 'error' });
  expect(vessel.shipArea['x-option-colours']).toBeUndefined();
});

test('a machine is a list of states and transitions with all their fields', async () => {
  const { 'x-machine': machines } = (await server.call('GET', '/api/meta/policy-term')).result;
  expect(machines.map(({ field }: Json) => field)).toEqual(['recordStatus', 'placing']);
  expect(machines[0]).toMatchObject({
    use: 'confirmation',
    initial: 'Draft',
    states: [{ code: 'Draft' }, { code: 'Confirm' }, { code: 'Unconfirm' }],
  });
  for (const machine of machines) {
    const codes = machine.states.map(({ code }: Json) => code);
    for (const transition of machine.transitions) {
      expect(Object.keys(transition)).toEqual(
        expect.arrayContaining(['action', 'from', 'to', 'actor', 'guard', 'needs', 'confirm', 'input']),
      );
      expect(codes).toEqual(expect.arrayContaining([...transition.from, transition.to]));
    }
  }
});

test('a new option is included at once, and an inactive one no longer', async () => {
  const codes = async (): Promise<string[]> =>
    (await server.call('GET', '/api/meta/vessel')).result.properties.vesselStatus['x-options'].map(
      ({ code }: Json) => code,
    );
  const before = await codes();
  const entry = await server.create('dictionary', {
    listCde: 'VESSEL_STATUS',
    code: 'BRAND-NEW',
    nameEn: 'Brand new',
    nameCh: '全新',
    sortNo: 999,
  });
  expect(await codes()).toEqual([...before, 'BRAND-NEW']);
  await server.call('PATCH', `/api/dictionary/${entry['id']}`, { body: { rev: 1, activeFlag: 'N' } });
  expect(await codes()).toEqual(before);
});

test('a reference is marked if the caller may not choose rows of its target', async () => {
  const refs = async (token?: string): Promise<Json> => {
    const { properties } = (await server.call('GET', '/api/meta/task', token === undefined ? {} : { token })).result;
    return { roleId: properties.roleId['x-ref'], curDirector: properties.curDirector['x-ref'] };
  };
  const own = await refs();
  expect([own['roleId'].closed, own['curDirector'].closed]).toEqual([undefined, undefined]);
  // every user may choose people; choosing a role requires permission to read roles
  expect(await refs(await server.logInAs('metaviewer', 'Viewer'))).toEqual({
    ...own,
    roleId: { ...own['roleId'], closed: true },
  });
});

test('the author of a row is a reference to a person, for everyone who reads the rows', async () => {
  const person = { entity: 'person', by: 'userCde', unique: true };
  for (const token of [undefined, await server.logInAs('metareader', 'Viewer')]) {
    const { properties } = (await server.call('GET', '/api/meta/vessel', token === undefined ? {} : { token })).result;
    expect(
      [properties.creater, properties.updater].map((word) => [word['x-kind'], word['x-ref'], word.readOnly]),
    ).toEqual([
      ['text', person, true],
      ['text', person, true],
    ]);
    expect(['id', 'createAt', 'updateAt'].filter((name) => 'x-ref' in properties[name])).toEqual([]);
  }
});

test('the contract as OpenAPI 3.1 has a path for every entity', async () => {
  const document = JSON.parse((await server.call('GET', '/api/openapi.json')).text);
  expect(document.openapi).toMatch(/^3\.1/);
  for (const { name } of entities)
    expect(Object.keys(document.paths), name).toEqual(expect.arrayContaining([`/api/${name}`, `/api/${name}/{id}`]));
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/files', '/api/files/{id}']));
});

test.each([
  ['the entity', '.js', /^export const entity = /],
  ['its rules', '.rules.js', /^export const related = .*\nexport const schema = .*\n.*export const validate = /],
])(
  'the browser modules of an entity are served under the hash of their content, without a session: %s',
  async (_, ending, start) => {
    const address = ((await server.call('GET', '/api/meta/berth')).result['x-module'] as string).replace(
      /\.js$/,
      ending,
    );
    const answer = await server.call('GET', address, { token: null });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(answer.text).toMatch(start);
    expect((await server.call('GET', address.replace(/[0-9a-f]{6}/, '000000'), { token: null })).status).toBe(404);
  },
);
