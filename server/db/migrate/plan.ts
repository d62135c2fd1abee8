/** What a plan does, in the order in which it is done. */
export interface Plan {
  steps: Step[];
  /** `modelHash` of the model that it leads to */
  model: string;
  /** tables and columns that go for good: `table survey`, `column vessel.callSign` */
  removals: string[];
}

export interface Step {
  /** one line for people, in the imperative */
  description: string;
  /** one or more statements */
  sql: string;
  /** what to count, just before the step, in the rows that are there */
  probes?: Probe[];
}

/**
 * A query of the number of rows at stake, and, where an entity's rows break something, of the id of one of them.
 * `loses`: the step destroys what they hold. `breaks`: they stand against the step, which PostgreSQL would refuse.
 */
export interface Probe {
  effect: 'loses' | 'breaks';
  sql: string;
  table: string;
  /** the columns by which people know a row of the table */
  key?: readonly string[];
  column?: string;
  /** which rows they are, to go on from "12 rows of vessel …" */
  text: string;
}

/** Rows that a step would destroy or that stand against it. */
export interface Stake extends Omit<Probe, 'sql' | 'key'> {
  rows: number;
  /** one of them, as people know it: `craneNo A-17` */
  one?: string;
  /** how many of them are deleted, where that makes no difference */
  deleted?: number;
}

/** A plan as people read it, a step a line. */
export function printPlan(plan: Plan): string {
  return plan.steps.map(({ description }, index) => `${String(index + 1).padStart(3)}. ${description}`).join('\n');
}

/** One stake as a line: `12 rows of vessel with a value of callSign`, and which one of them is. */
export function printStake({ rows, table, text, one, deleted }: Stake): string {
  const gone = deleted === undefined ? '' : `; ${deleted} of them deleted, which makes no difference here`;
  return `${rows} ${rows === 1 ? 'row' : 'rows'} of ${table} ${text}${one === undefined ? '' : `; ${rows === 1 ? 'it' : 'one'} has ${one}`}${gone}`;
}
