import type { Field } from '../../../generator/model/field.ts';
import type { FieldProblem } from '../../api/error.ts';
import type { FormProblem } from '../form/problem.ts';
import type { Outcome } from './outcome.ts';

/** A message of a refusal, with the rows that it concerns. */
export interface Message extends Pick<FieldProblem, 'rows' | 'moreRows'> {
  text: string;
}

/** The result of the latest call, as the dialog shows it. */
export interface Refused {
  /** messages that belong to no shown field */
  errors: readonly Message[];
  /** warnings; the next confirmation accepts them */
  warnings: readonly Message[];
  /** problems at inputs */
  problems: ReadonlyMap<string, readonly FormProblem[]>;
}

/** No reasons. */
export const NOTHING: Refused = { errors: [], warnings: [], problems: new Map() };

/**
 * The reasons why rows were refused together: once at the input that they concern, otherwise with the title of the row.
 *
 * @param titleOf title of a row by its id; '' if it has none
 */
export function refusalOfRows(
  outcomes: readonly Outcome[],
  inputs: readonly Pick<Field, 'name'>[],
  titleOf: (id: string) => string,
): Refused {
  const problems = new Map<string, FormProblem[]>();
  const errors: Message[] = [];
  for (const { id, field, message, rows, moreRows } of outcomes) {
    const text = message ?? '';
    if (field !== undefined && inputs.some(({ name }) => name === field)) {
      const known = problems.get(field) ?? [];
      if (!known.some((one) => one.message === text))
        problems.set(field, [...known, { key: '', params: {}, message: text }]);
    } else
      errors.push({
        text: [titleOf(id), text].filter((part) => part !== '').join(': '),
        ...(rows && { rows, ...(moreRows && { moreRows }) }),
      });
  }
  return { ...NOTHING, errors, problems };
}
