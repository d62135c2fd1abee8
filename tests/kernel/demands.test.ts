import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, label, problemsOf } from './schemaFixture.ts';

/** A crane that is refused and then looked at again, with more words for the two steps and for the entity. */
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
const told = (file: Raw): string[] =>
  problemsOf({ 'yard/crane.json': file }).map(({ path, message }) => `${path} ${message}`);
const UNGIVABLE =
  '"why" is read-only and nothing fills it before, so nobody could take this step: leave out its readOnly, or let another step give it its value in "sets"';

test('a step that needs what nobody may write and nothing fills is refused', () => {
  expect(told(refusable({ needs: ['why'] }))).toEqual([`/x-machine/transitions/0/needs/0 ${UNGIVABLE}`]);
  expect(told(refusable({}, {}, { 'x-requiredAt': { refuse: ['built', 'why'] } }))).toEqual([
    `/x-requiredAt/refuse/1 ${UNGIVABLE}`,
  ]);
});

test('what a step itself sets comes too late for what it needs', () => {
  expect(told(refusable({ needs: ['why'], sets: { why: "'X'" } }))).toEqual([
    `/x-machine/transitions/0/needs/0 ${UNGIVABLE}`,
  ]);
});

test.each<[string, Raw]>([
  ['a person may write', refusable({ needs: ['why'] }, {}, {}, {})],
  ['another step sets', refusable({ needs: ['why'] }, { sets: { why: "'X'" } })],
  ['a formula gives', refusable({ needs: ['why'] }, {}, {}, { readOnly: true, 'x-compute': { expr: 'self.craneNo' } })],
  ['is there from the beginning', refusable({ needs: ['why'] }, {}, {}, { readOnly: true, default: 'X' })],
  [
    'the effect of an action may give',
    refusable({ needs: ['why'] }, {}, { 'x-action': [{ name: 'grease', label, effect: 'crane.grease' }] }),
  ],
])('a step may need what %s', (_, file) => {
  expect(told(file)).toEqual([]);
});

test('an input that nobody may write is refused, and one of another name is not', () => {
  const asking = (name: string): Raw =>
    refusable({ input: { required: [name], properties: { [name]: field('text') } } });
  expect(told(asking('why'))).toEqual([
    '/x-machine/transitions/0/input/properties/why "why" is a read-only field of the record, so nobody could give it: leave out its readOnly, or let the input have another name',
  ]);
  expect(told(asking('reason'))).toEqual([]);
});
