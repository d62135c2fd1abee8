import { escape, told, type MessageTexts } from './messageTexts.ts';
import { again, linesOf, share, summary, type RuleLine } from './print.ts';
import { agree, JUDGES, type JudgeName, type Verdict } from './verdict.ts';

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:24px auto;padding:0 24px;max-width:1500px;color:#1f1f1f}
h2{margin:32px 0 8px;font-size:18px}h3{margin:16px 0 4px;font-size:15px}code,pre{font:12px/1.5 ui-monospace,monospace}code{background:#f5f5f5;padding:2px 6px;border-radius:4px;user-select:all}
table{border-collapse:collapse;width:100%}th,td{border:1px solid #ddd;padding:4px 8px;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{background:#fafafa;font-weight:600}
.right{color:#237804}.wrong{color:#a8071a;font-weight:600}.untried{color:#ad6800}.cases{margin:8px 0;font-size:12px}.judge{width:90px}
summary{cursor:pointer}.failure{border-left:4px solid #cf1322;padding:4px 12px;margin:12px 0;background:#fff1f0}.failure dl{display:grid;grid-template-columns:110px 1fr;gap:2px 12px;margin:4px 0}
dt{color:#595959}dd{margin:0;overflow-wrap:anywhere}pre{white-space:pre-wrap;margin:4px 0;max-height:240px;overflow:auto}nav a{margin-right:12px;white-space:nowrap}.good{background:#f6ffed;border-left:4px solid #389e0d;padding:8px 12px}`;

/**
 * The report as a page of its own: what failed comes first, with its values and how to ask it again; then every rule,
 * an entity after the other.
 */
export function printHtml(verdicts: readonly Verdict[], texts: MessageTexts = new Map()): string {
  const lines = linesOf(verdicts);
  const byEntity = Map.groupBy(lines, ({ entity }) => entity);
  const wrong = lines.filter((line) => !line.agree);
  const untried = lines.filter(({ isTried }) => !isTried);
  const byRule = Map.groupBy(verdicts, keyOf);
  const say: Say = (text, of) => escape(told(text, texts, of));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Conformance: ${wrong.length === 0 ? 'no rule failed' : `${wrong.length} rules failed`}</title>
<style>${STYLE}</style></head><body>
<h1>Conformance</h1>
<p${wrong.length === 0 ? ' class="good"' : ''}>${escape(summary(verdicts))}</p>
<p>Each case was shown to the form, the API and, past the server, to the database. A dash: the case is none of that judge’s business.</p>
${wrong.length === 0 ? '' : `<h2 id="failures">What failed (${wrong.length})</h2>\n${wrong.map((line) => failure(line, byRule.get(keyOf(line))!, say)).join('\n')}`}
${untried.length === 0 ? '' : `<h2>What no record showed (${untried.length})</h2>\n<p class="untried">No record was found on which these would be seen, so that nobody judged them.</p>\n<ul>${untried.map((line) => `<li>${escape(line.entity)}: ${escape(line.rule)}</li>`).join('')}</ul>`}
<h2>Entities</h2>
<nav>${[...byEntity].map(([entity, own]) => `<a href="#${escape(entity)}"${own.every((line) => line.agree) ? '' : ' class="wrong"'}>${escape(entity)}</a>`).join(' ')}</nav>
${[...byEntity].map(([entity, own]) => section(entity, own, byRule, say)).join('\n')}
</body></html>
`;
}

/** @param of the rule that it is told of */
type Say = (text: string, of: Pick<Verdict, 'entity' | 'rule'>) => string;

const keyOf = ({ entity, rule }: Pick<Verdict, 'entity' | 'rule'>): string => `${entity} ${rule}`;

/** A rule that failed: each case that did, with what was given, what the schema says, and what each judge said. */
function failure(line: RuleLine, cases: readonly Verdict[], say: Say): string {
  const failed = cases.filter((one) => !agree(one));
  return `<div class="failure"><h3>${escape(line.entity)}: ${escape(line.rule)} <small>(${failed.length} of ${cases.length} cases)</small></h3>
<p>Ask again: <code>${escape(again(line))}</code></p>
${failed
  .map(
    (one) =>
      `<dl><dt>Case</dt><dd>${escape(one.title)}</dd><dt>The schema</dt><dd>${say(one.expected, one)}</dd>${JUDGES.map(
        (judge) => {
          const opinion = one.opinions[judge];
          return opinion
            ? `<dt>${judge}</dt><dd class="${opinion.right ? 'right' : 'wrong'}">${say(opinion.says, one)}</dd>`
            : '';
        },
      ).join('')}</dl>${givenOf(one)}`,
  )
  .join('\n')}</div>`;
}

function section(
  entity: string,
  lines: readonly RuleLine[],
  byRule: ReadonlyMap<string, readonly Verdict[]>,
  say: Say,
): string {
  const [wrong, untried] = [lines.filter((line) => !line.agree).length, lines.filter(({ isTried }) => !isTried).length];
  const rows = lines.map(
    (line) =>
      `<tr><td><details><summary${line.agree ? (line.isTried ? '' : ' class="untried"') : ' class="wrong"'}>${escape(line.rule)}${line.isTried ? '' : ' (not tried)'}</summary>${casesOf(byRule.get(keyOf(line))!, say)}</details></td>${JUDGES.map(
        (judge) =>
          `<td class="judge ${line.judges[judge].right === line.judges[judge].asked ? 'right' : 'wrong'}">${share(line.judges[judge])}</td>`,
      ).join('')}</tr>`,
  );
  return `<h2 id="${escape(entity)}">${escape(entity)}</h2>
<p>${lines.length} rules${wrong > 0 ? `, <span class="wrong">${wrong} failed</span>` : ', none failed'}${untried > 0 ? `, <span class="untried">${untried} not tried</span>` : ''}. Ask again: <code>npm run conformance ${escape(entity)}</code></p>
<table><tr><th>Rule</th>${JUDGES.map((judge) => `<th class="judge">${judge}</th>`).join('')}</tr>
${rows.join('\n')}
</table>`;
}

/** The values of a case, to be opened by who wants to see what was tried. */
const givenOf = ({ given }: Verdict): string =>
  given ? `<details><summary>Values given</summary><pre>${escape(JSON.stringify(given, null, 1))}</pre></details>` : '';

const casesOf = (list: readonly Verdict[], say: Say): string =>
  `<table class="cases"><tr><th>Case</th><th>Schema</th>${JUDGES.map((judge) => `<th>${judge}</th>`).join('')}</tr>${list
    .map(
      (one) =>
        `<tr><td>${escape(one.title)}${givenOf(one)}</td><td>${say(one.expected, one)}</td>${JUDGES.map((judge) => cellOf(one, judge, say)).join('')}</tr>`,
    )
    .join('')}</table>`;

const cellOf = (one: Verdict, judge: JudgeName, say: Say): string =>
  one.opinions[judge]
    ? `<td class="${one.opinions[judge].right ? 'right' : 'wrong'}">${say(one.opinions[judge].says, one)}</td>`
    : '<td>–</td>';
