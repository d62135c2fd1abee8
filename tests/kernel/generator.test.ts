import { beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../generator/compile/problem.ts';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, hook, label, modelOf, problemsOf } from './craneYard.ts';

const state = (code: string, more: Raw = {}): Raw => ({ code, label, ...more });
const transition = (action: string, from: string, to: string, more: Raw = {}): Raw => ({
  action,
  label,
  from: [from],
  to,
  ...more,
});
const machine = (states: Raw[], transitions: Raw[], initial = 'Low'): Raw => ({
  'x-machine': { field: 'status', initial, states, transitions },
});
/** Two guarded ways of one action, and the other one. */
const forked = (first: string, second: string): Raw =>
  machine(
    [state('Low'), state('High', { final: true }), state('Top', { final: true }), state('Away', { final: true })],
    [
      transition('lift', 'Low', 'High', { guard: first }),
      transition('lift', 'Low', 'Top', { guard: second }),
      transition('lift', 'Low', 'Away', { else: true }),
    ],
  );
const rule = (assert: string, more: Raw = {}): Raw => ({ 'x-rule': [{ id: 'a-rule', assert, at: ['lift'], ...more }] });

test('a sound entity compiles', () => {
  expect(problemsOf({ 'yard/crane.json': crane(), 'yard/hook.json': hook() })).toEqual([]);
});

test.each([
  ['apart', 'has(self.lift) && self.lift < 5', 'has(self.lift) && self.lift >= 5'],
  ['apart by a rule of the row', 'has(self.lift) && self.lift < 6', 'has(self.lift) && self.lift >= 5'],
  ['of what only the save knows', 'today() > self.built', 'today() > self.built'],
])('guards %s are let pass', (_, first, second) => {
  expect(
    problemsOf({ 'yard/crane.json': crane({ ...forked(first, second), ...rule('self.lift < 5 || self.lift >= 6') }) }),
  ).toEqual([]);
});

test('states that lead round and round, and never to an end, are refused each', () => {
  const round = machine(
    [state('Low'), state('High'), state('Top'), state('Scrap', { final: true })],
    [
      transition('scrap', 'Low', 'Scrap'),
      transition('lift', 'Low', 'High'),
      transition('up', 'High', 'Top'),
      transition('down', 'Top', 'High'),
    ],
  );
  expect(problemsOf({ 'yard/crane.json': crane(round) }).map(({ path, message }) => `${path} ${message}`)).toEqual([
    '/x-machine/states/1 no way leads from state "High" to an end: "Scrap"',
    '/x-machine/states/2 no way leads from state "Top" to an end: "Scrap"',
  ]);
});

test('a rule over the rows below stands at them, and has a message of its own', () => {
  const above = (more: Raw): Raw =>
    crane({
      'x-child': [{ entity: 'hook', via: 'craneId' }],
      'x-rule': [{ id: 'marked', assert: 'children.hook.all(one, has(one.hookNo))', at: ['hook'], ...more }],
    });
  const below = { ...hook(), 'x-access': { scope: 'parent' } };
  expect(problemsOf({ 'yard/crane.json': above({ message: label }), 'yard/hook.json': below })).toEqual([]);
  expect(problemsOf({ 'yard/crane.json': above({}), 'yard/hook.json': below })).toMatchObject([
    { path: '/x-rule/0', message: 'a rule at the rows of "hook" needs a message of its own' },
  ]);
});

test('where no name is near, all that there are are named, if they are few', () => {
  expect(
    problemsOf({
      'yard/crane.json': crane({ 'x-child': [{ entity: 'hook', via: 'wharfNo' }] }),
      'yard/hook.json': hook(),
    })[0],
  ).toEqual({
    file: 'yard/crane.json',
    path: '/x-child/0/via',
    message: 'hook has no field "wharfNo"; it has: hookNo, craneId',
  });
});

test.each([
  [{ 'x-order': 'none' }, 'expected array, found "none"; write ["none"]'],
  [{ 'x-child': [{ entity: 'hook', via: 'craneId', max: '50' }] }, 'expected integer, found "50"; write 50'],
])('what was meant by %j is told', (words, message) => {
  expect(problemsOf({ 'yard/crane.json': crane(words), 'yard/hook.json': hook() })).toMatchObject([{ message }]);
});

test('two entities cannot have been one', () => {
  const named = (name: string, more: Raw): Raw => ({
    ...hook(),
    $id: name,
    properties: { hookNo: field('code') },
    ...more,
  });
  expect(
    problemsOf({ 'yard/hook.json': named('hook', {}), 'yard/clamp.json': named('clamp', { 'x-id': 'hook' }) }),
  ).toMatchObject([
    { file: 'yard/clamp.json', path: '/x-id', message: '"hook" is the entity "hook": two cannot have been one' },
  ]);
  expect(problemsOf({ 'yard/clamp.json': named('clamp', { 'x-id': 'hook' }) })).toEqual([]);
});

test.each(['meta', 'files', 'lists', 'search'])('no entity takes the name of another call: %s', (name) => {
  expect(
    problemsOf({ [`yard/${name}.json`]: { ...hook(), $id: name, properties: { hookNo: field('code') } } }),
  ).toMatchObject([{ path: '/$id' }]);
});

/** What a message says without the list of what there is instead. */
const withoutNames = (message: string): string => message.replace(/; (?:there are|it has): .*$/, '');

/** Every case is one broken word in the file of an entity, with the one problem that its author is told. */
const CASES: [name: string, file: Raw | string, path: string, message: string | RegExp][] = [
  ['not JSON', '{"$id": "crane",}', '', /^not JSON: /],
  ['a list', '[]', '', 'a schema file holds one JSON object'],
  ['an unknown x- word', crane({ 'x-noOverlaps': [] }), '', 'unknown word "x-noOverlaps"; did you mean "x-noOverlap"?'],
  [
    'an unknown x- word of a field',
    crane({}, { lift: field('decimal', { 'x-scail': 2 }) }),
    '/properties/lift',
    'unknown word "x-scail"; did you mean "x-scale"?',
  ],
  [
    'a label without Chinese',
    crane({}, { lift: field('decimal', { 'x-label': { en: 'Lift' } }) }),
    '/properties/lift/x-label',
    '"zh" is missing',
  ],
  [
    'type number',
    crane({}, { lift: field('decimal', { type: 'number' }) }),
    '/properties/lift/type',
    /^"number" is not one of /,
  ],
  [
    'an unknown kind',
    crane({}, { lift: field('decimals') }),
    '/properties/lift/$ref',
    /^there is no kind "decimals"; did you mean "decimal"\? \(\d+ kinds, see docs\/schema-authors\.md\)$/,
  ],
  [
    'a longer text than the kind takes',
    crane({}, { craneNo: field('code', { maxLength: 51 }) }),
    '/properties/craneNo/maxLength',
    "51 widens the kind's own maxLength of 50; keywords beside a $ref only narrow it",
  ],
  [
    'more digits than the kind holds',
    crane({}, { lift: field('money', { 'x-precision': 21 }) }),
    '/properties/lift/x-precision',
    "21 widens the kind's own x-precision of 20; keywords beside a $ref only narrow it",
  ],
  [
    'more places than the kind holds',
    crane({}, { lift: field('money', { 'x-scale': 3 }) }),
    '/properties/lift/x-scale',
    "3 widens the kind's own x-scale of 2; keywords beside a $ref only narrow it",
  ],
  ['another $id than the file', crane({ $id: 'krane' }), '/$id', '"krane" is not the file\'s name "crane"'],
  [
    'another area than the folder',
    crane({ 'x-entity': { area: 'quay', label, key: ['craneNo'] } }),
    '/x-entity/area',
    '"quay" is not the file\'s folder "yard"',
  ],
  [
    'a required field that is not there',
    crane({ required: ['craneNum'] }),
    '/required/0',
    'there is no field "craneNum"; did you mean "craneNo"?',
  ],
  [
    'a key that is not there',
    crane({ 'x-entity': { area: 'yard', label, key: ['craneNr'] } }),
    '/x-entity/key/0',
    'there is no field "craneNr"; did you mean "craneNo"?',
  ],
  [
    'a field of x-immutable that does not exist',
    crane({ ...rule('self.lift > 0'), 'x-immutable': [{ id: 'fixed', fields: ['lift', 'lifts'] }] }),
    '/x-immutable/0/fields/1',
    'there is no field "lifts"; did you mean "lift"?',
  ],
  [
    'a title of a field that is not there',
    crane({ 'x-entity': { area: 'yard', label, key: ['craneNo'], title: '{craneNo} {name}' } }),
    '/x-entity/title',
    'there is no field "name"',
  ],
  [
    'a preset of a field that is no filter',
    crane({
      'x-list': {
        columns: ['craneNo'],
        filters: ['craneNo'],
        presets: [
          { id: 'new', label: { en: 'New', zh: '新' }, where: [{ or: [[{ name: 'bilt', type: 'notNull' }]] }] },
        ],
      },
    }),
    '/x-list/presets/0/where/0/or/0/0/name',
    'there is no filter "bilt"',
  ],
  [
    'a preset by a condition that the field does not take',
    crane({
      'x-list': {
        columns: ['craneNo'],
        filters: ['craneNo'],
        presets: [
          {
            id: 'new',
            label: { en: 'New', zh: '新' },
            where: [{ name: 'craneNo', type: 'dateRange', value: '2025-01-01|' }],
          },
        ],
      },
    }),
    '/x-list/presets/0/where/0/type',
    'craneNo has no condition "dateRange"',
  ],
  [
    'a preset of days for what is no day',
    crane({
      'x-list': {
        columns: ['craneNo'],
        filters: ['craneNo'],
        presets: [
          {
            id: 'new',
            label: { en: 'New', zh: '新' },
            where: [{ name: 'craneNo', type: 'equal', value: { days: { from: 0 } } }],
          },
        ],
      },
    }),
    '/x-list/presets/0/where/0/value',
    'days after today are a "dateRange" of a date',
  ],
  [
    'a column that is not there',
    crane({ 'x-list': { columns: ['craneNo', 'bilt'] } }),
    '/x-list/columns/1',
    'there is no field "bilt"; did you mean "built"?',
  ],
  [
    'offers in the wrong order',
    crane({}, { price: field('integer', { 'x-offer': { from: 2, to: 1 } }) }),
    '/properties/price/x-offer',
    'from 2 to 1 is not 1 to 100 values',
  ],
  [
    'more offers than anybody reads',
    crane({}, { price: field('integer', { 'x-offer': { from: 1, to: 101 } }) }),
    '/properties/price/x-offer',
    'from 1 to 101 is not 1 to 100 values',
  ],
  [
    'a Chinese text that is no field',
    crane({}, { name: field('text', { 'x-zh': 'nameCh' }) }),
    '/properties/name/x-zh',
    'there is no field "nameCh"; did you mean "name"?',
  ],
  [
    'a Chinese text that is no text',
    crane({}, { name: field('text', { 'x-zh': 'nameCh' }), nameCh: field('date') }),
    '/properties/name/x-zh',
    '"name" (text) and "nameCh" (date) are not both text',
  ],
  [
    'an amount in the currency of no field',
    crane({}, { price: field('money', { 'x-currency': 'cranNo' }) }),
    '/properties/price/x-currency',
    'there is no field "cranNo"; did you mean "craneNo"?',
  ],
  [
    'a heading over a column that is not there',
    crane({ 'x-list': { columns: ['craneNo', 'lift'], groups: [{ label, columns: ['craneNo', 'lifts'] }] } }),
    '/x-list/groups/0/columns/1',
    'there is no field "lifts"; did you mean "lift"?',
  ],
  [
    'a heading over columns that stand apart',
    crane({ 'x-list': { columns: ['craneNo', 'lift', 'built'], groups: [{ label, columns: ['craneNo', 'built'] }] } }),
    '/x-list/groups/0/columns',
    'craneNo, built do not stand side by side in "columns"',
  ],
  [
    'two headings over one column',
    crane({
      'x-list': {
        columns: ['craneNo', 'lift'],
        groups: [
          { label, columns: ['craneNo', 'lift'] },
          { label, columns: ['lift'] },
        ],
      },
    }),
    '/x-list/groups/1/columns',
    '"lift" has a heading already',
  ],
  [
    'a figure that is a text',
    crane({ 'x-form': { figures: ['craneNo'] } }),
    '/x-form/figures/0',
    '"craneNo" is no amount, number or day that everybody may see',
  ],
  [
    'a figure that is not there',
    crane({ 'x-form': { figures: ['height'] } }),
    '/x-form/figures/0',
    'there is no field "height"',
  ],
  [
    'a tab of a child that is not there',
    crane({ 'x-form': { tabs: [{ label, fields: ['craneNo'], children: ['hook'] }] } }),
    '/x-form/tabs/0/children/0',
    'there is no child "hook"',
  ],
  [
    'names of what there is not',
    crane({}, { subject: field('text', { 'x-names': 'table' }) }),
    '/properties/subject/x-names',
    /^"table" is not one of /,
  ],
  [
    'a reference to no entity',
    crane({}, { port: field('ref', { 'x-ref': { entity: 'harbour' } }) }),
    '/properties/port/x-ref/entity',
    'there is no entity "harbour"',
  ],
  [
    'a reference by no field',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNum' } }) }),
    '/properties/twin/x-ref/by',
    'crane has no field "craneNum"; did you mean "craneNo"?',
  ],
  [
    'a fill from no field',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo', fill: { lift: 'lifts' } } }) }),
    '/properties/twin/x-ref/fill/lift',
    'crane has no field "lifts"; did you mean "lift"?',
  ],
  [
    'a child of no entity',
    crane({ 'x-child': [{ entity: 'hooks', via: 'craneId' }] }),
    '/x-child/0/entity',
    /^there is no entity "hooks"/,
  ],
  [
    'two rules of one name',
    crane({ 'x-unique': [{ id: 'no', fields: ['craneNo'] }], ...rule('self.lift > 0', { id: 'no' }) }),
    '/x-rule/0/id',
    '"no" names another rule of this entity already',
  ],
  [
    'an expression of a field that is not there',
    crane(rule('self.lifts > 0')),
    '/x-rule/0/assert',
    /lifts.*did you mean "?lift"?/,
  ],
  [
    'a decimal compared with a date',
    crane(rule('self.lift > self.built')),
    '/x-rule/0/assert',
    'cannot compare a number (self.lift) with a date (self.built)',
  ],
  [
    'a rule that is no condition',
    crane(rule('self.lift')),
    '/x-rule/0/assert',
    'gives a number, but a condition (true or false) is wanted',
  ],
  ['a broken expression', crane(rule('self.lift >')), '/x-rule/0/assert', /./],
  ['a parent where there is none', crane(rule('parent.lift > 0')), '/x-rule/0/assert', /parent/],
  [
    'a unique condition without a form in SQL',
    crane({ 'x-unique': [{ id: 'no', fields: ['craneNo'], where: 'self.built < today()' }] }),
    '/x-unique/0/where',
    /^the database cannot enforce this: /,
  ],
  [
    'a formula of another type',
    crane({}, { lift: field('decimal', { 'x-compute': { expr: 'self.built' } }) }),
    '/properties/lift/x-compute/expr',
    'gives a date, but a number or a whole number is wanted',
  ],
  [
    'formulae that need each other',
    crane(
      {},
      {
        lift: field('decimal', { 'x-compute': { expr: 'self.load' } }),
        load: field('decimal', { 'x-compute': { expr: 'self.lift' } }),
      },
    ),
    '/properties/lift/x-compute',
    /lift → load → lift/,
  ],
  [
    'a period of a date and a number',
    crane({ 'x-noOverlap': [{ id: 'hire', by: ['craneNo'], from: 'built', to: 'lift' }] }),
    '/x-noOverlap/0',
    '"built" (date) and "lift" (decimal) are no start and end of one sort',
  ],
  [
    'an order of texts',
    crane({ 'x-order': [{ id: 'order', from: 'craneNo', to: 'craneNo' }] }),
    '/x-order/0',
    '"craneNo" (code) and "craneNo" (code) are no start and end of one sort',
  ],
  [
    'a sum of dates',
    crane({ 'x-sum': [{ id: 'total', of: ['lift', 'built'], equals: '1' }] }),
    '/x-sum/0',
    '"built" (date) is no number',
  ],
  [
    'a sequence of codes',
    crane({ 'x-sequence': { by: 'status', field: 'mark' } }, { mark: field('code') }),
    '/x-sequence/field',
    '"mark" (code) is no integer',
  ],
  [
    'a number of a sequence that is required',
    crane(
      { 'x-sequence': { by: 'status', field: 'place' }, required: ['craneNo', 'place'] },
      { place: field('integer') },
    ),
    '/required/1',
    '"place" is numbered by "x-sequence": nobody is required to give it, so it stands in no "required"',
  ],
  [
    'a pattern that is none',
    crane({}, { craneNo: field('code', { pattern: '[A-Z' }) }),
    '/properties/craneNo/pattern',
    /regular expression/i,
  ],
  [
    'a default that the field refuses',
    crane({}, { lift: field('decimal', { default: 'much' }) }),
    '/properties/lift/default',
    '"much" is no value that the field takes',
  ],
  [
    'a scope of parents that are not there',
    crane({ 'x-access': { scope: 'parent' } }),
    '/x-access/scope',
    '"crane" is no entity\'s child, so there is no parent to be seen with',
  ],
  [
    'a child of itself',
    crane({ 'x-child': [{ entity: 'crane', via: 'twin' }] }, { twin: field('ref', { 'x-ref': { entity: 'crane' } }) }),
    '/x-child',
    '"crane" is a child of itself, by way of crane',
  ],
  [
    'a gate of no state',
    crane({
      ...machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High')]),
      'x-gate': { edit: ['Hihg'] },
    }),
    '/x-gate/edit/0',
    'there is no state "Hihg"; did you mean "High"?',
  ],
  [
    'a gate of no operation',
    crane({
      ...machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High')]),
      'x-gate': { edti: ['High'] },
    }),
    '/x-gate/edti',
    'there is no operation "edti"; did you mean "edit"?',
  ],
  [
    'a gate without a machine',
    crane({ 'x-gate': { edit: ['Low'] } }),
    '/x-gate/edit',
    'states need a machine: the entity has no x-machine',
  ],
  [
    'a guard of no operation',
    crane({ 'x-guard': { lifft: { expr: 'true' } } }),
    '/x-guard/lifft',
    'there is no operation "lifft"',
  ],
  [
    'a guard of a list, of no operation',
    crane({ 'x-guard': [{ on: ['edit', 'lifft'], expr: 'true' }] }),
    '/x-guard/0/on/1',
    'there is no operation "lifft"',
  ],
  [
    'a guard of a list with an expression that is wrong',
    crane({ 'x-guard': [{ on: ['edit', 'delete'], expr: 'self.nothing > 1' }] }),
    '/x-guard/0/expr',
    /nothing/,
  ],
  [
    'a gate of a state that two machines know',
    crane(
      {
        'x-machine': [
          { use: 'approval', field: 'status' },
          { use: 'confirmation', field: 'care' },
        ],
        'x-gate': { edit: ['Draft'] },
      },
      { care: field('choice') },
    ),
    '/x-gate/edit/0',
    '"Draft" is a state of status and care: say which, as {"status": ["Draft"]}',
  ],
  [
    'a gate of a field without a machine',
    crane({ 'x-machine': { use: 'approval', field: 'status' }, 'x-gate': { edit: { statuss: ['Draft'] } } }),
    '/x-gate/edit/statuss',
    'there is no machine on "statuss"; did you mean "status"?',
  ],
  [
    'a gate of another machine’s state',
    crane({ 'x-machine': { use: 'confirmation', field: 'status' }, 'x-gate': { edit: { status: ['Submit'] } } }),
    '/x-gate/edit/status/0',
    /^there is no state "Submit"/,
  ],
  [
    'a shared machine with a state that it has',
    crane({
      'x-machine': {
        use: 'confirmation',
        field: 'status',
        states: [state('Draft')],
        transitions: [transition('seal', 'Confirm', 'Draft')],
      },
    }),
    '/x-machine/states/0/code',
    '"Draft" is a state of "confirmation" already',
  ],
  [
    'a shared machine with a state that no way leads to',
    crane({
      'x-machine': {
        use: 'confirmation',
        field: 'status',
        states: [state('Sealed', { final: true })],
        transitions: [transition('seal', 'Confirm', 'Draft')],
      },
    }),
    '/x-machine/states/0',
    'no way leads to state "Sealed"',
  ],
  [
    'a shared machine with a transition to no state',
    crane({
      'x-machine': { use: 'confirmation', field: 'status', transitions: [transition('seal', 'Confirm', 'Seeled')] },
    }),
    '/x-machine/transitions/0/to',
    /^there is no state "Seeled"/,
  ],
  [
    'options of no entity',
    crane({}, { port: field('choice', { 'x-options': { sameAs: { entity: 'harbour', field: 'kind' } } }) }),
    '/properties/port/x-options/sameAs/entity',
    'there is no entity "harbour"',
  ],
  [
    'options of a field that has none',
    crane({}, { port: field('choice', { 'x-options': { sameAs: { entity: 'crane', field: 'craneNo' } } }) }),
    '/properties/port/x-options/sameAs/field',
    'crane.craneNo has no options of its own',
  ],
  [
    'base data of no entity',
    crane({ 'x-list': { filters: ['craneNo'], needs: { entity: 'yard', by: { craneNo: 'a' } } } }),
    '/x-list/needs/entity',
    'there is no entity "yard"',
  ],
  [
    'base data by what is no filter',
    crane({ 'x-list': { filters: ['craneNo'], needs: { entity: 'crane', by: { lift: 'lift' } } } }),
    '/x-list/needs/by/lift',
    '"lift" is no filter of the list',
  ],
  [
    'versions by a field that is not there',
    crane({ 'x-version': { keys: ['craneNr'] } }),
    '/x-version/keys/0',
    'there is no field "craneNr"; did you mean "craneNo"?',
  ],
  [
    'versions that keep what is no key',
    crane({ 'x-version': { keys: ['craneNo'], keeps: ['lift'] } }),
    '/x-version/keeps/0',
    'there is no key "lift"',
  ],
  [
    'versions with parts that are no children',
    crane({ 'x-version': { keys: ['craneNo'], copy: ['hook'] } }),
    '/x-version/copy/0',
    'there is no child "hook"',
  ],
  [
    'marks of a message on what is no child',
    crane({
      'x-action': [
        {
          name: 'tell',
          label: { en: 'Tell', zh: '告知' },
          sends: {
            partner: 'captive',
            event: 'vessel',
            marks: { entity: 'hook', field: 'told', sent: 'A', delivered: 'B', refused: 'C' },
          },
        },
      ],
    }),
    '/x-action/0/sends/marks/entity',
    'there is no child "hook"',
  ],
  [
    'messages that name entities in a field that does not say so',
    crane(
      {
        'x-entity': {
          ...(crane({})['x-entity'] as object),
          messages: {
            entity: 'craneNo',
            id: 'craneNo',
            number: 'craneNo',
            event: 'about',
            status: 'craneNo',
            shown: ['about'],
          },
        },
      },
      { about: field('choice', { 'x-options': [{ code: 'vessel', en: 'Vessel', zh: '船舶' }] }) },
    ),
    '/x-entity/messages/entity',
    '"craneNo" must have "x-names": "entity"',
  ],
  [
    'a message of an event that the messages do not know',
    crane({
      'x-action': [{ name: 'tell', label: { en: 'Tell', zh: '告知' }, sends: { partner: 'captive', event: 'vesel' } }],
    }),
    '/x-action/0/sends/event',
    /^crane\S*\.about has no option "vesel"; did you mean "vessel"\?$/,
  ],
  [
    'a stated total of what is no amount',
    crane({ 'x-import': { mode: 'insert', totals: [{ of: 'craneNo', equals: 'lift', per: ['craneNo'] }] } }),
    '/x-import/totals/0/of',
    '"craneNo" is no amount',
  ],
  [
    'one version only for what is no child',
    crane({ 'x-version': { keys: ['craneNo'], distinct: [{ entity: 'hook', per: ['lift'], by: ['lift'] }] } }),
    '/x-version/distinct/0/entity',
    'there is no child "hook"',
  ],
  [
    'one version only, where a field of the version says so that is not compared',
    crane({
      'x-version': {
        keys: ['craneNo'],
        distinct: [{ entity: 'hook', per: ['craneNo'], where: 'self.lift > 1', by: ['lift'] }],
      },
    }),
    '/x-version/distinct/0/where',
    'reads "lift", which is not among per',
  ],
  [
    'precedence by what is no field',
    crane({ 'x-version': { keys: ['craneNo'], precedence: { field: 'lfit', codes: ['A'] } } }),
    '/x-version/precedence/field',
    'there is no field "lfit"; did you mean "lift"?',
  ],
  [
    'precedence by what is no choice',
    crane({ 'x-version': { keys: ['craneNo'], precedence: { field: 'lift', codes: ['A'] } } }),
    '/x-version/precedence/field',
    '"lift" has no options of its own',
  ],
  [
    'precedence of a sort that there is not',
    crane(
      { 'x-version': { keys: ['craneNo'], precedence: { field: 'sort', codes: ['TRAIL'] } } },
      { sort: field('choice', { 'x-options': [{ code: 'TRIAL', en: 'Trial', zh: '试用' }] }) },
    ),
    '/x-version/precedence/codes/0',
    'sort has no option "TRAIL"; did you mean "TRIAL"?',
  ],
  [
    'one Formal version without that state',
    crane({ 'x-version': { keys: ['craneNo'], oneFormalPer: ['lift'] } }),
    '/x-version/oneFormalPer',
    'no machine of the entity has the state "Formal"',
  ],
  [
    'a reference that matches by no field',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo', match: { lft: 'lift' } } }) }),
    '/properties/twin/x-ref/match/lft',
    'there is no field "lft"; did you mean "lift"?',
  ],
  [
    'onDelete of a code that may be used again',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo', onDelete: 'keep' } }) }),
    '/properties/twin/x-ref/onDelete',
    'only a reference by "id" that is not open, without "where", can keep a deleted row: a code may be used again, and a condition cannot be checked on a deleted row',
  ],
  [
    'a reference that matches no field',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo', match: { lift: 'lft' } } }) }),
    '/properties/twin/x-ref/match/lift',
    'crane has no field "lft"; did you mean "lift"?',
  ],
  [
    'a machine that is not there',
    crane({ 'x-machine': { use: 'confirmtion', field: 'status' } }),
    '/x-machine/use',
    'there is no machine "confirmtion"; did you mean "confirmation"?',
  ],
  [
    'a machine on a field that is not there',
    crane({ 'x-machine': { use: 'confirmation', field: 'state' } }),
    '/x-machine/field',
    'there is no field "state"; did you mean "status"?',
  ],
  [
    'a dead end',
    crane(machine([state('Low'), state('High')], [transition('lift', 'Low', 'High')])),
    '/x-machine/states/1',
    'state "High" is a dead end; declare it "final": true or give it a way out',
  ],
  [
    'a state that is never reached',
    crane(
      machine(
        [state('Low'), state('High', { final: true }), state('Top', { final: true })],
        [transition('lift', 'Low', 'High')],
      ),
    ),
    '/x-machine/states/2',
    'no way leads to state "Top"',
  ],
  [
    'a transition to no state',
    crane(machine([state('Low', { final: true })], [transition('lift', 'Low', 'Hi')])),
    '/x-machine/transitions/0/to',
    'there is no state "Hi"',
  ],
  [
    'an initial state that is none',
    crane(machine([state('Low', { final: true })], [transition('hold', 'Low', 'Low')], 'Lou')),
    '/x-machine/initial',
    'there is no state "Lou"; did you mean "Low"?',
  ],
  [
    'a step called as what is done to every record',
    crane(machine([state('Low'), state('High', { final: true })], [transition('delete', 'Low', 'High')])),
    '/x-machine/transitions/0/action',
    '"delete" is an operation of every entity already; a step has a name of its own',
  ],
  [
    'two ways for one action',
    crane(
      machine(
        [state('Low'), state('High', { final: true }), state('Top', { final: true })],
        [transition('lift', 'Low', 'High'), transition('lift', 'Low', 'Top')],
      ),
    ),
    '/x-machine/transitions',
    'action "lift" is ambiguous from state "Low": guard each and mark one "else": true',
  ],
  [
    'two guarded ways for one action, neither of them the other one',
    crane(
      machine(
        [state('Low'), state('High', { final: true }), state('Top', { final: true })],
        [
          transition('lift', 'Low', 'High', { guard: 'self.lift > 1' }),
          transition('lift', 'Low', 'Top', { guard: 'self.lift > 2' }),
        ],
      ),
    ),
    '/x-machine/transitions',
    'action "lift" is ambiguous from state "Low": guard each and mark one "else": true',
  ],
  [
    'a dead end that leads to itself',
    crane(
      machine([state('Low'), state('High')], [transition('lift', 'Low', 'High'), transition('hold', 'High', 'High')]),
    ),
    '/x-machine/states/1',
    'state "High" is a dead end; declare it "final": true or give it a way out',
  ],
  [
    'two states of one code',
    crane(
      machine(
        [state('Low'), state('High', { final: true }), state('High', { final: true })],
        [transition('lift', 'Low', 'High')],
      ),
    ),
    '/x-machine/states/2/code',
    'another state is "High" too',
  ],
  [
    'an else beside nothing',
    crane(machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High', { else: true })])),
    '/x-machine/transitions/0/else',
    'there is no other way of action "lift" from state "Low"',
  ],
  ...(
    [
      ['numbers', 'has(self.lift) && self.lift > 5', 'has(self.lift) && self.lift >= 6', 'a row with lift 6'],
      [
        'a number at which both hold',
        'has(self.lift) && self.lift <= 5',
        'has(self.lift) && self.lift >= 5',
        'a row with lift 5',
      ],
      ['what neither guard sees', 'self.lift > 5', 'self.lift <= 5', 'a row with no lift'],
      [
        'days',
        "has(self.built) && self.built < date('2020-01-01')",
        "has(self.built) && self.built < date('2021-01-01')",
        'a row with built 2019-12-31',
      ],
      ['texts', "self.craneNo != 'A'", "self.craneNo != 'B'", 'a row with craneNo AX'],
      ['two fields', "self.craneNo == 'A'", 'has(self.lift) && self.lift > 1', 'a row with craneNo A, lift 2'],
      ['everything', 'true', 'true', 'every row'],
    ] as const
  ).map(([name, first, second, row]): [string, Raw, string, string] => [
    `guards that overlap by ${name}`,
    crane(forked(first, second)),
    '/x-machine/transitions/1/guard',
    `action "lift" is ambiguous from state "Low": this guard and that of the way to "High" both let pass ${row}`,
  ]),
  [
    'a guard of a field that is not there',
    crane(
      machine(
        [state('Low'), state('High', { final: true })],
        [transition('lift', 'Low', 'High', { guard: 'self.lifts > 0' })],
      ),
    ),
    '/x-machine/transitions/0/guard',
    /lifts/,
  ],
  [
    'a transition that needs a field that is not there',
    crane(
      machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High', { needs: ['bilt'] })]),
    ),
    '/x-machine/transitions/0/needs/0',
    'there is no field "bilt"; did you mean "built"?',
  ],
  ...(
    [
      ['by the name of an operation', { name: 'edit' }, '/name', '"edit" is another operation of this entity already'],
      ['from no state', { from: ['Lou'] }, '/from/0', 'there is no state "Lou"; did you mean "Low"?'],
      ['guarded by a field that is not there', { guard: 'self.lifts > 0' }, '/guard', /lifts/],
      [
        'on the list, in a state',
        { on: 'list', from: ['Low'] },
        '/from',
        'an action on the list has no row that "from" could ask',
      ],
      ['on the list, in bulk', { on: 'list', bulk: true }, '/bulk', 'an action on the list is not done to rows'],
      [
        'that requires no input of its own',
        { input: { required: ['wy'], properties: { why: field('text') } } },
        '/input/required/0',
        'there is no input "wy"; did you mean "why"?',
      ],
      [
        'whose input is of no kind',
        { input: { properties: { why: field('texts') } } },
        '/input/properties/why/$ref',
        /^there is no kind "texts"; did you mean "text"\?/,
      ],
      [
        'whose input refers to no entity',
        { input: { properties: { port: field('ref', { 'x-ref': { entity: 'harbour' } }) } } },
        '/input/properties/port/x-ref/entity',
        'there is no entity "harbour"',
      ],
      [
        'whose input is a word of the call',
        { input: { properties: { items: field('text') } } },
        '/input/properties/items',
        '"items" is a word of the call itself',
      ],
      [
        'whose input has a default that it refuses',
        { input: { properties: { load: field('integer', { default: 'much' }) } } },
        '/input/properties/load/default',
        '"much" is no value that the field takes',
      ],
      [
        'whose input is computed',
        { input: { properties: { day: field('date', { 'x-default': 'today()' }) } } },
        '/input/properties/day',
        'an input belongs to no row: it is neither computed nor numbered, and its default is a constant',
      ],
    ] as [string, Raw, string, string | RegExp][]
  ).map(([name, words, path, message]): [string, Raw, string, string | RegExp] => [
    `an action ${name}`,
    crane({
      ...machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High')]),
      'x-action': [{ name: 'grease', label, effect: 'crane.grease', ...words }],
    }),
    `/x-action/0${path}`,
    message,
  ]),
  [
    'a layout of a field that is not there',
    crane({ 'x-import': { mode: 'insert', layouts: [{ id: 'yard', label, columns: { NO: 'craneNr' } }] } }),
    '/x-import/layouts/0/columns/NO',
    'there is no field "craneNr"; did you mean "craneNo"?',
  ],
  [
    'a layout of a field that no file gives',
    crane({ 'x-import': { mode: 'insert', layouts: [{ id: 'yard', label, columns: { STATUS: 'status' } }] } }),
    '/x-import/layouts/0/columns/STATUS',
    '"status" is read-only: no file can give it',
  ],
  [
    'two layouts of one name',
    crane({
      'x-import': {
        mode: 'insert',
        layouts: [
          { id: 'yard', label, columns: { NO: 'craneNo' } },
          { id: 'yard', label, columns: { NO: 'craneNo' } },
        ],
      },
    }),
    '/x-import/layouts/1/id',
    '"yard" names another layout already',
  ],
  [
    'an action without a machine for its states',
    crane({ 'x-action': [{ name: 'grease', label, from: ['Low'], effect: 'crane.grease' }] }),
    '/x-action/0/from',
    'states need a machine: the entity has no x-machine',
  ],
  [
    'a field required at no action',
    crane({
      ...machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High')]),
      'x-requiredAt': { lft: ['built'] },
    }),
    '/x-requiredAt/lft',
    'there is no action "lft"; did you mean "lift"?',
  ],
];

describe('a broken schema is refused with file, place and reason', () => {
  // all in one folder, each under a name of its own: no file hides what is wrong with another
  const nameOf = (index: number) => `crane-${index}`;
  const files = () =>
    Object.fromEntries(
      CASES.map(([, file], index) => [
        `yard/${nameOf(index)}.json`,
        (typeof file === 'string' ? file : JSON.stringify(file)).replaceAll('"crane"', `"${nameOf(index)}"`),
      ]),
    );
  let problems: readonly Problem[];
  beforeAll(() => {
    problems = problemsOf(files());
  });

  test.each(CASES.map(([name, , path, message], index) => ({ name, path, message, index })))(
    '$name',
    ({ path, message, index }) => {
      const own = problems.filter(({ file }) => file === `yard/${nameOf(index)}.json`);
      expect(
        own.map((problem) => problem.path),
        JSON.stringify(own),
      ).toEqual([path]);
      expect(withoutNames(own[0]!.message.replaceAll(nameOf(index), 'crane'))).toEqual(
        typeof message === 'string' ? message : expect.stringMatching(message),
      );
    },
  );

  test('and nothing else is', () => {
    expect(problems).toHaveLength(CASES.length);
  });
});

test('a child that everybody may see is refused', () => {
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
        '"hook" is a child of "crane" and seen with it: "scope" must be "parent", or "own" for rows of several companies under one parent',
    },
  ]);
});

test.each<[Raw, string, string]>([
  [
    { matrix: { rows: 'nope', marks: 'hookNo', of: 'permissions' } },
    '/x-child/0/matrix/rows',
    'hook has no field "nope"',
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
  [{ members: 'nope' }, '/x-child/0/members', 'hook has no field "nope"'],
  [{ members: 'hookNo' }, '/x-child/0/members', 'hook.hookNo must be a reference, and another than craneId'],
  [{ members: 'craneId' }, '/x-child/0/members', 'hook.craneId must be a reference, and another than craneId'],
  [{ sets: { nope: { to: 'hookNo', was: 'hookNo' } } }, '/x-child/0/sets/nope', 'crane has no field "nope"'],
  [{ sets: { craneNo: { to: 'nope', was: 'hookNo' } } }, '/x-child/0/sets/craneNo/to', 'hook has no field "nope"'],
  [
    { sets: { craneNo: { to: 'hookNo', was: 'hookNo' } } },
    '/x-child/0/sets/craneNo/was',
    '"hookNo" must be readOnly: it keeps what the whole held',
  ],
  [{ free: ['liftt'] }, '/x-child/0/free/0', 'hook has no operation "liftt"'],
  [
    { sets: { craneNo: { to: 'hookNo', was: 'hookNo', in: ['High'] } } },
    '/x-child/0/sets/craneNo/in',
    'states need a machine',
  ],
])('a child with %j is refused', (words, path, message) => {
  const problems = problemsOf({
    'yard/crane.json': crane({ 'x-child': [{ entity: 'hook', via: 'craneId', ...words }] }),
    'yard/hook.json': hook(),
  });
  expect(problems).toContainEqual({ file: 'yard/crane.json', path, message: expect.stringContaining(message) });
});

test('an empty file is told what it lacks', () => {
  expect(
    problemsOf({ 'yard/crane.json': {} })
      .map(({ message }) => message)
      .toSorted(),
  ).toEqual(['"properties" is missing', '"x-entity" is missing']);
});

test('a child may not be bound by a field that refers elsewhere', () => {
  const problems = problemsOf({
    'yard/crane.json': crane({ 'x-child': [{ entity: 'hook', via: 'hookNo' }] }),
    'yard/hook.json': hook(),
  });
  expect(problems).toEqual([
    { file: 'yard/crane.json', path: '/x-child/0/via', message: 'hook.hookNo must be a reference to crane' },
  ]);
});

test('two files of one name are refused', () => {
  const problems = problemsOf({
    'yard/crane.json': crane(),
    'quay/crane.json': crane({ 'x-entity': { area: 'quay', label, key: ['craneNo'] } }),
  });
  expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual(['/$id another file is named "crane" too']);
});

test('problems of every sort come all at once, each of its file', () => {
  const problems = problemsOf({
    'yard/crane.json': crane({ 'x-unique': [{ id: 'no', fields: ['crane'] }], ...rule('self.lifts > 0') }),
    'yard/hook.json': hook({ hookNo: field('coed') }),
    'yard/rope.json': '{',
    'yard/mast.json': {
      ...crane(
        {},
        {
          hookNo: field('ref', { 'x-ref': { entity: 'hook', by: 'hookNo' } }),
          crane: field('ref', { 'x-ref': { entity: 'crain' } }),
        },
      ),
      $id: 'mast',
    },
    'machines/hoist.json': {
      $id: 'hoist',
      initial: 'Low',
      states: [state('Low')],
      transitions: [transition('hold', 'Low', 'Hi')],
    },
    'machines/winch.json': { $id: 'winch', initial: 'Low', states: 'Low', transitions: [] },
    'yard/boom.json': { ...crane({ 'x-machine': { use: 'winch', field: 'status' } }), $id: 'boom' },
  });
  expect(problems.map(({ file, path }) => `${file} ${path}`).sort()).toEqual([
    'machines/hoist.json /transitions/0/to',
    'machines/winch.json /states',
    'machines/winch.json /transitions',
    'yard/crane.json /x-rule/0/assert',
    'yard/crane.json /x-unique/0/fields/0',
    'yard/hook.json /properties/hookNo/$ref',
    'yard/mast.json /properties/crane/x-ref/entity',
    'yard/rope.json ',
  ]);
  expect(problems.find(({ file }) => file === 'yard/mast.json')?.message).toBe(
    'there is no entity "crain"; did you mean "crane"?',
  );
});

describe('what the kernel keeps', () => {
  const log = (fields: Raw = {}, words: Raw = {}): Raw => ({
    $id: 'crane-log',
    'x-entity': { area: 'yard', label, key: ['craneId', 'no'], readOnly: true },
    required: ['craneId', 'no'],
    ...words,
    properties: {
      craneId: field('ref', { 'x-ref': { entity: 'crane' } }),
      no: field('integer'),
      item: field('choice', { 'x-options': { fieldsOf: 'crane' } }),
      was: field('text'),
      becomes: field('text'),
      what: field('choice', {
        'x-options': [
          { code: 'update', en: 'Changed', zh: '改' },
          { code: 'delete', en: 'Deleted', zh: '删' },
        ],
      }),
      ...fields,
    },
  });
  const CHANGE_LOG = {
    entity: 'crane-log',
    via: 'craneId',
    seq: 'no',
    item: 'item',
    from: 'was',
    to: 'becomes',
    action: 'what',
  };
  const logged = (words: Raw = {}): Raw =>
    crane({ 'x-child': [{ entity: 'crane-log', via: 'craneId' }], 'x-changeLog': CHANGE_LOG, ...words });

  test('a log is described, its items being the fields that everybody may read', () => {
    const secret = { account: field('text', { 'x-sensitive': true }), owner: field('text') };
    const model = modelOf({
      'yard/crane.json': {
        ...logged({ 'x-access': { scope: 'all', fields: { owner: 'viewPrivate' } } }),
        properties: { ...(crane()['properties'] as Raw), ...secret },
      },
      'yard/crane-log.json': log(),
    });
    expect(model.entities['crane-log']!.fields.find(({ name }) => name === 'item')!.options).toEqual(
      ['craneNo', 'lift', 'built', 'status'].map((code) => ({ code, ...label })),
    );
    expect(model.entities['crane']!.children).toMatchObject([{ entity: 'crane-log', readOnly: true }]);
  });

  test.each<[string, Raw, Raw, string, string]>([
    [
      'of no entity',
      crane({ 'x-changeLog': { ...CHANGE_LOG, entity: 'crane-logs' } }),
      log(),
      '/x-changeLog/entity',
      'there is no entity "crane-logs"; did you mean "crane-log"?',
    ],
    [
      'that is no child',
      crane({ 'x-changeLog': CHANGE_LOG }),
      log(),
      '/x-changeLog/entity',
      '"crane-log" must be an x-child via "craneId"',
    ],
    [
      'that people write',
      logged(),
      log(
        { item: field('choice', { readOnly: true, 'x-options': { fieldsOf: 'crane' } }) },
        { 'x-entity': { area: 'yard', label, key: ['no'] } },
      ),
      '/x-changeLog/entity',
      '"crane-log" must be readOnly: nothing else may write a log',
    ],
    [
      'without a field',
      logged({ 'x-changeLog': { ...CHANGE_LOG, from: 'wass' } }),
      log(),
      '/x-changeLog/from',
      'crane-log has no field "wass"; did you mean "was"?',
    ],
    [
      'with a field of another kind',
      logged(),
      log({ was: field('decimal') }),
      '/x-changeLog/from',
      'crane-log.was must be of kind text or longText',
    ],
    [
      'of another entity’s fields',
      logged(),
      log({ item: field('choice', { 'x-options': { fieldsOf: 'crane-log' } }) }),
      '/x-changeLog/item',
      'crane-log.item must have "x-options": {"fieldsOf": "crane"}',
    ],
    [
      'without the deletion',
      logged(),
      log({ what: field('choice', { 'x-options': [{ code: 'update', en: 'Changed', zh: '改' }] }) }),
      '/x-changeLog/action',
      'crane-log.what must have the options update and delete',
    ],
    [
      'with a value that must be there',
      logged(),
      log({}, { required: ['no', 'was'] }),
      '/x-changeLog/from',
      'crane-log.was is absent now and then and cannot be required',
    ],
    [
      'with more than it is told',
      logged(),
      log({ why: field('text') }, { required: ['no', 'why'] }),
      '/x-changeLog/entity',
      'crane-log.why is required, and no log fills it',
    ],
  ])('a log %s is refused', (_, whole, part, path, message) => {
    expect(problemsOf({ 'yard/crane.json': whole, 'yard/crane-log.json': part })).toMatchObject([{ path, message }]);
  });

  const OPERATIONS = {
    entity: 'crane-log',
    via: 'craneId',
    operation: 'what',
    told: 'told',
    by: 'who',
    on: 'day',
    copies: { kind: 'craneNo' },
  };
  const operations = (fields: Raw = {}, words: Raw = {}): Raw => ({
    $id: 'crane-log',
    'x-entity': { area: 'yard', label, key: ['craneId', 'told'], readOnly: true },
    required: ['craneId', 'told', 'day'],
    ...words,
    properties: {
      craneId: field('ref', { 'x-ref': { entity: 'crane' } }),
      what: field('choice', { 'x-options': { operationsOf: 'crane' } }),
      told: field('longText'),
      who: field('code'),
      day: field('date'),
      kind: field('code'),
      ...fields,
    },
  });
  const hooked = (words: Raw = {}): Raw =>
    crane({
      'x-child': [
        { entity: 'crane-log', via: 'craneId' },
        { entity: 'hook', via: 'craneId' },
      ],
      'x-changeLog': OPERATIONS,
      ...words,
    });
  const hook: Raw = {
    $id: 'hook',
    'x-entity': { area: 'yard', label: { en: 'Hook', zh: '吊钩' }, key: ['craneId', 'hookNo'] },
    required: ['craneId', 'hookNo'],
    properties: { craneId: field('ref', { 'x-ref': { entity: 'crane' } }), hookNo: field('code') },
  };

  test('a log of operations names those on the record and on its parts, and not those on itself', () => {
    const model = modelOf({
      'yard/crane.json': hooked({
        'x-action': [{ name: 'grease', label: { en: 'Grease', zh: '润滑' }, effect: 'crane.grease' }],
      }),
      'yard/crane-log.json': operations(),
      'yard/hook.json': hook,
    });
    const options = model.entities['crane-log']!.fields.find(({ name }) => name === 'what')!.options!;
    expect(options).toEqual(
      expect.arrayContaining([
        { code: 'add', en: 'Added', zh: '新增' },
        { code: 'grease', en: 'Grease', zh: '润滑' },
        { code: 'hook.delete', en: 'Hook: Deleted', zh: '吊钩：删除' },
      ]),
    );
    expect(options.filter(({ code }) => code.startsWith('crane-log'))).toEqual([]);
    expect(new Set(options.map(({ code }) => code)).size).toBe(options.length);
  });

  test.each<[string, Raw, Raw, string, string]>([
    [
      'whose operations are not those on the record',
      hooked(),
      operations({ what: field('choice', { 'x-options': { operationsOf: 'hook' } }) }),
      '/x-changeLog/operation',
      'crane-log.what must have "x-options": {"operationsOf": "crane"}',
    ],
    [
      'that tells of no text',
      hooked(),
      operations({ told: field('code') }),
      '/x-changeLog/told',
      'crane-log.told must be of kind text or longText',
    ],
    [
      'that copies from no field',
      hooked({ 'x-changeLog': { ...OPERATIONS, copies: { kind: 'craneNr' } } }),
      operations(),
      '/x-changeLog/copies/kind',
      'there is no field "craneNr"; did you mean "craneNo"?',
    ],
    [
      'that copies what is of another kind',
      hooked({ 'x-changeLog': { ...OPERATIONS, copies: { day: 'craneNo' } } }),
      operations(),
      '/x-changeLog/copies',
      'crane-log.day (date) and "craneNo" (code) are not of one kind',
    ],
    [
      'that asks for more than it is told',
      hooked(),
      operations({ why: field('text') }, { required: ['craneId', 'why'] }),
      '/x-changeLog/entity',
      'crane-log.why is required, and no log fills it',
    ],
  ])('a log of operations %s is refused', (_, whole, part, path, message) => {
    expect(problemsOf({ 'yard/crane.json': whole, 'yard/crane-log.json': part, 'yard/hook.json': hook })).toMatchObject(
      [{ path, message }],
    );
  });

  const LATEST = { field: 'newest', by: ['craneNo'], from: 'built' };
  const latest = (words: Raw = {}, flag: Raw = { readOnly: true }, more: Raw = {}): Raw => ({
    ...crane(
      { required: ['craneNo', 'built'], 'x-latest': { ...LATEST, ...words }, ...more },
      { newest: field('yesNo', flag) },
    ),
  });
  test.each<[string, Raw, string | undefined, string]>([
    ['described', latest(), undefined, ''],
    [
      'of a field that people write',
      latest({}, {}),
      '/x-latest/field',
      '"newest" must be a readOnly yesNo without default or formula',
    ],
    [
      'with a default',
      latest({}, { readOnly: true, default: 'Y' }),
      '/x-latest/field',
      '"newest" must be a readOnly yesNo without default or formula',
    ],
    [
      'by what may be absent',
      latest({ by: ['craneNo', 'lift'] }),
      '/x-latest/by',
      '"lift" must be required: a row without it is in no group',
    ],
    [
      'from what has no order',
      latest({ from: 'craneNo' }),
      '/x-latest/from',
      '"craneNo" must be required, and a date, an instant, a month, a year or an integer',
    ],
    [
      'that a rule asks for',
      latest({}, { readOnly: true }, rule("self.newest == 'Y'")),
      '/x-latest/field',
      '"newest" is known only when the row is written: no rule or formula may ask for it',
    ],
  ])('x-latest: %s', (_, file, path, message) => {
    expect(problemsOf({ 'yard/crane.json': file })).toMatchObject(path === undefined ? [] : [{ path, message }]);
  });

  const lookup = (by: Raw, words: Raw = {}, more: Raw = {}, expr = 'lookup.next.lift + 1'): Raw =>
    crane(
      {
        'x-unique': [{ id: 'no', fields: ['craneNo'] }],
        'x-lookup': [{ name: 'next', entity: 'crane', by, ...words }],
        ...more,
      },
      { next: field('code'), high: field('decimal', { readOnly: true, 'x-compute': { expr } }) },
    );
  test.each<[string, Raw, string | undefined, string]>([
    ['by a unique code', lookup({ craneNo: 'self.next' }), undefined, ''],
    [
      'by what several rows may have',
      lookup({ lift: 'self.lift' }),
      '/x-lookup/0/by',
      'several rows of crane may have the same lift: name its id, all fields of an x-unique, of an x-noOverlap and its from, or of an x-latest and its flag',
    ],
    [
      'in no entity',
      lookup({ craneNo: 'self.next' }, { entity: 'krane' }, {}, 'self.lift'),
      '/x-lookup/0/entity',
      'there is no entity "krane"; did you mean "crane"?',
    ],
    [
      'by a field that is not there',
      lookup({ craneNo: 'self.next', number: 'self.next' }),
      '/x-lookup/0/by/number',
      'crane has no field "number"; it has: id, craneNo, lift, built, status, next, high',
    ],
    [
      'by a value of another type',
      lookup({ craneNo: 'self.lift' }),
      '/x-lookup/0/by/craneNo',
      'gives a number, but a text is wanted',
    ],
    [
      'by what is worked out later',
      lookup({ craneNo: 'self.next', lift: 'self.high' }),
      '/x-lookup/0/by/lift',
      '"high" is worked out after the lookup',
    ],
    [
      'by what is looked up later',
      lookup({ craneNo: 'lookup.next.craneNo' }),
      '/x-lookup/0/by/craneNo',
      '"next" is not looked up before "next"',
    ],
    [
      'of which a field is not there',
      lookup({ craneNo: 'self.next' }, {}, {}, 'lookup.next.lifts'),
      '/properties/high/x-compute/expr',
      'lookup.next has no field "lifts"; did you mean "lift"?',
    ],
    [
      'asked for by a guard',
      lookup({ craneNo: 'self.next' }, {}, { 'x-guard': { edit: { expr: 'lookup.next.lift > 1' } } }),
      '/x-guard/edit/expr',
      'a guard is asked of the row by itself: it cannot read a lookup',
    ],
  ])('a row looked up %s', (_, file, path, message) => {
    expect(problemsOf({ 'yard/crane.json': file })).toMatchObject(path === undefined ? [] : [{ path, message }]);
  });

  test.each<[string, Raw, string | undefined, string]>([
    [
      'of fields',
      crane({}, { item: field('choice', { readOnly: true, 'x-options': { fieldsOf: 'crane' } }) }),
      undefined,
      '',
    ],
    [
      'of no entity',
      crane({}, { item: field('choice', { readOnly: true, 'x-options': { fieldsOf: 'krane' } }) }),
      '/properties/item/x-options/fieldsOf',
      'there is no entity "krane"; did you mean "crane"?',
    ],
    [
      'of fields that people choose',
      crane({}, { item: field('choice', { 'x-options': { fieldsOf: 'crane' } }) }),
      '/properties/item/x-options',
      'a choice of fields is kept by the product: the field or its entity must be readOnly',
    ],
  ])('options %s', (_, file, path, message) => {
    expect(problemsOf({ 'yard/crane.json': file })).toMatchObject(path === undefined ? [] : [{ path, message }]);
  });

  const above = (more: Raw = {}): Raw =>
    crane(
      {
        'x-entity': { area: 'yard', label, key: ['craneNo'], readOnly: true, discriminator: 'make', ...more },
        required: ['craneNo', 'make'],
      },
      {
        make: field('choice', {
          'x-options': [
            { code: 'A', ...label },
            { code: 'B', ...label },
          ],
        }),
      },
    );
  const kind = (head: Raw = {}, words: Raw = {}): Raw => ({
    $id: 'kind',
    'x-entity': { area: 'yard', label, extends: 'crane', discriminator: 'A', ...head },
    ...words,
  });
  test.each<[string, Raw, Raw, string | undefined, string]>([
    ['as it should be', above(), kind({}, { properties: { reach: field('integer') } }), undefined, ''],
    [
      'of what is not there',
      above(),
      kind({ extends: 'krane' }),
      '/x-entity/extends',
      'there is no entity "krane"; did you mean "crane"?',
    ],
    [
      'of what people write',
      above({ readOnly: false }),
      kind(),
      '/x-entity/extends',
      '"crane" must be readOnly: its rows are written as one of its kinds',
    ],
    [
      'of no such value',
      above(),
      kind({ discriminator: 'C' }),
      '/x-entity/discriminator',
      'crane.make has no option "C"',
    ],
    [
      'told apart by a field that is not there',
      above({ discriminator: 'makes' }),
      kind(),
      '/x-entity/discriminator',
      'there is no field "makes"; did you mean "make"?',
    ],
    [
      'told apart by what may be absent',
      above({ discriminator: 'status' }),
      kind(),
      '/x-entity/discriminator',
      '"status" must be required, with its options written out',
    ],
    [
      'with a word of the whole table',
      above(),
      kind({}, { 'x-sequence': { by: 'craneNo', field: 'reach' }, properties: { reach: field('integer') } }),
      '/x-sequence',
      'this binds all rows of the table: say it in "crane"',
    ],
    [
      'with a column of another type',
      above(),
      kind({}, { properties: { lift: field('code') } }),
      '/properties/lift',
      '"crane" has a field of this name and another kind: both are one column',
    ],
    [
      'that others refer to',
      above(),
      kind({}, { properties: { next: field('ref', { 'x-ref': { entity: 'kind' } }) } }),
      '/properties/next/x-ref/entity',
      '"kind" is a kind of "crane": refer to that, with a "where" on its make',
    ],
  ])('a kind %s', (_, base, file, path, message) => {
    const found = problemsOf({ 'yard/crane.json': base, 'yard/kind.json': file });
    if (path === undefined) expect(found).toEqual([]);
    else expect(found).toContainEqual(expect.objectContaining({ path, message: expect.stringContaining(message) }));
  });

  test('an absent part of what may not overlap counts as a value only if it is a text', () => {
    const file = crane(
      { 'x-noOverlap': [{ id: 'hire', by: ['craneNo', 'lift'], absentIsOne: true, from: 'built', to: 'sold' }] },
      { sold: field('date') },
    );
    expect(problemsOf({ 'yard/crane.json': file })).toMatchObject([
      { path: '/x-noOverlap/0/absentIsOne', message: '"lift" (decimal) is no text, so it must be required' },
    ]);
  });
});
