import { stepCondition } from '../../../generator/keywords/rule.ts';
import type { ValidationRule } from '../../../generator/language/validation/keyword.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Transition } from '../../../generator/model/operation.ts';
import type { Answer, Json } from '../../http/server.ts';
import { writeColumns } from '../oracles/columns.ts';
import { messagesOf, messageText } from '../oracles/api.ts';
import { outcomeOf } from '../operations/outcomes.ts';
import { statesOf } from '../operations/situations.ts';
import { rowRules } from '../rowRules.ts';
import type { Row, Sample } from '../sample.ts';
import { applied } from './appliedChanges.ts';
import { decidersOf } from './deciders.ts';
import { breakingChanges, type Breaking, type StoredRecord } from './breakingChanges.ts';
import { contextOf, storeLookups } from './evaluationContext.ts';
import { sampleFor, valueFor, type Scenario, type ScenarioFixture } from './scenario.ts';
import { withRecord } from './record.ts';
import { inLevelCurrency, stepOf, submittable } from './submission.ts';

/** Changes that are tried for a rule with one record: the product may refuse some of them for other reasons. */
const MAX_TRIED = 5;
/** Records with which a change is sought for each rule. */
const MAX_SAMPLES = 3;

/** A rule that is checked when a step is taken. */
interface StepRule {
  rule: ValidationRule;
  /** the field of the state machine */
  field: string;
  step: Transition;
}

/**
 * Rules that a step checks (`on`): for each a record that keeps all other rules of the step and breaks this one, by its
 * own values, by those of its children or by those of the rows that it looks up.
 */
export async function stepRuleScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const all = stepRulesOf(entity);
  if (all.length === 0) return [];
  const found = new Map<string, Scenario>();
  for await (const sample of samplesFor(entity, fixture)) {
    for (const stepRule of all.filter(({ rule }) => !found.has(rule.id))) {
      const scenario = await scenarioOf(fixture, sample, stepRule);
      if (scenario) found.set(stepRule.rule.id, scenario);
    }
    if (all.every(({ rule }) => found.has(rule.id))) break;
  }
  return [...found.values()];
}

/** The rules that steps check, one for each step that people take. */
const stepRulesOf = (entity: Entity): StepRule[] =>
  rowRules(entity).flatMap((rule) =>
    entity.machines.flatMap(({ field, transitions }) =>
      transitions
        .filter(({ to, actor }) => actor !== 'product' && rule.when?.includes(stepCondition({ field, to })) === true)
        .map((step): StepRule => ({ rule, field, step })),
    ),
  );

/** Records that probably can take the steps. */
async function* samplesFor(entity: Entity, fixture: ScenarioFixture): AsyncGenerator<Sample> {
  const isApproved = entity.approval !== undefined && stepOf(entity, 'submit') !== undefined;
  if (isApproved) await decidersOf(fixture, entity);
  for (let turn = 0; turn < MAX_SAMPLES; turn++) {
    const sample = isApproved ? await submittable(entity, fixture, turn) : sampleFor(fixture, entity, turn);
    if (!sample) continue;
    if (!isApproved) await storeLookups(fixture, sample);
    yield sample;
  }
}

/** A scenario in which a record of a sample breaks only the rule; undefined if no change of the record leads to it. */
async function scenarioOf(fixture: ScenarioFixture, sample: Sample, stepRule: StepRule): Promise<Scenario | undefined> {
  const { entity } = sample;
  const { rule, step } = stepRule;
  const candidates: Breaking[] = [];
  await withRecord(
    fixture,
    sample,
    async (row) => {
      const record = await recordBefore(fixture, entity, row, stepRule);
      if (!record) return [];
      const found = breakingChanges(record, rule, { [stepRule.field]: step.to }, fixture.sampler);
      candidates.push(...found.slice(0, MAX_TRIED));
      return [];
    },
    inLevelCurrency(entity),
  );
  for (const breaking of candidates) {
    const run = () =>
      withRecord(
        fixture,
        sample,
        (row) => refusal(fixture, entity, row, { ...stepRule, breaking }),
        inLevelCurrency(entity),
      );
    if ((await run()).length === 0)
      return { title: `${rule.id} broken by ${step.action}`, rules: [`${rule.word} ${rule.id}`], run };
  }
  return undefined;
}

/** A record with the rows that it reads, in states in which a step is open; undefined if there are none. */
async function recordBefore(
  fixture: ScenarioFixture,
  entity: Entity,
  { id }: Json,
  { field, step }: StepRule,
): Promise<StoredRecord | undefined> {
  const { server } = fixture.store;
  const { _actions, ...row } = await server.read(entity.name, id);
  const isOpen = (states: Row): boolean =>
    step.from.includes(String(states[field])) &&
    outcomeOf({ entity, row: { ...row, ...states }, submitted: false }, step.action, fixture.sampler) ===
      `open to ${step.to}`;
  const states = [
    Object.fromEntries(entity.machines.map((one) => [one.field, row[one.field]])),
    ...statesOf(entity),
  ].find(isOpen);
  if (!states) return undefined;
  await writeColumns(fixture.store, entity, String(id), states);
  const { _actions: _, ...now } = await server.read(entity.name, id);
  return { entity, row: now, context: await contextOf(fixture, entity, now) };
}

/** Checks that a step of a changed record is refused with the messages of a rule alone. @returns the difference */
async function refusal(
  fixture: ScenarioFixture,
  entity: Entity,
  row: Json,
  stepRule: StepRule & { breaking: Breaking },
): Promise<string[]> {
  const { rule, step, breaking } = stepRule;
  const record = await recordBefore(fixture, entity, row, stepRule);
  if (!record) return [`${step.action} is closed`];
  const answer = await applied(fixture, record, breaking.changes, () => take(fixture, record, step, rule.level));
  if (!answer) return ['the database refuses the changes'];
  const expected = breaking.violations
    .map(({ field, key, level }) => messageText({ field, key, ...(level ? { level } : {}) }))
    .sort();
  return answer.status === 400 && messagesOf(answer).join() === expected.join()
    ? []
    : [`${step.action} must be refused with ${expected.join(', ')} and answered ${answer.status} ${answer.text}`];
}

/**
 * Takes a step with a value for each required input.
 *
 * @param level of the rule: warnings are accepted, unless it warns
 */
async function take(
  fixture: ScenarioFixture,
  { entity, row: { id } }: StoredRecord,
  { action, input }: Transition,
  level: string | undefined,
): Promise<Answer> {
  const { server } = fixture.store;
  const { rev } = await server.read(entity.name, String(id));
  const values: Row = {};
  for (const field of (input?.fields ?? []).filter(({ required }) => required))
    values[field.name] = await valueFor(fixture, field);
  return server.call('POST', `/api/${entity.name}/${id}/actions/${action}`, {
    body: { rev, ...values, acceptWarnings: level !== 'warning' },
  });
}
