import { expect, test } from 'vitest';
import { longTest } from '../longTest.ts';
import type { Entity } from '../../generator/model/entity.ts';
import { runtimeOf } from '../../server/kernel/registry.ts';
import type { Store } from './oracles/api.ts';
import { requestedEntities } from './report/requestedEntities.ts';
import { SCENARIO_GROUPS } from './scenarios/scenarios.ts';
import { scenarioResults } from './report/scenarioResults.ts';
import { messageTexts, withMessages as addMessages } from './report/messageTexts.ts';
import { isPassed, type CaseResult } from './report/caseResult.ts';
import { Sampler } from './sampler/sampler.ts';
import { useStore, WITH_PARTNERS } from './useStore.ts';

/** Checks the report for a product that works on a changed schema. */
const { model } = requestedEntities([]);
const sampler = new Sampler(model);

let store: Store;
useStore((fixture) => {
  ({ store } = fixture);
}, WITH_PARTNERS);

/** The results of an entity while the product works on a changed schema of it. */
async function resultsFor(entity: Entity, changed: Entity, ...titles: string[]): Promise<CaseResult[]> {
  const { kernel } = store.server;
  const original = kernel.registry;
  const other = { ...original.model, entities: { ...original.model.entities, [entity.name]: changed } };
  kernel.registry = {
    ...original,
    model: other,
    entities: new Map([...original.entities, [entity.name, runtimeOf(changed, other)]]),
  };
  const results: CaseResult[] = [];
  try {
    for (const { title, run } of scenarioResults(entity, { sampler, store }, results))
      if (titles.includes(title)) await run();
  } finally {
    kernel.registry = original;
  }
  return results;
}

const lineOf = (results: readonly CaseResult[], rule: string): CaseResult | undefined =>
  results.find((one) => one.rule === rule && !isPassed(one)) ?? results.find((one) => one.rule === rule);

/** An entity with a changed formula of a field. */
const withFormula = (entity: Entity, name: string, change: (expr: string) => string): Entity => ({
  ...entity,
  fields: entity.fields.map((field) =>
    field.name === name ? { ...field, compute: { ...field.compute!, expr: change(field.compute!.expr) } } : field,
  ),
});

longTest('reports a changed formula in one failed line, with field, expected and actual value', async () => {
  const entity = model.entities['berth-visit']!;
  const { name, compute } = entity.fields.find((field) => field.compute)!;
  const results = await resultsFor(
    entity,
    withFormula(entity, name, (expr) => `${expr} + 7`),
    'created records',
  );
  const line = lineOf(results, `x-compute ${name}`)!;
  expect(line).toMatchObject({ entity: 'berth-visit', expected: `${name} = ${compute!.expr}` });
  const [, must, is] = new RegExp(`^${name} must be "([0-9.]+)" and is "([0-9.]+)"$`).exec(line.byOracle.api!.actual)!;
  expect(Number(is)).toBeCloseTo(Number(must) + 7, 2);
  expect(results.filter((one) => !isPassed(one)).map(({ rule }) => rule)).toEqual([`x-compute ${name}`]);
  // a passed rule shows the stored value
  expect(
    lineOf(await resultsFor(entity, entity, 'created records'), `x-compute ${name}`)!.byOracle.api!.actual,
  ).toMatch(new RegExp(`^${name} is "[0-9.]+" of \\w+ .+$`));
});

longTest('reports a formula that makes each record invalid, with the messages', async () => {
  const entity = model.entities['policy-term']!;
  const results = await resultsFor(
    entity,
    withFormula(entity, 'days', (expr) => `${expr} + 3000000000`),
    'created records',
    'rules not tested',
  );
  expect(lineOf(results, 'x-compute days')!.byOracle.api).toEqual({
    passed: false,
    actual: expect.stringContaining('a new policy-term was refused with 400'),
  });
});

test('reports a default that is not filled in', async () => {
  const entity = model.entities['pilotage']!;
  const changed = {
    ...entity,
    fields: entity.fields.map((field) => (field.name === 'finished' ? { ...field, default: 'Y' } : field)),
  };
  expect(lineOf(await resultsFor(entity, changed, 'created records'), 'default finished')).toMatchObject({
    expected: 'finished = "N"',
    byOracle: { api: { passed: false, actual: 'finished must be "N" and is "Y"' } },
  });
});

longTest('reports a missing approval at its rules', async () => {
  const { approval: _approval, ...changed } = model.entities['salvage']!;
  const results = await resultsFor(model.entities['salvage']!, changed, 'approvals', 'levels of approvals');
  expect(lineOf(results, 'x-approval')!.byOracle.api!.passed).toBe(false);
  expect(lineOf(results, 'x-approval amount')!.byOracle.api!.passed).toBe(false);
});

test('reports a rule that no record tests', async () => {
  const entity = model.entities['vessel']!;
  const results = await resultsFor(entity, entity, 'the latest of a group', 'rules not tested');
  expect(lineOf(results, 'x-latest')).toMatchObject({ byOracle: { api: { passed: true } } });
  expect(lineOf(results, 'x-changeLog')).toMatchObject({ title: 'no record tests it', byOracle: {} });
});

test.each([
  // its own message, as the key belongs to the rule
  ['budget MSG_generic_0126', 'within-budget', 'The days cost more than the budget / '],
  // the message of another rule at the field
  ['budget MSG_generic_0126', 'budget minimum', 'The days cost more than the budget / '],
  // another key of the rule has another message
  ['dike-repair-day MSG_generic_0155', 'within-budget', 'At least {{min}} of'],
])('adds the message of the product to %s of rule %s', (text, rule, expectedMessage) => {
  expect(addMessages(text, messageTexts(model), { entity: 'dike-repair', rule })).toContain(
    `${text} “${expectedMessage}`,
  );
});

test('leaves a quoted answer unchanged', () => {
  const quoted = '{"key":"MSG_generic_0126","message":"…"}';
  expect(addMessages(quoted, messageTexts(model), { entity: 'dike-repair', rule: 'within-budget' })).toBe(quoted);
});

test('gives each group of scenarios its own title', () => {
  expect(new Set(SCENARIO_GROUPS.map(({ title }) => title)).size).toBe(SCENARIO_GROUPS.length);
});
