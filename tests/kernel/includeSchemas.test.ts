import { expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import type { SchemaProblem, SchemaProblems } from '../../generator/compile/problem.ts';
import type { Raw } from '../../generator/compile/source.ts';
import { diffModels } from '../../generator/diff/diff.ts';
import { traceProblems } from '../../generator/emit/dictionary/traceProblems.ts';
import { field, label, modelOf, problemsOf, vocabulary, writeSchemas } from './schemaFixture.ts';

const BODY: Raw = {
  $schema: '../meta/body.json',
  'x-order': [{ id: 'life', from: 'built', to: 'scrapped' }],
  'x-rule': [
    { id: 'lifts', assert: 'self.lift > 0', at: ['lift'] },
    { id: 'modern', assert: "self.built > date('1900-01-01')", at: ['built'] },
  ],
  'x-guard': { delete: { expr: 'self.lift > 1' } },
  'x-list': { columns: ['no', 'lift'] },
  required: ['no'],
  properties: { no: field('code'), lift: field('decimal'), built: field('date'), scrapped: field('date') },
};

/** An entity with the body, additional keywords and fields. */
const including = (name: string, words: Raw = {}, fields?: Raw): Raw => ({
  $id: name,
  'x-entity': { area: 'yard', label, key: ['no'] },
  'x-include': ['lifting'],
  ...words,
  ...(fields ? { properties: fields } : {}),
});
const files = (body: Raw, crane: Raw, hoist: Raw = including('hoist')): Record<string, Raw> => ({
  'bodies/lifting.json': body,
  'yard/crane.json': crane,
  'yard/hoist.json': hoist,
});
/** The body with a list entry or member replaced. */
const body = (words: Raw): Raw => ({ ...BODY, ...words });

test('an entity has the fields, rules and keywords of its body in a table of its own', () => {
  const { entities } = modelOf(files(BODY, including('crane')));
  expect(Object.keys(entities)).toEqual(['crane', 'hoist']);
  expect(entities['crane']).toMatchObject({
    table: 'crane',
    includes: ['lifting'],
    order: [{ id: 'life' }],
    rules: [{ id: 'lifts' }, { id: 'modern' }],
    list: { columns: ['no', 'lift'] },
    fields: [{ name: 'no', required: true }, { name: 'lift' }, { name: 'built' }, { name: 'scrapped' }],
  });
  expect(entities['hoist']).toMatchObject({ table: 'hoist', fields: entities['crane']!.fields });
});

test('its own values have precedence', () => {
  const { crane } = modelOf(
    files(
      BODY,
      including(
        'crane',
        {
          'x-rule': [
            { id: 'lifts', assert: 'self.lift > 5', at: ['lift'] },
            { id: 'own', assert: 'self.reach > 0', at: ['reach'] },
          ],
          'x-guard': { edit: { expr: 'self.lift > 2' } },
          'x-list': { columns: ['lift'] },
          required: ['reach'],
        },
        { lift: field('money'), reach: field('integer') },
      ),
    ),
  ).entities;
  expect(crane!.rules.map(({ id, assert }) => [id, assert])).toEqual([
    ['modern', "self.built > date('1900-01-01')"],
    ['lifts', 'self.lift > 5'],
    ['own', 'self.reach > 0'],
  ]);
  expect(Object.keys(crane!.guards)).toEqual(['delete', 'edit']);
  expect(crane!.list.columns).toEqual(['lift']);
  expect(crane!.fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
    ['no', 'code', true],
    ['lift', 'money', false],
    ['built', 'date', false],
    ['scrapped', 'date', false],
    ['reach', 'integer', true],
  ]);
});

test('of several bodies, the last has precedence', () => {
  const { crane } = modelOf({
    'bodies/lifting.json': BODY,
    'bodies/heavy.json': { properties: { lift: field('integer'), weight: field('integer') } },
    'yard/crane.json': including('crane', { 'x-include': ['lifting', 'heavy'] }),
  }).entities;
  expect(crane!.fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['no', 'code'],
    ['lift', 'integer'],
    ['built', 'date'],
    ['scrapped', 'date'],
    ['weight', 'integer'],
  ]);
});

test('a body can use shared labels and a machine, and a subtype inherits the body of its base', () => {
  const { entities } = modelOf({
    'bodies/lifting.json': body({
      'x-machine': { use: 'confirmation', field: 'recordStatus' },
      properties: {
        ...(BODY['properties'] as Raw),
        make: field('choice', { 'x-options': [{ code: 'A', ...label }] }),
        recordStatus: { $ref: 'kinds.json#/$defs/choice', readOnly: true, 'x-label': 'status' },
      },
    }),
    'yard/crane.json': including('crane', {
      'x-entity': { area: 'yard', label, key: ['no'], readOnly: true, discriminator: 'make' },
      required: ['make'],
    }),
    'yard/kind.json': {
      $id: 'kind',
      'x-entity': { area: 'yard', label, extends: 'crane', discriminator: 'A' },
      'x-include': ['heavy'],
    },
    'bodies/heavy.json': { properties: { weight: field('integer') } },
  });
  expect(entities['kind']).toMatchObject({
    table: 'crane',
    own: { fields: ['weight'] },
    machines: [{ initial: 'Draft' }],
  });
  expect(entities['kind']!.fields.map(({ name }) => name)).toContain('lift');
  expect(entities['kind']!.fields.at(-1)!.label.en).not.toBe('');
});

const problem = (file: string, path: string, message: unknown): Partial<SchemaProblem> =>
  ({ file, path, message }) as Partial<SchemaProblem>;

test.each<[string, Raw, Raw, Partial<SchemaProblem>]>([
  [
    'an unknown body, with a suggestion',
    BODY,
    including('crane', { 'x-include': ['lifting', 'liftings'] }),
    problem('yard/crane.json', '/x-include/1', 'there is no body "liftings"; did you mean "lifting"?'),
  ],
  [
    'an unknown field in a rule of the body, once and in the body',
    body({ 'x-rule': [{ id: 'modern', assert: 'self.buillt == self.built', at: ['built'] }] }),
    including('crane', { 'x-rule': [{ id: 'own', assert: 'self.lift > 1', at: ['lift'] }] }),
    problem('bodies/lifting.json', '/x-rule/0/assert', expect.stringContaining('buillt')),
  ],
  [
    'an unknown field in an own rule, at its own index',
    BODY,
    including('crane', { 'x-rule': [{ id: 'own', assert: 'self.lifft > 1', at: ['lift'] }] }),
    problem('yard/crane.json', '/x-rule/0/assert', expect.stringContaining('lifft')),
  ],
  [
    'an unknown required field of the body',
    body({ required: ['no', 'number'] }),
    including('crane', { required: ['lift'] }),
    problem('bodies/lifting.json', '/required/1', expect.stringContaining('there is no field "number"')),
  ],
  [
    'an unknown required field of the entity',
    BODY,
    including('crane', { required: ['lift', 'number'] }),
    problem('yard/crane.json', '/required/1', expect.stringContaining('there is no field "number"')),
  ],
  [
    'an unknown column of the list of the body',
    body({ 'x-list': { columns: ['no', 'lifft'] } }),
    including('crane'),
    problem('bodies/lifting.json', '/x-list/columns/1', expect.stringContaining('did you mean "lift"?')),
  ],
  [
    'an unknown entity of a field of the body',
    body({ properties: { ...(BODY['properties'] as Raw), next: field('ref', { 'x-ref': { entity: 'cranne' } }) } }),
    including('crane'),
    problem('bodies/lifting.json', '/properties/next/x-ref/entity', expect.stringContaining('did you mean "crane"?')),
  ],
  [
    'an unknown keyword of the body',
    body({ 'x-orders': [] }),
    including('crane'),
    problem('bodies/lifting.json', '', 'unknown word "x-orders"; did you mean "x-order"?'),
  ],
  [
    'a keyword that only an entity has',
    body({ 'x-entity': { label } }),
    including('crane'),
    problem('bodies/lifting.json', '', expect.stringContaining('unknown word "x-entity"')),
  ],
  [
    'a value of the wrong type in the body',
    body({ 'x-order': [{ id: 'life', from: 1, to: 'scrapped' }] }),
    including('crane'),
    problem('bodies/lifting.json', '/x-order/0/from', expect.stringContaining('expected string')),
  ],
  [
    'an unknown label of the body',
    body({ properties: { ...(BODY['properties'] as Raw), lift: field('decimal', { 'x-label': 'statuss' }) } }),
    including('crane'),
    problem('bodies/lifting.json', '/properties/lift/x-label', expect.stringContaining('there is no label "statuss"')),
  ],
  [
    'a part of the body that one entity makes invalid, with the name of the entity',
    BODY,
    including('crane', {}, { lift: field('code') }),
    problem('bodies/lifting.json', '/x-rule/0/assert', expect.stringMatching(/ \(in "crane"\)$/)),
  ],
])('reports %s', (_, bodyFile, crane, expected) => {
  const found = problemsOf(files(bodyFile, crane));
  expect(found).toContainEqual(expected);
  expect(found.filter(({ file, path }) => file === expected.file && path === expected.path)).toHaveLength(1);
  expect(found.every(({ file }) => file === expected.file)).toBe(true);
});

test('a problem in a body has the line of the body', () => {
  const text = `{\n"properties": {\n"no": ${JSON.stringify(field('code'))},\n"ref": ${JSON.stringify(field('ref', { 'x-ref': { entity: 'none' } }))}\n}\n}`;
  const compile = (): unknown =>
    compileModel([vocabulary, writeSchemas({ 'bodies/lifting.json': text, 'yard/crane.json': including('crane') })]);
  expect(compile).toThrow(/bodies\/lifting\.json:4 \/properties\/ref\/x-ref\/entity: there is no entity "none"/);
});

test('a body that is no JSON is reported once, without the entities that include it', () => {
  const found = (): readonly SchemaProblem[] => {
    try {
      compileModel([vocabulary, writeSchemas({ 'bodies/lifting.json': '{', 'yard/crane.json': including('crane') })]);
      return [];
    } catch (error) {
      return (error as SchemaProblems).problems;
    }
  };
  expect(found().map(({ file }) => file)).toEqual(['bodies/lifting.json']);
});

test('a file without a body still needs fields', () => {
  const file = { $id: 'crane', 'x-entity': { area: 'yard', label, key: ['no'] } };
  expect(problemsOf({ 'yard/crane.json': file })).toEqual([
    expect.objectContaining({ message: '"properties" is missing' }),
  ]);
});

test('a change of a body changes the hash, and is a difference of each entity with it', () => {
  const [before, after] = [10, 9].map((maxLength) =>
    modelOf(
      files(
        body({ properties: { ...(BODY['properties'] as Raw), no: field('code', { maxLength }) } }),
        including('crane'),
      ),
    ),
  );
  expect(before!.hash).not.toBe(after!.hash);
  expect(new Set(diffModels(before!, after!).map(({ entity }) => entity))).toEqual(new Set(['crane', 'hoist']));
});

test('references beside a body belong to each entity with it, and a line can name the body', () => {
  const model = modelOf({
    ...files(BODY, including('crane')),
    'bodies/lifting.spec.json': { 'x-rule': { lifts: ['1§5 Crane (lift)'] }, properties: { no: ['1§5 Crane'] } },
  });
  const requirement = (...by: string[]) => [{ section: '1§5', topic: 'Crane', lines: [{ text: 'number, lift', by }] }];
  expect(model.entities['hoist']!.rules[0]!.spec).toEqual(['1§5 Crane (lift)']);
  expect(traceProblems(model, requirement('lifting no', 'lifting x-rule lifts'))).toEqual([]);
  expect(traceProblems(model, requirement('lifting no')).map(({ message }) => message)).toEqual([
    expect.stringContaining('"crane x-rule lifts"'),
    expect.stringContaining('"hoist x-rule lifts"'),
  ]);
  expect(traceProblems(model, requirement('lifting no', 'lifting x-rule lifts', 'lifting none'))).toEqual([
    expect.objectContaining({ message: expect.stringContaining('"lifting none" is not an element of the schemas') }),
  ]);
});

test('a reference beside a body to an unknown part is reported in its file', () => {
  expect(
    problemsOf({ ...files(BODY, including('crane')), 'bodies/lifting.spec.json': { properties: { nno: ['1§5'] } } }),
  ).toEqual([expect.objectContaining({ file: 'bodies/lifting.spec.json', path: '/properties/nno' })]);
});
