import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { describeRefusals, type BrokenSchema } from './brokenSchemas.ts';
import { crane, field, hook, label, modelOf, problemsOf } from './schemaFixture.ts';

const BROKEN: BrokenSchema[] = [
  [
    'a child of an unknown entity',
    crane({ 'x-child': [{ entity: 'hooks', via: 'craneId' }] }),
    '/x-child/0/entity',
    /^there is no entity "hooks"/,
  ],
  [
    'scope "parent" without a parent',
    crane({ 'x-access': { scope: 'parent' } }),
    '/x-access/scope',
    '"crane" is no entity\'s child, so it has no parent that decides its visibility',
  ],
  [
    'an entity that is its own child',
    crane({ 'x-child': [{ entity: 'crane', via: 'twin' }] }, { twin: field('ref', { 'x-ref': { entity: 'crane' } }) }),
    '/x-child',
    '"crane" is a child of itself, by way of crane',
  ],
];

describeRefusals(BROKEN);

test('refuses a child with scope "all"', () => {
  expect(
    problemsOf({
      'yard/crane.json': crane({ 'x-child': [{ entity: 'hook', via: 'craneId' }] }),
      'yard/hook.json': { ...hook(), 'x-access': { scope: 'all' } },
    }),
  ).toMatchObject([
    {
      file: 'yard/hook.json',
      path: '/x-access/scope',
      message:
        '"hook" is a child of "crane" and visible with it: "scope" must be "parent", or "own" for rows of several companies under one parent',
    },
  ]);
});

test('refuses a guard that reads children, which it does not see', () => {
  expect(
    problemsOf({
      'yard/crane.json': crane({
        'x-child': [{ entity: 'hook', via: 'craneId' }],
        'x-guard': [{ on: ['edit'], expr: 'children.hook.size() > 0' }],
      }),
      'yard/hook.json': hook(),
    }),
  ).toMatchObject([{ path: '/x-guard/0/expr', message: expect.stringContaining('compare a computed field') }]);
});

test.each<[Raw, string, string]>([
  [
    { matrix: { rows: 'nope', marks: 'hookNo', of: 'permissions' } },
    '/x-child/0/matrix/rows',
    'hook has no field "nope"',
  ],
  [
    { figures: { count: label, sums: ['hookNo'] } },
    '/x-child/0/figures/sums/0',
    '"hookNo" must be an amount with a currency, in the columns of the list',
  ],
  [
    { figures: { count: label, sums: ['hookNo'], compare: 'hookNo' } },
    '/x-child/0/figures/compare',
    'crane has no x-version, so there is no version to compare',
  ],
  [
    { figures: { count: label, distinct: ['nope'], sums: ['hookNo'] } },
    '/x-child/0/figures/distinct/0',
    'hook has no field "nope"',
  ],
  [
    { figures: { count: label, sums: ['hookNo'], parts: [{ of: 'limit', where: { hookNo: ['A'] }, label }] } },
    '/x-child/0/figures/parts/0/of',
    'there is no total "limit"; there are: hookNo',
  ],
  [
    { figures: { count: label, sums: ['hookNo'], parts: [{ of: 'hookNo', where: { hookNo: ['A'] }, label }] } },
    '/x-child/0/figures/parts/0/where/hookNo',
    'hookNo has no option "A"',
  ],
  [
    { figures: { count: label, sums: ['hookNo'], unfinished: { where: { hookNo: ['A'] }, label } } },
    '/x-child/0/figures/unfinished/where/hookNo',
    'hookNo has no option "A"',
  ],
  [
    { figures: { count: label, sums: ['hookNo'], calculatedBy: 'lift' } },
    '/x-child/0/figures/calculatedBy',
    'crane has no action "lift"',
  ],
  [
    {
      ledger: {
        by: 'hookNo',
        fields: [],
        amount: 'hookNo',
        base: 'hookNo',
        settled: { label, tests: [{ is: { a: ['b'] } }] },
      },
    },
    '/x-child/0/ledger/amount',
    '"hookNo" must be an amount with the currency of another field',
  ],
  [
    {
      ledger: {
        by: 'hookNo',
        fields: [],
        amount: 'hookNo',
        base: 'hookNo',
        settled: { label, tests: [{ is: { a: ['b'] } }] },
      },
    },
    '/x-child/0/ledger/settled/tests/0/is/a',
    'hook has no field "a"',
  ],
  [{ min: 3, max: 2 }, '/x-child/0/min', 'no record has at least 3 and at most 2 of hook'],
  [
    { matrix: { rows: 'hookNo', marks: 'hookNo', of: 'permissions' } },
    '/x-child/0/matrix/marks',
    'hook.hookNo must be of kind multiChoice',
  ],
  [
    { matrix: { rows: 'hookNo', marks: 'hookNo', of: 'permissions' } },
    '/x-child/0/matrix/rows',
    'hook must have an x-unique over craneId and hookNo',
  ],
  [{ grid: true, members: 'hookNo' }, '/x-child/0/grid', 'the rows of hook are shown as members already'],
  [{ opens: 'drawer' }, '/x-child/0/opens', 'only rows that are shown in a read-only table and saved by themselves'],
  [
    { opens: 'drawer', grid: true, gate: {} },
    '/x-child/0/opens',
    'only rows that are shown in a read-only table and saved by themselves',
  ],
  [{ members: 'nope' }, '/x-child/0/members', 'hook has no field "nope"'],
  [{ members: 'hookNo' }, '/x-child/0/members', 'hook.hookNo must be a reference, and another than craneId'],
  [{ members: 'craneId' }, '/x-child/0/members', 'hook.craneId must be a reference, and another than craneId'],
  [{ sets: { nope: { to: 'hookNo', was: 'hookNo' } } }, '/x-child/0/sets/nope', 'crane has no field "nope"'],
  [{ sets: { craneNo: { to: 'nope', was: 'hookNo' } } }, '/x-child/0/sets/craneNo/to', 'hook has no field "nope"'],
  [
    { sets: { craneNo: { to: 'hookNo', was: 'hookNo' } } },
    '/x-child/0/sets/craneNo/was',
    '"hookNo" must be readOnly: it keeps the previous value of the parent',
  ],
  [{ free: ['liftt'] }, '/x-child/0/free/0', 'hook has no operation "liftt"'],
  [
    { sets: { craneNo: { to: 'hookNo', was: 'hookNo', in: ['High'] } } },
    '/x-child/0/sets/craneNo/in',
    'states need a machine',
  ],
])('refuses a child with %j', (words, path, message) => {
  const problems = problemsOf({
    'yard/crane.json': crane({ 'x-child': [{ entity: 'hook', via: 'craneId', ...words }] }),
    'yard/hook.json': hook(),
  });
  expect(problems).toContainEqual({ file: 'yard/crane.json', path, message: expect.stringContaining(message) });
});

test('rows that open in a drawer can be changed in the states in which the record can be edited', () => {
  const states = [
    { code: 'Idle', label },
    { code: 'Scrapped', label, final: true },
  ];
  const words = (opens: Raw): Raw => ({
    'x-machine': {
      field: 'craneState',
      initial: 'Idle',
      states,
      transitions: [{ action: 'scrap', label, from: ['Idle'], to: 'Scrapped' }],
    },
    'x-gate': { edit: ['Idle'] },
    'x-child': [{ entity: 'hook', via: 'craneId', ...opens }],
  });
  const gateWith = (opens: Raw) =>
    modelOf({
      'yard/crane.json': crane(words(opens), { craneState: field('choice', { readOnly: true }) }),
      'yard/hook.json': hook(),
    }).entities['crane']!.children[0]!.gate;
  expect(gateWith({})).toBeUndefined();
  expect(gateWith({ opens: 'drawer' })).toEqual({ edit: { craneState: ['Idle'] } });
  const own = { edit: { craneState: ['Idle', 'Scrapped'] } };
  expect(gateWith({ opens: 'drawer', gate: own })).toEqual(own);
});

/** A crane with a type that never changes, and one that can change; its hooks exist under some types. */
const typed = (when: string, words: Raw = {}, more: Raw = {}): Raw => {
  const types = [
    { code: 'TOWER', ...label },
    { code: 'MOBILE', ...label },
  ];
  const base = crane(
    { 'x-child': [{ entity: 'hook', via: 'craneId', when, ...more }], ...words },
    {
      craneType: field('choice', { 'x-writeOnce': true, 'x-options': types }),
      optional: field('choice', { 'x-writeOnce': true, 'x-options': types }),
      renamed: field('choice', { 'x-options': types }),
    },
  );
  return { ...base, required: ['craneNo', 'craneType', 'renamed'] };
};

const CHANGEABLE =
  'can change, and a change could leave rows where they are not allowed: read only required fields with x-writeOnce, or the discriminator';

test.each<[string, string]>([
  ["self.renamed == 'TOWER'", `"renamed" ${CHANGEABLE}`],
  ["self.craneType == 'TOWER' && has(self.lift)", `"lift" ${CHANGEABLE}`],
  ["self.optional == 'TOWER'", `"optional" ${CHANGEABLE}`],
  ["self.creater == 'admin'", `"creater" ${CHANGEABLE}`],
  ["self.craneType == 'TOWER' || old.craneType == 'TOWER'", 'reads "old": only fields of "self" can decide it'],
  ['self.craneType == user.userCde', 'reads "user": only fields of "self" can decide it'],
  ["self.craneType == 'TOWER' && size(children.hook) < 3", 'reads "children": only fields of "self" can decide it'],
  ["self.craneType == 'TOWER' && today() > date('2026-01-01')", 'reads today(), which changes from day to day'],
  ["['a'].exists(self, self == 'b')", 'reads "self" as a whole: only fields of it can decide it'],
  ['1 == 1', 'reads no field of "self", so it is the same for every record'],
  ["self.craneType == 'TOWERR'", 'self.craneType has no code "TOWERR"'],
  ["self.type == 'TOWER'", '"type"'],
  ['self.craneType', 'is wanted'],
])('refuses children that exist where %s', (when, message) => {
  expect(problemsOf({ 'yard/crane.json': typed(when), 'yard/hook.json': hook() })).toEqual([
    { file: 'yard/crane.json', path: '/x-child/0/when', message: expect.stringContaining(message) },
  ]);
});

test('refuses a condition on children with several parents, with a used id, or for a hidden field', () => {
  const when = "self.craneType == 'TOWER'";
  const ship: Raw = {
    $id: 'ship',
    'x-entity': { area: 'yard', label, key: ['shipNo'] },
    'x-child': [{ entity: 'hook', via: 'shipId' }],
    properties: { shipNo: field('code') },
  };
  const problem = (message: string) => [{ file: 'yard/crane.json', path: '/x-child/0/when', message }];
  expect(
    problemsOf({
      'yard/crane.json': typed(when),
      'yard/hook.json': hook({ shipId: field('ref', { 'x-ref': { entity: 'ship' } }) }),
      'yard/ship.json': ship,
    }),
  ).toEqual(problem('hook is a child of "ship" too, so its parent may be either'));
  const taken = { 'x-rule': [{ id: 'of-crane', assert: 'has(self.hookNo)', at: ['hookNo'] }] };
  expect(problemsOf({ 'yard/crane.json': typed(when), 'yard/hook.json': { ...hook(), ...taken } })).toEqual(
    problem('hook has a rule "of-crane" already, which is the name of the rule for "when"'),
  );
  const hidden = typed(when, { 'x-access': { scope: 'all', fields: { craneType: 'viewType' } } });
  expect(problemsOf({ 'yard/crane.json': hidden, 'yard/hook.json': hook() })).toEqual(
    problem('"craneType" is hidden from some users, so their screens could not evaluate it'),
  );
});

test('refuses a message without a condition, and unknown placeholders in it', () => {
  const message = { en: 'No {{hook}}', zh: '无' };
  const problems = problemsOf({
    'yard/crane.json': crane({ 'x-child': [{ entity: 'hook', via: 'craneId', message }] }),
    'yard/hook.json': hook(),
  });
  expect(problems.map(({ path }) => path)).toEqual(['/x-child/0/message/en', '/x-child/0/message']);
});

test('enforces the condition of a child by a rule of the child over its parent', () => {
  const when = "self.craneType in ['TOWER'] && ['self.x'].exists(one, one != self.craneType)";
  const message = { en: 'Only {{parent}}', zh: '仅{{parent}}' };
  const { entities } = modelOf({ 'yard/crane.json': typed(when, {}, { message }), 'yard/hook.json': hook() });
  expect(entities['hook']!.rules).toEqual([
    {
      id: 'of-crane',
      key: 'MSG_generic_0179',
      message,
      params: { parent: label, child: label },
      assert: "parent.craneType in ['TOWER'] && ['self.x'].exists(one, one != parent.craneType)",
      at: ['craneId'],
      level: 'error',
      ofParent: 'crane',
      spec: [],
    },
  ]);
});

test('adds the rule once for a base entity with subtypes, which must not change the condition', () => {
  const types = [
    { code: 'TOWER', ...label },
    { code: 'MOBILE', ...label },
  ];
  const files = (words: Raw): Record<string, Raw> => ({
    'yard/crane.json': {
      ...crane(
        { 'x-child': [{ entity: 'hook', via: 'craneId', when: "self.craneType == 'TOWER'" }] },
        { craneType: field('choice', { 'x-options': types }) },
      ),
      'x-entity': { area: 'yard', label, key: ['craneNo'], readOnly: true, discriminator: 'craneType' },
      required: ['craneNo', 'craneType'],
    },
    'yard/tower.json': {
      $id: 'tower',
      'x-entity': { area: 'yard', label, extends: 'crane', discriminator: 'TOWER' },
      properties: {},
      ...words,
    },
    'yard/hook.json': hook(),
  });
  const { entities } = modelOf(files({}));
  expect(entities['hook']!.rules.map(({ id, assert }) => [id, assert])).toEqual([
    ['of-crane', "parent.craneType == 'TOWER'"],
  ]);
  expect(entities['tower']!.children).toMatchObject([{ entity: 'hook', when: "self.craneType == 'TOWER'" }]);
  expect(problemsOf(files({ 'x-child': [{ entity: 'hook', via: 'craneId' }] }))).toEqual([
    {
      file: 'yard/tower.json',
      path: '/x-child/0/when',
      message: 'the rows of hook belong to "crane": write the condition there',
    },
  ]);
});

test('refuses a child whose "via" refers to another entity', () => {
  const problems = problemsOf({
    'yard/crane.json': crane({ 'x-child': [{ entity: 'hook', via: 'hookNo' }] }),
    'yard/hook.json': hook(),
  });
  expect(problems).toEqual([
    { file: 'yard/crane.json', path: '/x-child/0/via', message: 'hook.hookNo must be a reference to crane' },
  ]);
});
