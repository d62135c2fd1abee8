/** Steps of a migration in the order of their execution. */
export interface Plan {
  steps: Step[];
  /** `modelHash` of the model to which the steps lead */
  model: string;
  /** tables and columns that are dropped and not created again: `table survey`, `column vessel.callSign` */
  removals: string[];
}

/** A step of a migration. */
export interface Step {
  /** one line for the report, in the imperative */
  description: string;
  /** one or more statements */
  sql: string;
  /** what to count in the existing rows before the step */
  probes?: Probe[];
}

/**
 * A query for the number of rows that a step affects and, if they are rows of an entity that break a rule, the id of
 * one of them. `loses`: the step destroys values of these rows. `breaks`: these rows block the step, which PostgreSQL
 * would refuse.
 */
export interface Probe {
  effect: 'loses' | 'breaks';
  sql: string;
  table: string;
  /** the key of the table, for messages */
  key?: readonly string[];
  column?: string;
  /** describes the rows, after "12 rows of vessel …" */
  text: string;
}

/** Rows whose values a step would destroy, or that block the step. */
export interface AffectedRows extends Omit<Probe, 'sql' | 'key'> {
  rows: number;
  /** the key of one of these rows: `craneNo A-17` */
  example?: string;
  /** how many of the rows are marked as deleted; the database checks these too */
  deleted?: number;
}

/** Prints a plan with each step on a line. */
export function printPlan(plan: Plan): string {
  return plan.steps.map(({ description }, index) => `${String(index + 1).padStart(3)}. ${description}`).join('\n');
}

/** Prints affected rows as one line: `12 rows of vessel with a value of callSign`, and an example. */
export function printAffectedRows({ rows, table, text, example, deleted }: AffectedRows): string {
  const exampleNote = example === undefined ? '' : `; ${rows === 1 ? 'it' : 'one'} has ${example}`;
  const deletedNote = deleted === undefined ? '' : `; ${deleted} marked as deleted, which must be valid too`;
  return `${rows} ${rows === 1 ? 'row' : 'rows'} of ${table} ${text}${exampleNote}${deletedNote}`;
}
