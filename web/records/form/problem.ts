import type { Label } from '../../../generator/model/field.ts';
import type { FieldProblem } from '../../api/error.ts';

/** One problem of a field, as a form shows it. */
export interface FormProblem {
  key: string;
  params: Record<string, unknown>;
  /** absent: an error */
  level?: 'warning';
  /** the rule's own text or the server's message; absent: the text of `key` */
  message?: Label | string;
  /**
   * of a rule whose fields all have values: the fields that influence its result; the problem is shown once one of them
   * changed
   */
  changedBy?: readonly string[];
}

/** A problem with the name of its field. */
export type ProblemAtField = FormProblem & { field: string };

/** A problem that the server reported. */
export const serverProblem = ({ field, key, params, level, message }: FieldProblem): ProblemAtField => ({
  field,
  key,
  params: params ?? {},
  message,
  ...(level && { level }),
});

/** Key of the problem of a field that must have a value. */
const REQUIRED = 'MSG_generic_0100';

/** The problems of a field without “cannot be empty”, if another error says why it is empty. */
export function explainedProblems(problems: readonly FormProblem[]): readonly FormProblem[] {
  const isExplained = problems.some(({ key, level }) => key !== REQUIRED && level !== 'warning');
  return isExplained ? problems.filter(({ key }) => key !== REQUIRED) : problems;
}

/** The status of an input with these problems, as a prop of antd. */
export const statusOf = (problems: readonly FormProblem[]): 'error' | 'warning' | undefined =>
  problems.length === 0 ? undefined : problems.some(({ level }) => level !== 'warning') ? 'error' : 'warning';

/** Whether two arrays have equal problems. The field then keeps its array and does not render again. */
export const areSameProblems = (a: readonly FormProblem[], b: readonly FormProblem[]): boolean =>
  a === b || (a.length === b.length && (a.length === 0 || JSON.stringify(a) === JSON.stringify(b)));
