import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { SchemaProblems } from '../../generator/compile/problem.ts';
import { isRaw, readSources, type Raw } from '../../generator/compile/source.ts';
import { crane, field, modelOf, vocabulary, writeSchemas } from './schemaFixture.ts';

const SCHEMAS = join(import.meta.dirname, '../../schemas');
const REMARK = { en: 'Remark', zh: '备注' };
const ASK = { en: 'Hoist the load?', zh: '确定起吊吗？' };

/** The vocabulary with other shared labels, and without machines. */
function vocabularyWith(labels: Raw): string {
  const root = writeSchemas({ 'labels.json': labels });
  for (const part of ['meta', 'kinds.json']) cpSync(join(vocabulary, part), join(root, part), { recursive: true });
  return root;
}

const shared = vocabularyWith({ $schema: 'meta/labels.json', remark: REMARK, ask: ASK });

const compiled = (file: Raw, root = shared) => compileModel([root, writeSchemas({ 'yard/crane.json': file })]);

/** The problems of a file, as printed. */
function problemsIn(file: Raw, root = shared): string {
  try {
    compiled(file, root);
    return '';
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    return error.message;
  }
}

/** A crane with all places of labels. */
const labelled = (remark: unknown, ask: unknown): Raw => ({
  ...crane(
    {
      'x-unique': [{ id: 'no', fields: ['craneNo'], message: remark }],
      'x-guard': { delete: { expr: 'self.lift > 1', message: remark } },
      'x-action': [
        {
          name: 'hoist',
          label: remark,
          help: remark,
          confirm: ask,
          effect: 'yard.hoist',
          input: { properties: { note: field('text', { 'x-label': remark, 'x-help': remark }) } },
        },
      ],
      'x-list': { presets: [{ id: 'mine', label: remark, where: [{ name: 'craneNo', type: 'notNull' }] }] },
      'x-form': { sections: [{ label: remark, fields: ['craneNo'] }] },
    },
    { note: field('text', { 'x-label': remark, pattern: '^a$', 'x-patternMessage': remark }) },
  ),
});

test('replaces a key by its text wherever a label is allowed', () => {
  expect(compiled(labelled('remark', 'ask')).entities).toEqual(compiled(labelled(REMARK, ASK)).entities);
});

test('replaces a key in the label of an entity and in a machine', () => {
  const machine = (label: unknown): Raw => ({
    'x-machine': {
      field: 'status',
      initial: 'Draft',
      states: [
        { code: 'Draft', label },
        { code: 'Done', label, final: true },
      ],
      transitions: [{ action: 'finish', label, from: ['Draft'], to: 'Done' }],
    },
    'x-entity': { label, key: ['craneNo'] },
  });
  expect(compiled(crane(machine('remark'))).entities).toEqual(compiled(crane(machine(REMARK))).entities);
});

test('names of fields are not keys', () => {
  const file = crane(
    { 'x-form': { show: { label: 'self.lift > 1' } } },
    {
      label: field('text'),
      message: field('text'),
      twin: field('ref', { 'x-ref': { entity: 'crane', fill: { label: 'message', message: 'label' } } }),
    },
  );
  expect(compiled(file).entities['crane']!.fields.find(({ name }) => name === 'twin')!.ref!.fill).toEqual({
    label: 'message',
    message: 'label',
  });
});

test('an unknown key is reported with the nearest one, at its place', () => {
  const message = problemsIn(crane({}, { note: field('text', { 'x-label': 'remakr' }) }));
  expect(message).toContain(
    '/properties/note/x-label: there is no label "remakr" in labels.json; did you mean "remark"?; a text of its own is {"en": …, "zh": …}',
  );
  expect(message).toContain('1 problem in');
});

test.each([
  ['a label without Chinese', { remark: { en: 'Remark' } }, '/remark: "zh" is missing'],
  ['a key in capitals', { REMARK }, 'unknown word "REMARK"'],
])('%s is a problem of labels.json', (_, labels, message) => {
  const found = problemsIn(crane(), vocabularyWith(labels));
  expect(found).toContain('labels.json');
  expect(found).toContain(message);
});

test('schemas without labels.json compile', () => {
  const root = vocabularyWith({});
  rmSync(join(root, 'labels.json'));
  expect(compiled(crane(), root).entities).toEqual(modelOf({ 'yard/crane.json': crane() }).entities);
});

/** Each string or label of the schemas in a place of a label. */
function labelsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(labelsIn);
  if (!isRaw(value)) return [];
  return Object.entries(value).flatMap(([word, part]) =>
    /^(x-label|x-help|x-patternMessage|label|help|tab|count|confirm|message)$/.test(word) &&
    (typeof part === 'string' || (isRaw(part) && Object.keys(part).join() === 'en,zh'))
      ? [part]
      : labelsIn(part),
  );
}

const sources = readSources([SCHEMAS], []);
const all = [...sources.entities, ...sources.bodies, ...sources.machines].flatMap(({ json }) => labelsIn(json));

test('a text of the product that occurs three times is in labels.json', () => {
  const texts = Map.groupBy(
    all.filter(isRaw).map((label) => JSON.stringify(label)),
    (text) => text,
  );
  expect([...texts.values()].filter((same) => same.length > 2).map(([text]) => text)).toEqual([]);
});

test('no label of labels.json is unused or occurs twice', () => {
  const used = new Set(all.filter((label) => typeof label === 'string'));
  expect(Object.keys(sources.labels).filter((key) => !used.has(key))).toEqual([]);
  const texts = Object.values(sources.labels).map((label) => JSON.stringify(label));
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});
