import { escape, withMessages, type MessageTexts } from './messageTexts.ts';
import { rerunCommand, linesOf, share, summary, type RuleLine } from './print.ts';
import { isPassed, ORACLES, type OracleName, type CaseResult } from './caseResult.ts';

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:24px auto;padding:0 24px;max-width:1500px;color:#1f1f1f}
h2{margin:32px 0 8px;font-size:18px}h3{margin:16px 0 4px;font-size:15px}code,pre{font:12px/1.5 ui-monospace,monospace}code{background:#f5f5f5;padding:2px 6px;border-radius:4px;user-select:all}
table{border-collapse:collapse;width:100%}th,td{border:1px solid #ddd;padding:4px 8px;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{background:#fafafa;font-weight:600}
.passed{color:#237804}.failed{color:#a8071a;font-weight:600}.not-tested{color:#ad6800}.cases{margin:8px 0;font-size:12px}.oracle{width:90px}
summary{cursor:pointer}.failure{border-left:4px solid #cf1322;padding:4px 12px;margin:12px 0;background:#fff1f0}.failure dl{display:grid;grid-template-columns:110px 1fr;gap:2px 12px;margin:4px 0}
dt{color:#595959}dd{margin:0;overflow-wrap:anywhere}pre{white-space:pre-wrap;margin:4px 0;max-height:240px;overflow:auto}nav a{margin-right:12px;white-space:nowrap}.good{background:#f6ffed;border-left:4px solid #389e0d;padding:8px 12px}`;

/**
 * The report as an HTML page: failed rules first, with their input and the command to rerun them; then every rule by
 * entity.
 */
export function printHtml(results: readonly CaseResult[], texts: MessageTexts = new Map()): string {
  const lines = linesOf(results);
  const byEntity = Map.groupBy(lines, ({ entity }) => entity);
  const failed = lines.filter((line) => !line.isPassed);
  const notTested = lines.filter(({ isTested }) => !isTested);
  const byRule = Map.groupBy(results, keyOf);
  const say: Say = (text, of) => escape(withMessages(text, texts, of));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Conformance: ${failed.length === 0 ? 'no rule failed' : `${failed.length} rules failed`}</title>
<style>${STYLE}</style></head><body>
<h1>Conformance</h1>
<p${failed.length === 0 ? ' class="good"' : ''}>${escape(summary(results))}</p>
<p>Each case ran in the form, through the API and directly in the database. A dash: the case does not apply there.</p>
${failed.length === 0 ? '' : `<h2 id="failures">Failed rules (${failed.length})</h2>\n${failed.map((line) => failure(line, byRule.get(keyOf(line))!, say)).join('\n')}`}
${notTested.length === 0 ? '' : `<h2>Rules not tested (${notTested.length})</h2>\n<p class="not-tested">No record was found that tests these rules.</p>\n<ul>${notTested.map((line) => `<li>${escape(line.entity)}: ${escape(line.rule)}</li>`).join('')}</ul>`}
<h2>Entities</h2>
<nav>${[...byEntity].map(([entity, own]) => `<a href="#${escape(entity)}"${own.every((line) => line.isPassed) ? '' : ' class="failed"'}>${escape(entity)}</a>`).join(' ')}</nav>
${[...byEntity].map(([entity, own]) => section(entity, own, byRule, say)).join('\n')}
</body></html>
`;
}

/** @param of the rule of the text */
type Say = (text: string, of: Pick<CaseResult, 'entity' | 'rule'>) => string;

const keyOf = ({ entity, rule }: Pick<CaseResult, 'entity' | 'rule'>): string => `${entity} ${rule}`;

/** A failed rule: its failed cases with input, expected and actual results. */
function failure(line: RuleLine, cases: readonly CaseResult[], say: Say): string {
  const failed = cases.filter((one) => !isPassed(one));
  return `<div class="failure"><h3>${escape(line.entity)}: ${escape(line.rule)} <small>(${failed.length} of ${cases.length} cases)</small></h3>
<p>Rerun: <code>${escape(rerunCommand(line))}</code></p>
${failed
  .map(
    (one) =>
      `<dl><dt>Case</dt><dd>${escape(one.title)}</dd><dt>Expected</dt><dd>${say(one.expected, one)}</dd>${ORACLES.map(
        (oracle) => {
          const result = one.byOracle[oracle];
          return result
            ? `<dt>${oracle}</dt><dd class="${result.passed ? 'passed' : 'failed'}">${say(result.actual, one)}</dd>`
            : '';
        },
      ).join('')}</dl>${inputOf(one)}`,
  )
  .join('\n')}</div>`;
}

function section(
  entity: string,
  lines: readonly RuleLine[],
  byRule: ReadonlyMap<string, readonly CaseResult[]>,
  say: Say,
): string {
  const [failed, notTested] = [
    lines.filter((line) => !line.isPassed).length,
    lines.filter(({ isTested }) => !isTested).length,
  ];
  const rows = lines.map(
    (line) =>
      `<tr><td><details><summary${line.isPassed ? (line.isTested ? '' : ' class="not-tested"') : ' class="failed"'}>${escape(line.rule)}${line.isTested ? '' : ' (not tested)'}</summary>${casesOf(byRule.get(keyOf(line))!, say)}</details></td>${ORACLES.map(
        (oracle) =>
          `<td class="oracle ${line.oracles[oracle].passed === line.oracles[oracle].total ? 'passed' : 'failed'}">${share(line.oracles[oracle])}</td>`,
      ).join('')}</tr>`,
  );
  return `<h2 id="${escape(entity)}">${escape(entity)}</h2>
<p>${lines.length} rules${failed > 0 ? `, <span class="failed">${failed} failed</span>` : ', none failed'}${notTested > 0 ? `, <span class="not-tested">${notTested} not tested</span>` : ''}. Rerun: <code>npm run conformance ${escape(entity)}</code></p>
<table><tr><th>Rule</th>${ORACLES.map((oracle) => `<th class="oracle">${oracle}</th>`).join('')}</tr>
${rows.join('\n')}
</table>`;
}

/** The input of a case, collapsed. */
const inputOf = ({ input }: CaseResult): string =>
  input ? `<details><summary>Input</summary><pre>${escape(JSON.stringify(input, null, 1))}</pre></details>` : '';

const casesOf = (list: readonly CaseResult[], say: Say): string =>
  `<table class="cases"><tr><th>Case</th><th>Expected</th>${ORACLES.map((oracle) => `<th>${oracle}</th>`).join('')}</tr>${list
    .map(
      (one) =>
        `<tr><td>${escape(one.title)}${inputOf(one)}</td><td>${say(one.expected, one)}</td>${ORACLES.map((oracle) => cellOf(one, oracle, say)).join('')}</tr>`,
    )
    .join('')}</table>`;

const cellOf = (one: CaseResult, oracle: OracleName, say: Say): string =>
  one.byOracle[oracle]
    ? `<td class="${one.byOracle[oracle].passed ? 'passed' : 'failed'}">${say(one.byOracle[oracle].actual, one)}</td>`
    : '<td>–</td>';
