import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyBody } from './rows.ts';
import { field as fieldOf, label, startWithSchemas, type OwnSchemas } from './ownSchemas.ts';
import type { Answer, Json, TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

const field = (kind: string, words: Json = {}): Json => fieldOf(kind, label(kind), words);
const entity = (name: string, properties: Json, required: string[], words: Json = {}): Json => ({
  $id: name,
  title: name,
  type: 'object',
  'x-entity': { area: 'harbour', label: label(name), key: [required[0]] },
  required,
  properties,
  ...words,
});
const state = (code: string, words: Json = {}): Json => ({ code, label: label(code), ...words });

/** Field kind of the ends of a period → first and last value of a period. */
const PERIODS: Record<string, [from: string | number, to: string | number]> = {
  date: ['2026-01-05', '2026-03-05'],
  dateTime: ['2026-01-05T00:00:00.000Z', '2026-03-05T00:00:00.000Z'],
  month: ['202601', '202603'],
  year: ['2026', '2028'],
  integer: [4711, 4713],
  money: ['4711.00', '4713.50'],
};

/** An entity with the rows of companies, whose periods of one `section` do not overlap. */
const periodEntity = (kind: string): Json =>
  entity(
    `closure-${kind.toLowerCase()}`,
    {
      closureNo: field('code', { maxLength: 9 }),
      section: field('text', { maxLength: 9 }),
      from: field(kind),
      to: field(kind),
      owner: field('ref', { 'x-ref': { entity: 'company', by: 'companyCde' } }),
    },
    ['closureNo', 'section', 'from', 'owner'],
    {
      'x-unique': [{ id: 'closure-no', fields: ['closureNo'] }],
      'x-noOverlap': [{ id: 'closed-once', by: ['section'], from: 'from', to: 'to', ignoreCase: true }],
      'x-access': { scope: 'own', company: 'owner' },
    },
  );

/** Valid schemas of a form that no entity of the product has. */
const SCHEMAS: Json[] = [
  ...Object.keys(PERIODS).map(periodEntity),
  entity('lock-gate', { gateNo: field('code', { maxLength: 9 }), keyword: field('password') }, ['gateNo', 'keyword']),
  entity(
    'lock',
    {
      lockNo: field('code', { maxLength: 9 }),
      length: field('money'),
      beam: field('money'),
      phase: field('choice', { readOnly: true }),
    },
    ['lockNo'],
    {
      'x-unique': [{ id: 'lock-no', fields: ['lockNo'] }],
      'x-child': [{ entity: 'lock-part', via: 'lockNo' }],
      'x-rule': [{ id: 'slender', assert: 'self.beam <= self.length', at: ['beam'], level: 'warning' }],
      'x-machine': {
        field: 'phase',
        initial: 'Dry',
        states: [state('Dry'), state('Shallow', { final: true }), state('Deep', { final: true })],
        transitions: [
          { action: 'fill', label: label('Fill'), from: ['Dry'], to: 'Shallow', else: true },
          { action: 'fill', label: label('Fill'), from: ['Dry'], to: 'Deep', guard: 'self.length > 100' },
        ],
      },
    },
  ),
  entity(
    'lock-part',
    { lockNo: field('ref', { 'x-ref': { entity: 'lock', by: 'lockNo' } }), partName: field('text', { maxLength: 9 }) },
    ['lockNo', 'partName'],
  ),
  entity(
    'sluice',
    { sluiceNo: field('code', { maxLength: 9 }), tidal: field('yesNo', { 'x-writeOnce': true }) },
    ['sluiceNo', 'tidal'],
    { 'x-child': [{ entity: 'sluice-door', via: 'sluiceId', when: "self.tidal == 'Y'", min: 1 }] },
  ),
  entity(
    'sluice-door',
    { sluiceId: field('ref', { 'x-ref': { entity: 'sluice' } }), doorName: field('text', { maxLength: 9 }) },
    ['sluiceId', 'doorName'],
  ),
];

let product: OwnSchemas;
let server: TestServer;
beforeAll(async () => {
  product = await startWithSchemas(SCHEMAS);
  ({ server } = product);
});
afterAll(() => product.close());

const patch = (name: string, row: Json, body: Json): Promise<Answer> =>
  server.call('PATCH', `/api/${name}/${row['id']}`, { body: { rev: row['rev'], ...body } });

test('a period that overlaps a hidden row is refused without the period of that row, for each kind of period', async () => {
  const [own, other] = [companyBody(), companyBody()].map(({ companyCde }) => companyCde) as [string, string];
  for (const companyCde of [own, other]) await server.create('company', companyBody({ companyCde }));
  await server.create('role', {
    roleName: 'Lock keeper',
    'role-permission': [{ permissionId: 'harbour.*', actionEntitySet: ['*'] }],
  });
  const token = await server.logInAs('keeper', 'Lock keeper', { companyCde: own });
  for (const [kind, [from, to]] of Object.entries(PERIODS)) {
    const name = `closure-${kind.toLowerCase()}`;
    await server.create(name, { closureNo: 'C1', section: 'North', from, to, owner: other });
    const create = (body: Json): Promise<Answer> =>
      server.call('POST', `/api/${name}`, { token, body: { from: to, to, owner: own, ...body } });
    const refused = await create({ closureNo: 'C2', section: 'NORTH' });
    expect(refused, refused.text).toMatchObject({
      status: 409,
      message: `${kind} to ${kind}: the period overlaps that of NORTH`,
      errors: [{ field: 'from' }, { field: 'to' }],
    });
    expect(refused.text, kind).not.toContain(String(from));
    const saved = await create({ closureNo: 'C3', section: 'South' });
    expect(saved, saved.text).toMatchObject({ status: 201 });
  }
});

test.each([
  ['101', 'Deep'],
  ['100', 'Shallow'],
])('the "else" transition is the last choice, wherever it is declared: %s → %s', async (length, phase) => {
  const lock = await server.create('lock', { lockNo: `E${length}`, length });
  const answer = await server.call('POST', `/api/lock/${lock['id']}/actions/fill`, { body: { rev: 1 } });
  expect(answer).toMatchObject({ status: 200, result: { phase } });
});

test('children that refer to their parent by a code are deleted with it', async () => {
  const lock = await server.create('lock', {
    lockNo: 'P1',
    'lock-part': [{ partName: 'sluice' }, { partName: 'sill' }],
  });
  const other = await server.create('lock', { lockNo: 'P2', 'lock-part': [{ partName: 'sluice' }] });
  expect(await server.call('DELETE', `/api/lock/${lock['id']}`, { body: { rev: lock['rev'] } })).toMatchObject({
    status: 200,
  });
  expect((await server.pool.query(`select "lockNo", "delFlag" from lock_part order by id`)).rows).toEqual([
    { lockNo: 'P1', delFlag: 'Y' },
    { lockNo: 'P1', delFlag: 'Y' },
    { lockNo: 'P2', delFlag: 'N' },
  ]);
  expect((await server.read('lock', other['id']))['lock-part']).toHaveLength(1);
});

test('a new child cannot be submitted with delFlag', async () => {
  const before = await server.footprint();
  const answer = await server.call('POST', '/api/lock', {
    body: { lockNo: 'D1', 'lock-part': [{ partName: 'sill', delFlag: 'Y' }] },
  });
  expect(answer).toMatchObject({ status: 400, errors: [{ field: 'lock-part[0].delFlag' }] });
  expect(await server.footprint()).toBe(before);
});

test('a warning is shown for the change that causes it, even if the reported field is unchanged', async () => {
  const lock = await server.create('lock', { lockNo: 'W1', length: '30', beam: '20' });
  expect(await patch('lock', lock, { length: '10' })).toMatchObject({
    status: 400,
    errors: [{ field: 'beam', level: 'warning' }],
  });
  const accepted = await patch('lock', lock, { length: '10', acceptWarnings: true });
  expect(accepted).toMatchObject({ status: 200, result: { length: '10.00' } });
  expect(await patch('lock', accepted.result, { lockNo: 'W2' })).toMatchObject({ status: 200 });
});

test('a required write-only field can be changed but not emptied', async () => {
  const gate = await server.create('lock-gate', { gateNo: 'G1', keyword: 'swordfish' });
  const hash = async (): Promise<string> => (await server.pool.query('select keyword from lock_gate')).rows[0].keyword;
  const first = await hash();
  for (const keyword of [null, ''])
    expect(await patch('lock-gate', gate, { keyword })).toMatchObject({
      status: 400,
      errors: [{ field: 'keyword', key: 'MSG_generic_0100' }],
    });
  expect(await patch('lock-gate', gate, { gateNo: 'G2' })).toMatchObject({ status: 200, result: { rev: 2 } });
  expect(await hash()).toBe(first);
  expect(await patch('lock-gate', { ...gate, rev: 2 }, { keyword: 'trout' })).toMatchObject({ status: 200 });
  expect(await hash()).not.toBe(first);
});

test('a minimum of children applies only to records that can have them', async () => {
  expect(await server.create('sluice', { sluiceNo: 'S1', tidal: 'N' })).toMatchObject({ 'sluice-door': [] });
  const body = { sluiceNo: 'S2', tidal: 'Y' };
  expect(await withoutTrace(server, () => server.call('POST', '/api/sluice', { body }))).toMatchObject({
    status: 400,
    errors: [{ field: 'sluice-door', key: 'MSG_generic_0155' }],
  });
  const tidal = await server.create('sluice', { ...body, 'sluice-door': [{ doorName: 'Upper' }] });
  const { id, rev } = tidal['sluice-door'][0];
  expect(
    await withoutTrace(server, () => server.call('DELETE', `/api/sluice-door/${id}`, { body: { rev } })),
  ).toMatchObject({ status: 400, errors: [{ field: 'sluice-door', key: 'MSG_generic_0155' }] });
});
