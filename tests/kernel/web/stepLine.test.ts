import { expect, test } from 'vitest';
import type { Machine } from '../../../generator/model/operation.ts';
import { blockedStep, openOperations, stepLineOf } from '../../../web/records/operations/steps.ts';
import { shownStates } from '../../../web/records/detail/shownStates.ts';
import { entityOf, fieldOf } from '../language/model.ts';
import { productEntity } from '../productModel.ts';

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

test('each stage of a litigation case is on its path, with the next step', () => {
  const litigation = productEntity('litigation-case');
  for (const { code } of litigation.machines[0]!.states) {
    const isMet = (condition: string | undefined): boolean =>
      condition === undefined || condition === `self.ltgtStatus == '${code}'`;
    const line = stepLineOf(litigation, { ltgtStatus: code }, isMet)!;
    expect(
      line.steps.find(({ status }) => status === 'current'),
      code,
    ).toMatchObject({ state: code });
    expect(line.steps[0], code).toMatchObject({ state: 'Draft' });
    expect(line.isComplete || line.next !== undefined, code).toBe(true);
  }
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

test('after the last state the operations that are possible are open, without exceptional ones and copies', () => {
  const action = (name: string, more = {}) => ({
    name,
    label: { en: name, zh: name },
    on: 'row',
    needs: [],
    bulk: false,
    ...more,
  });
  const entity = {
    ...quote,
    actions: [action('bill'), action('copy', { effect: 'version.copy' }), action('undo', { aside: true })],
  } as unknown as typeof quote;
  const row = (enabled: boolean) => ({
    status: 'Agreed',
    placed: 'Placed',
    _actions: ['place', 'bill', 'copy', 'undo'].map((name) => ({ name, enabled: enabled && name !== 'place' })),
  });
  expect(openOperations(entity, row(true)).map(({ name }) => name)).toEqual(['bill']);
  expect(openOperations(entity, row(false))).toEqual([]);
});

test('a record shows the state of its parent, and its own once it has left the first one', () => {
  const options = [{ code: 'Formal', en: 'Formal', zh: '正式', colour: 'blue' }];
  const compute = { expr: 'parent.status', follows: true };
  const copy = fieldOf('versionStatus', 'choice', { options, compute } as Parameters<typeof fieldOf>[2]);
  const plain = fieldOf('kind', 'choice', { options: [{ code: 'A', en: 'A', zh: 'A' }], compute } as Parameters<
    typeof fieldOf
  >[2]);
  const row = { ...quote, form: { columns: 2, show: {} }, fields: [...quote.fields, copy, plain] } as typeof quote;
  const shown = (entity: typeof quote, values: Record<string, unknown>) =>
    shownStates(entity, values).map(({ name }) => name);
  const draft = { status: 'Draft', placed: 'Open', kind: 'A' };
  expect([
    shown(row, { ...draft, versionStatus: 'Formal' }),
    shown(row, { ...draft, status: 'Sent', versionStatus: 'Formal' }),
    shown(row, draft),
    shown(quote, draft),
    shown(quote, { ...draft, placed: 'Placed' }),
  ]).toEqual([['versionStatus'], ['versionStatus', 'status'], ['status', 'placed'], ['status'], ['status', 'placed']]);
});
