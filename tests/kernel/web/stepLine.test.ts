import { expect, test } from 'vitest';
import type { Machine } from '../../../generator/model/operation.ts';
import { blockedStep, stepLineOf } from '../../../web/records/operations/steps.ts';
import { entityOf, fieldOf } from '../language/model.ts';

const machine = (field: string, states: string[], transitions: [string, string, string][]): Machine => ({
  use: 'own',
  field,
  initial: states[0]!,
  states: states.map((code) => ({ code, label: { en: code, zh: code }, colour: 'default', final: false })),
  transitions: transitions.map(([action, from, to]) => ({
    action,
    label: { en: action, zh: action },
    from: [from],
    to,
  })),
  spec: [],
});
const path = (...states: [string, string][]) => states.map(([field, state]) => ({ [field]: state }));
const quote = entityOf('quote', [fieldOf('status', 'choice'), fieldOf('placed', 'choice')], {
  machines: [
    machine(
      'status',
      ['Draft', 'Sent', 'Agreed', 'Rejected'],
      [
        ['send', 'Draft', 'Sent'],
        ['send', 'Rejected', 'Sent'],
        ['agree', 'Sent', 'Agreed'],
      ],
    ),
    machine('placed', ['Open', 'Placed'], [['place', 'Open', 'Placed']]),
  ],
  form: {
    columns: 2,
    show: {},
    steps: [
      { when: 'short', states: path(['status', 'Draft'], ['status', 'Agreed']) },
      { states: path(['status', 'Draft'], ['status', 'Sent'], ['status', 'Agreed'], ['placed', 'Placed']) },
    ],
  },
});
const lineOf = (status: string, placed = 'Open', isShort = false) => {
  const line = stepLineOf(quote, { status, placed }, (condition) => condition === undefined || isShort)!;
  return [line.steps.map((step) => `${step.state} ${step.status}`).join(', '), line.next?.name, line.isComplete];
};

test('a record is at the last state of its path that it has reached, and the next transition leads to the one after', () => {
  expect(lineOf('Draft')).toEqual(['Draft current, Sent open, Agreed open, Placed open', 'send', false]);
  expect(lineOf('Agreed')).toEqual(['Draft done, Sent done, Agreed current, Placed open', 'place', false]);
  expect(lineOf('Agreed', 'Placed')).toEqual(['Draft done, Sent done, Agreed done, Placed current', undefined, true]);
});

test('a state beside the path is shown in place of the first, and the first path whose condition is true counts', () => {
  expect(lineOf('Rejected')).toEqual(['Rejected current, Sent open, Agreed open, Placed open', 'send', false]);
  expect(lineOf('Draft', 'Open', true)).toEqual(['Draft current, Agreed open', undefined, false]);
});

test('an entity without steps has no path', () => {
  expect(stepLineOf({ ...quote, form: { columns: 2, show: {} } }, { status: 'Draft' }, () => true)).toBeUndefined();
});

test('a step that something blocks is named, but not for a submitted record or one whose next step is possible', () => {
  const blockedOf = (status: string, enabled: boolean) =>
    blockedStep(
      quote,
      { status, placed: 'Open', _actions: ['send', 'agree', 'place'].map((name) => ({ name, enabled })) },
      (condition) => condition === undefined,
    );
  expect(blockedOf('Draft', false)).toBe('send');
  expect(blockedOf('Draft', true)).toBeUndefined();
  expect(blockedOf('Agreed', false)).toBe('place');
  const [status, placed] = quote.machines;
  const [send, resend, agree] = status!.transitions;
  const decided = {
    ...quote,
    machines: [{ ...status!, transitions: [send!, resend!, { ...agree!, approval: 'approve' as const }] }, placed!],
  };
  expect(
    blockedStep(decided, { status: 'Sent', placed: 'Open', _actions: [] }, (one) => one === undefined),
  ).toBeUndefined();
});
