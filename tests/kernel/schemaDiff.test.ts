import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import type { Change } from '../../generator/diff/change.ts';
import { diffModels } from '../../generator/diff/diff.ts';
import { printChanges } from '../../generator/diff/print.ts';
import type { Model } from '../../generator/model/entity.ts';
import type { Raw } from '../../generator/compile/source.ts';
import { field, label } from './schemaFixture.ts';

const SCHEMAS = join(import.meta.dirname, '../../schemas');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bordereau-diff-'));
  for (const part of ['meta', 'machines', 'kinds.json', 'labels.json'])
    cpSync(join(SCHEMAS, part), join(folder, 'vocabulary', part), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;

function modelOf(...entities: Raw[]): Model {
  const root = join(folder, `root-${++count}`);
  mkdirSync(root);
  for (const entity of entities) {
    const path = join(root, 'yard', `${String(entity['$id'])}.json`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(entity));
  }
  return compileModel([join(folder, 'vocabulary'), root]);
}

const option = (code: string): Raw => ({ code, en: `Letter ${code}`, zh: `字母${code}` });
const state = (code: string): Raw => ({ code, label });
const step = (action: string, from: string[], to: string, more: Raw = {}): Raw => ({
  action,
  label,
  from,
  to,
  ...more,
});

const properties: Raw = {
  craneNo: field('code', { maxLength: 10 }),
  lift: field('decimal', { maximum: '100' }),
  built: field('date'),
  scrapped: field('date'),
  make: field('choice', { 'x-options': [option('A'), option('B')] }),
  status: field('choice', { readOnly: true }),
};
const life = {
  field: 'status',
  initial: 'Low',
  states: [state('Low'), state('High')],
  transitions: [step('raise', ['Low'], 'High'), step('lower', ['High'], 'Low')],
};
/** The entity before the change, with additional keywords and fields. */
const crane = (words: Raw = {}, fields: Raw = {}): Raw => ({
  $id: 'crane',
  'x-entity': { area: 'yard', label, key: ['craneNo'] },
  required: ['craneNo'],
  'x-machine': life,
  'x-unique': [{ id: 'no', fields: ['craneNo'] }],
  properties: { ...properties, ...fields },
  ...words,
});
const without = (name: string): Raw => ({
  properties: Object.fromEntries(Object.entries(properties).filter(([other]) => other !== name)),
});

/** A change as a line of the report; `!` marks a breaking change. */
const lineOf = ({ audience, breaking, text }: Change): string => `${breaking ? '!' : ''}${audience} ${text}`;

/** Changed files and the expected report lines. */
const cases: readonly [string, Raw[], string[]][] = [
  ['nothing', [crane()], []],
  [
    'changed labels',
    [crane({}, { lift: field('decimal', { maximum: '100', 'x-label': { en: 'Lift', zh: '起重量' } }) })],
    ['staff "lift" is labelled "Lift" / "起重量", not "Crane" / "起重机"'],
  ],
  [
    'an optional field',
    [crane({}, { hook: field('text') })],
    ['api "hook" (text) is in every answer and is accepted in a body'],
  ],
  [
    'a required field',
    [crane({ required: ['craneNo', 'hook'] }, { hook: field('text') })],
    ['!api "hook" is required: calls that create without it are refused', '!data existing rows have no "hook"'],
  ],
  [
    'a required field with a default',
    [crane({ required: ['craneNo', 'hook'] }, { hook: field('text', { default: 'none' }) })],
    ['api "hook" (text) is in every answer'],
  ],
  [
    'a removed field',
    [crane(without('built'))],
    ['!api "built" is removed', '!data the column "built" and its values would be dropped'],
  ],
  [
    'a renamed field',
    [crane({ properties: { ...(without('built')['properties'] as Raw), made: field('date', { 'x-id': 'built' }) } })],
    ['!api "built" is renamed to "made"', 'data the column "built" is renamed to "made"'],
  ],
  [
    'another kind',
    [crane({}, { built: field('dateTime') })],
    ['!api "built" is of kind dateTime, not date', '!data the column "built" changes'],
  ],
  [
    'a shorter text',
    [crane({}, { craneNo: field('code', { maxLength: 8 }) })],
    [
      '!api "craneNo": maxLength 8 (before: 10)',
      '!data "craneNo": maxLength 8 (before: 10): existing rows that violate it stop the migration',
    ],
  ],
  [
    'a longer text',
    [crane({}, { craneNo: field('code', { maxLength: 12 }) })],
    ['api "craneNo": maxLength 12 (before: 10)'],
  ],
  [
    'a new bound',
    [crane({}, { lift: field('decimal', { maximum: '100', minimum: '0' }) })],
    ['!api "lift": minimum 0 (before: none)'],
  ],
  ['a removed bound', [crane({}, { lift: field('decimal') })], ['api "lift": no maximum (before: 100)']],
  [
    'an added option',
    [crane({}, { make: field('choice', { 'x-options': [option('A'), option('B'), option('C')] }) })],
    ['api "make" has the new options C'],
  ],
  [
    'a removed option',
    [crane({}, { make: field('choice', { 'x-options': [option('A')] }) })],
    ['!api "make" no longer has the options B', '!data "make" no longer has the options B'],
  ],
  [
    'a key without uniqueness',
    [crane({ 'x-unique': [{ id: 'made', fields: ['built'] }] })],
    ['!api new rule (made): "built" is unique', 'staff rule removed (no): "craneNo" is unique'],
  ],
  [
    'a unique key',
    [
      crane({
        'x-unique': [
          { id: 'no', fields: ['craneNo'] },
          { id: 'made', fields: ['built', 'make'] },
        ],
      }),
    ],
    ['!api new rule (made): "built", "make" are together unique'],
  ],
  [
    'an order of dates',
    [crane({ 'x-order': [{ id: 'life', from: 'built', to: 'scrapped' }] })],
    ['!api new rule (life): "built" is not after "scrapped"'],
  ],
  [
    'a rule',
    [crane({ 'x-rule': [{ id: 'strong', assert: 'self.lift > 1', at: ['lift'] }] })],
    [
      '!staff new rule (strong): self.lift > 1',
      '!api new rule (strong): self.lift > 1',
      '!data rows that violate strong',
    ],
  ],
  [
    'a warning',
    [crane({ 'x-rule': [{ id: 'strong', assert: 'self.lift > 1', at: ['lift'], level: 'warning' }] })],
    ['staff new warning (strong)'],
  ],
  [
    'an added state',
    [
      crane({
        'x-machine': {
          ...life,
          states: [...life.states, state('Stuck')],
          transitions: [...life.transitions, step('jam', ['High'], 'Stuck'), step('free', ['Stuck'], 'Low')],
        },
      }),
    ],
    ['staff new state: Stuck', 'staff new transition: High –jam→ Stuck'],
  ],
  [
    'a removed transition',
    [
      crane({
        'x-machine': {
          ...life,
          states: [state('Low'), { ...state('High'), final: true }],
          transitions: [life.transitions[0]!],
        },
      }),
    ],
    ['!api transition removed: High –lower→ Low'],
  ],
  ['a gate', [crane({ 'x-gate': { edit: ['Low'] } })], ['!staff edit only in status Low']],
  [
    'a confirmation before a transition',
    [
      crane({
        'x-machine': {
          ...life,
          transitions: [step('raise', ['Low'], 'High', { confirm: label }), life.transitions[1]!],
        },
      }),
    ],
    ['staff raise asks for confirmation: "Crane" / "起重机"'],
  ],
  [
    'a guard on deletion',
    [crane({ 'x-guard': { delete: { expr: 'self.lift > 1', message: label } } })],
    ['!staff delete only where self.lift > 1'],
  ],
  [
    'changed access',
    [crane({ 'x-access': { scope: 'all', intranet: true } })],
    [
      '!staff the access to rows changes: rows are visible to everyone with the permission; editable by those of them with the right; in the internal network only – before: rows are visible to everyone with the permission; editable by those of them with the right',
    ],
  ],
  [
    'changed editors',
    [crane({ 'x-access': { scope: 'all', edit: ['creater'] } })],
    [
      '!staff the access to rows changes: rows are visible to everyone with the permission; editable only by the persons in "creater"',
    ],
  ],
  [
    'a changed actor',
    [
      crane({
        'x-machine': {
          ...life,
          transitions: [step('raise', ['Low'], 'High', { actor: 'creater', needs: ['built'] }), life.transitions[1]!],
        },
      }),
    ],
    [
      '!staff the transition raise changes: run by the person who entered the record; requires "built" – before: run by everyone with the right',
      '!api the transition raise changes',
    ],
  ],
  [
    'a formula',
    [crane({}, { lift: field('decimal', { maximum: '100', readOnly: true, 'x-compute': { expr: '2' } }) })],
    [
      '!api "lift" is computed: 2 – before: not computed',
      'staff "lift" (Crane / 起重机) is computed: 2 – before: not computed',
    ],
  ],
  [
    'a changed condition of display',
    [crane({ 'x-form': { columns: 1, show: { built: 'has(self.lift)' } } })],
    ['staff "built" (Crane / 起重机) is shown where has(self.lift), before: always'],
  ],
  [
    'a changed column',
    [crane({ 'x-list': { columns: ['craneNo', 'lift'] } })],
    ['staff the list no longer shows', '!api the list can no longer be searched by'],
  ],
  [
    'required filters',
    [crane({ 'x-list': { filters: ['craneNo', 'lift', 'built'], requireFilter: [['craneNo'], ['lift', 'built']] } })],
    ['!api a search needs craneNo or lift + built'],
  ],
  ['the removed entity', [], ['!api /api/crane is removed', '!data the table crane and its rows would be dropped']],
  [
    'the renamed entity',
    [{ ...crane(), $id: 'derrick', 'x-id': 'crane' }],
    ['!api /api/crane is renamed to /api/derrick', 'data the table crane is renamed to derrick'],
  ],
  [
    'an added entity',
    [
      crane(),
      { $id: 'hook', 'x-entity': { area: 'yard', label, key: ['hookNo'] }, properties: { hookNo: field('code') } },
    ],
    ['api /api/hook is new, with 1 fields', 'data the table hook is created'],
  ],
];

test.each(cases)('reports %s', (_, after, expected) => {
  const lines = diffModels(modelOf(crane()), modelOf(...after)).map(lineOf);
  for (const sentence of expected) expect(lines).toContainEqual(expect.stringContaining(sentence));
  // Only breaking changes are marked as breaking.
  expect(lines.some((text) => text.startsWith('!'))).toBe(expected.some((text) => text.startsWith('!')));
  if (expected.length === 0) expect(lines).toEqual([]);
});

/** Action before and after the change, with the complete report. */
const actionCases: readonly [string, before: Raw, after: Raw, string[]][] = [
  [
    'no change',
    { bulk: true, adds: 'crane', input: { properties: { why: field('text') } } },
    { bulk: true, adds: 'crane', input: { properties: { why: field('text') } } },
    [],
  ],
  [
    'a removed optional input',
    { input: { properties: { why: field('text'), load: field('decimal') } } },
    { input: { properties: { why: field('text') } } },
    ['!api the input "load" of "grease" is removed: calls that send it are refused'],
  ],
  [
    'the removed last input',
    { input: { required: ['why'], properties: { why: field('text') } } },
    {},
    [
      '!api the input "why" of "grease" is removed: calls that send it are refused',
      '!api the required inputs of "grease" are none, not why',
    ],
  ],
  [
    'new inputs',
    {},
    { input: { required: ['load'], properties: { why: field('text'), load: field('decimal') } } },
    [
      'api "grease" accepts a new input "why"',
      'api "grease" accepts a new input "load"',
      '!api the required inputs of "grease" are load, not none',
    ],
  ],
  [
    'an input that becomes required',
    { input: { properties: { why: field('text') } } },
    { input: { required: ['why'], properties: { why: field('text') } } },
    ['!api the required inputs of "grease" are why, not none'],
  ],
  [
    'another order of required inputs',
    { input: { required: ['why', 'load'], properties: { why: field('text'), load: field('decimal') } } },
    { input: { required: ['load', 'why'], properties: { why: field('text'), load: field('decimal') } } },
    [],
  ],
  [
    'a limit of an input',
    { input: { properties: { load: field('integer', { maximum: 9 }) } } },
    { input: { properties: { load: field('integer', { maximum: 4 }) } } },
    ['!api the input "load" of "grease" is integer, ≤ 4 – before: integer, ≤ 9'],
  ],
  [
    'a row that it adds',
    {},
    { adds: 'crane' },
    [
      '!staff who can run the action "grease", or when, changes: run by everyone with the right and the right to add "crane" – before: run by everyone with the right',
    ],
  ],
  ['several rows', {}, { bulk: true }, ['api "grease" runs on several rows, each on its own, not on one row']],
  ['one row', { bulk: true }, {}, ['!api "grease" runs on one row, not on several rows, each on its own']],
  [
    'all rows or none',
    { bulk: true },
    { bulk: 'together' },
    ['!api "grease" runs on several rows, all or none, not on several rows, each on its own'],
  ],
  ['the list', {}, { on: 'list' }, ['!api "grease" runs on the list, not on one row']],
  [
    'visible child rows only',
    {},
    { visibleRows: true },
    ['staff "grease" runs on the visible child rows, also if others are hidden from the user'],
  ],
  ['all child rows', { visibleRows: true }, {}, ['!api "grease" is refused if a child row is hidden from the caller']],
  [
    'offered rows',
    { input: { properties: { twin: field('ref', { 'x-ref': { entity: 'crane' } }) } } },
    {
      input: {
        properties: { twin: field('ref', { 'x-ref': { entity: 'crane' } }) },
        offer: { twin: { craneNo: 'self.craneNo' } },
      },
    },
    ['staff the dialog of "grease" offers other rows or proposes other totals'],
  ],
];

test.each(actionCases)('reports of an action: %s', (_, before, after, expected) => {
  const [then, now] = [before, after].map((words) =>
    modelOf(crane({ 'x-action': [{ name: 'grease', label, effect: 'crane.grease', ...words }] })),
  );
  expect(diffModels(then!, now!).map(lineOf)).toEqual(expected);
});

test('reports a lower limit of children for the data too', () => {
  const hook: Raw = {
    $id: 'hook',
    'x-entity': { area: 'yard', label, key: ['hookNo'] },
    properties: { hookNo: field('code'), craneId: field('ref', { 'x-ref': { entity: 'crane' } }) },
  };
  const [wide, narrow] = [9, 4].map((max) =>
    modelOf(crane({ 'x-child': [{ entity: 'hook', via: 'craneId', max }] }), hook),
  );
  expect(diffModels(wide!, narrow!).map(lineOf)).toEqual([
    '!api "hook": 0 to 4 rows, not 0 to 9 rows',
    expect.stringContaining('!data "hook": 0 to 4 rows, not 0 to 9 rows: existing records'),
  ]);
  expect(diffModels(narrow!, wide!).map(lineOf)).toEqual(['api "hook": 0 to 9 rows, not 0 to 4 rows']);
});

test('reports the condition of a child, and the rule that enforces it', () => {
  const hook: Raw = {
    $id: 'hook',
    'x-entity': { area: 'yard', label, key: ['hookNo'] },
    properties: { hookNo: field('code'), craneId: field('ref', { 'x-ref': { entity: 'crane' } }) },
  };
  const [always, sometimes] = [{}, { when: "self.craneType == 'T'" }].map((words) =>
    modelOf(
      {
        ...crane(
          { 'x-child': [{ entity: 'hook', via: 'craneId', ...words }] },
          { craneType: field('code', { 'x-writeOnce': true }) },
        ),
        required: ['craneNo', 'craneType'],
      },
      hook,
    ),
  );
  const linesOf = (changes: readonly Change[]): string[] =>
    changes.map(({ entity, audience, breaking, text }) => `${entity}: ${breaking ? '!' : ''}${audience} ${text}`);
  expect(linesOf(diffModels(always!, sometimes!))).toEqual(
    expect.arrayContaining([
      `crane: !api "hook" is a child only where self.craneType == 'T'`,
      expect.stringContaining(`crane: !data "hook" is a child only where self.craneType == 'T': rows of other records`),
      `hook: !api new rule (of-crane): parent.craneType == 'T'`,
    ]),
  );
  expect(linesOf(diffModels(sometimes!, always!))).toContain(
    `crane: api "hook" is a child of every record, not only where self.craneType == 'T'`,
  );
});

test('reports that a gate closes the children too, except those with their own gates', () => {
  const child = (name: string): Raw => ({
    $id: name,
    'x-entity': { area: 'yard', label, key: ['hookNo'] },
    properties: { hookNo: field('code'), craneId: field('ref', { 'x-ref': { entity: 'crane' } }) },
  });
  const [open, closed] = [{}, { 'x-gate': { edit: ['Low'] } }].map((gate) =>
    modelOf(
      crane({
        'x-child': [
          { entity: 'hook', via: 'craneId' },
          { entity: 'rope', via: 'craneId', gate: { edit: ['High'] } },
        ],
        ...gate,
      }),
      child('hook'),
      child('rope'),
    ),
  );
  expect(diffModels(open!, closed!).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^edit, also of its children "hook", only in status Low/),
  ]);
});

test('reports all keywords of a new entity', () => {
  const hook: Raw = {
    $id: 'hook',
    'x-entity': { area: 'yard', label, key: ['hookNo'] },
    properties: { hookNo: field('code'), craneId: field('ref', { 'x-ref': { entity: 'crane' } }) },
  };
  const parent = crane({
    'x-child': [{ entity: 'hook', via: 'craneId', max: 4 }],
    'x-gate': { edit: ['Low'] },
    'x-access': { scope: 'all', edit: ['creater'] },
    'x-order': [{ id: 'life', from: 'built', to: 'scrapped', message: { en: 'Built first', zh: '先建造' } }],
  });
  const lines = diffModels(modelOf(), modelOf(parent, hook))
    .filter(({ entity }) => entity === 'crane')
    .map(({ audience, text }) => `${audience} ${text}`);
  for (const sentence of [
    'staff a record is identified by "craneNo"',
    'api field "craneNo" (Crane / 起重机): code, required, at most 10 characters',
    'api field "lift" (Crane / 起重机): decimal',
    'staff rule (life): built not after scrapped – "Built first" / "先建造"',
    'staff rule (edit): edit only in status Low',
    'staff states (status): Low (Crane / 起重机), High',
    'staff transition Low –raise→ High: run by the persons in "creater" who have the right',
    'api child "hook": 0 to 4 rows, written with the parent',
    'staff rows are visible to everyone with the permission; editable only by the persons in "creater"',
  ])
    expect(lines).toContainEqual(expect.stringContaining(sentence));
});

test('reports a widened limit as compatible and a narrowed one as breaking', () => {
  const [narrow, wide] = [modelOf(crane({}, { craneNo: field('code', { maxLength: 8 }) })), modelOf(crane())];
  expect(diffModels(narrow, wide).filter(({ breaking }) => breaking)).toEqual([]);
  expect(diffModels(wide, narrow).filter(({ breaking }) => breaking)).toHaveLength(2);
});

test('lists breaking changes first, by audience', () => {
  const text = printChanges(
    diffModels(modelOf(crane()), modelOf(crane({ required: ['craneNo', 'lift'] }, { hook: field('text') }))),
    'main',
    'here',
  );
  expect(text).toContain('# Schemas from main to here');
  expect(text).toMatch(
    /## crane\n\nFor staff:\n[^#]*For callers of the API:\n- \*\*!\*\* "lift" is required\n- "hook"/,
  );
  expect(printChanges([], 'main', 'here')).toBe('The schemas of main and here are equal.\n');
});
