import type { ValidationRule } from '../../../generator/language/validation/keyword.ts';
import type { EvaluationContext } from '../../../generator/language/evaluation/evaluator.ts';
import { childName } from '../../../generator/language/expression/scope.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { CONFORMANCE_KEYWORDS } from '../keywords/keywords.ts';
import { shiftDay } from '../days.ts';
import { isOf } from '../neededRows.ts';
import { isDomainRefusal } from '../oracles/api.ts';
import { valuesOf } from '../operations/situations.ts';
import { rulesOverDayLookups } from '../readByRules.ts';
import { rowRules, textOf } from '../rowRules.ts';
import { isWritable } from '../sampler/fields.ts';
import { sampleFor, fieldNamed, valueFor, type Scenario, type ScenarioFixture, type OnValue } from './scenario.ts';
import { createdChildren, writeChildren } from './changeSteps.ts';
import { withRecord } from './record.ts';
import { contextOf } from './evaluationContext.ts';
import { addRequiredChild } from './laterChildren.ts';

/** Values generated to find one that breaks only the rule. */
const MAX_VALUES = 20;

/** A change of a record, and the rule's messages. */
interface Broken {
  change: Json;
  violations: Violation[];
}

/**
 * Rules that only a stored record can break, through values that the server sets: its number, or children that only the
 * server creates. Also rules that read lookups by day, because the stored rows decide what these find.
 */
export async function storedRuleScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const scenarios: Scenario[] = [];
  for (const rule of rowRules(entity).filter((one) => readsStored(entity, fixture, one))) {
    const scenario = await brokenBy(entity, fixture, rule);
    if (scenario) scenarios.push({ ...scenario, rules: [`${rule.word} ${rule.id}`] });
  }
  return scenarios;
}

/**
 * Whether a rule applies to every stored record, to changed values or to records with a certain child, or reads a
 * lookup by day or values computed from children that the server creates.
 */
function readsStored(entity: Entity, { sampler }: ScenarioFixture, rule: ValidationRule): boolean {
  const createdNames = createdChildren(entity, sampler.model).map((child) => `children.${childName(child.entity)}`);
  const counted = entity.fields
    .filter(({ compute }) => createdNames.some((name) => compute?.expr.includes(name)))
    .map(({ name }) => name);
  return (
    (rule.when === 'has(old.id)' && rule.word !== 'x-immutable') ||
    /!has\(old\.id\) \|\| |^has\(old\.id\) && \(children\.\w+\.exists\(/.test(rule.when ?? '') ||
    readsDayLookup(entity, rule) ||
    counted.some((name) => rule.fields.includes(name))
  );
}

const readsDayLookup = (entity: Entity, { id }: ValidationRule): boolean =>
  rulesOverDayLookups(entity).some((rule) => rule.id === id);

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
        await addRequiredChild(fixture, sample, rule.when ?? '', { id });
        const row = await fixture.store.server.read(entity.name, id);
        const broken = await changeAgainst(entity, fixture, rule, row);
        isFound = broken !== undefined;
        return broken ? work(row, broken) : [];
      });
      return isFound || differences.length > 0 ? differences : undefined;
    };
    const refused = await changed(async () => []);
    if (refused === undefined || refused.length > 0) continue;
    const refusedChange = async (onValue?: OnValue): Promise<string[] | undefined> => {
      let isOfDomain = false;
      const differences = await changed(async (row, { change, violations }) => {
        const answer = await fixture.store.server.call('PATCH', `/api/${entity.name}/${row['id']}`, {
          body: { ...change, rev: row['rev'], acceptWarnings: violations.every(({ level }) => level !== 'warning') },
        });
        isOfDomain = isDomainRefusal(entity, answer);
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
      return isOfDomain ? undefined : differences;
    };
    if ((await refusedChange()) === undefined) continue;
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
  const stored = await contextOf(fixture, entity, row);
  const days = readsDayLookup(entity, rule) ? await daysOfLookups(entity, fixture, rule, row, stored) : undefined;
  for (const field of [...new Set([...rule.at, ...rule.fields])]
    .map((name) => fieldNamed(entity, name))
    .filter((field) => field && isWritable(field) && !field.writeOnce)) {
    const values = await valuesAgainst(entity, fixture, rule, field, row);
    for (const value of days ? (field.kind === 'date' ? days : []) : values) {
      const changed = { ...row, [field.name]: value };
      const context = { ...(days ? await contextOf(fixture, entity, changed) : stored), old: row };
      const violations = evaluator.validate(evaluator.compute(changed, context), context);
      const own = violations.filter((one) => one.rule === rule.id);
      // warnings are accepted
      if (own.length > 0 && violations.every((one) => own.includes(one) || one.level === 'warning'))
        return { change: { [field.name]: value }, violations: own };
    }
  }
  return undefined;
}

/** The first and last days of the rows among which a rule's lookups by day choose, and the days after them. */
async function daysOfLookups(
  entity: Entity,
  { sampler, store }: ScenarioFixture,
  rule: ValidationRule,
  row: Json,
  context: EvaluationContext,
): Promise<string[]> {
  const days = new Set<string>();
  for (const { lookup, keyOf } of sampler.evaluatorOf(entity).lookups) {
    const key = keyOf(row, context);
    if (!lookup.latest || !key) continue;
    const target = sampler.model.entities[lookup.entity]!;
    const names = target.fields
      .filter(({ name, kind }) => kind === 'date' && (name === lookup.latest!.field || textOf(rule).includes(name)))
      .map(({ name }) => name);
    const { rows } = await store.server.pool.query(
      `select ${names.map((name) => `"${name}"::text`).join(', ')} from "${target.table}" where ${[
        `"delFlag" = 'N'`,
        ...lookup.by.map(({ field }, place) => `"${field}"::text = $${place + 1}`),
      ].join(' and ')} order by id`,
      lookup.by.map(({ field }) => String(key[field])),
    );
    for (const day of (rows as Json[]).flatMap((one) => names.map((name) => one[name])))
      if (day !== null) days.add(String(day)).add(shiftDay(String(day), 1));
  }
  return [...days];
}

/**
 * Values that may violate a rule: those that its keyword names, the record itself for a field that refers to its
 * entity, those that it is compared with, and random ones.
 */
async function valuesAgainst(
  entity: Entity,
  fixture: ScenarioFixture,
  rule: ValidationRule,
  field: Field,
  row: Json,
): Promise<unknown[]> {
  const { sampler } = fixture;
  const { ref } = field;
  const own = ref && isOf(entity, ref.entity) ? [row[ref.by]] : [];
  const itself = field.kind === 'multiRef' ? own.map((value) => [value]) : own;
  const likely =
    CONFORMANCE_KEYWORDS.find(({ word }) => word === rule.word)?.valuesAgainst?.(entity, rule, field.name, row) ?? [];
  const isLink = ref !== undefined || field.optionList !== undefined;
  const isOne = ref !== undefined && field.kind === 'ref' && ref.match === undefined && !ref.open;
  const compared = isLink ? [] : valuesOf(field, textOf(rule), row[field.name], sampler);
  const drawn = Array.from({ length: MAX_VALUES }, () =>
    isLink ? sampler.unusedLinkValue(field) : sampler.draw(field),
  );
  const present = row[field.name];
  // other rules limit dates, so a random one seldom breaks this rule alone
  const adjacent =
    field.kind === 'date' && typeof present === 'string' ? [shiftDay(present, -1), shiftDay(present, 1)] : [];
  const stored = isOne ? [await valueFor(fixture, field)] : drawn;
  return [...likely, ...itself, ...adjacent, ...compared, ...stored, null];
}
