import type { Machine, Transition } from '../model/operation.ts';
import { partPath } from './machine.ts';
import type { Report } from './report.ts';

/** Operations of every entity; no transition can have the same name. */
export const OPERATIONS = ['query', 'add', 'edit', 'delete', 'export', 'import'];
type At = readonly (string | number)[];

/** Checks that every state can be reached and can lead to a final state, and that transitions are unambiguous. */
export function checkMachine(machine: Machine, at: At, report: Report): void {
  const codes = machine.states.map((state) => state.code);
  const known = (code: string, path: At) => {
    if (!codes.includes(code)) report.unknown(path, 'state', code, codes);
  };
  known(machine.initial, [...at, 'initial']);
  machine.transitions.forEach((transition, index) => {
    transition.from.forEach((code, position) =>
      known(code, partPath(machine, at, 'transitions', index, 'from', position)),
    );
    known(transition.to, partPath(machine, at, 'transitions', index, 'to'));
    if (OPERATIONS.includes(transition.action))
      report.add(
        partPath(machine, at, 'transitions', index, 'action'),
        `"${transition.action}" is an operation of every entity: give the transition another name`,
      );
  });
  checkActors(machine, at, report);
  // unknown states are already reported; checks of their paths would report them again
  if (machine.transitions.every(({ from, to }) => [...from, to].every((code) => codes.includes(code))))
    checkPaths(machine, at, report);
  codes.forEach((code, index) => {
    if (codes.indexOf(code) < index && machine.shared === undefined)
      report.add(partPath(machine, at, 'states', index, 'code'), `another state has the code "${code}"`);
    checkChoices(machine, code, at, report);
  });
  checkAliases(machine, at, report);
}

/** Reports an alias that is also the code or an alias of another state. */
function checkAliases(machine: Machine, at: At, report: Report): void {
  const taken = new Set(machine.states.map(({ code }) => code));
  machine.states.forEach(({ aliases = [] }, index) => {
    aliases.forEach((alias, position) => {
      if (taken.has(alias))
        report.add(
          partPath(machine, at, 'states', index, 'aliases', position),
          `"${alias}" names another state already`,
        );
      taken.add(alias);
    });
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

/** Checks that every state can be reached, and that a final state can be reached from it. */
function checkPaths(machine: Machine, at: At, report: Report): void {
  const { states, transitions, initial } = machine;
  const codes = states.map(({ code }) => code);
  const reached = closure([initial], (code) =>
    transitions.filter(({ from }) => from.includes(code)).map(({ to }) => to),
  );
  // an unreachable final state is reported separately
  const ends = states.filter(({ code, final }) => final && reached.has(code)).map(({ code }) => code);
  const ending = closure(ends, (code) => transitions.filter(({ to }) => to === code).flatMap(({ from }) => from));
  states.forEach(({ code, final }, index) => {
    const path = partPath(machine, at, 'states', index);
    const canLeave = transitions.some(({ from, to }) => from.includes(code) && to !== code);
    if (codes.includes(initial) && !reached.has(code)) report.add(path, `no transition leads to state "${code}"`);
    if (!canLeave && !final)
      report.add(path, `no transition leads out of state "${code}": add one, or declare it "final": true`);
    else if (ends.length > 0 && reached.has(code) && !ending.has(code))
      report.add(
        path,
        `no transitions lead from state "${code}" to a final state: ${ends.map((end) => `"${end}"`).join(', ')}`,
      );
  });
}

/** The codes in `start`, and all codes that can be reached from them. */
function closure(start: readonly string[], next: (code: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set(start);
  // the loop also visits codes that it adds to the set
  for (const code of reached) for (const further of next(code)) reached.add(further);
  return reached;
}

/** Checks that all transitions with the same action and state have a guard, except one with `else`. */
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
      machine.transitions.filter((transition) => transition.action === action).length === 1
    ) {
      report.add(
        partPath(machine, at, 'transitions', machine.transitions.indexOf(first), 'else'),
        `"else" needs another transition "${action}" from state "${state}"`,
      );
    }
  }
}
