import type { Entity } from '../../../generator/model/entity.ts';
import { CONFORMANCE_KEYWORDS } from '../keywords/keywords.ts';
import { approvalScenarios, approvedChildSetScenarios } from './approvals.ts';
import { defaultScenarios } from './defaults.ts';
import { readOnlyScenarios, normalizeScenarios, numberScenarios } from './input.ts';
import { changeScenarios, createScenarios } from './formulas.ts';
import { logScenarios, latestScenarios, childSetScenarios } from './sideEffects.ts';
import { levelScenarios } from './levels.ts';
import { reminderScenarios } from './reminders.ts';
import { stateRuleScenarios } from './stateRules.ts';
import { stepRuleScenarios } from './stepRules.ts';
import { storedRuleScenarios } from './storedRules.ts';
import { accessThroughScenarios } from './accessThrough.ts';
import { versionScenarios } from './versions.ts';
import { sampleFor, type Scenario, type ScenarioFixture } from './scenario.ts';

/** The scenarios of one group. */
export interface ScenarioGroup {
  title: string;
  scenarios(entity: Entity, fixture: ScenarioFixture): Scenario[] | Promise<Scenario[]>;
}

/** All groups of scenarios for rules that change records. */
export const SCENARIO_GROUPS: readonly ScenarioGroup[] = [
  { title: 'read-only fields', scenarios: readOnlyScenarios },
  { title: 'created records', scenarios: quickScenariosOf },
  { title: 'formulas of changed records', scenarios: changeScenarios },
  { title: 'parent fields set by children', scenarios: childSetScenarios },
  { title: 'parent fields set by approved children', scenarios: approvedChildSetScenarios },
  { title: 'the latest of a group', scenarios: latestScenarios },
  { title: 'logs', scenarios: logScenarios },
  { title: 'approvals', scenarios: approvalScenarios },
  { title: 'levels of approvals', scenarios: levelScenarios },
  { title: 'reminders', scenarios: reminderScenarios },
  { title: 'versions', scenarios: versionScenarios },
  { title: 'rules of a state after a transition', scenarios: stateRuleScenarios },
  { title: 'rules of steps', scenarios: stepRuleScenarios },
  { title: 'rules of stored records', scenarios: storedRuleScenarios },
  { title: 'access through another record', scenarios: accessThroughScenarios },
  ...CONFORMANCE_KEYWORDS.flatMap(({ word, title = word, scenarios }) => (scenarios ? [{ title, scenarios }] : [])),
];

/** All scenarios of an entity. */
export async function scenariosOf(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const scenarios: Scenario[] = [];
  for (const group of SCENARIO_GROUPS) scenarios.push(...(await group.scenarios(entity, fixture)));
  return scenarios;
}

/** The scenarios that need only a few saves. */
export async function quickScenariosOf(entity: Entity, base: ScenarioFixture): Promise<Scenario[]> {
  const fixture = { ...base, first: sampleFor(base, entity, 0) };
  return [
    ...(await normalizeScenarios(entity, fixture)),
    ...(await defaultScenarios(entity, fixture)),
    ...numberScenarios(entity, fixture),
    ...(await createScenarios(entity, fixture)),
  ];
}
