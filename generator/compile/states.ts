import type { Machine, StatesByField } from '../model/operation.ts';
import { isRaw } from './source.ts';
import type { Report } from './report.ts';

/**
 * Reads states from a file: an object of codes by field, or a list of codes, whose fields it finds.
 *
 * @param report at the path of the states
 */
export function readStates(raw: unknown, machines: readonly Machine[], report: Report): StatesByField {
  if (machines.length === 0) {
    report.add([], 'states need a machine: the entity has no x-machine');
    return {};
  }
  return isRaw(raw)
    ? checkStatesByField(raw as StatesByField, machines, report)
    : findStatesByCode(raw as string[], machines, report);
}

function checkStatesByField(states: StatesByField, machines: readonly Machine[], report: Report): StatesByField {
  for (const [field, codes] of Object.entries(states)) {
    const machine = machines.find((candidate) => candidate.field === field);
    if (!machine)
      report.unknown(
        [field],
        'machine on',
        field,
        machines.map((candidate) => candidate.field),
      );
    else
      codes.forEach((code, index) => {
        if (!codesOf(machine).includes(code)) report.unknown([field, index], 'state', code, codesOf(machine));
      });
  }
  return states;
}

function findStatesByCode(codes: readonly string[], machines: readonly Machine[], report: Report): StatesByField {
  const found: StatesByField = {};
  codes.forEach((code, index) => {
    const matching = machines.filter((machine) => codesOf(machine).includes(code));
    if (matching.length === 0) report.unknown([index], 'state', code, machines.flatMap(codesOf));
    else if (matching.length > 1)
      report.add(
        [index],
        `"${code}" is a state of ${matching.map(({ field }) => field).join(' and ')}: name the field, as in {"${matching[0]!.field}": ["${code}"]}`,
      );
    else (found[matching[0]!.field] ??= []).push(code);
  });
  return found;
}

const codesOf = ({ states }: Machine): string[] => states.map(({ code }) => code);
