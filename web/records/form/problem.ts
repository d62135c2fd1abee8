import type { Label } from '../../../generator/model/field.ts';
import type { FieldProblem } from '../../api/error.ts';

/** One complaint about a field, as a form shows it. */
export interface Problem {
  key: string;
  params: Record<string, unknown>;
  /** absent: an error */
  level?: 'warning';
  /** the rule's own words, or the server's sentence; else the text of `key` */
  message?: Label | string;
  /** of a rule whose fields are all filled: those that change it, and at whose change it is told */
  over?: readonly string[];
}

/** The server's complaint, whose sentence is ready. */
export const ofServer = ({ field, key, params, level, message }: FieldProblem): Problem & { field: string } => ({
  field,
  key,
  params: params ?? {},
  message,
  ...(level && { level }),
});

/** How an input marks its problems; undefined without any. */
export const statusOf = (problems: readonly Problem[]): 'error' | 'warning' | undefined =>
  problems.length === 0 ? undefined : problems.some(({ level }) => level !== 'warning') ? 'error' : 'warning';

/** Two lists that read the same; lets a field keep its list, and so not be drawn again. */
export const sameProblems = (a: readonly Problem[], b: readonly Problem[]): boolean =>
  a === b || (a.length === b.length && (a.length === 0 || JSON.stringify(a) === JSON.stringify(b)));
