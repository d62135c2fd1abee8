import { withoutAbsent } from '../../../generator/compile/field.ts';
import { tasksOf } from '../../../generator/keywords/approval.ts';
import { childName } from '../../../generator/language/expression/scope.ts';
import type { ApprovalStep } from '../../../generator/model/approval.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Transition } from '../../../generator/model/operation.ts';
import type { Answer, Json } from '../../http/server.ts';
import { allConditions, conditionsOfChildren } from '../neededRows.ts';
import { isWritable } from '../sampler/fields.ts';
import { choicesIn } from '../operations/situations.ts';
import type { Row, Sample } from '../sample.ts';
import { enterMatching, storeLookups } from './evaluationContext.ts';
import { withRecord } from './record.ts';
import { fieldNamed, omit, withoutLink, type ScenarioFixture } from './scenario.ts';

/** The opinion that every decision of the scenarios has. */
export const OPINION = 'Seen';
/** Rows generated to find one that can be submitted. */
const MAX_DRAWS = 20;
/** The same that are refused. */
const MAX_REFUSALS = 10;

/** The transition of a step of the approval. */
export const stepOf = ({ machines }: Entity, step: ApprovalStep): Transition | undefined =>
  machines.flatMap(({ transitions }) => transitions).find(({ approval }) => approval === step);

/** The guards of the submission, as conditions. */
export const guardOf = (entity: Entity): string[] =>
  (entity.guards[stepOf(entity, 'submit')!.action] ?? []).map(({ expr }) => `(${expr})`);

/** Whether a row has children to approve, where their total is the amount. */
export function hasPremiums(entity: Entity, { sampler }: ScenarioFixture, { children }: Sample): boolean {
  const amount = entity.approval?.amount;
  if (!amount || !('premiums' in amount)) return true;
  return Object.entries(children).some(([name, rows]) => rows.length > 0 && sampler.model.entities[name]!.premium);
}

/** Whether a row has children to approve, and breaks no rule of the state that it would have. */
export function keepsRulesOfSubmission(entity: Entity, fixture: ScenarioFixture, sample: Sample): boolean {
  if (!hasPremiums(entity, fixture, sample)) return false;
  const { sampler } = fixture;
  const context = sampler.context(sample);
  const { action, to } = stepOf(entity, 'submit')!;
  const { field } = entity.machines.find(({ transitions }) => transitions.some((one) => one.action === action))!;
  const violations = sampler.evaluatorOf(entity).validate({ ...sample.full, [field]: to }, context);
  return violations.every(({ level }) => level === 'warning');
}

/** Sets the currency of the amount to that of the levels, so that no exchange rate is needed. */
export function inLevelCurrency({ approval }: Entity): { change?: Row } {
  const currency = approval?.amount && 'expr' in approval.amount ? approval.amount.currency : undefined;
  return currency && 'field' in currency ? { change: { [currency.field]: 'USD' } } : {};
}

/** Runs a step of the approval, with an opinion if the step has that input. */
export async function act(
  { store: { server } }: ScenarioFixture,
  entity: Entity,
  id: string,
  step: ApprovalStep,
  token?: string,
): Promise<Answer> {
  const { rev } = await server.read(entity.name, id);
  const { action, input } = stepOf(entity, step)!;
  const opinionInput = input?.fields.some(
    ({ name }) => name === tasksOf(server.kernel.registry.model)!.tasks!.log.opinion,
  )
    ? { [tasksOf(server.kernel.registry.model)!.tasks!.log.opinion]: OPINION }
    : {};
  return server.call('POST', `/api/${entity.name}/${id}/actions/${action}`, {
    body: { rev, ...opinionInput, acceptWarnings: true },
    ...(token === undefined ? {} : { token }),
  });
}

export const submit = (fixture: ScenarioFixture, entity: Entity, { id }: Json): Promise<Answer> =>
  act(fixture, entity, id, 'submit');

/** The code of a choice with which rows can be submitted, by store and entity. */
const acceptedChoices = new WeakMap<object, Map<string, readonly [field: string, code: string]>>();

/**
 * A row that can be submitted. Rows of different attempts meet the conditions of children in turn, and have different
 * codes of the choices that the rules of the submission name. A row that is refused gets the rows that its rules look
 * up; if it still is, another is generated, with another code.
 *
 * @returns the first row, if each is refused; undefined if none is generated
 */
export async function submittable(entity: Entity, fixture: ScenarioFixture, turn = 0): Promise<Sample | undefined> {
  const { sampler, store } = fixture;
  const conditions = conditionsOfChildren(entity);
  const accepted = acceptedChoices.get(store) ?? new Map<string, readonly [string, string]>();
  acceptedChoices.set(store, accepted);
  const choices = [accepted.get(entity.name), ...choicesIn(rulesOfSubmission(entity).join(' '), entity)];
  let first: Sample | undefined;
  let refusals = 0;
  for (let draw = 0; draw < MAX_DRAWS && refusals < MAX_REFUSALS; draw++) {
    const choice = choices[(turn + refusals) % choices.length];
    const sample = sampler.find(entity.name, {
      fixed: { ...sampler.codesFor(conditions[turn % conditions.length]), ...(choice && { [choice[0]]: choice[1] }) },
      ...withoutAbsent({ where: allConditions(...guardOf(entity)) }),
    });
    if (!sample && !choice) return undefined;
    if (sample && !keepsRulesOfSubmission(entity, fixture, sample)) continue;
    if (sample && (await canBeSubmitted(fixture, entity, sample))) {
      if (choice) accepted.set(entity.name, choice);
      return sample;
    }
    first ??= sample;
    refusals++;
  }
  return first;
}

/** Whether a row can be submitted, by itself or with the rows that it looks up, which are then stored. */
async function canBeSubmitted(fixture: ScenarioFixture, entity: Entity, sample: Sample): Promise<boolean> {
  if (await isSubmitted(fixture, entity, sample)) return true;
  await storeForSubmission(fixture, sample);
  return isSubmitted(fixture, entity, sample);
}

/** The conditions of the rules that are checked when a record is submitted. */
function rulesOfSubmission(entity: Entity): string[] {
  const { action, to } = stepOf(entity, 'submit')!;
  const { field } = entity.machines.find(({ transitions }) => transitions.some((one) => one.action === action))!;
  return entity.rules
    .filter(({ when = '' }) => when.includes(`old.${field} != '${to}'`))
    .flatMap(({ when = '', assert }) => [when, assert]);
}

/** Whether a record of a sample can be submitted. */
async function isSubmitted(fixture: ScenarioFixture, entity: Entity, sample: Sample): Promise<boolean> {
  const refused = await withRecord(
    fixture,
    sample,
    async (row) => ((await submit(fixture, entity, row)).status === 200 ? [] : ['refused']),
    inLevelCurrency(entity),
  );
  return refused.length === 0;
}

/** Stores the rows that a sample and its children look up, and enters the references that these rows decide. */
async function storeForSubmission(fixture: ScenarioFixture, sample: Sample): Promise<void> {
  enterTotals(fixture, sample);
  await enterMatching(fixture, sample, await storeLookups(fixture, sample));
  for (const { entity: name, via } of sample.entity.children)
    for (const child of sample.children[name] ?? []) {
      const { parent: _, ...alone } = withoutLink(child, via);
      await storeLookups(fixture, { ...alone, full: omit(alone.full, [via]) }, sample.full);
    }
}

/**
 * Gives a single child the amount that makes a total over the children equal another value, where a rule of the
 * submission requires it: `self.invoicedAmt == self.totalAmt`.
 */
function enterTotals({ sampler }: ScenarioFixture, { entity, children, full }: Sample): void {
  for (const [, total, other] of rulesOfSubmission(entity)
    .join(' ')
    .matchAll(/\bself\.(\w+) == self\.(\w+)/g)) {
    const sum = /^sum\(children\.(\w+)\.map\((\w+), \2\.(\w+)\)\)$/.exec(
      fieldNamed(entity, total!).compute?.expr ?? '',
    );
    const [child, ...more] = Object.entries(children).find(([name]) => childName(name) === sum?.[1])?.[1] ?? [];
    if (!sum || !child || more.length > 0) continue;
    const summed = (row: Row): Row => sampler.evaluatorOf(child.entity).compute(row, sampler.context(child));
    for (const { name } of child.entity.fields.filter((one) => isWritable(one) && one.kind === 'money')) {
      const changed = summed({ ...child.full, [name]: full[other!] });
      if (changed[sum[3]!] !== full[other!]) continue;
      child.row[name] = full[other!];
      Object.assign(child.full, changed);
      full[total!] = full[other!];
      break;
    }
  }
}
