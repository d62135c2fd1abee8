import { Ajv2020 } from 'ajv/dist/2020.js';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { keyword, keywordsOf, printReference, optionsWithin } from '../../generator/emit/reference.ts';
import { isRaw, readSources, type Raw } from '../../generator/compile/source.ts';
import { rowCases } from '../conformance/rowCases.ts';
import { Sampler } from '../conformance/sampler/sampler.ts';
import { menuOf, readMenus, type MenuNode } from '../../server/domain/identity/menu.ts';
import { printStarter } from '../../generator/starter/starter.ts';

const ROOT = join(import.meta.dirname, '../..');
const { meta } = readSources([join(ROOT, 'schemas')], []);
const words = ['entity', 'field', 'machine'].flatMap((schema) =>
  keywordsOf(meta, schema).map((name): [string, string] => [schema, name]),
);

describe('the reference', () => {
  test('is what `npm run generate` writes', () => {
    expect(readFileSync(join(ROOT, 'docs/schema-reference.md'), 'utf8')).toBe(printReference(meta));
  });

  test('has a description and an example of every keyword, and a description of its properties', () => {
    expect(words.length).toBeGreaterThan(70);
    const undescribed = words.flatMap(([schema, name]) => [
      ...(String(keyword(meta, schema, name)['description'] ?? '') === '' ? [name] : []),
      ...optionsWithin(meta, schema, name)
        .filter(({ description }) => description === '')
        .map((word) => word.name),
    ]);
    const withoutExample = words.filter(([schema, name]) => !Array.isArray(keyword(meta, schema, name)['examples']));
    expect({ undescribed, withoutExample }).toEqual({ undescribed: [], withoutExample: [] });
  });

  test('states the effects of every keyword of the product', () => {
    const withoutEffect = words.filter(
      ([schema, name]) =>
        name.startsWith('x-') && Object.values(keyword(meta, schema, name)['x-effect'] ?? {}).length === 0,
    );
    expect(withoutEffect).toEqual([]);
  });

  test('has examples that the meta-schemas accept', () => {
    const ajv = new Ajv2020({
      strict: true,
      strictRequired: false,
      strictTypes: false,
      allowUnionTypes: true,
      validateSchema: false,
    });
    ajv.addVocabulary(['x-effect']);
    for (const schema of meta.values()) ajv.addSchema(schema);
    const refused = words.flatMap(([schema, name]) => {
      const validate = ajv.getSchema(`${schema}.json#/properties/${name}`)!;
      return (keyword(meta, schema, name)['examples'] as unknown[]).flatMap((example) =>
        validate(example) ? [] : [`${schema} ${name}: ${ajv.errorsText(validate.errors)}`],
      );
    });
    expect(refused).toEqual([]);
  });
});

describe('the guide’s entity', () => {
  const guide = readFileSync(join(ROOT, 'docs/schema-authors.md'), 'utf8');
  const chapter = guide.split('\n## ').find((text) => text.startsWith('An entity in fifteen minutes'))!;
  /** The steps, each with its JSON blocks: a file, or keywords to add. */
  const steps = chapter
    .split('\n**')
    .slice(1)
    .map((text): [string, Raw[]] => [
      text.slice(0, text.indexOf('**')),
      [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(
        ([, block]) => JSON.parse(block!.startsWith('{') ? block! : `{${block}}`) as Raw,
      ),
    ]);
  const files: Record<string, Raw> = {
    'tug-hire': JSON.parse(printStarter({ area: 'master', name: 'tug-hire', en: 'Tug hire', zh: '拖轮租用' })) as Raw,
  };
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bordereau-guide-'));
    cpSync(join(ROOT, 'schemas'), join(folder, 'schemas'), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /**
   * Adds a block to its file; only the file of the lines is complete in the guide. Fields, states and transitions are
   * merged by name; other keywords are replaced.
   */
  function add(block: Raw): void {
    const isOfLine = '$schema' in block || JSON.stringify(block).includes('self.hours');
    const name = isOfLine ? 'tug-hire-line' : 'tug-hire';
    const before = files[name] ?? {};
    const properties = { ...(before['properties'] as Raw), ...(block['properties'] as Raw) };
    files[name] = {
      ...before,
      ...block,
      ...(isRaw(block['properties']) ? { properties } : {}),
      ...(isRaw(before['x-machine']) && isRaw(block['x-machine'])
        ? { 'x-machine': mergeMachines(before['x-machine'], block['x-machine']) }
        : {}),
    };
  }

  const mergeMachines = (before: Raw, block: Raw): Raw => ({
    ...before,
    states: mergeBy(before['states'], block['states'], 'code'),
    transitions: mergeBy(before['transitions'], block['transitions'], 'action'),
  });
  const mergeBy = (before: unknown, block: unknown, known: string): unknown[] => [
    ...new Map(
      [before ?? [], block ?? []].flatMap((list) => (list as Raw[]).map((one): [unknown, Raw] => [one[known], one])),
    ).values(),
  ];

  /** Replaces the name of the starter by the tug, as step 1 says. */
  function nameTug(): void {
    const { name: _, ...properties } = files['tug-hire']!['properties'] as Raw;
    files['tug-hire'] = JSON.parse(
      JSON.stringify({ ...files['tug-hire'], properties })
        .replaceAll('"name"', '"tug"')
        .replaceAll('{name}', '{tug}'),
    ) as Raw;
  }

  const compiledModel = () => {
    const root = join(folder, 'added');
    mkdirSync(join(root, 'master'), { recursive: true });
    for (const [name, json] of Object.entries(files))
      writeFileSync(join(root, 'master', `${name}.json`), JSON.stringify(json));
    return compileModel([join(folder, 'schemas'), root]);
  };
  const compiled = () => compiledModel().entities['tug-hire']!;

  test('has eight steps', () => {
    expect(steps.map(([title]) => title[0])).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  });

  test.each(steps)('compiles after %s', (title, blocks) => {
    for (const block of blocks) add(block);
    if (title.startsWith('1')) nameTug();
    expect(compiled().name).toBe('tug-hire');
  });

  test('has a unique key, a period rule, a child grid, a machine and computed amounts in the end', () => {
    const hire = compiled();
    expect(hire).toMatchObject({
      unique: [{ fields: ['tugHireCde'] }],
      noOverlap: [{ by: ['tug'] }],
      children: [{ entity: 'tug-hire-line' }],
      machines: [{ initial: 'Draft', states: { length: 4 }, transitions: { length: 5 } }],
    });
    expect(hire.fields.find(({ name }) => name === 'amount')!.compute).toBeDefined();
  });

  test('has a valid place in the menu', () => {
    const [, block = ''] = /^```json\n(\[[\s\S]*?)^```$/m.exec(
      guide.split('\n## ').find((text) => text.startsWith('Its place in the menu'))!,
    )!;
    const [group] = JSON.parse(block) as MenuNode[];
    const known = readMenus(join(ROOT, 'menus')).find(({ children }) => children !== undefined);
    expect(Object.keys(known!)).toEqual(expect.arrayContaining(Object.keys(group!)));
    const items = menuOf([group!], compiledModel(), { language: 'en-US', maySee: () => true, isAdministrator: true });
    expect(items.find(({ name }) => name === 'tugHire')).toMatchObject({
      viewPath: '/master/tug-hire',
      permissionCde: 'master.tug-hire',
    });
  });

  test('has valid and invalid rows for `npm run conformance`', () => {
    const model = compiledModel();
    for (const name of ['tug-hire', 'tug-hire-line']) {
      const cases = rowCases(model.entities[name]!, new Sampler(model));
      expect(cases.filter(({ expected }) => expected.length > 0).length, name).toBeGreaterThan(5);
    }
  });
});
