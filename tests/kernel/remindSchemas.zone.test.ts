import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import type { Model } from '../../generator/model/entity.ts';
import { SchemaProblems } from '../../generator/compile/problem.ts';
import type { Raw } from '../../generator/compile/source.ts';
import { field, label } from './schemaFixture.ts';

const SCHEMAS = join(import.meta.dirname, '../../schemas');

let folder: string;
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bordereau-remind-'));
  for (const part of ['meta', 'kinds.json', 'labels.json', 'machines'])
    cpSync(join(SCHEMAS, part), join(folder, 'base', part), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const REMINDER = { due: 'day', days: 'ahead' };
const UNIQUE = [
  { id: 'no', fields: ['no'] },
  { id: 'once', fields: ['what', 'which', 'day', 'ahead'] },
];
const todo = (reminder: Raw | undefined, words: Raw = {}, fields: Raw = {}): Raw => ({
  $id: 'todo',
  required: ['no', 'state'],
  'x-unique': UNIQUE,
  'x-child': [{ entity: 'todo-line', via: 'todoId' }],
  'x-entity': {
    area: 'yard',
    label,
    key: ['no'],
    tasks: {
      type: 'type',
      business: 'business',
      number: 'about',
      entity: 'what',
      record: 'which',
      amount: 'amount',
      levels: 'levels',
      level: 'level',
      role: 'role',
      submitter: 'by',
      submitted: 'at',
      operated: 'at',
      returned: 'returned',
      closed: 'Done',
      ...(reminder ? { reminder } : {}),
      log: {
        entity: 'todo-line',
        via: 'todoId',
        by: 'by',
        at: 'at',
        step: 'step',
        level: 'level',
        role: 'role',
        opinion: 'said',
        steps: { submit: 'S', approve: 'A', reject: 'R', withdraw: 'W' },
      },
    },
  },
  'x-machine': {
    field: 'state',
    initial: 'Open',
    states: [
      { code: 'Open', label },
      { code: 'Done', label, final: true },
    ],
    transitions: [{ action: 'end', label, from: ['Open'], to: 'Done' }],
  },
  'x-access': { scope: 'own', company: 'yard' },
  properties: {
    no: field('code'),
    state: field('choice', { readOnly: true }),
    type: field('code'),
    about: field('code'),
    what: field('code', { 'x-names': 'entity' }),
    which: field('code'),
    amount: field('money'),
    business: field('choice', { 'x-options': [{ code: 'LIFT', en: 'Lift', zh: '吊' }] }),
    levels: field('code'),
    level: field('code'),
    role: field('code'),
    by: field('code'),
    at: field('dateTime'),
    returned: field('yesNo'),
    yard: field('code'),
    day: field('date', { readOnly: true }),
    ahead: field('integer', { readOnly: true }),
    who: field('code'),
    ...fields,
  },
  ...words,
});
const line = {
  $id: 'todo-line',
  'x-entity': { area: 'yard', label, key: ['at'] },
  properties: {
    todoId: field('ref', { 'x-ref': { entity: 'todo' } }),
    by: field('code'),
    at: field('dateTime'),
    step: field('choice', { 'x-options': ['S', 'A', 'R', 'W'].map((code) => ({ code, en: code, zh: code })) }),
    level: field('code'),
    role: field('code'),
    said: field('text'),
  },
};
const crane = (remind: Raw = {}): Raw => ({
  $id: 'crane',
  'x-entity': { area: 'yard', label, key: ['craneNo'] },
  required: ['craneNo'],
  'x-remind': { field: 'surveyDue', days: [7, 30], ...remind },
  'x-access': { scope: 'own', company: 'home' },
  properties: {
    craneNo: field('code'),
    surveyDue: field('date'),
    built: field('date'),
    driver: field('code'),
    home: field('code'),
    scrapped: field('yesNo'),
    sort: field('choice', { 'x-options': [{ code: 'LIFT', en: 'Lift', zh: '吊' }] }),
  },
});

function compiled(...files: Raw[]): Model {
  const root = join(folder, String(++count));
  mkdirSync(join(root, 'yard'), { recursive: true });
  for (const file of [...files, line])
    writeFileSync(join(root, `yard/${String(file['$id'])}.json`), JSON.stringify(file));
  return compileModel([join(folder, 'base'), root]);
}

function problemsOf(...files: Raw[]): string[] {
  try {
    compiled(...files);
    return [];
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
}

test.each<[string, Raw, object]>([
  ['the defaults', {}, { field: 'surveyDue', days: [30, 7], number: 'craneNo', fill: { yard: 'home' } }],
  [
    'every property',
    {
      until: "self.scrapped == 'Y'",
      business: { field: 'sort' },
      number: 'driver',
      fill: { who: 'driver', yard: 'driver' },
    },
    {
      until: "self.scrapped == 'Y'",
      business: { field: 'sort' },
      number: 'driver',
      fill: { who: 'driver', yard: 'driver' },
    },
  ],
])('%s', (_, words, expected) =>
  expect(compiled(todo(REMINDER), crane(words)).entities['crane']!.reminders).toEqual([
    expect.objectContaining(expected),
  ]),
);

test('a list has reminders of several dates', () => {
  const words = {
    'x-remind': [
      { field: 'surveyDue', days: [7] },
      { field: 'built', days: [3, 14], number: 'driver' },
    ],
  };
  const { 'x-remind': _, ...without } = crane();
  const { reminders } = compiled(todo(REMINDER), { ...without, ...words }).entities['crane']!;
  expect(reminders).toMatchObject([
    { field: 'surveyDue', days: [7], number: 'craneNo' },
    { field: 'built', days: [14, 3], number: 'driver' },
  ]);
});

test.each<[string, Raw[], string]>([
  [
    'the same date twice',
    [
      { field: 'surveyDue', days: [7] },
      { field: 'surveyDue', days: [3] },
    ],
    '/x-remind/1/field: there are reminders of "surveyDue" already',
  ],
  [
    'a condition that SQL cannot express',
    [
      { field: 'surveyDue', days: [7] },
      { field: 'built', days: [3], until: 'self.built < today()' },
    ],
    '/x-remind/1/until: the database cannot enforce this: ',
  ],
  ['a list of one', [{ field: 'surveyDue', days: [7] }], '/x-remind: '],
])('refuses in a list %s', (_, list, message) =>
  expect(
    problemsOf(todo(REMINDER), { ...crane(), 'x-remind': list }).filter((one) => one.startsWith(message)),
  ).toHaveLength(1),
);

describe('refuses a reminder', () => {
  test.each<[string, Raw[], string]>([
    [
      'of an unknown field',
      [todo(REMINDER), crane({ field: 'surveyDeu' })],
      '/x-remind/field: crane has no field "surveyDeu"; did you mean "surveyDue"?',
    ],
    [
      'of a field that is no date',
      [todo(REMINDER), crane({ field: 'driver' })],
      '/x-remind/field: "driver" must be a date',
    ],
    [
      'numbered by an unknown field',
      [todo(REMINDER), crane({ number: 'no' })],
      '/x-remind/number: crane has no field "no"',
    ],
    [
      'that fills from an unknown field',
      [todo(REMINDER), crane({ fill: { who: 'drivr' } })],
      '/x-remind/fill/who: crane has no field "drivr"; did you mean "driver"?',
    ],
    [
      'that fills an unknown field',
      [todo(REMINDER), crane({ fill: { whom: 'driver' } })],
      '/x-remind/fill/whom: todo has no field "whom"; did you mean "who"?',
    ],
    [
      'of an unknown business',
      [todo(REMINDER), crane({ business: 'LIFTS' })],
      '/x-remind/business: todo.business has no option "LIFTS"; did you mean "LIFT"?',
    ],
    [
      'with a condition that SQL cannot express',
      [todo(REMINDER), crane({ until: 'self.surveyDue < today()' })],
      '/x-remind/until: the database cannot enforce this: ',
    ],
    [
      'without an entity of to-dos',
      [todo(undefined), crane()],
      '/x-remind: no entity has x-entity.tasks with a reminder, which reminders need for their to-dos',
    ],
    [
      'with to-dos that are not unique',
      [todo(REMINDER, { 'x-unique': UNIQUE.slice(0, 1) }), crane()],
      '/x-entity/tasks/reminder: an x-unique must have the fields what, which, day, ahead, without "where": two servers would remind twice',
    ],
    [
      'with a day that users write',
      [todo(REMINDER, {}, { day: field('date') }), crane()],
      '/x-entity/tasks/reminder/due: "day" must be a readOnly date',
    ],
    [
      'with days that are no number',
      [todo({ due: 'day', days: 'who' }), crane()],
      '/x-entity/tasks/reminder/days: "who" must be a readOnly integer',
    ],
    [
      'with an unknown field of the to-do',
      [todo({ due: 'day', days: 'ahed' }), crane()],
      '/x-entity/tasks/reminder/days: there is no field "ahed"; did you mean "ahead"?',
    ],
  ])('%s', (_, files, message) =>
    expect(problemsOf(...files).filter((one) => one.startsWith(message))).toHaveLength(1),
  );
});
