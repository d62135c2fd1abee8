/** Steps of a migration in the order of their execution. */
export interface Plan {
  steps: Step[];
  /** `modelHash` of the model that it leads to */
  model: string;
  /** tables and columns that are dropped and not created again: `table survey`, `column vessel.callSign` */
  removals: string[];
}

export interface Step {
  /** one line for the report, in the imperative */
  description: string;
  /** one or more statements */
  sql: string;
  /** what to count in the existing rows before the step */
  probes?: Probe[];
}

/**
 * A query of the number of affected rows and, where rows of an entity break a rule, the id of one of them. `loses`: the
 * step destroys their values. `breaks`: they block the step, which PostgreSQL would refuse.
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

/** Rows that a step would destroy or that block it. */
export interface AffectedRows extends Omit<Probe, 'sql' | 'key'> {
  rows: number;
  /** the key of one of them: `craneNo A-17` */
  one?: string;
  /** number of them that are deleted, where that makes no difference */
  deleted?: number;
}

/** Prints a plan, one step a line. */
export function printPlan(plan: Plan): string {
  return plan.steps.map(({ description }, index) => `${String(index + 1).padStart(3)}. ${description}`).join('\n');
}

/** Prints affected rows as one line: `12 rows of vessel with a value of callSign`, and an example. */
export function printAffectedRows({ rows, table, text, one, deleted }: AffectedRows): string {
  const deletedText = deleted === undefined ? '' : `; ${deleted} of them deleted, which makes no difference here`;
  return `${rows} ${rows === 1 ? 'row' : 'rows'} of ${table} ${text}${one === undefined ? '' : `; ${rows === 1 ? 'it' : 'one'} has ${one}`}${deletedText}`;
}
