import type { ValidationRule } from '../../../generator/language/validation/keyword.ts';
import { childName } from '../../../generator/language/expression/scope.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { CONFORMANCE_KEYWORDS } from '../keywords/keywords.ts';
import { isOf } from '../neededRows.ts';
import { rowRules } from '../rowRules.ts';
import { isWritable } from '../sampler.ts';
import { sampleFor, fieldNamed, type Scenario, type ScenarioFixture, type OnValue } from './scenario.ts';
import { createdChildren, writeChildren } from './changeSteps.ts';
import { withRecord } from './record.ts';
import { contextOf } from './evaluationContext.ts';

/** Values generated to find one that breaks only the rule. */
const MAX_VALUES = 20;

/** A change of a record, and the rule's messages. */
interface Broken {
  change: Json;
  violations: Violation[];
}

/**
 * Rules that only a stored record can break, through values that the server sets: its number, or children that only the
 * server creates.
 */
export async function storedRuleScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const scenarios: Scenario[] = [];
  for (const rule of rowRules(entity).filter((one) => readsStored(entity, fixture, one))) {
    const scenario = await brokenBy(entity, fixture, rule);
    if (scenario) scenarios.push({ ...scenario, rules: [`${rule.word} ${rule.id}`] });
  }
  return scenarios;
}

/** Whether a rule applies to every stored record, or reads values computed from children that the server creates. */
function readsStored(entity: Entity, { sampler }: ScenarioFixture, rule: ValidationRule): boolean {
  const createdNames = createdChildren(entity, sampler.model).map((child) => `children.${childName(child.entity)}`);
  const counted = entity.fields
    .filter(({ compute }) => createdNames.some((name) => compute?.expr.includes(name)))
    .map(({ name }) => name);
  return (
    (rule.when === 'has(old.id)' && rule.word !== 'x-immutable') || counted.some((name) => rule.fields.includes(name))
  );
}

/** A scenario of a stored record and a change that breaks a rule; undefined if none is found. */
async function brokenBy(
  entity: Entity,
  fixture: ScenarioFixture,
  rule: ValidationRule,
): Promise<Omit<Scenario, 'rules'> | undefined> {
  for (let turn = 0; turn < fixture.turns; turn++) {
    const sample = sampleFor(fixture, entity, turn);
    if (!sample) return undefined;
    const changed = async (work: (row: Json, broken: Broken) => Promise<string[]>): Promise<string[] | undefined> => {
      let isFound = false;
      const differences = await withRecord(fixture, sample, async ({ id }) => {
        await writeChildren(fixture, sample, { id });
        const row = await fixture.store.server.read(entity.name, id);
        const broken = await changeAgainst(entity, fixture, rule, row);
        isFound = broken !== undefined;
        return broken ? work(row, broken) : [];
      });
      return isFound || differences.length > 0 ? differences : undefined;
    };
    const refused = await changed(async () => []);
    if (refused === undefined || refused.length > 0) continue;
    const refusedChange = (onValue?: OnValue) =>
      changed(async (row, { change, violations }) => {
        const answer = await fixture.store.server.call('PATCH', `/api/${entity.name}/${row['id']}`, {
          body: { ...change, rev: row['rev'], acceptWarnings: true },
        });
        const isReported = violations.every(({ field, key }) =>
          answer.errors.some((error) => error.field === field && error.key === key),
        );
        for (const [name, value] of Object.entries(change)) onValue?.(name, value, row);
        return isReported
          ? []
          : [
              `${JSON.stringify(change)} must be refused with ${violations.map(({ key }) => key).join(', ')} and answered ${answer.status} ${answer.text}`,
            ];
      });
    // random children differ in each attempt, and some permit no such change
    const run = async (onValue?: OnValue): Promise<string[]> => {
      for (let time = 0; time < fixture.turns; time++) {
        const differences = await refusedChange(onValue);
        if (differences) return differences;
      }
      return [`no change of ${entity.name} breaks it`];
    };
    return { title: `${rule.id} broken by a stored record`, run };
  }
  return undefined;
}

/** A change of one field that breaks only this rule. */
async function changeAgainst(
  entity: Entity,
  fixture: ScenarioFixture,
  rule: ValidationRule,
  { _actions, ...row }: Json,
): Promise<Broken | undefined> {
  const evaluator = fixture.sampler.evaluatorOf(entity);
  const context = { ...(await contextOf(fixture, entity, row)), old: row };
  for (const field of [...new Set([...rule.at, ...rule.fields])]
    .map((name) => fieldNamed(entity, name))
    .filter((field) => field && isWritable(field) && !field.writeOnce)) {
    for (const value of valuesAgainst(entity, fixture, rule, field, row)) {
      const violations = evaluator.validate(evaluator.compute({ ...row, [field.name]: value }, context), context);
      if (violations.length > 0 && violations.every((one) => one.rule === rule.id))
        return { change: { [field.name]: value }, violations };
    }
  }
  return undefined;
}

/**
 * Values that may violate a rule: those that its keyword names, the record itself for a field that refers to its
 * entity, and random ones.
 */
function valuesAgainst(
  entity: Entity,
  { sampler }: ScenarioFixture,
  rule: ValidationRule,
  field: Field,
  row: Json,
): unknown[] {
  const { ref } = field;
  const own = ref && isOf(entity, ref.entity) ? [row[ref.by]] : [];
  const itself = field.kind === 'multiRef' ? own.map((value) => [value]) : own;
  const likely =
    CONFORMANCE_KEYWORDS.find(({ word }) => word === rule.word)?.valuesAgainst?.(entity, rule, field.name, row) ?? [];
  const drawn = Array.from({ length: MAX_VALUES }, () =>
    ref || field.optionList !== undefined ? sampler.unusedLinkValue(field) : sampler.draw(field),
  );
  return [...likely, ...itself, ...drawn, null];
}
