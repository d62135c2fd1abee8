import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, label, problemsOf } from './schemaFixture.ts';

/** A crane with a transition "refuse" and one back, with additional keywords of both and of the entity. */
const refusable = (refuse: Raw, again: Raw = {}, words: Raw = {}, why: Raw = { readOnly: true }): Raw =>
  crane(
    {
      'x-machine': {
        field: 'status',
        initial: 'Low',
        states: [
          { code: 'Low', label },
          { code: 'Refused', label },
        ],
        transitions: [
          { action: 'refuse', label, from: ['Low'], to: 'Refused', ...refuse },
          { action: 'again', label, from: ['Refused'], to: 'Low', ...again },
        ],
      },
      ...words,
    },
    { why: field('text', why) },
  );
const messagesOf = (file: Raw): string[] =>
  problemsOf({ 'yard/crane.json': file }).map(({ path, message }) => `${path} ${message}`);
const UNFILLED =
  '"why" is read-only and nothing fills it before, so the operation is never possible: remove its readOnly, or set it in the "sets" of an earlier transition';

test('refuses a transition that needs a read-only field which nothing fills', () => {
  expect(messagesOf(refusable({ needs: ['why'] }))).toEqual([`/x-machine/transitions/0/needs/0 ${UNFILLED}`]);
  expect(messagesOf(refusable({}, {}, { 'x-requiredAt': { refuse: ['built', 'why'] } }))).toEqual([
    `/x-requiredAt/refuse/1 ${UNFILLED}`,
  ]);
});

test('refuses a transition that needs a read-only field which only it sets', () => {
  expect(messagesOf(refusable({ needs: ['why'], sets: { why: "'X'" } }))).toEqual([
    `/x-machine/transitions/0/needs/0 ${UNFILLED}`,
  ]);
});

test.each<[string, Raw]>([
  ['users may write', refusable({ needs: ['why'] }, {}, {}, {})],
  ['another transition sets', refusable({ needs: ['why'] }, { sets: { why: "'X'" } })],
  ['a formula gives', refusable({ needs: ['why'] }, {}, {}, { readOnly: true, 'x-compute': { expr: 'self.craneNo' } })],
  ['has a default', refusable({ needs: ['why'] }, {}, {}, { readOnly: true, default: 'X' })],
  [
    'the effect of an action may give',
    refusable({ needs: ['why'] }, {}, { 'x-action': [{ name: 'grease', label, effect: 'crane.grease' }] }),
  ],
])('accepts a transition that needs a field which %s', (_, file) => {
  expect(messagesOf(file)).toEqual([]);
});

test('refuses an input named like a derived field, and accepts one that sets a read-only field or has another name', () => {
  const withInput = (name: string, words: Raw = {}): Raw =>
    refusable(
      { input: { required: [name], properties: { [name]: field('text') } } },
      {},
      {},
      { readOnly: true, ...words },
    );
  expect(messagesOf(withInput('why', { 'x-compute': { expr: 'self.craneNo' } }))).toEqual([
    '/x-machine/transitions/0/input/properties/why "why" is a field of the record that the product derives, so no input can set it: rename the input',
  ]);
  expect(messagesOf(withInput('why'))).toEqual([]);
  expect(messagesOf(withInput('reason'))).toEqual([]);
});
