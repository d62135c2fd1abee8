import type { Entity } from '../../../generator/model/entity.ts';

export const ORACLES = ['form', 'api', 'database'] as const;
export type OracleName = (typeof ORACLES)[number];

/** The result of one oracle for a case; absent if the case does not apply to the oracle. */
export interface OracleResult {
  passed: boolean;
  actual: string;
  /** the case could not run: a prerequisite was refused, no row was found, or the run ended before */
  notRun?: true;
}

/** The results of one case. */
export interface CaseResult {
  entity: string;
  /** the rule's id, or field and keyword: `fee maximum`; `cases` if no rule could be checked */
  rule: string;
  title: string;
  /** the expected messages; `accepted` for a valid row */
  expected: string;
  /** the input, where the title does not contain it all */
  input?: Record<string, unknown>;
  byOracle: Partial<Record<OracleName, OracleResult>>;
}

/** Whether all oracles of a case passed. */
export const isPassed = ({ byOracle }: CaseResult): boolean => Object.values(byOracle).every(({ passed }) => passed);

/** The `rule` of a result that concerns all cases of an entity, or a group of them. */
export const ALL_CASES = 'cases';

/** The result of an entity without results: the run ended before they were stored. */
export const notChecked = (entity: string): CaseResult => ({
  entity,
  rule: ALL_CASES,
  title: 'not checked',
  expected: 'results of its cases',
  byOracle: { api: { passed: false, notRun: true, actual: 'not checked: the run ended before' } },
});

/** A case before it has run. */
export type Head = Omit<CaseResult, 'byOracle'>;

/** Runs a case. If a call that prepares or cleans up fails, the case fails and the next one runs. */
export async function checkedCase(head: Head, run: () => Promise<CaseResult['byOracle']>): Promise<CaseResult> {
  try {
    return { ...head, byOracle: await run() };
  } catch (error) {
    return {
      ...head,
      byOracle: { api: { passed: false, notRun: true, actual: `could not run: ${(error as Error).message}` } },
    };
  }
}

/** Runs a case that applies to the API only. @param run returns the difference from the expected result */
export const checkedByApi = (
  entity: Entity,
  rule: string,
  title: string,
  expected: string,
  run: () => Promise<string | undefined>,
): Promise<CaseResult> =>
  checkedCase({ entity: entity.name, rule, title, expected }, async () => {
    const wrong = await run();
    return { api: { passed: wrong === undefined, actual: wrong ?? expected } };
  });
