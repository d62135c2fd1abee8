import { escape, told, type MessageTexts } from './messageTexts.ts';
import { agree, JUDGES, type JudgeName, type Verdict } from './verdict.ts';

/** A rule's line of the report: of the cases that concern each judge, how many it got right. */
export interface RuleLine {
  entity: string;
  rule: string;
  cases: number;
  /** whether every one of its cases was judged: a rule that nothing breaks is none */ isTried: boolean;
  judges: Record<JudgeName, { right: number; asked: number }>;
  agree: boolean;
}

export function linesOf(verdicts: readonly Verdict[]): RuleLine[] {
  return [...Map.groupBy(verdicts, ({ entity, rule }) => `${entity} ${rule}`).values()].map((cases) => ({
    entity: cases[0]!.entity,
    rule: cases[0]!.rule,
    cases: cases.length,
    agree: cases.every(agree),
    isTried: cases.every(({ opinions }) => Object.keys(opinions).length > 0),
    judges: Object.fromEntries(
      JUDGES.map((judge) => {
        const asked = cases.flatMap(({ opinions }) => opinions[judge] ?? []);
        return [judge, { right: asked.filter(({ right }) => right).length, asked: asked.length }];
      }),
    ) as RuleLine['judges'],
  }));
}

export const share = ({ right, asked }: { right: number; asked: number }): string =>
  asked === 0 ? '–' : right === asked ? `✓ ${asked}` : `✗ ${right}/${asked}`;

/** So many rules without a case are named. */
const MOST_UNTRIED = 20;

/** So much of the values of a case fits a terminal; the page has them all. */
const LONGEST_GIVEN = 600;

/** The command that asks of a rule alone. */
export const again = ({ entity, rule }: Pick<Verdict, 'entity' | 'rule'>): string =>
  `npm run conformance ${entity} -- --rule ${JSON.stringify(rule)}`;

/**
 * The report for a terminal: a line a rule, then every case on which the judges do not agree with the schema, in words.
 */
export function printText(verdicts: readonly Verdict[], texts: MessageTexts = new Map()): string {
  const lines = linesOf(verdicts);
  const width = Math.max(...lines.map(({ entity, rule }) => entity.length + rule.length + 2), 10);
  const rows = lines.map(({ entity, rule, judges, agree: good }) =>
    `${good ? ' ' : '✗'} ${`${entity}  ${rule}`.padEnd(width)} ${JUDGES.map((judge) => share(judges[judge]).padEnd(10)).join('')}`.trimEnd(),
  );
  const wrong = verdicts.flatMap((one) =>
    agree(one)
      ? []
      : [
          `${one.entity}: ${one.title}`,
          `  the schema: ${told(one.expected, texts, one)}`,
          ...JUDGES.flatMap((judge) =>
            one.opinions[judge] ? [`  ${judge}: ${told(one.opinions[judge].says, texts, one)}`] : [],
          ),
          ...(one.given ? [`  given: ${JSON.stringify(one.given).slice(0, LONGEST_GIVEN)}`] : []),
          `  again: ${again(one)}`,
        ],
  );
  const untried = lines.filter((line) => !line.isTried && line.agree);
  const named =
    untried.length === 0 || untried.length > MOST_UNTRIED
      ? []
      : [
          `no record was found that shows, or breaks: ${untried.map(({ entity, rule }) => `${entity} ${rule}`).join(', ')}`,
          '',
        ];
  return [
    `${''.padEnd(width + 2)} ${JUDGES.map((judge) => judge.padEnd(10))
      .join('')
      .trimEnd()}`,
    ...rows,
    '',
    ...wrong,
    ...(wrong.length > 0 ? [''] : []),
    ...named,
    summary(verdicts),
  ].join('\n');
}

/** What is told of a run without a case. */
export const NOTHING = 'nothing was judged';

const isUntried = ({ opinions }: Verdict): boolean => Object.values(opinions).some(({ untried }) => untried);

export function summary(verdicts: readonly Verdict[]): string {
  const lines = linesOf(verdicts);
  const wrong = linesOf(verdicts.filter((one) => !agree(one) && !isUntried(one))).length;
  const stopped = linesOf(verdicts.filter(isUntried)).length;
  if (verdicts.length === 0) return NOTHING;
  const untried = lines.filter(({ isTried }) => !isTried).length;
  return `${verdicts.length} cases of ${lines.length} rules: ${wrong === 0 ? `form, API and database agree with the schema on ${stopped === 0 ? 'all' : 'what was tried'}` : `${wrong} rules on which the judges do not agree`}${stopped === 0 ? '' : `; cases of ${stopped} rules could not be tried: what must be there before them was refused, or no record was found`}${untried === 0 ? '' : `; of ${untried} rules no record was found that shows them`}`;
}

/** The report as JUnit has it, for a build server: a suite an entity, a test case a case and judge. */
export function printJUnit(verdicts: readonly Verdict[], texts: MessageTexts = new Map()): string {
  const suites = [...Map.groupBy(verdicts, ({ entity }) => entity)].map(([entity, list]) => {
    const tests = list.flatMap((one) =>
      JUDGES.flatMap((judge) => (one.opinions[judge] ? [{ one, judge, ...one.opinions[judge] }] : [])),
    );
    const cases = tests.map(({ one, judge, right, says }) => {
      const head = `    <testcase classname="${escape(`${entity}.${one.rule}`)}" name="${escape(`${one.title} (${judge})`)}"`;
      return right
        ? `${head}/>`
        : `${head}>\n      <failure message="${escape(`the schema: ${told(one.expected, texts, one)}; ${judge}: ${told(says, texts, one)}`)}"/>\n    </testcase>`;
    });
    return `  <testsuite name="${escape(entity)}" tests="${tests.length}" failures="${tests.filter(({ right }) => !right).length}">\n${cases.join('\n')}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`;
}
