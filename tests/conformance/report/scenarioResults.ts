import { VALIDATIONS } from '../../../generator/language/validation/validations.ts';
import { childName } from '../../../generator/language/expression/scope.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { MAX_SAMPLES, type Scenario, type ScenarioFixture } from '../scenarios/scenario.ts';
import { SCENARIO_GROUPS } from '../scenarios/scenarios.ts';
import { scenarioMutantsOf } from '../mutants/scenarioMutants.ts';
import { checkedCase, type CaseResult } from './caseResult.ts';
import type { CheckFixture } from './checkFixture.ts';

/** The title of a rule that no generated record tests. */
const NOT_TESTED = 'no record tests it';

/** Runs the scenarios of an entity, group by group; each is a case of every rule that it tests. */
export function scenarioResults(
  entity: Entity,
  { sampler, store, includesRule = () => true }: Pick<CheckFixture, 'sampler' | 'store' | 'includesRule'>,
  results: CaseResult[],
): { title: string; run(): Promise<void> }[] {
  const fixture: ScenarioFixture = { sampler, store, turns: MAX_SAMPLES };
  const tried = new Set<string>();
  const refused: Scenario[] = [];
  const groups = SCENARIO_GROUPS.map(({ title, scenarios }) => ({
    title,
    run: async (): Promise<void> => {
      for (const scenario of await scenarios(entity, fixture)) {
        if (scenario.isRefused) {
          refused.push(scenario);
          continue;
        }
        for (const rule of scenario.rules) tried.add(rule);
        if (scenario.rules.some((rule) => includesRule(reportedAs(rule))))
          results.push(...(await resultsOfScenario(entity, scenario)).filter(({ rule }) => includesRule(rule)));
      }
    },
  }));
  const reportNotTested = async (): Promise<void> => {
    for (const scenario of refused) {
      const rules = scenario.rules.filter((rule) => !tried.has(rule) && includesRule(reportedAs(rule)));
      if (rules.length > 0) results.push(...(await resultsOfScenario(entity, { ...scenario, rules })));
      for (const rule of rules) tried.add(rule);
    }
    for (const { name } of scenarioMutantsOf(entity, sampler.model))
      if (!tried.has(name) && includesRule(name))
        results.push({
          entity: entity.name,
          rule: name,
          title: NOT_TESTED,
          expected: expectedText(entity, name),
          byOracle: {},
        });
  };
  return [...groups, { title: 'rules not tested', run: reportNotTested }];
}

/** The name of a rule in the report: for a rule that validates rows its id, as in other cases. */
function reportedAs(rule: string): string {
  const [word, id] = rule.split(' ');
  return id !== undefined && VALIDATIONS.some((keyword) => keyword.word === word) ? id : rule;
}

/** Runs a scenario as a case of each of its rules: a difference in a field concerns only the rules of that field. */
async function resultsOfScenario(entity: Entity, { title, rules, run }: Scenario): Promise<CaseResult[]> {
  const seen = new Map<string, Set<string>>();
  const {
    byOracle: { api },
  } = await checkedCase({ entity: entity.name, rule: '', title, expected: '' }, async () => {
    const wrong = await run((field, value, row) =>
      seen.set(field, (seen.get(field) ?? new Set()).add(`${JSON.stringify(value)}${operandsOf(entity, field, row)}`)),
    );
    return { api: { passed: wrong.length === 0, actual: wrong.join('\n') } };
  });
  const lines = api!.actual.split('\n').filter(Boolean);
  const subjectOf = (rule: string): string => rule.split(' ').at(-1)!;
  const isOf = (line: string, rule: string): boolean => line.startsWith(`${subjectOf(rule)} `);
  // a wrong formula that this scenario does not test ends it, and is reported at the rule of that formula
  const computed = entity.fields
    .filter(({ name, compute }) => compute !== undefined && !rules.some((rule) => subjectOf(rule) === name))
    .map(({ name }) => `x-compute ${name}`);
  const others = computed.filter((rule) => lines.some((line) => isOf(line, rule)));
  return [...rules, ...others].map((rule): CaseResult => {
    const own = lines.filter((line) => isOf(line, rule) || ![...rules, ...others].some((other) => isOf(line, other)));
    if (own.length === 0 && others.length > 0)
      return { entity: entity.name, rule: reportedAs(rule), title, expected: expectedText(entity, rule), byOracle: {} };
    const expected = expectedText(entity, rule);
    const seenValues = [...(seen.get(subjectOf(rule)) ?? [])].join(', ');
    return {
      entity: entity.name,
      rule: reportedAs(rule),
      title,
      expected,
      byOracle: {
        api:
          own.length > 0
            ? { passed: false, actual: own.join('; ') }
            : { passed: true, actual: seenValues === '' ? 'as in the schema' : `${subjectOf(rule)} is ${seenValues}` },
      },
    };
  });
}

/** The values from which a formula computed a field, to help the reader: ` of hours "2.5", price "10.00"`. */
function operandsOf({ fields }: Entity, name: string, row: Json): string {
  const expr = fields.find((field) => field.name === name)?.compute?.expr;
  if (expr === undefined) return '';
  const own = fields
    .filter((field) => new RegExp(`\\bself\\.${field.name}\\b`).test(expr))
    .map((field) => `${field.name} ${JSON.stringify(row[field.name] ?? null)}`);
  const ofChildren = Object.entries(row).flatMap(([layer, rows]) =>
    !Array.isArray(rows) || !new RegExp(`\\bchildren\\.${childName(layer)}\\b`).test(expr)
      ? []
      : [
          `${rows.length} ${layer}${
            rows.length === 0
              ? ''
              : ` (${rows
                  .map((one: Json) =>
                    Object.keys(one)
                      .filter((key) => new RegExp(`(?<!self)\\.${key}\\b`).test(expr))
                      .map((key) => `${key} ${JSON.stringify(one[key] ?? null)}`)
                      .join(' '),
                  )
                  .join(', ')})`
          }`,
        ],
  );
  const all = [...own, ...ofChildren];
  return all.length === 0 ? '' : ` of ${all.join(', ')}`;
}

/** The expected effect of a rule, in a few words. */
function expectedText({ fields }: Entity, rule: string): string {
  const [word = ''] = rule.split(' ');
  const field = fields.find(({ name }) => name === rule.split(' ').at(-1));
  return (field && EXPECTED_TEXTS[word]?.(field)) ?? 'as in the schema';
}

const formulaOf = ({ name, compute }: Field): string => `${name} = ${compute?.expr}`;

const EXPECTED_TEXTS: Readonly<Record<string, (field: Field) => string>> = {
  readOnly: ({ name }) => `${name} is refused`,
  'x-compute': formulaOf,
  'x-normalize': ({ name }) => `${name} in capitals`,
  'x-number': ({ name, number }) => `${name} counts on as ${number?.pattern}`,
  default: ({ name, default: constant, defaultExpr }) =>
    `${name} = ${constant === undefined ? defaultExpr : JSON.stringify(constant)}`,
};
