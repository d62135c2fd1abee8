import { expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import type { SchemaProblems } from '../../generator/compile/problem.ts';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, hook, modelOf, problemsOf, vocabulary, writeSchemas } from './schemaFixture.ts';

/** A crane with references to the specification in the schema, or without any. */
const specified = (spec: (...texts: string[]) => Raw): Raw =>
  crane(
    {
      ...spec('1§5 Crane'),
      'x-unique': [{ id: 'crane-no', fields: ['craneNo'], ...spec('1§5 Crane (unique)') }],
      'x-rule': [
        { id: 'lifts', assert: 'self.lift > 0', at: ['lift'], ...spec('1§5 Crane (lift)', '1§8 Limits') },
        { id: 'modern', assert: "self.built > date('1900-01-01')", at: ['built'] },
      ],
      'x-guard': { delete: { expr: 'self.lift > 1', ...spec('1§6 Deletion') } },
      'x-action': [
        {
          name: 'hoist',
          label: { en: 'Hoist', zh: '起吊' },
          effect: 'yard.hoist',
          input: { properties: { load: field('decimal', spec('1§7 Load')) } },
          ...spec('1§7 Hoisting'),
        },
      ],
    },
    { maker: field('text', spec('1§3 Crane')) },
  );

const INLINE = specified((...texts) => ({ 'x-spec': texts }));
const PLAIN = specified(() => ({}));
const SPEC: Raw = {
  $schema: '../meta/spec.json',
  'x-spec': ['1§5 Crane'],
  'x-unique': { 'crane-no': ['1§5 Crane (unique)'] },
  'x-rule': { lifts: ['1§5 Crane (lift)', '1§8 Limits'] },
  'x-guard': { delete: ['1§6 Deletion'] },
  'x-action': { hoist: { 'x-spec': ['1§7 Hoisting'], input: { properties: { load: ['1§7 Load'] } } } },
  properties: { maker: ['1§3 Crane'] },
};

test('references beside the schema are those in the schema', () => {
  const beside = modelOf({ 'yard/crane.json': PLAIN, 'yard/crane.spec.json': SPEC });
  expect(beside.entities).toEqual(modelOf({ 'yard/crane.json': INLINE }).entities);
  expect(beside.entities['crane']!.spec).toEqual(['1§5 Crane']);
});

test('some references may be in the schema and others beside it', () => {
  const { properties: _, ...others } = SPEC;
  const file = crane(Object.fromEntries(Object.entries(PLAIN).filter(([word]) => word.startsWith('x-'))), {
    maker: field('text', { 'x-spec': ['1§3 Crane'] }),
  });
  const model = modelOf({ 'yard/crane.json': file, 'yard/crane.spec.json': others });
  expect(model.entities).toEqual(modelOf({ 'yard/crane.json': INLINE }).entities);
});

test('a change of the references changes the hash of the model', () => {
  const hashes = ['1§5 Crane', '1§5 Cranes'].map(
    (text) => modelOf({ 'yard/crane.json': PLAIN, 'yard/crane.spec.json': { 'x-spec': [text] } }).hash,
  );
  expect(new Set(hashes).size).toBe(2);
});

test.each<[string, Raw, string, string]>([
  [
    'a field that does not exist',
    { properties: { makre: ['1§3'] } },
    '/properties/makre',
    'the schema has no "makre" here; did you mean "maker"?',
  ],
  [
    'a rule that does not exist',
    { 'x-rule': { lift: ['1§5'] } },
    '/x-rule/lift',
    'the schema has no "lift" here; did you mean "lifts"?',
  ],
  [
    'a keyword that the schema has not',
    { 'x-order': { period: ['1§5'] } },
    '/x-order',
    'the schema has no "x-order" here',
  ],
  ['a list', { 'x-rule': ['1§5'] }, '/x-rule', 'only an object has an x-spec; entries of a list are named one by one'],
  ['a text', { properties: { maker: '1§3' } }, '/properties/maker', 'expected object, found "1§3"'],
  ['a keyword that takes no x-spec', { 'x-entity': ['1§3'] }, '/x-entity', 'unknown word "x-spec"'],
])('%s is a problem of the file beside the schema', (_, spec, path, message) => {
  expect(problemsOf({ 'yard/crane.json': PLAIN, 'yard/crane.spec.json': spec })).toEqual([
    { file: 'yard/crane.spec.json', path, message: expect.stringContaining(message) },
  ]);
});

test('an x-spec in both files is a problem', () => {
  expect(
    problemsOf({ 'yard/crane.json': INLINE, 'yard/crane.spec.json': { properties: { maker: ['1§3 Crane'] } } }),
  ).toEqual([
    {
      file: 'yard/crane.spec.json',
      path: '/properties/maker',
      message: 'the schema has an x-spec here: write it in one of the two files',
    },
  ]);
});

test('a file without its schema is a problem', () => {
  expect(problemsOf({ 'yard/hook.json': hook(), 'yard/crane.json': crane(), 'yard/kran.spec.json': SPEC })).toEqual([
    { file: 'yard/kran.spec.json', path: '', message: 'there is no schema "yard/kran.json" beside it' },
  ]);
});

test('a problem is reported with its line', () => {
  const text = '{\n  "properties": {\n    "makre": ["1§3"]\n  }\n}';
  const root = writeSchemas({ 'yard/crane.json': PLAIN, 'yard/crane.spec.json': text });
  let message = '';
  try {
    compileModel([vocabulary, root]);
  } catch (error) {
    message = (error as SchemaProblems).message;
  }
  expect(message).toContain('yard/crane.spec.json:3 /properties/makre');
});
