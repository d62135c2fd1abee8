import { compileEvaluator, type EntityEvaluator } from '../../../generator/language/evaluation/evaluator.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Kernel } from '../../../server/kernel/core.ts';
import { runtimeOf } from '../../../server/kernel/registry.ts';
import { bindable } from '../../../server/kernel/write/write.ts';
import { clashes } from '../cases.ts';
import { rowCases } from '../rowCases.ts';
import type { Case, Clash, ExpectedMessage } from '../case.ts';
import type { Row, Sample } from '../sample.ts';
import { inTurn, type Store } from '../oracles/api.ts';
import { isConstraintError } from '../oracles/columns.ts';
import { insertion } from '../oracles/database.ts';
import { MAX_SAMPLES, type Scenario, type ScenarioFixture } from '../scenarios/scenario.ts';
import { scenariosOf } from '../scenarios/scenarios.ts';
import { serverWrittenCases, serverWrittenClashes } from '../serverWrittenCases.ts';
import { checkLimit, limitCases, type LimitCase } from '../limits.ts';
import { combinedCases } from '../combinedCases.ts';
import { checkOperationCase } from '../operations/checkOperationCase.ts';
import { operationCases, type OperationCase } from '../operations/situations.ts';
import { previousValues } from '../neededRows.ts';
import { checkReference, invalidatingChange } from '../references/checkReference.ts';
import type { ReferenceCase } from '../references/referenceCase.ts';
import { allReferenceCases } from '../references/referenceCases.ts';
import type { Sampler } from '../sampler/sampler.ts';
import { drawn } from '../useStore.ts';
import type { Mutant } from './mutants.ts';

/** The cases of an entity that pass with its schema. */
export interface Trial {
  entity: Entity;
  model: Model;
  sampler: Sampler;
  cases: Case[];
  clashes: Clash[];
  operations: OperationCase[];
  limits: LimitCase[];
  references: { sample: Sample; cases: ReferenceCase[] };
  scenarios: () => Promise<Scenario[]>;
}

/** Generates the cases of an entity, stores the rows they refer to, and keeps those that pass. */
export async function openTrial(entity: Entity, model: Model, sampler: Sampler, store: Store): Promise<Trial> {
  const trial = await drawn((): Trial => ({
    entity,
    model,
    sampler,
    cases: [...rowCases(entity, sampler), ...combinedCases(entity, sampler), ...serverWrittenCases(entity, sampler)],
    clashes: [...clashes(entity, sampler), ...serverWrittenClashes(entity, sampler)],
    operations: operationCases(entity, sampler),
    limits: limitCases(model, entity),
    references: { sample: sampler.sample(entity.name, { mayBelongToOthers: true }), cases: [] },
    scenarios: () => (scenarios ??= passingScenarios(entity, { sampler, store, turns: MAX_SAMPLES })),
  }));
  let scenarios: Promise<Scenario[]> | undefined;
  const originalRules = compileEvaluator(entity, model);
  for await (const one of allReferenceCases(trial.references.sample, { sampler, store }))
    if ((await checkReference(store, entity, one)) === undefined) trial.references.cases.push(one);
  const differences = await inTurn(trial.operations, (one) => checkOperationCase(store, sampler, one));
  return {
    ...trial,
    cases: trial.cases.filter((one) => !failsBy(originalRules, one, trial)),
    operations: trial.operations.filter((_, index) => differences[index]?.length === 0),
  };
}

/** The scenarios of an entity that pass. They are slow and few mutants need them, so they are computed on first use. */
async function passingScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const scenarios: Scenario[] = [];
  for (const scenario of await scenariosOf(entity, fixture))
    if (!scenario.isRefused && (await scenario.run()).length === 0) scenarios.push(scenario);
  return scenarios;
}

/** The title of a case that fails without the rule of a mutant; undefined if every case passes. */
export async function findFailingCase(
  { name, guards, checkedBy = [], instead, reference, checks, entity }: Mutant,
  trial: Trial,
  store: Store,
): Promise<string | undefined> {
  if (checks && 'scenarios' in checks)
    return (
      (await failingScenario({ rule: checks.scenarios, entity, guards: guards ?? [] }, trial, store)) ??
      failingCase(entity, trial)
    );
  if (checks) return withoutRule(store.server.kernel, entity, () => firstFailure(checks, trial, store));
  if (reference?.word === 'onUpdate') return findOnUpdateFailure(reference.field, guards!, trial, store);
  if (reference) {
    const own = trial.references.cases.filter(
      ({ field, word }) => field.name === reference.field && word === reference.word,
    );
    if (!guards)
      return withoutRule(store.server.kernel, entity, async () => {
        for (const one of own) if ((await checkReference(store, entity, one)) !== undefined) return one.title;
        return undefined;
      });
    for (const one of own)
      if (await acceptsRowsWithout(guards, trial.entity, [fullRow(one.sample, one.body, 'T-1')], store))
        return one.title;
    return undefined;
  }
  // no case of a new row covers a rule for a later state
  if (guards === undefined)
    return failingCase(entity, trial) ?? failingScenario({ rule: name, entity, guards: checkedBy }, trial, store);
  for (const { title, first, second, copied, serverValues, expected } of trial.clashes) {
    const isFree = expected.length === 0;
    if (isFree && !instead) continue;
    const one = { ...fullRow(first, await store.body(first), 'T-1'), ...serverValues };
    const other = {
      ...fullRow(second, await store.body(second), 'T-2'),
      ...Object.fromEntries(copied.map((name) => [name, one[name]])),
      ...serverValues,
    };
    if (
      (await acceptsRowsWithout(guards, trial.entity, [one, other], store, instead)) !== isFree &&
      (await acceptsRowsWithout([], trial.entity, [one, other], store)) === isFree
    )
      return title;
  }
  return undefined;
}

/** The first case of a row that fails with the changed entity. */
function failingCase(entity: Entity, trial: Trial): string | undefined {
  const evaluator = compileEvaluator(entity, { entities: { ...trial.model.entities, [entity.name]: entity } });
  return trial.cases.find((one) => failsBy(evaluator, one, trial))?.title;
}

/** The first scenario that fails without a rule and passes with it. */
async function failingScenario(
  { rule, entity, guards }: { rule: string; entity: Entity; guards: readonly string[] },
  trial: Trial,
  store: Store,
): Promise<string | undefined> {
  for (const { title, rules, run } of await trial.scenarios()) {
    if (!rules.includes(rule)) continue;
    // an error without the rule counts as a failure too
    const [wrong] = await withoutGuards(guards, entity, store, () =>
      withoutRule(store.server.kernel, entity, () => run().catch((error: Error) => [error.message])),
    );
    if (wrong !== undefined && (await run()).length === 0) return `${title}: ${wrong}`;
  }
  return undefined;
}

/** Triggers and constraints of a table by name, each constraint with the definition that restores it. */
const GUARDS = `
  select true as "isTrigger", tgname as name, '' as definition from pg_trigger where tgrelid = $1::regclass and tgname = any($2)
  union all
  select false, conname, pg_get_constraintdef(oid) || case contype when 'c' then ' not valid' else '' end
  from pg_constraint where conrelid = $1::regclass and conname = any($2) and contype in ('c', 'x')`;

/**
 * Runs `work` while some triggers of a table are disabled, and without some of its CHECK and exclusion constraints.
 * Rows of the work may break a restored CHECK; with an exclusion constraint, the work must remove its rows.
 */
async function withoutGuards<T>(
  guards: readonly string[],
  { table }: Entity,
  { server: { pool } }: Store,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await pool.query<{ isTrigger: boolean; name: string; definition: string }>(GUARDS, [
    `"${table}"`,
    guards,
  ]);
  const alter = (change: string): Promise<unknown> => pool.query(`alter table "${table}" ${change}`);
  for (const { isTrigger, name } of rows)
    await alter(isTrigger ? `disable trigger "${name}"` : `drop constraint "${name}"`);
  try {
    return await work();
  } finally {
    for (const { isTrigger, name, definition } of rows)
      await alter(isTrigger ? `enable trigger "${name}"` : `add constraint "${name}" ${definition}`);
  }
}

/** Runs `work` with a model in which an entity lacks a rule. */
async function withoutRule<T>(kernel: Kernel, entity: Entity, work: () => Promise<T>): Promise<T> {
  const original = kernel.registry;
  const model = { ...original.model, entities: { ...original.model.entities, [entity.name]: entity } };
  kernel.registry = {
    ...original,
    model,
    entities: new Map([...original.entities, [entity.name, runtimeOf(entity, model)]]),
  };
  try {
    return await work();
  } finally {
    kernel.registry = original;
  }
}

/** The first failure of the running product; cases in which the rule alone decides come first. */
async function firstFailure(
  checks: Exclude<NonNullable<Mutant['checks']>, { scenarios: string }>,
  { operations, limits, sampler }: Trial,
  store: Store,
): Promise<string | undefined> {
  if ('limits' in checks) {
    for (const one of limits.filter(({ child }) => child.entity === checks.limits))
      if ((await checkLimit(store, sampler, one)) !== undefined) return one.title;
    return undefined;
  }
  const own = operations.filter(({ rule }) => rule === checks.operations);
  for (const one of [
    ...own,
    ...operations.filter(({ rule, sample }) => rule === undefined && sample.entity.name === checks.subject),
  ]) {
    const [wrong] = (await checkOperationCase(store, sampler, one)) ?? [];
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Whether a case fails: a message is missing or unexpected. */
function failsBy(evaluator: EntityEvaluator, { sample, change, expected, old }: Case, { sampler }: Trial): boolean {
  const context = sampler.context(old ? { ...sample, children: old.children } : sample, old?.full);
  const entered: Row = {
    ...(old?.full ?? (sample.parent && previousValues(sample.entity, sample.parent))),
    ...sample.row,
    ...change,
  };
  const row = evaluator.compute(entered, context);
  const found = [
    ...evaluator.validate(row, context),
    ...evaluator.validateChildren(row, context.children ?? {}, context),
  ];
  const isThere = ({ field, key }: ExpectedMessage) =>
    found.some((violation) => violation.field === field && violation.key === key);
  return expected.length === 0 ? found.length > 0 : !expected.every(isThere);
}

/** The row for a direct insert. @param number the value of running numbers */
function fullRow({ entity, full: drawn }: Sample, body: Row, number: string): Row {
  const { id: _id, ...row } = {
    ...drawn,
    ...body,
    ...(entity.discriminator ? { [entity.discriminator.field]: entity.discriminator.value } : {}),
  };
  for (const field of entity.fields) row[field.name] ??= field.number ? number : field.state ? field.default : null;
  return row;
}

/**
 * The failure of a reference with `onUpdate` whose constraints are removed: its target can then be changed so that it
 * no longer meets the condition. Undefined if something else prevents the change, or no such change is found.
 */
async function findOnUpdateFailure(
  name: string,
  guards: readonly string[],
  { entity, sampler, references: { sample } }: Trial,
  store: Store,
): Promise<string | undefined> {
  const link = sample.links.find(({ field }) => field === name);
  const target = link?.targets[0];
  const change =
    target &&
    invalidatingChange(
      entity.fields.find((field) => field.name === name)!,
      target,
      sampler,
    );
  if (!change) return undefined;
  await store.server.create(entity.name, await store.body(sample));
  const { id } = await store.stored(target);
  const { table, fields } = target.entity;
  const columns = Object.keys(change);
  const update = {
    text: `update "${table}" set ${columns.map((column, place) => `"${column}" = $${place + 2}`).join(', ')} where id = $1`,
    values: [
      id,
      ...columns.map((column) =>
        bindable(
          fields.find((field) => field.name === column)!,
          change[column],
        ),
      ),
    ],
  };
  const isFree = (without: readonly string[]): Promise<boolean> =>
    acceptsStatementsWithout(without, table, [update], store);
  return (await isFree(guards)) && !(await isFree([])) ? `${name}: its row could become another` : undefined;
}

/**
 * Whether the database accepts the rows, inserted in turn, without some constraints or with others in their place;
 * rolls back.
 */
const acceptsRowsWithout = (
  guards: readonly string[],
  entity: Entity,
  rows: readonly Row[],
  store: Store,
  instead: readonly string[] = [],
): Promise<boolean> =>
  acceptsStatementsWithout(
    guards,
    entity.table,
    rows.map((row) => insertion(entity, row)),
    store,
    instead,
  );

/** The same for any statements. */
async function acceptsStatementsWithout(
  guards: readonly string[],
  table: string,
  work: readonly { text: string; values: unknown[] }[],
  store: Store,
  instead: readonly string[] = [],
): Promise<boolean> {
  const client = await store.server.pool.connect();
  try {
    await client.query('begin');
    // existing rows may break the other constraint
    if (instead.length > 0) await client.query(`update "${table}" set "delFlag" = 'Y'; set constraints all immediate`);
    for (const name of guards) {
      // a constraint trigger is dropped as a trigger
      await client.query(`drop trigger if exists "${name}" on "${table}"`);
      await client.query(`alter table "${table}" drop constraint if exists "${name}" cascade`);
      await client.query(`drop index if exists "${name}"`);
    }
    for (const statement of instead) await client.query(statement);
    for (const statement of work) await client.query(statement);
    return true;
  } catch (error) {
    // class 23: another constraint refuses the rows too
    if (isConstraintError(error)) return false;
    throw error;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
