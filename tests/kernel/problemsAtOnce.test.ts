import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, hook, label, problemsOf } from './schemaFixture.ts';

/** Problems of the yard with a crane, each as `file path: message`. */
const problemLines = (words: Raw, fields: Raw = {}, required?: string[]): string[] =>
  problemsOf({
    'yard/crane.json': { ...crane(words, fields), ...(required ? { required } : {}) },
    'yard/hook.json': hook(),
  }).map(({ file, path, message }) => `${file} ${path}: ${message}`);

const machine = (more: Raw = {}): Raw => ({
  field: 'status',
  initial: 'Low',
  states: [
    { code: 'Low', label },
    { code: 'High', label, final: true },
  ],
  transitions: [{ action: 'raise', label, from: ['Low'], to: 'High' }],
  ...more,
});
/** Well-formed keywords with names of unknown fields. */
const UNKNOWN_NAMES = {
  'x-unique': [{ id: 'no', fields: ['craneNr'] }],
  'x-rule': [{ id: 'cap', assert: 'self.lift < self.most', at: ['lift'], message: label }],
};
const UNKNOWN_NAME_PROBLEMS = [
  'yard/crane.json /x-unique/0/fields/0: there is no field "craneNr"; did you mean "craneNo"?',
  expect.stringMatching(/^yard\/crane\.json \/x-rule\/0\/assert: .*most/),
];

test.each<[string, Raw, Raw, unknown[]]>([
  ['an unknown keyword', { 'x-uniqe': [] }, {}, ['yard/crane.json : unknown word "x-uniqe"; did you mean "x-unique"?']],
  [
    'an unknown keyword of a field',
    {},
    { lift: field('decimal', { 'x-scael': 2 }) },
    ['yard/crane.json /properties/lift: unknown word "x-scael"; did you mean "x-scale"?'],
  ],
  [
    'a misspelled kind',
    {},
    { lift: field('decimall') },
    [expect.stringContaining('/properties/lift/$ref: there is no field kind "decimall"; did you mean "decimal"?')],
  ],
  [
    'a label in one language',
    {},
    { lift: field('decimal', { 'x-label': { en: 'Lift' } }) },
    ['yard/crane.json /properties/lift/x-label: "zh" is missing'],
  ],
  [
    'a missing label',
    { 'x-machine': machine({ states: [{ code: 'Low' }, { code: 'High', label, final: true }] }) },
    {},
    ['yard/crane.json /x-machine/states/0: "label" is missing'],
  ],
])('%s hides no other problem', (_, words, fields, structureProblems) => {
  expect(problemLines({ ...UNKNOWN_NAMES, ...words }, fields)).toEqual([
    ...structureProblems,
    ...UNKNOWN_NAME_PROBLEMS,
  ]);
});

test('reports unknown names in gates, transitions and required fields as well', () => {
  const found = problemLines(
    {
      'x-machine': machine({ transitions: [{ action: 'raise', label, from: ['Low'], to: 'Hihg', colour: 'red' }] }),
      'x-gate': { edit: ['Lwo'] },
    },
    {},
    ['craneNo', 'liftt'],
  );
  expect(found[0]).toBe('yard/crane.json /x-machine/transitions/0: unknown word "colour"');
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/\/required\/1: there is no field "liftt"; did you mean "lift"\?/),
      expect.stringMatching(/\/x-gate\/edit\/0: there is no state "Lwo"; did you mean "Low"\?/),
      expect.stringMatching(/\/x-machine\/transitions\/0\/to: .*Hihg/),
    ]),
  );
});

test('reports no problem that only follows from an invalid field, transition or machine', () => {
  expect(
    problemLines(
      {
        'x-rule': [{ id: 'cap', assert: 'self.reach < self.lift', at: ['reach'], message: label }],
        'x-list': { columns: ['craneNo', 'reach'] },
      },
      { reach: { $ref: 'kinds.json#/$defs/nothingOfTheSort', 'x-label': label } },
    ),
  ).toEqual([expect.stringContaining('/properties/reach/$ref: there is no field kind "nothingOfTheSort"')]);
  expect(
    problemLines({
      'x-machine': machine({ states: 'Low' }),
      'x-gate': { edit: ['Low'] },
      'x-requiredAt': { raise: ['lift'] },
    }),
  ).toEqual([expect.stringContaining('/x-machine/states: expected array')]);
  expect(
    problemLines({
      'x-machine': machine({
        transitions: [
          { action: 'raise', label, from: 'Low', to: 'High' },
          { action: 'lower', label, from: ['High'], to: 'Low' },
        ],
      }),
      'x-requiredAt': { raise: ['lift'] },
    }),
  ).toEqual([expect.stringContaining('/x-machine/transitions/0/from: expected array')]);
});

test('reports places in the original file', () => {
  const rule = (id: string, more: Raw): Raw => ({
    id,
    assert: 'self.lift > self.none',
    at: ['lift'],
    message: label,
    ...more,
  });
  expect(
    problemLines({ 'x-rule': [rule('a', { at: 7 }), rule('b', {}), rule('c', { assert: 8 }), rule('d', {})] }),
  ).toEqual([
    expect.stringContaining('/x-rule/0/at: expected array'),
    expect.stringContaining('/x-rule/2/assert: expected string'),
    expect.stringMatching(/^yard\/crane\.json \/x-rule\/1\/assert: .*none/),
    expect.stringMatching(/^yard\/crane\.json \/x-rule\/3\/assert: .*none/),
  ]);
});

test('reports nothing of files that depend on an invalid file', () => {
  const crane = { $id: 'crane', 'x-entity': 7, properties: {}, 'x-child': [{ entity: 'hook', via: 'craneId' }] };
  const found = problemsOf({
    'yard/crane.json': crane,
    'yard/hook.json': { ...hook(), 'x-access': { scope: 'parent' } },
  });
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter(({ file }) => file !== 'yard/crane.json')).toEqual([]);
});

test.each<[string, Raw, Raw, unknown]>([
  [
    'a message with an unknown placeholder',
    { 'x-unique': [{ id: 'no', fields: ['craneNo'], message: { en: 'From {{form}}', zh: '自{{from}}' } }] },
    {},
    expect.stringMatching(/\/x-unique\/0\/message\/en: there is no placeholder "form"; did you mean "from"\?/),
  ],
  [
    'bounds that allow no value',
    {},
    { lift: field('decimal', { minimum: 41, maximum: 40 }) },
    expect.stringContaining('/properties/lift: the minimum 41 is greater than the maximum 40'),
  ],
  [
    'lengths that allow no text',
    {},
    { name: field('text', { minLength: 9, maxLength: 8 }) },
    expect.stringContaining('/properties/name: the minLength 9 is greater than the maxLength 8'),
  ],
  [
    'an amount in a currency that is no currency field',
    {},
    { name: field('text'), price: field('money', { 'x-currency': 'name' }) },
    expect.stringContaining('/properties/price/x-currency: "name" (text) is no currency'),
  ],
  [
    'a field that is twice in the form',
    {
      'x-form': {
        sections: [
          { label, fields: ['craneNo', 'lift'] },
          { label, fields: ['lift'] },
        ],
      },
    },
    {},
    expect.stringContaining('/x-form/sections/1/fields/0: "lift" is in the form already'),
  ],
  [
    'duplicate entries',
    { 'x-list': { columns: ['craneNo', 'lift', 'craneNo'] } },
    {},
    expect.stringMatching(/\/x-list\/columns: entries 1 and 3 are the same/),
  ],
])('reports %s', (_, words, fields, expected) => {
  expect(problemLines(words, fields)).toEqual([expected]);
});

test('refuses an editor field that is not a reference to a person', () => {
  const person: Raw = {
    $id: 'person',
    'x-entity': { area: 'yard', label, key: ['userCde'], people: { code: 'userCde', name: 'userCde' } },
    'x-unique': [{ id: 'code', fields: ['userCde'] }],
    properties: { userCde: field('code') },
  };
  const withKeeper = (keeper: Raw) =>
    problemsOf({
      'yard/crane.json': crane({ 'x-access': { scope: 'all', edit: ['creater', 'keeper'] } }, { keeper }),
      'yard/person.json': person,
    }).map(({ path, message }) => `${path}: ${message}`);
  expect(withKeeper(field('text'))).toEqual([
    '/x-access/edit/1: "keeper" (text) names no person: it is no reference to "person"',
  ]);
  expect(withKeeper(field('ref', { 'x-ref': { entity: 'person', by: 'userCde' } }))).toEqual([]);
});

test('omits problems that only follow from another one', () => {
  const states = [
    { code: 'Low', label },
    { code: 'Mid', label },
    { code: 'High', label, final: true },
  ];
  expect(
    problemLines({
      'x-machine': machine({
        states,
        transitions: [
          { action: 'raise', label, from: ['Low'], to: 'Midd' },
          { action: 'raise', label, from: ['Mid'], to: 'High' },
        ],
      }),
    }),
  ).toEqual([expect.stringContaining('/x-machine/transitions/0/to: there is no state "Midd"; did you mean "Mid"?')]);
  expect(problemLines({}, { lift: field('nothingOfTheSort', { 'x-scale': 2, minimum: 0 }) })).toEqual([
    expect.stringContaining('/properties/lift/$ref: there is no field kind'),
  ]);
});
