import { escape, withMessages, type MessageTexts } from './messageTexts.ts';
import { ALL_CASES, isPassed, ORACLES, type OracleName, type CaseResult } from './caseResult.ts';

/** A rule's line of the report: the passed cases of each oracle. */
export interface RuleLine {
  entity: string;
  rule: string;
  cases: number;
  /** whether every case has a result; a rule that no row breaks has none */
  isTested: boolean;
  oracles: Record<OracleName, { passed: number; total: number }>;
  isPassed: boolean;
}

export function linesOf(results: readonly CaseResult[]): RuleLine[] {
  return [...Map.groupBy(results, ({ entity, rule }) => `${entity} ${rule}`).values()].map((cases) => ({
    entity: cases[0]!.entity,
    rule: cases[0]!.rule,
    cases: cases.length,
    isPassed: cases.every(isPassed),
    isTested: cases.every(({ byOracle }) => Object.keys(byOracle).length > 0),
    oracles: Object.fromEntries(
      ORACLES.map((oracle) => {
        const checked = cases.flatMap(({ byOracle }) => byOracle[oracle] ?? []);
        return [oracle, { passed: checked.filter(({ passed }) => passed).length, total: checked.length }];
      }),
    ) as RuleLine['oracles'],
  }));
}

export const share = ({ passed, total }: { passed: number; total: number }): string =>
  total === 0 ? '–' : passed === total ? `✓ ${total}` : `✗ ${passed}/${total}`;

/** If more rules are not tested, the report only counts them. */
const MAX_NAMED = 20;

/** Characters of a case's input in the terminal; the page has all. */
const MAX_INPUT_LENGTH = 600;

/** The command that runs a rule alone, or the entity if no rule could be checked. */
export const rerunCommand = ({ entity, rule }: Pick<CaseResult, 'entity' | 'rule'>): string =>
  `npm run conformance ${entity}${rule === ALL_CASES ? '' : ` -- --rule ${JSON.stringify(rule)}`}`;

/** The report for a terminal: one line for each rule, then every failed case in words. */
export function printText(results: readonly CaseResult[], texts: MessageTexts = new Map()): string {
  const lines = linesOf(results);
  const width = Math.max(...lines.map(({ entity, rule }) => entity.length + rule.length + 2), 10);
  const rows = lines.map(({ entity, rule, oracles, isPassed: good }) =>
    `${good ? ' ' : '✗'} ${`${entity}  ${rule}`.padEnd(width)} ${ORACLES.map((oracle) => share(oracles[oracle]).padEnd(10)).join('')}`.trimEnd(),
  );
  const failures = results.flatMap((one) =>
    isPassed(one)
      ? []
      : [
          `${one.entity}: ${one.title}`,
          `  expected: ${withMessages(one.expected, texts, one)}`,
          ...ORACLES.flatMap((oracle) =>
            one.byOracle[oracle] ? [`  ${oracle}: ${withMessages(one.byOracle[oracle].actual, texts, one)}`] : [],
          ),
          ...(one.input ? [`  input: ${JSON.stringify(one.input).slice(0, MAX_INPUT_LENGTH)}`] : []),
          `  rerun: ${rerunCommand(one)}`,
        ],
  );
  const notTested = lines.filter((line) => !line.isTested && line.isPassed);
  const named =
    notTested.length === 0 || notTested.length > MAX_NAMED
      ? []
      : [`not tested by any record: ${notTested.map(({ entity, rule }) => `${entity} ${rule}`).join(', ')}`, ''];
  return [
    `${''.padEnd(width + 2)} ${ORACLES.map((oracle) => oracle.padEnd(10))
      .join('')
      .trimEnd()}`,
    ...rows,
    '',
    ...failures,
    ...(failures.length > 0 ? [''] : []),
    ...named,
    summary(results),
  ].join('\n');
}

/** The summary of a run without a case. */
export const NO_CASES = 'no case was checked';

const isNotRun = ({ byOracle }: CaseResult): boolean => Object.values(byOracle).some(({ notRun }) => notRun);

export function summary(results: readonly CaseResult[]): string {
  const lines = linesOf(results);
  const failed = linesOf(results.filter((one) => !isPassed(one) && !isNotRun(one))).length;
  const notRun = linesOf(results.filter(isNotRun)).length;
  if (results.length === 0) return NO_CASES;
  const notTested = lines.filter(({ isTested }) => !isTested).length;
  const outcome = failed === 0 ? `${notRun === 0 ? 'all' : 'all that could run'} passed` : `${failed} rules failed`;
  return [
    `${results.length} cases of ${lines.length} rules: ${outcome}`,
    ...(notRun === 0
      ? []
      : [
          `cases of ${notRun} rules could not run: a prerequisite was refused, no record was found, or the run ended before`,
        ]),
    ...(notTested === 0 ? [] : [`${notTested} rules not tested by any record`]),
  ].join('; ');
}

/** The report as JUnit XML for a build server: a suite for each entity, a test case for each case and oracle. */
export function printJUnit(results: readonly CaseResult[], texts: MessageTexts = new Map()): string {
  const suites = [...Map.groupBy(results, ({ entity }) => entity)].map(([entity, list]) => {
    const tests = list.flatMap((one) =>
      ORACLES.flatMap((oracle) => (one.byOracle[oracle] ? [{ one, oracle, ...one.byOracle[oracle] }] : [])),
    );
    const cases = tests.map(({ one, oracle, passed, actual }) => {
      const head = `    <testcase classname="${escape(`${entity}.${one.rule}`)}" name="${escape(`${one.title} (${oracle})`)}"`;
      return passed
        ? `${head}/>`
        : `${head}>\n      <failure message="${escape(`expected: ${withMessages(one.expected, texts, one)}; ${oracle}: ${withMessages(actual, texts, one)}`)}"/>\n    </testcase>`;
    });
    return `  <testsuite name="${escape(entity)}" tests="${tests.length}" failures="${tests.filter(({ passed }) => !passed).length}">\n${cases.join('\n')}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`;
}
