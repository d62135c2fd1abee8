import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../longTest.ts';
import { compileModel } from '../../generator/compile/compile.ts';
import { databaseShape } from '../../generator/emit/ddl/ddl.ts';
import { printDdl } from '../../generator/emit/ddl/print.ts';
import { printOutputs } from '../../generator/emit/outputs.ts';
import { printTypes } from '../../generator/emit/types.ts';
import { DELIVERED_ROLES, printRights, type DeliveredRole } from '../../server/domain/identity/rightsTable.ts';
import { compiledModel } from '../compiledModel.ts';

const root = join(import.meta.dirname, '../..');
const schemas = join(root, 'schemas');
const fixtures = join(root, 'tests/fixtures/schemas');

/** The outputs of the product's schemas and the fixtures, printed once for the tests here. */
let outputs: Map<string, string>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bordereau-types-'));
  outputs = await printOutputs(compileModel([schemas, fixtures]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

longTest('writes the same files for the same schemas in two runs', async () => {
  const again = await printOutputs(compileModel([schemas, fixtures]));
  expect([...outputs.keys()]).toEqual(
    expect.arrayContaining(['types.ts', 'schema.sql', 'openapi.json', 'dictionary.md', 'validators/berth.js']),
  );
  expect([...outputs].filter(([name, text]) => again.get(name) !== text).map(([name]) => name)).toEqual([]);
});

test('has committed outputs of the current schemas; if not, run npm run generate', async () => {
  const model = compiledModel([schemas]);
  for (const [name, text] of [
    ['types.ts', await printTypes(model)],
    ['schema.sql', printDdl(databaseShape(model))],
  ] as const) {
    const committed = await readFile(join(root, 'generator/out', name), 'utf8').catch(() => '');
    // no `toEqual`: the diff would have thousands of lines
    expect(committed === text, `generator/out/${name} is stale: run npm run generate`).toBe(true);
  }
});

test('includes every delivered role, entity and action in the table of permissions', async () => {
  const model = compiledModel([schemas]);
  const roles = JSON.parse(await readFile(join(schemas, DELIVERED_ROLES), 'utf8')) as DeliveredRole[];
  const text = printRights(model, roles);
  expect(
    (await readFile(join(root, 'generator/out/rights.md'), 'utf8').catch(() => '')) === text,
    'generator/out/rights.md is stale: run npm run generate',
  ).toBe(true);
  expect([...text.matchAll(/^## (.*)$/gm)].map(([, name]) => name)).toEqual(roles.map(({ roleName }) => roleName));
  for (const section of text.split(/^## /m).slice(1)) {
    for (const { area, name } of Object.values(model.entities))
      expect(section.split(`\`${area}.${name}\``), `${section.slice(0, 20)}: ${name}`).toHaveLength(2);
  }
  const viewer = text.slice(text.indexOf('## Viewer'));
  expect(
    [...viewer.matchAll(/^\| .* \| `[^`]+` \| (.*) \| [^|]* \|$/gm)]
      .map(([, actions]) => actions)
      .filter((actions) => actions !== 'query'),
  ).toEqual([]);
});

/** Code that uses the generated types, and the expected compiler error; undefined if it must compile. */
const USES: [description: string, code: string, error: RegExp | undefined][] = [
  [
    "a row with the kernel's fields",
    'export const cde = (row: Berth): string => `${row.id} ${row.rev + 1} ${row.berthCde}`;',
    undefined,
  ],
  [
    'a new row without optional fields',
    `export const berth: NewBerth = { berthCde: 'A', berthName: 'First' };`,
    undefined,
  ],
  ['a new row without a required field', `export const berth: NewBerth = { berthCde: 'A' };`, /'berthName' is missing/],
  ['a field of another spelling', 'export const cde = (row: Berth) => row.berthCode;', /'berthCode' does not exist/],
  [
    'a field that the entity does not have',
    `export const berth: NewBerth = { berthCde: 'A', berthName: 'B', depth: '1' };`,
    /'depth' does not exist/,
  ],
  ['money as a number', `export const job: NewPilotage = { pilotId: '1', fee: 1.5 };`, /'number' is not assignable/],
  ['an absent optional value', "export const fee: Pilotage['fee'] = null;", undefined],
  ['an absent required value', "export const name: Berth['berthName'] = null;", /'null' is not assignable/],
  [
    'a value that is no option',
    `export const berth: NewBerth = { berthCde: 'A', berthName: 'B', handles: ['OIL'] };`,
    /'"OIL"' is not assignable/,
  ],
  [
    'a read-only field',
    `export const job: NewPilotage = { pilotId: '1', pilotageNo: 'PT26-000001' };`,
    /'pilotageNo' does not exist/,
  ],
  ['a change without its revision', `export const change: BerthChanges = { berthName: 'B' };`, /'rev' is missing/],
  ['a change of one field', `export const change: BerthChanges = { rev: 1, berthName: 'B' };`, undefined],
  [
    'a change of an immutable field',
    `export const change: TariffVersionChanges = { rev: 1, quay: 'EAST' };`,
    /'quay' does not exist/,
  ],
  [
    'a new row with its children',
    `export const visit: Pick<NewBerthVisit, 'berth-visit-share'> = { 'berth-visit-share': [{ holder: 'A', pct: '100' }] };`,
    undefined,
  ],
  [
    'a child with a misspelt field',
    `export const visit: Pick<NewBerthVisit, 'berth-visit-share'> = { 'berth-visit-share': [{ holder: 'A', percent: '100' }] };`,
    /'percent' does not exist/,
  ],
  [
    'a child that names its parent',
    `export const visit: Pick<NewBerthVisit, 'berth-visit-share'> = { 'berth-visit-share': [{ visitId: '1', holder: 'A', pct: '100' }] };`,
    /'visitId' does not exist/,
  ],
  [
    'children that are added, changed and deleted',
    `export const visit: BerthVisitChanges = { rev: 1, 'berth-visit-share': [{ holder: 'A', pct: '1' }, { id: '7', rev: 2, pct: '9' }, { id: '8', rev: 1, delFlag: 'Y' }] };`,
    undefined,
  ],
  [
    'the children of a row that was read',
    `export const pct = (row: BerthVisit): string | null | undefined => row['berth-visit-share']?.[0]?.pct;`,
    undefined,
  ],
  [
    'a read-only log',
    `export const mooring: Pick<NewMooring, 'mooringNo' | 'mooring-log'> = { mooringNo: 1 };`,
    /mooring-log/,
  ],
  [
    'a password that is read',
    'export const secret = (row: Specimen) => row.passwordValue;',
    /'passwordValue' does not exist/,
  ],
  [
    'a table and its columns',
    `export const rows = (db: Kysely<Database>) => db.selectFrom('berth').select(['id', 'berthCde']).where('delFlag', '=', 'N').execute();`,
    undefined,
  ],
  [
    'a column that the table does not have',
    `export const rows = (db: Kysely<Database>) => db.selectFrom('berth').select('berthCode').execute();`,
    /No overload matches/,
  ],
];

test('generates types that compile under strict and refuse what the schemas refuse', async () => {
  await writeFile(join(folder, 'types.ts'), outputs.get('types.ts')!);
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const imports = `import type { Kysely } from 'kysely';\nimport type { Berth, BerthChanges, BerthVisit, BerthVisitChanges, Database, NewBerth, NewBerthVisit, NewMooring, NewPilotage, Pilotage, Specimen, TariffVersionChanges } from './types.ts';\n`;
  await Promise.all(USES.map(([, code], index) => writeFile(join(folder, `use${index}.ts`), `${imports}${code}\n`)));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { noUnusedLocals: false, types: [] },
      include: ['*.ts'],
    }),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  const errors = stdout.split('\n').filter((line) => line.includes(': error '));
  expect(errors.filter((line) => !/^use\d+\.ts/.test(line))).toEqual([]);
  const found = USES.map(([what, , error], index) => {
    const own = errors.filter((line) => line.startsWith(`use${index}.ts`));
    const asExpected = error === undefined ? own.length === 0 : own.length > 0 && own.every((line) => error.test(line));
    return asExpected ? undefined : `${what}: ${own.join('; ') || 'passed'}`;
  });
  expect(found.filter((line) => line !== undefined)).toEqual([]);
});
