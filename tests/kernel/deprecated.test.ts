import { expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { SchemaProblems } from '../../generator/compile/problem.ts';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, hook, modelOf, vocabulary, writeSchemas } from './schemaFixture.ts';

const COPY = { keys: ['craneNo'] };
const SORTS = { 'x-options': [{ code: 'A', en: 'A', zh: '甲' }] };

/** A file with an old word, the same with the current one, and the place and both words as the warning says them. */
const CASES: [string, Raw, Raw, string][] = [
  [
    'x-stays',
    crane({ 'x-stays': [{ id: 'fixed', fields: ['lift'] }] }),
    crane({ 'x-immutable': [{ id: 'fixed', fields: ['lift'] }] }),
    '/x-stays: "x-stays" is now "x-immutable"',
  ],
  [
    'x-newest',
    crane(
      { required: ['craneNo', 'built'], 'x-newest': { field: 'last', by: ['craneNo'], from: 'built' } },
      { last: field('yesNo', { readOnly: true }) },
    ),
    crane(
      { required: ['craneNo', 'built'], 'x-latest': { field: 'last', by: ['craneNo'], from: 'built' } },
      { last: field('yesNo', { readOnly: true }) },
    ),
    '/x-newest: "x-newest" is now "x-latest"',
  ],
  [
    'x-once',
    crane({}, { maker: field('text', { 'x-once': true }) }),
    crane({}, { maker: field('text', { 'x-writeOnce': true }) }),
    '/properties/maker/x-once: "x-once" is now "x-writeOnce"',
  ],
  [
    'weightier',
    crane({ 'x-version': { ...COPY, weightier: { field: 'sort', codes: ['A'] } } }, { sort: field('choice', SORTS) }),
    crane({ 'x-version': { ...COPY, precedence: { field: 'sort', codes: ['A'] } } }, { sort: field('choice', SORTS) }),
    '/x-version/weightier: "weightier" is now "precedence"',
  ],
  [
    'outlives',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', outlives: true } }) }),
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', onDelete: 'keep' } }) }),
    '/properties/twin/x-ref/outlives: "outlives" is now "onDelete"',
  ],
  [
    'outlives: false',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', outlives: false } }) }),
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane' } }) }),
    '/properties/twin/x-ref/outlives: "outlives" is now "onDelete"',
  ],
  [
    'binds',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', where: 'self.lift > 1', binds: true } }) }),
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', where: 'self.lift > 1', onUpdate: 'restrict' } }) }),
    '/properties/twin/x-ref/binds: "binds" is now "onUpdate"',
  ],
];

test.each(CASES)('%s is read as its current word, with a warning', (_, old, current, expected) => {
  const warnings: string[] = [];
  const root = writeSchemas({ 'yard/crane.json': JSON.stringify(old, null, 1) });
  const { entities } = compileModel([vocabulary, root], (text) => warnings.push(text));
  expect(entities).toEqual(modelOf({ 'yard/crane.json': current }).entities);
  expect(warnings).toEqual([expect.stringMatching(/yard\/crane\.json:\d+ /)]);
  expect(warnings[0]).toContain(expected);
});

test('the old option `anew` of x-version.copy is read as `resets`, with a warning', () => {
  const warnings: string[] = [];
  const files = (word: string): Record<string, Raw> => ({
    'yard/crane.json': crane({
      'x-child': [{ entity: 'hook', via: 'craneId' }],
      'x-version': { ...COPY, copy: [{ entity: 'hook', [word]: { craneNo: ['hookNo'] } }] },
    }),
    'yard/hook.json': hook(),
  });
  const { entities } = compileModel([vocabulary, writeSchemas(files('anew'))], (text) => warnings.push(text));
  expect(entities).toEqual(modelOf(files('resets')).entities);
  expect(warnings).toEqual([
    expect.stringContaining('/x-version/copy/0/anew: "anew" is now "resets"; the next release does not read "anew"'),
  ]);
});

test('current words give no warning', () => {
  const warnings: string[] = [];
  compileModel([vocabulary, writeSchemas({ 'yard/crane.json': crane(), 'yard/hook.json': hook() })], (text) =>
    warnings.push(text),
  );
  expect(warnings).toEqual([]);
});

/** The problems of a file, as printed. */
function problemsIn(file: Raw): string {
  try {
    compileModel([vocabulary, writeSchemas({ 'yard/crane.json': JSON.stringify(file, null, 1) })], () => undefined);
    return '';
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    return error.message;
  }
}

test('a problem within an old word is reported where the file has it', () => {
  const file = crane({ 'x-stays': [{ id: 'fixed', fields: ['lfit'] }] });
  const line =
    JSON.stringify(file, null, 1)
      .split('\n')
      .findIndex((text) => text.includes('"lfit"')) + 1;
  expect(problemsIn(file)).toContain(`yard/crane.json:${line} /x-stays/0/fields/0: there is no field "lfit"`);
});

test('an old word beside its current one is unknown', () => {
  const immutable = [{ id: 'fixed', fields: ['lift'] }];
  expect(problemsIn(crane({ 'x-stays': immutable, 'x-immutable': immutable }))).toContain('unknown word "x-stays"');
});

test('an old word is a field name elsewhere', () => {
  const warnings: string[] = [];
  const root = writeSchemas({ 'yard/crane.json': crane({}, { outlives: field('text'), weightier: field('text') }) });
  const { entities } = compileModel([vocabulary, root], (text) => warnings.push(text));
  expect(entities['crane']!.fields.map(({ name }) => name)).toContain('outlives');
  expect(warnings).toEqual([]);
});
