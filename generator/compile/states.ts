import type { Machine, StatesByField } from '../model/operation.ts';
import { isRaw } from './source.ts';
import type { Report } from './report.ts';

/**
 * Reads a list of state codes, or of codes by field, as codes by field.
 *
 * @param report report for the path of the list
 */
export function readStates(word: unknown, machines: readonly Machine[], report: Report): StatesByField {
  if (machines.length === 0) {
    report.add([], 'states need a machine: the entity has no x-machine');
    return {};
  }
  return isRaw(word)
    ? checkStatesByField(word as StatesByField, machines, report)
    : findStatesByCode(word as string[], machines, report);
}

function checkStatesByField(word: StatesByField, machines: readonly Machine[], report: Report): StatesByField {
  for (const [field, codes] of Object.entries(word)) {
    const machine = machines.find((one) => one.field === field);
    if (!machine)
      report.unknown(
        [field],
        'machine on',
        field,
        machines.map((one) => one.field),
      );
    else
      codes.forEach((code, place) => {
        if (!codesOf(machine).includes(code)) report.unknown([field, place], 'state', code, codesOf(machine));
      });
  }
  return word;
}

function findStatesByCode(codes: readonly string[], machines: readonly Machine[], report: Report): StatesByField {
  const found: StatesByField = {};
  codes.forEach((code, place) => {
    const matching = machines.filter((machine) => codesOf(machine).includes(code));
    if (matching.length === 0) report.unknown([place], 'state', code, machines.flatMap(codesOf));
    else if (matching.length > 1)
      report.add(
        [place],
        `"${code}" is a state of ${matching.map(({ field }) => field).join(' and ')}: name the field, as in {"${matching[0]!.field}": ["${code}"]}`,
      );
    else (found[matching[0]!.field] ??= []).push(code);
  });
  return found;
}

const codesOf = ({ states }: Machine): string[] => states.map(({ code }) => code);
