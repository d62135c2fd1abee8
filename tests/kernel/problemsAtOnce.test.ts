import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, hook, label, problemsOf } from './schemaFixture.ts';

/** What is told of the yard with such a crane, as `path: message`. */
const told = (words: Raw, fields: Raw = {}, required?: string[]): string[] =>
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
/** Wrong in what it means, not in its shape. */
const meant = {
  'x-unique': [{ id: 'no', fields: ['craneNr'] }],
  'x-rule': [{ id: 'cap', assert: 'self.lift < self.most', at: ['lift'], message: label }],
};
const OF_MEANING = [
  'yard/crane.json /x-unique/0/fields/0: there is no field "craneNr"; did you mean "craneNo"?',
  expect.stringMatching(/^yard\/crane\.json \/x-rule\/0\/assert: .*most/),
];

test.each<[string, Raw, Raw, unknown[]]>([
  ['an unknown word', { 'x-uniqe': [] }, {}, ['yard/crane.json : unknown word "x-uniqe"; did you mean "x-unique"?']],
  [
    'an unknown word of a field',
    {},
    { lift: field('decimal', { 'x-scael': 2 }) },
    ['yard/crane.json /properties/lift: unknown word "x-scael"; did you mean "x-scale"?'],
  ],
  [
    'a kind that nearly is one',
    {},
    { lift: field('decimall') },
    [expect.stringContaining('/properties/lift/$ref: there is no kind "decimall"; did you mean "decimal"?')],
  ],
  [
    'a label in one language',
    {},
    { lift: field('decimal', { 'x-label': { en: 'Lift' } }) },
    ['yard/crane.json /properties/lift/x-label: "zh" is missing'],
  ],
  [
    'a label that is missing',
    { 'x-machine': machine({ states: [{ code: 'Low' }, { code: 'High', label, final: true }] }) },
    {},
    ['yard/crane.json /x-machine/states/0: "label" is missing'],
  ],
])('%s hides nothing of what else is wrong', (_, words, fields, ofShape) => {
  expect(told({ ...meant, ...words }, fields)).toEqual([...ofShape, ...OF_MEANING]);
});

test('names, gates, steps and required fields are told beside them', () => {
  const found = told(
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

test('what is left out is missed by nobody: neither a field of no kind, nor a step, nor a whole machine', () => {
  expect(
    told(
      {
        'x-rule': [{ id: 'cap', assert: 'self.reach < self.lift', at: ['reach'], message: label }],
        'x-list': { columns: ['craneNo', 'reach'] },
      },
      { reach: { $ref: 'kinds.json#/$defs/nothingOfTheSort', 'x-label': label } },
    ),
  ).toEqual([expect.stringContaining('/properties/reach/$ref: there is no kind "nothingOfTheSort"')]);
  expect(
    told({ 'x-machine': machine({ states: 'Low' }), 'x-gate': { edit: ['Low'] }, 'x-requiredAt': { raise: ['lift'] } }),
  ).toEqual([expect.stringContaining('/x-machine/states: expected array')]);
  expect(
    told({
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

test('places are those of the file as it was written', () => {
  const rule = (id: string, more: Raw): Raw => ({
    id,
    assert: 'self.lift > self.none',
    at: ['lift'],
    message: label,
    ...more,
  });
  expect(told({ 'x-rule': [rule('a', { at: 7 }), rule('b', {}), rule('c', { assert: 8 }), rule('d', {})] })).toEqual([
    expect.stringContaining('/x-rule/0/at: expected array'),
    expect.stringContaining('/x-rule/2/assert: expected string'),
    expect.stringMatching(/^yard\/crane\.json \/x-rule\/1\/assert: .*none/),
    expect.stringMatching(/^yard\/crane\.json \/x-rule\/3\/assert: .*none/),
  ]);
});

test('what relies on a file that nothing is left of is not told of', () => {
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
    'a message that names what nobody knows',
    { 'x-unique': [{ id: 'no', fields: ['craneNo'], message: { en: 'From {{form}}', zh: '自{{from}}' } }] },
    {},
    expect.stringMatching(/\/x-unique\/0\/message\/en: there is no placeholder "form"; did you mean "from"\?/),
  ],
  [
    'bounds that leave nothing',
    {},
    { lift: field('decimal', { minimum: 41, maximum: 40 }) },
    expect.stringContaining('/properties/lift: no value is at least 41 and at most 40'),
  ],
  [
    'lengths that leave nothing',
    {},
    { name: field('text', { minLength: 9, maxLength: 8 }) },
    expect.stringContaining('/properties/name: no text has at least 9 and at most 8 characters'),
  ],
  [
    'an amount in a text',
    {},
    { name: field('text'), price: field('money', { 'x-currency': 'name' }) },
    expect.stringContaining('/properties/price/x-currency: "name" (text) is no currency'),
  ],
  [
    'a field that stands twice in the form',
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
    'entries that are the same',
    { 'x-list': { columns: ['craneNo', 'lift', 'craneNo'] } },
    {},
    expect.stringMatching(/\/x-list\/columns: entries 1 and 3 are the same/),
  ],
])('%s is told', (_, words, fields, expected) => {
  expect(told(words, fields)).toEqual([expected]);
});

test('only persons change what is theirs alone', () => {
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

test('what only echoes something that is told is left out', () => {
  const states = [
    { code: 'Low', label },
    { code: 'Mid', label },
    { code: 'High', label, final: true },
  ];
  expect(
    told({
      'x-machine': machine({
        states,
        transitions: [
          { action: 'raise', label, from: ['Low'], to: 'Midd' },
          { action: 'raise', label, from: ['Mid'], to: 'High' },
        ],
      }),
    }),
  ).toEqual([expect.stringContaining('/x-machine/transitions/0/to: there is no state "Midd"; did you mean "Mid"?')]);
  expect(told({}, { lift: field('nothingOfTheSort', { 'x-scale': 2, minimum: 0 }) })).toEqual([
    expect.stringContaining('/properties/lift/$ref: there is no kind'),
  ]);
});
