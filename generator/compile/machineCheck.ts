import type { Machine, Transition } from '../model/operation.ts';
import { partPath } from './machine.ts';
import type { Report } from './report.ts';

/** Operations of every entity, whose names an action cannot have. */
export const OPERATIONS = ['query', 'add', 'edit', 'delete', 'export', 'import'];
type At = readonly (string | number)[];

/**
 * Checks that every state can be reached and left, that a final state can be reached from it, and that no action has two
 * possible transitions.
 */
export function checkMachine(machine: Machine, at: At, report: Report): void {
  const codes = machine.states.map((state) => state.code);
  const known = (code: string, path: At) => {
    if (!codes.includes(code)) report.unknown(path, 'state', code, codes);
  };
  known(machine.initial, [...at, 'initial']);
  machine.transitions.forEach((transition, index) => {
    transition.from.forEach((code, place) => known(code, partPath(machine, at, 'transitions', index, 'from', place)));
    known(transition.to, partPath(machine, at, 'transitions', index, 'to'));
    if (OPERATIONS.includes(transition.action))
      report.add(
        partPath(machine, at, 'transitions', index, 'action'),
        `"${transition.action}" is an operation of every entity already; a step has a name of its own`,
      );
  });
  checkActors(machine, at, report);
  // with an unknown state, further problems would only repeat that one
  if (machine.transitions.every(({ from, to }) => [...from, to].every((code) => codes.includes(code))))
    checkWays(machine, at, report);
  codes.forEach((code, index) => {
    if (codes.indexOf(code) < index && machine.shared === undefined)
      report.add(partPath(machine, at, 'states', index, 'code'), `another state is "${code}" too`);
    checkChoices(machine, code, at, report);
  });
}

function checkActors(machine: Machine, at: At, report: Report): void {
  if (machine.transitions.some(({ approval }) => approval === 'submit')) return;
  machine.transitions.forEach(({ actor }, index) => {
    if (actor === 'submitter' || actor === 'approver')
      report.add(
        [...at, 'transitions', index, 'actor'],
        `nobody is a ${actor} without a transition that has "approval": "submit"`,
      );
  });
}

/** Checks that every state can be reached and left, and leads to a final state if the machine has one. */
function checkWays(machine: Machine, at: At, report: Report): void {
  const { states, transitions, initial } = machine;
  const codes = states.map(({ code }) => code);
  const reached = closure([initial], (code) =>
    transitions.filter(({ from }) => from.includes(code)).map(({ to }) => to),
  );
  // a final state that cannot be reached is reported separately
  const ends = states.filter(({ code, final }) => final && reached.has(code)).map(({ code }) => code);
  const ending = closure(ends, (code) => transitions.filter(({ to }) => to === code).flatMap(({ from }) => from));
  states.forEach(({ code, final }, index) => {
    const path = partPath(machine, at, 'states', index);
    const leaves = transitions.some(({ from, to }) => from.includes(code) && to !== code);
    if (codes.includes(initial) && !reached.has(code)) report.add(path, `no way leads to state "${code}"`);
    if (!leaves && !final)
      report.add(path, `state "${code}" is a dead end; declare it "final": true or give it a way out`);
    else if (ends.length > 0 && reached.has(code) && !ending.has(code))
      report.add(path, `no way leads from state "${code}" to an end: ${ends.map((end) => `"${end}"`).join(', ')}`);
  });
}

/** All codes that can be reached from `start` in any number of steps, including `start`. */
function closure(start: readonly string[], next: (code: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set(start);
  // iterating a set includes values added meanwhile
  for (const code of reached) for (const further of next(code)) reached.add(further);
  return reached;
}

/** Checks that of several transitions of one action from one state all but one have a guard, and that one is `else`. */
function checkChoices(machine: Machine, state: string, at: At, report: Report): void {
  const byAction = Map.groupBy(
    machine.transitions.filter(({ from }) => from.includes(state)),
    ({ action }) => action,
  );
  for (const [action, choices] of byAction) {
    const [first] = choices as [Transition];
    const guarded = choices.filter((choice) => choice.else !== true && choice.guard !== undefined);
    if (choices.length > 1 && guarded.length !== choices.length - 1) {
      report.add(
        [...at, 'transitions'],
        `action "${action}" is ambiguous from state "${state}": guard each and mark one "else": true`,
      );
    } else if (
      choices.length === 1 &&
      first.else === true &&
      machine.transitions.filter((one) => one.action === action).length === 1
    ) {
      report.add(
        partPath(machine, at, 'transitions', machine.transitions.indexOf(first), 'else'),
        `there is no other way of action "${action}" from state "${state}"`,
      );
    }
  }
}
