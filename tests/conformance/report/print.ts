import { agree, JUDGES, type JudgeName, type Verdict } from './verdict.ts';

/** A rule's line of the report: of the cases that concern each judge, how many it got right. */
export interface RuleLine { entity: string; rule: string; cases: number; isTried: boolean; judges: Record<JudgeName, { right: number; asked: number }>; agree: boolean }

export function linesOf(verdicts: readonly Verdict[]): RuleLine[] {
  return [...Map.groupBy(verdicts, ({ entity, rule }) => `${entity} ${rule}`).values()].map((cases) => ({
    entity: cases[0]!.entity, rule: cases[0]!.rule, cases: cases.length, agree: cases.every(agree), isTried: cases.some(({ opinions }) => Object.keys(opinions).length > 0),
    judges: Object.fromEntries(JUDGES.map((judge) => {
      const asked = cases.flatMap(({ opinions }) => opinions[judge] ?? []);
      return [judge, { right: asked.filter(({ right }) => right).length, asked: asked.length }];
    })) as RuleLine['judges'],
  }));
}

const share = ({ right, asked }: { right: number; asked: number }): string => (asked === 0 ? '–' : right === asked ? `✓ ${asked}` : `✗ ${right}/${asked}`);

/** The report for a terminal: a line a rule, then every case on which the judges do not agree with the schema, in words. */
export function printText(verdicts: readonly Verdict[]): string {
  const lines = linesOf(verdicts);
  const width = Math.max(...lines.map(({ entity, rule }) => entity.length + rule.length + 2), 10);
  const rows = lines.map(({ entity, rule, judges, agree: good }) => `${good ? ' ' : '✗'} ${`${entity}  ${rule}`.padEnd(width)} ${JUDGES.map((judge) => share(judges[judge]).padEnd(10)).join('')}`.trimEnd());
  const wrong = verdicts.flatMap((one) => (agree(one) ? [] : [`${one.entity}: ${one.title}`, `  the schema: ${one.expected}`, ...JUDGES.flatMap((judge) => (one.opinions[judge] ? [`  ${judge}: ${one.opinions[judge].says}`] : []))]));
  return [`${''.padEnd(width + 2)} ${JUDGES.map((judge) => judge.padEnd(10)).join('').trimEnd()}`, ...rows, '', ...wrong, ...(wrong.length > 0 ? [''] : []), summary(verdicts)].join('\n');
}

export function summary(verdicts: readonly Verdict[]): string {
  const lines = linesOf(verdicts);
  const wrong = lines.filter((line) => !line.agree).length;
  if (verdicts.length === 0) return 'nothing was judged';
  const untried = lines.filter(({ isTried }) => !isTried).length;
  return `${verdicts.length} cases of ${lines.length} rules: ${wrong === 0 ? 'form, API and database agree with the schema on all' : `${wrong} rules on which the judges do not agree`}${untried === 0 ? '' : `; of ${untried} rules no record was found that shows them`}`;
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  // what XML cannot hold even escaped
  // oxlint-disable-next-line no-control-regex
  .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/g, '�');

/** The report as a page of its own: rule × judge, and each rule's cases behind it. */
export function printHtml(verdicts: readonly Verdict[]): string {
  const byRule = Map.groupBy(verdicts, ({ entity, rule }) => `${entity} ${rule}`);
  const cases = (list: readonly Verdict[]): string => `<table class="cases"><tr><th>Case</th><th>Schema</th>${JUDGES.map((judge) => `<th>${judge}</th>`).join('')}</tr>${
    list.map((one) => `<tr><td>${escape(one.title)}</td><td>${escape(one.expected)}</td>${JUDGES.map((judge) => opinion(one, judge)).join('')}</tr>`).join('')}</table>`;
  const opinion = ({ opinions }: Verdict, judge: JudgeName): string => (opinions[judge] ? `<td class="${opinions[judge].right ? 'right' : 'wrong'}">${escape(opinions[judge].says)}</td>` : '<td>–</td>');
  const rows = linesOf(verdicts).map((line) => `<tr><td>${escape(line.entity)}</td><td><details${line.agree ? '' : ' open'}><summary>${escape(line.rule)}</summary>${cases(byRule.get(`${line.entity} ${line.rule}`)!)}</details></td>${
    JUDGES.map((judge) => `<td class="${line.judges[judge].right === line.judges[judge].asked ? 'right' : 'wrong'}">${share(line.judges[judge])}</td>`).join('')}</tr>`);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Conformance</title>
<style>body{font:14px/1.5 sans-serif;margin:24px}table{border-collapse:collapse}th,td{border:1px solid #ddd;padding:4px 8px;text-align:left;vertical-align:top}.right{color:#237804}.wrong{color:#a8071a;font-weight:bold}.cases{margin:8px 0;font-size:12px}summary{cursor:pointer}</style>
<h1>Conformance</h1><p>${escape(summary(verdicts))}</p>
<table><tr><th>Entity</th><th>Rule</th>${JUDGES.map((judge) => `<th>${judge}</th>`).join('')}</tr>
${rows.join('\n')}
</table></html>
`;
}

/** The report as JUnit has it, for a build server: a suite an entity, a test case a case and judge. */
export function printJUnit(verdicts: readonly Verdict[]): string {
  const suites = [...Map.groupBy(verdicts, ({ entity }) => entity)].map(([entity, list]) => {
    const tests = list.flatMap((one) => JUDGES.flatMap((judge) => (one.opinions[judge] ? [{ one, judge, ...one.opinions[judge] }] : [])));
    const cases = tests.map(({ one, judge, right, says }) => {
      const head = `    <testcase classname="${escape(`${entity}.${one.rule}`)}" name="${escape(`${one.title} (${judge})`)}"`;
      return right ? `${head}/>` : `${head}>\n      <failure message="${escape(`the schema: ${one.expected}; ${judge}: ${says}`)}"/>\n    </testcase>`;
    });
    return `  <testsuite name="${escape(entity)}" tests="${tests.length}" failures="${tests.filter(({ right }) => !right).length}">\n${cases.join('\n')}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`;
}
