import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DemoData } from '../../server/config.ts';
import { compileModel } from '../../generator/compile/compile.ts';
import { ensureDatabase } from '../../server/db/migrate/migrate.ts';
import { loadSeeds } from '../../server/domain/reference/seeds.ts';
import type { Kernel } from '../../server/kernel/core.ts';
import { openKernel } from '../../server/kernel/open.ts';
import { openRegistry } from '../../server/kernel/registry.ts';
import { SCHEMAS } from '../../server/start.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';

/** A yard with cranes, each with its children; a crane may refer to another yard's rows by their names. */
const label = (en: string, zh: string) => ({ en, zh });
const schema = (name: string, words: object): object => ({ $id: name, type: 'object', ...words });
const SCHEMA_FILES: Record<string, object> = {
  yard: schema('yard', {
    'x-entity': { area: 'yards', label: label('Yard', '堆场'), key: ['yardName'] },
    'x-unique': [{ id: 'name', fields: ['yardName'] }],
    required: ['yardName'],
    properties: { yardName: { $ref: 'kinds.json#/$defs/text', maxLength: 20, 'x-label': label('Name', '名称') } },
  }),
  crane: schema('crane', {
    'x-entity': { area: 'yards', label: label('Crane', '起重机'), key: ['craneNo'] },
    'x-unique': [{ id: 'no', fields: ['craneNo'] }],
    required: ['craneNo'],
    'x-child': [{ entity: 'crane-part', via: 'craneId' }],
    properties: {
      craneNo: {
        $ref: 'kinds.json#/$defs/code',
        maxLength: 5,
        'x-normalize': ['trim', 'upper'],
        'x-label': label('No.', '编号'),
      },
      yardId: { $ref: 'kinds.json#/$defs/ref', 'x-ref': { entity: 'yard' }, 'x-label': label('Yard', '堆场') },
      fixedFlag: { $ref: 'kinds.json#/$defs/yesNo', default: 'N', readOnly: true, 'x-label': label('Fixed', '固定') },
    },
  }),
  'crane-part': schema('crane-part', {
    'x-entity': { area: 'yards', label: label('Part', '部件'), key: ['craneId', 'partName'] },
    required: ['craneId', 'partName'],
    properties: {
      craneId: { $ref: 'kinds.json#/$defs/ref', 'x-ref': { entity: 'crane' }, 'x-label': label('Crane', '起重机') },
      partName: { $ref: 'kinds.json#/$defs/text', maxLength: 20, 'x-label': label('Part', '部件') },
      madeBy: { $ref: 'kinds.json#/$defs/ref', 'x-ref': { entity: 'yard' }, 'x-label': label('Made by', '制造堆场') },
    },
  }),
};

const YARDS = [{ yardName: 'North' }, { yardName: 'South' }];
const CRANE = {
  craneNo: 'c1',
  yardId: { yardName: 'North' },
  fixedFlag: 'Y',
  'crane-part': [{ partName: 'Boom', madeBy: { yardName: 'South' } }, { partName: 'Hook' }],
};

let database: TestDatabase;
let kernel: Kernel & { close(): Promise<void> };
let parent: string;
let folder: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'bordereau-seeds-'));
  folder = join(parent, 'schemas');
  await mkdir(join(folder, 'yards'), { recursive: true });
  await mkdir(join(folder, 'demo'));
  for (const [name, json] of Object.entries(SCHEMA_FILES))
    await writeFile(join(folder, 'yards', `${name}.json`), JSON.stringify(json));
  database = await openTestDatabase();
  // With the meta-schemas of the product, without its entities.
  const vocabulary = join(parent, 'vocabulary');
  for (const path of ['meta', 'machines', 'kinds.json', 'labels.json'])
    await cp(join(SCHEMAS, path), join(vocabulary, path), { recursive: true });
  const model = compileModel([vocabulary, folder]);
  await ensureDatabase(database.pool, model);
  kernel = await openKernel(database.pool, openRegistry(model), database.connection, 'Asia/Shanghai');
});
afterAll(async () => {
  await kernel.close();
  await database.close();
  await rm(parent, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.pool.query('truncate crane_part, crane, yard, kernel.seed, kernel.audit');
  for (const seed of ['yards/yard', 'yards/crane', 'demo/crane', 'demo/yard'])
    await rm(join(folder, `${seed}.seed.json`), { force: true });
});

const write = (seed: string, rows: unknown): Promise<void> =>
  writeFile(join(folder, `${seed}.seed.json`), JSON.stringify(rows));
const load = (demo: DemoData = 'none', options = {}) => loadSeeds(kernel, [folder], demo, options);
const cranes = async () =>
  (
    await database.pool.query(
      `select c."craneNo", y."yardName", c."fixedFlag", c."delFlag", c.creater, (select json_agg(json_build_object('part', p."partName", 'by', m."yardName") order by p.id) from crane_part p left join yard m on m.id = p."madeBy" where p."craneId" = c.id) as parts
   from crane c left join yard y on y.id = c."yardId" order by c.id`,
    )
  ).rows as Record<string, unknown>[];

test('rows are loaded with their children, read-only fields and references by name, after the rows they refer to', async () => {
  await write('yards/crane', [CRANE]);
  await write('yards/yard', YARDS);
  expect(await load()).toEqual([
    { name: 'yard.seed', created: 2 },
    { name: 'crane.seed', created: 1 },
  ]);
  expect(await cranes()).toEqual([
    {
      craneNo: 'C1',
      yardName: 'North',
      fixedFlag: 'Y',
      delFlag: 'N',
      creater: 'system',
      parts: [
        { part: 'Boom', by: 'South' },
        { part: 'Hook', by: null },
      ],
    },
  ]);
  const { rows } = await database.pool.query(`select entity, action, "by" from kernel.audit order by id`);
  expect(rows.map(({ entity, action, by }) => `${entity} ${action} ${by}`)).toEqual([
    'yard create system',
    'yard create system',
    'crane create system',
    'crane-part create system',
    'crane-part create system',
  ]);
});

test('a file is loaded once, and again when it changes, without touching existing rows', async () => {
  await write('yards/yard', YARDS);
  await write('yards/crane', [CRANE]);
  await load();
  expect(await load()).toEqual([]);
  await database.pool.query(`update crane set "fixedFlag" = 'N'`);
  await write('yards/crane', [{ ...CRANE, fixedFlag: 'Y' }, { craneNo: 'C2' }]);
  expect(await load()).toEqual([{ name: 'crane.seed', created: 1 }]);
  expect(await cranes()).toMatchObject([
    { craneNo: 'C1', fixedFlag: 'N' },
    { craneNo: 'C2', fixedFlag: 'N', parts: null },
  ]);
});

test('rows that staff deleted remain deleted', async () => {
  await write('yards/crane', [{ craneNo: 'C1' }]);
  await load();
  await database.pool.query(`update crane set "delFlag" = 'Y'`);
  await write('yards/crane', [{ craneNo: 'C1' }, { craneNo: 'C2' }]);
  expect(await load()).toEqual([{ name: 'crane.seed', created: 1 }]);
  expect(await cranes()).toMatchObject([
    { craneNo: 'C1', delFlag: 'Y' },
    { craneNo: 'C2', delFlag: 'N' },
  ]);
});

test('a row, or a child, that refers to a row that staff renamed is omitted', async () => {
  await write('yards/yard', YARDS);
  await load();
  await database.pool.query(`update yard set "yardName" = 'Far south' where "yardName" = 'South'`);
  await write('yards/crane', [CRANE, { craneNo: 'C2', yardId: { yardName: 'South' } }]);
  expect(await load()).toEqual([{ name: 'crane.seed', created: 1 }]);
  expect(await cranes()).toMatchObject([{ craneNo: 'C1', parts: [{ part: 'Hook', by: null }] }]);
});

describe('samples', () => {
  const D1 = { name: 'demo/crane.seed', created: 1 };
  beforeEach(() => write('demo/crane', [{ craneNo: 'D1' }]));

  test('are loaded into a new database, or on request into one without them', async () => {
    expect(await load('none')).toEqual([]);
    expect(await load('newDatabase')).toEqual([]);
    expect(await cranes()).toEqual([]);
    expect(await load('requested')).toEqual([D1]);
    await database.pool.query('truncate crane_part, crane, yard, kernel.seed');
    expect(await load('newDatabase')).toEqual([D1]);
  });

  test.each<[DemoData]>([['newDatabase'], ['requested']])(
    'of a later release are not loaded (%s)',
    async (demoData) => {
      await load(demoData);
      await database.pool.query(`update crane set "craneNo" = 'MINE'`);
      await write('demo/crane', [{ craneNo: 'D1' }, { craneNo: 'D2' }]);
      await write('demo/yard', YARDS);
      for (const again of ['newDatabase', 'requested', 'none', 'requested'] as const)
        expect(await load(again)).toEqual([]);
      expect(await cranes()).toMatchObject([{ craneNo: 'MINE' }]);
    },
  );

  test('are not added to a database of a release that stored no record of them', async () => {
    await load('newDatabase');
    await database.pool.query(`delete from kernel.seed where entity = 'demo'`);
    await write('demo/crane', [{ craneNo: 'D2' }]);
    expect(await load('requested')).toEqual([]);
  });

  test('are completed after an interrupted first start', async () => {
    await write('demo/yard', [{ yardName: 'x'.repeat(21) }]);
    await expect(load('newDatabase')).rejects.toThrow('yard.seed.json does not fit its schema');
    await write('demo/yard', YARDS);
    expect(await load('newDatabase')).toEqual([{ name: 'demo/yard.seed', created: 2 }, D1]);
    expect(await load('newDatabase')).toEqual([]);
  });

  test('that are being written are loaded in development', async () => {
    await load('newDatabase');
    await write('demo/crane', [{ craneNo: 'D1' }, { craneNo: 'D2' }]);
    expect(await load('none', { development: true })).toEqual([]);
    expect(await load('newDatabase', { development: true })).toEqual([D1]);
    expect((await cranes()).map(({ craneNo }) => craneNo)).toEqual(['D1', 'D2']);
  });
});

test.each<[string, unknown[], RegExp]>([
  [
    'an invalid value',
    [{ craneNo: 'C1' }, { craneNo: 'TOO-LONG' }],
    /crane\.seed\.json does not fit its schema: row 2, craneNo: No\. may have at most 5 characters/,
  ],
  ['an unknown field', [{ craneNo: 'C1', color: 'red' }], /row 1, color: There is no field “color”/],
  ['a broken child', [{ craneNo: 'C1', 'crane-part': [{}] }], /row 1, crane-part\[0\]\.partName: Part cannot be empty/],
])('%s stops the load with the file and the row, and nothing is stored', async (_, rows, message) => {
  await write('yards/crane', rows);
  await expect(load()).rejects.toThrow(message);
  expect(await cranes()).toEqual([]);
  expect((await database.pool.query(`select entity from kernel.seed where entity <> 'demo'`)).rows).toEqual([]);
});
