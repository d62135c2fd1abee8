import type { Machine, StatesByField } from '../model/operation.ts';
import { isRaw } from './source.ts';
import type { Report } from './report.ts';

/**
 * The states in a keyword, by the field of their machine: a list of codes, each of one machine, or codes by field.
 *
 * @param report of the word itself
 */
export function statesOf(word: unknown, machines: readonly Machine[], report: Report): StatesByField {
  if (machines.length === 0) {
    report.add([], 'states need a machine: the entity has no x-machine');
    return {};
  }
  return isRaw(word)
    ? namedByField(word as StatesByField, machines, report)
    : foundByCode(word as string[], machines, report);
}

function namedByField(word: StatesByField, machines: readonly Machine[], report: Report): StatesByField {
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

function foundByCode(codes: readonly string[], machines: readonly Machine[], report: Report): StatesByField {
  const found: StatesByField = {};
  codes.forEach((code, place) => {
    const knowing = machines.filter((machine) => codesOf(machine).includes(code));
    if (knowing.length === 0) report.unknown([place], 'state', code, machines.flatMap(codesOf));
    else if (knowing.length > 1)
      report.add(
        [place],
        `"${code}" is a state of ${knowing.map(({ field }) => field).join(' and ')}: say which, as {"${knowing[0]!.field}": ["${code}"]}`,
      );
    else (found[knowing[0]!.field] ??= []).push(code);
  });
  return found;
}

const codesOf = ({ states }: Machine): string[] => states.map(({ code }) => code);
