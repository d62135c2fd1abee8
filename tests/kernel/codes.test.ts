import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, hook, label, problemsOf } from './schemaFixture.ts';

const option = (code: string): Raw => ({ code, en: code, zh: code });
const SORTS = ['Tower', 'Mobile'].map(option);

/** A crane with a machine, a choice, tags and children; each child looks up another crane. */
const yard = (words: Raw, childWords: Raw = {}): Record<string, Raw> => ({
  'yard/crane.json': crane(
    {
      'x-machine': {
        field: 'status',
        initial: 'Booked',
        states: [
          { code: 'Booked', label },
          { code: 'Refused', label, final: true },
        ],
        transitions: [{ action: 'refuse', label, from: ['Booked'], to: 'Refused' }],
      },
      'x-child': [{ entity: 'hook', via: 'craneId' }],
      ...words,
    },
    {
      sort: field('choice', { 'x-options': SORTS }),
      tags: field('multiChoice', { 'x-options': SORTS }),
      lit: field('yesNo'),
    },
  ),
  'yard/hook.json': {
    ...hook({
      sort: field('choice', { 'x-options': [option('Single')] }),
      other: field('ref', { 'x-ref': { entity: 'crane', by: 'id' } }),
    }),
    'x-access': { scope: 'parent' },
    'x-lookup': [{ name: 'spare', entity: 'crane', by: { id: 'self.other' } }],
    ...childWords,
  },
});
const rule = (assert: string, at: string): Raw => ({ 'x-rule': [{ id: 'a-rule', assert, at: [at] }] });
const messagesOf = (files: Record<string, Raw>): string[] =>
  problemsOf(files).map(({ path, message }) => `${path} ${message}`);

test.each([
  ["self.status != 'Refusd'", 'self.status has no state "Refusd"; did you mean "Refused"?'],
  ["old.status == 'Refusd'", 'old.status has no state "Refusd"; did you mean "Refused"?'],
  ["'Towr' == self.sort", 'self.sort has no code "Towr"; did you mean "Tower"?'],
  ["self.lift > 5 || self.sort in ['Tower', 'Mobil']", 'self.sort has no code "Mobil"; did you mean "Mobile"?'],
  ["'Cat' in self.tags", 'self.tags has no code "Cat"; it has: Tower, Mobile'],
  ["self.lit == 'Yes'", 'self.lit has no code "Yes"; did you mean "Y"?'],
  ["children.hook.all(one, one.sort == 'Double')", 'one.sort has no code "Double"; it has: Single'],
])('refuses an unknown code in %s', (text, message) => {
  expect(messagesOf(yard(rule(text, 'lift')))).toEqual([`/x-rule/0/assert ${message}`]);
});

test.each([
  ["parent.status == 'Refusd'", 'parent.status has no state "Refusd"; did you mean "Refused"?'],
  ["lookup.spare.sort == 'Single'", 'lookup.spare.sort has no code "Single"; it has: Tower, Mobile'],
])('refuses an unknown code in the expression %s of a child', (text, message) => {
  expect(messagesOf(yard({}, rule(text, 'hookNo')))).toEqual([`/x-rule/0/assert ${message}`]);
});

test('refuses an unknown code in guards, conditions of the form and unique conditions', () => {
  const wrong = "self.sort == 'Towr'";
  const message = 'self.sort has no code "Towr"; did you mean "Tower"?';
  expect(
    messagesOf(
      yard({
        'x-guard': { edit: { expr: wrong } },
        'x-form': { show: { lift: wrong } },
        'x-unique': [{ id: 'one', fields: ['craneNo'], where: wrong }],
      }),
    ).sort(),
  ).toEqual([`/x-form/show/lift ${message}`, `/x-guard/edit/expr ${message}`, `/x-unique/0/where ${message}`]);
});

test('refuses a formula or default that gives an unknown code', () => {
  const files = yard({});
  const { properties } = files['yard/crane.json'] as { properties: Record<string, Raw> };
  Object.assign(properties['sort']!, { readOnly: true, 'x-compute': { expr: "self.lift > 5 ? 'Towr' : 'Mobile'" } });
  Object.assign(properties['lit']!, { 'x-default': "'No'" });
  expect(messagesOf(files)).toEqual([
    '/properties/sort/x-compute/expr self.sort has no code "Towr"; did you mean "Tower"?',
    '/properties/lit/x-default self.lit has no code "No"; did you mean "N"?',
  ]);
});

test('accepts known codes, and any text where options are not a closed list', () => {
  expect(
    messagesOf(
      yard(
        rule(
          "self.status != 'Refused' || self.sort in ['Tower'] || 'Mobile' in self.tags || self.lit == 'Y' || self.craneNo == 'any' || user.userCde == 'admin'",
          'lift',
        ),
      ),
    ),
  ).toEqual([]);
});
