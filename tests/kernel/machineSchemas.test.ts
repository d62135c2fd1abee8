import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { describeRefusals, type BrokenSchema } from './brokenSchemas.ts';
import { crane, field, machine, modelOf, problemsOf, rule, state, transition } from './schemaFixture.ts';

/** A machine with two guarded transitions of one action and its "else" transition. */
const forked = (first: string, second: string): Raw =>
  machine(
    [state('Low'), state('High', { final: true }), state('Top', { final: true }), state('Away', { final: true })],
    [
      transition('lift', 'Low', 'High', { guard: first }),
      transition('lift', 'Low', 'Top', { guard: second }),
      transition('lift', 'Low', 'Away', { else: true }),
    ],
  );

const BROKEN: BrokenSchema[] = [
  [
    'a rule at an unknown transition',
    crane({
      ...machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High')]),
      ...rule('self.lift > 0', { on: ['lifft'] }),
    }),
    '/x-rule/0/on/0',
    'there is no transition "lifft"; did you mean "lift"?',
  ],
  [
    'a transition that clears a required field',
    crane({
      ...machine(
        [state('Low'), state('High', { final: true })],
        [transition('lift', 'Low', 'High', { sets: { craneNo: null } })],
      ),
    }),
    '/x-machine/transitions/0/sets/craneNo',
    '"craneNo" is required and cannot be cleared',
  ],
  [
    'a gate with an unknown state',
    crane({
      ...machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High')]),
      'x-gate': { edit: ['Hihg'] },
    }),
    '/x-gate/edit/0',
    'there is no state "Hihg"; did you mean "High"?',
  ],
  [
    'a gate on an unknown operation',
    crane({
      ...machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High')]),
      'x-gate': { edti: ['High'] },
    }),
    '/x-gate/edti',
    'there is no operation "edti"; did you mean "edit"?',
  ],
  [
    'a gate without a state machine',
    crane({ 'x-gate': { edit: ['Low'] } }),
    '/x-gate/edit',
    'states need a machine: the entity has no x-machine',
  ],
  [
    'a guard on an unknown operation',
    crane({ 'x-guard': { lifft: { expr: 'true' } } }),
    '/x-guard/lifft',
    'there is no operation "lifft"',
  ],
  [
    'a guard in a list on an unknown operation',
    crane({ 'x-guard': [{ on: ['edit', 'lifft'], expr: 'true' }] }),
    '/x-guard/0/on/1',
    'there is no operation "lifft"',
  ],
  [
    'a guard in a list with an unknown field',
    crane({ 'x-guard': [{ on: ['edit', 'delete'], expr: 'self.nothing > 1' }] }),
    '/x-guard/0/expr',
    /nothing/,
  ],
  [
    'a gate with a state that two machines have',
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
    '"Draft" is a state of status and care: name the field, as in {"status": ["Draft"]}',
  ],
  [
    'a gate on a field without a machine',
    crane({ 'x-machine': { use: 'approval', field: 'status' }, 'x-gate': { edit: { statuss: ['Draft'] } } }),
    '/x-gate/edit/statuss',
    'there is no machine on "statuss"; did you mean "status"?',
  ],
  [
    'a gate with a state of another machine',
    crane({ 'x-machine': { use: 'confirmation', field: 'status' }, 'x-gate': { edit: { status: ['Submit'] } } }),
    '/x-gate/edit/status/0',
    /^there is no state "Submit"/,
  ],
  [
    'a shared machine extended by a state that it has',
    crane({
      'x-machine': {
        use: 'confirmation',
        field: 'status',
        states: [state('Draft')],
        transitions: [transition('seal', 'Confirm', 'Draft')],
      },
    }),
    '/x-machine/states/0/code',
    '"Draft" is already a state of "confirmation"',
  ],
  [
    'a shared machine extended by an unreachable state',
    crane({
      'x-machine': {
        use: 'confirmation',
        field: 'status',
        states: [state('Sealed', { final: true })],
        transitions: [transition('seal', 'Confirm', 'Draft')],
      },
    }),
    '/x-machine/states/0',
    'no transition leads to state "Sealed"',
  ],
  [
    'a shared machine extended by a transition to an unknown state',
    crane({
      'x-machine': { use: 'confirmation', field: 'status', transitions: [transition('seal', 'Confirm', 'Seeled')] },
    }),
    '/x-machine/transitions/0/to',
    /^there is no state "Seeled"/,
  ],
  [
    'an unknown machine',
    crane({ 'x-machine': { use: 'confirmtion', field: 'status' } }),
    '/x-machine/use',
    'there is no machine "confirmtion"; did you mean "confirmation"?',
  ],
  [
    'a machine on an unknown field',
    crane({ 'x-machine': { use: 'confirmation', field: 'state' } }),
    '/x-machine/field',
    'there is no field "state"; did you mean "status"?',
  ],
  [
    'a dead end',
    crane(machine([state('Low'), state('High')], [transition('lift', 'Low', 'High')])),
    '/x-machine/states/1',
    'no transition leads out of state "High": add one, or declare it "final": true',
  ],
  [
    'an unreachable state',
    crane(
      machine(
        [state('Low'), state('High', { final: true }), state('Top', { final: true })],
        [transition('lift', 'Low', 'High')],
      ),
    ),
    '/x-machine/states/2',
    'no transition leads to state "Top"',
  ],
  [
    'a transition to an unknown state',
    crane(machine([state('Low', { final: true })], [transition('lift', 'Low', 'Hi')])),
    '/x-machine/transitions/0/to',
    'there is no state "Hi"',
  ],
  [
    'an unknown initial state',
    crane(machine([state('Low', { final: true })], [transition('hold', 'Low', 'Low')], 'Lou')),
    '/x-machine/initial',
    'there is no state "Lou"; did you mean "Low"?',
  ],
  [
    'a transition named like a standard operation',
    crane(machine([state('Low'), state('High', { final: true })], [transition('delete', 'Low', 'High')])),
    '/x-machine/transitions/0/action',
    '"delete" is an operation of every entity: give the transition another name',
  ],
  [
    'two transitions of one action without guards',
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
    'two guarded transitions of one action without "else"',
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
    'a dead end with a transition to itself',
    crane(
      machine([state('Low'), state('High')], [transition('lift', 'Low', 'High'), transition('hold', 'High', 'High')]),
    ),
    '/x-machine/states/1',
    'no transition leads out of state "High": add one, or declare it "final": true',
  ],
  [
    'two states with one code',
    crane(
      machine(
        [state('Low'), state('High', { final: true }), state('High', { final: true })],
        [transition('lift', 'Low', 'High')],
      ),
    ),
    '/x-machine/states/2/code',
    'another state has the code "High"',
  ],
  [
    'an "else" without another transition',
    crane(machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High', { else: true })])),
    '/x-machine/transitions/0/else',
    '"else" needs another transition "lift" from state "Low"',
  ],
  ...(
    [
      ['numbers', 'has(self.lift) && self.lift > 5', 'has(self.lift) && self.lift >= 6', 'a row with lift 6'],
      [
        'a boundary that both include',
        'has(self.lift) && self.lift <= 5',
        'has(self.lift) && self.lift >= 5',
        'a row with lift 5',
      ],
      ['an absent value', 'self.lift > 5', 'self.lift <= 5', 'a row with no lift'],
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
    `guards that overlap in ${name}`,
    crane(forked(first, second)),
    '/x-machine/transitions/1/guard',
    `action "lift" is ambiguous from state "Low": this guard and that of the transition to "High" both allow ${row}`,
  ]),
  [
    'a guard with an unknown field',
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
    'a transition that needs an unknown field',
    crane(
      machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High', { needs: ['bilt'] })]),
    ),
    '/x-machine/transitions/0/needs/0',
    'there is no field "bilt"; did you mean "built"?',
  ],
  [
    'x-requiredAt of an unknown action',
    crane({
      ...machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High')]),
      'x-requiredAt': { lft: ['built'] },
    }),
    '/x-requiredAt/lft',
    'there is no action "lft"; did you mean "lift"?',
  ],
  [
    'an alias that is the code of a state',
    crane(
      machine(
        [state('Low'), state('High', { final: true, aliases: ['Up', 'Low'] })],
        [transition('lift', 'Low', 'High')],
      ),
    ),
    '/x-machine/states/1/aliases/1',
    '"Low" names another state already',
  ],
];

describeRefusals(BROKEN);

test.each([
  ['that exclude each other', 'has(self.lift) && self.lift < 5', 'has(self.lift) && self.lift >= 5'],
  ['that a rule of the row separates', 'has(self.lift) && self.lift < 6', 'has(self.lift) && self.lift >= 5'],
  ['on values known only in the save', 'today() > self.built', 'today() > self.built'],
])('accepts guards %s', (_, first, second) => {
  expect(
    problemsOf({ 'yard/crane.json': crane({ ...forked(first, second), ...rule('self.lift < 5 || self.lift >= 6') }) }),
  ).toEqual([]);
});

test('refuses each state in a cycle from which no final state is reachable', () => {
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
    '/x-machine/states/1 no transitions lead from state "High" to a final state: "Scrap"',
    '/x-machine/states/2 no transitions lead from state "Top" to a final state: "Scrap"',
  ]);
});

test('a rule at transitions is checked when one of them is taken', () => {
  const words = (on: string[], more: Raw = {}): Raw => ({
    ...machine(
      [state('Low'), state('High'), state('Top', { final: true })],
      [transition('lift', 'Low', 'High'), transition('crown', 'High', 'Top', { sets: { built: null } })],
    ),
    ...rule('self.lift > 0', { on, ...more }),
  });
  const whenOf = (on: string[], more?: Raw) =>
    modelOf({ 'yard/crane.json': crane(words(on, more)) }).entities['crane']!.rules[0]!.when;
  const lifted = "self.status == 'High' && old.status != 'High'";
  expect(whenOf(['lift'])).toBe(lifted);
  expect(whenOf(['lift'], { when: 'has(self.built)' })).toBe(`${lifted} && has(self.built)`);
  expect(whenOf(['lift'], { when: 'has(self.built) || has(self.lift)' })).toBe(
    `${lifted} && (has(self.built) || has(self.lift))`,
  );
  expect(whenOf(['lift', 'crown'])).toBe(`((${lifted}) || (self.status == 'Top' && old.status != 'Top'))`);
});
