import { compileJudge, type EntityJudge } from '../../../generator/language/judge.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Kernel } from '../../../server/kernel/core.ts';
import { runtimeOf } from '../../../server/kernel/registry.ts';
import { bindable } from '../../../server/kernel/write/write.ts';
import { clashes, rowCases } from '../cases.ts';
import type { Case, Clash, Complaint } from '../case.ts';
import type { Row, Sample } from '../sample.ts';
import { inTurn, type Store } from '../judges/api.ts';
import { insertion } from '../judges/database.ts';
import { MOST_DRAWN, type Deed, type DeedGround } from '../deeds/deed.ts';
import { deedsOf } from '../deeds/deeds.ts';
import { keptCases, keptClashes } from '../keptCases.ts';
import { askLimit, limitCases, type LimitCase } from '../limits.ts';
import { moreCases } from '../moreCases.ts';
import { askPlace } from '../operations/ask.ts';
import { placeCases, type PlaceCase } from '../operations/places.ts';
import { formerValues } from '../neededRows.ts';
import { askReference, givenWay, referenceCases, unbound, type ReferenceCase } from '../references.ts';
import type { Sampler } from '../sampleRow.ts';
import { drawn } from '../useStore.ts';
import type { Mutant } from './mutants.ts';

/** The cases of an entity, drawn from the schema as it is: those that hold of it. */
export interface Trial {
  entity: Entity;
  model: Model;
  sampler: Sampler;
  cases: Case[];
  clashes: Clash[];
  places: PlaceCase[];
  limits: LimitCase[];
  references: { sample: Sample; cases: ReferenceCase[] };
  deeds: () => Promise<Deed[]>;
}

export async function openTrial(entity: Entity, model: Model, sampler: Sampler, store: Store): Promise<Trial> {
  const trial = await drawn((): Trial => ({
    entity,
    model,
    sampler,
    cases: [...rowCases(entity, sampler), ...moreCases(entity, sampler), ...keptCases(entity, sampler)],
    clashes: [...clashes(entity, sampler), ...keptClashes(entity, sampler)],
    places: placeCases(entity, sampler),
    limits: limitCases(model, entity),
    references: { sample: sampler.sample(entity.name, { strangers: true }), cases: [] },
    deeds: () => (deeds ??= soundDeeds(entity, { sampler, store, turns: MOST_DRAWN })),
  }));
  let deeds: Promise<Deed[]> | undefined;
  const sound = compileJudge(entity, model);
  for (const sample of [trial.references.sample, givenWay(trial.references.sample, sampler)]) {
    if (sample)
      for await (const one of referenceCases(sample, sampler, store))
        if ((await askReference(store, entity, one)) === undefined) trial.references.cases.push(one);
  }
  const placed = await inTurn(trial.places, (one) => askPlace(store, sampler, one));
  return {
    ...trial,
    cases: trial.cases.filter((one) => !failsBy(sound, one, trial)),
    places: trial.places.filter((_, place) => placed[place]?.length === 0),
  };
}

/** The deeds of an entity that find nothing amiss of it as it is; they take a while, and most mutants ask for none. */
async function soundDeeds(entity: Entity, ground: DeedGround): Promise<Deed[]> {
  const deeds: Deed[] = [];
  for (const deed of await deedsOf(entity, ground))
    if (!deed.isRefused && (await deed.ask()).length === 0) deeds.push(deed);
  return deeds;
}

/**
 * The case that fails without a mutant's rule, by its title; undefined where none does: the rule is missed by all of
 * them.
 */
export async function catches(
  { name, guards, instead, reference, asks, entity }: Mutant,
  trial: Trial,
  store: Store,
): Promise<string | undefined> {
  if (asks && 'deeds' in asks) return doneOtherwise({ rule: asks.deeds, entity, triggers: guards ?? [] }, trial, store);
  if (asks) return withoutRule(store.server.kernel, entity, () => firstWrong(asks, trial, store));
  if (reference?.word === 'onUpdate') return letGo(reference.field, guards!, trial, store);
  if (reference) {
    const own = trial.references.cases.filter(
      ({ field, word }) => field.name === reference.field && word === reference.word,
    );
    if (!guards)
      return withoutRule(store.server.kernel, entity, async () => {
        for (const one of own) if ((await askReference(store, entity, one)) !== undefined) return one.title;
        return undefined;
      });
    for (const one of own)
      if (await areTakenWithout(guards, trial.entity, [whole(one.sample, one.body, 'T-1')], store)) return one.title;
    return undefined;
  }
  if (guards === undefined) {
    const judge = compileJudge(entity, { entities: { ...trial.model.entities, [entity.name]: entity } });
    // a rule for a state that a record is brought to is not among the cases of new rows
    return (
      trial.cases.find((one) => failsBy(judge, one, trial))?.title ??
      doneOtherwise({ rule: name, entity, triggers: [] }, trial, store)
    );
  }
  for (const { title, first, second, copied, past, expected } of trial.clashes) {
    const isFree = expected.length === 0;
    if (isFree && !instead) continue;
    const one = { ...whole(first, await store.body(first), 'T-1'), ...past };
    const other = {
      ...whole(second, await store.body(second), 'T-2'),
      ...Object.fromEntries(copied.map((name) => [name, one[name]])),
      ...past,
    };
    if (
      (await areTakenWithout(guards, trial.entity, [one, other], store, instead)) !== isFree &&
      (await areTakenWithout([], trial.entity, [one, other], store)) === isFree
    )
      return title;
  }
  return undefined;
}

/** The first deed that comes out otherwise without a word, and again as it must with it. */
async function doneOtherwise(
  { rule, entity, triggers }: { rule: string; entity: Entity; triggers: readonly string[] },
  trial: Trial,
  store: Store,
): Promise<string | undefined> {
  for (const { title, rules, ask } of await trial.deeds()) {
    if (!rules.includes(rule)) continue;
    // a product that breaks down without a word misses it too
    const [wrong] = await withoutTriggers(triggers, entity, store, () =>
      withoutRule(store.server.kernel, entity, () => ask().catch((error: Error) => [error.message])),
    );
    if (wrong !== undefined && (await ask()).length === 0) return `${title}: ${wrong}`;
  }
  return undefined;
}

/** The database with some triggers of a table disabled. */
async function withoutTriggers<T>(
  triggers: readonly string[],
  { table }: Entity,
  { server: { pool } }: Store,
  work: () => Promise<T>,
): Promise<T> {
  for (const name of triggers) await pool.query(`alter table "${table}" disable trigger "${name}"`);
  try {
    return await work();
  } finally {
    for (const name of triggers) await pool.query(`alter table "${table}" enable trigger "${name}"`);
  }
}

/** The product at work on another model, in which an entity lacks a rule. */
async function withoutRule<T>(kernel: Kernel, entity: Entity, work: () => Promise<T>): Promise<T> {
  const sound = kernel.registry;
  const model = { ...sound.model, entities: { ...sound.model.entities, [entity.name]: entity } };
  kernel.registry = {
    ...sound,
    model,
    entities: new Map([...sound.entities, [entity.name, runtimeOf(entity, model)]]),
  };
  try {
    return await work();
  } finally {
    kernel.registry = sound;
  }
}

/**
 * The first case of which the running product says otherwise than the schema: first those that the rule alone decides.
 */
async function firstWrong(
  asks: Exclude<NonNullable<Mutant['asks']>, { deeds: string }>,
  { places, limits, sampler }: Trial,
  store: Store,
): Promise<string | undefined> {
  if ('limits' in asks) {
    for (const one of limits.filter(({ child }) => child.entity === asks.limits))
      if ((await askLimit(store, sampler, one)) !== undefined) return one.title;
    return undefined;
  }
  const own = places.filter(({ rule }) => rule === asks.places);
  for (const one of [
    ...own,
    ...places.filter(({ rule, sample }) => rule === undefined && sample.entity.name === asks.subject),
  ]) {
    const [wrong] = (await askPlace(store, sampler, one)) ?? [];
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Whether rules say otherwise of a case than is expected: no complaint where one must be, or one where none may be. */
function failsBy(judge: EntityJudge, { sample, change, expected, old }: Case, { sampler }: Trial): boolean {
  const around = sampler.context(old ? { ...sample, children: old.children } : sample, old?.whole);
  const entered: Row = {
    ...(old?.whole ?? (sample.parent && formerValues(sample.entity, sample.parent))),
    ...sample.row,
    ...change,
  };
  const row = judge.compute(entered, around);
  const found = [...judge.judge(row, around), ...judge.judgeChildSums(row, around.children ?? {}, around)];
  const isThere = ({ field, key }: Complaint) =>
    found.some((violation) => violation.field === field && violation.key === key);
  return expected.length === 0 ? found.length > 0 : !expected.every(isThere);
}

/** A row as a writer past the server would send it. @param number what a running number would be */
function whole({ entity, whole: drawn }: Sample, body: Row, number: string): Row {
  const { id: _id, ...row } = {
    ...drawn,
    ...body,
    ...(entity.discriminator ? { [entity.discriminator.field]: entity.discriminator.value } : {}),
  };
  for (const field of entity.fields) row[field.name] ??= field.number ? number : field.state ? field.default : null;
  return row;
}

/**
 * A row that is referred to and may become one that could not be, once the database no longer restricts its changes; undefined where
 * it may not, or may anyway.
 */
async function letGo(
  name: string,
  guards: readonly string[],
  { entity, sampler, references: { sample } }: Trial,
  store: Store,
): Promise<string | undefined> {
  const link = sample.links.find(({ field }) => field === name);
  const target = link?.targets[0];
  const change =
    target &&
    unbound(
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
  const isFree = (without: readonly string[]): Promise<boolean> => areDoneWithout(without, table, [update], store);
  return (await isFree(guards)) && !(await isFree([])) ? `${name}: its row could become another` : undefined;
}

/**
 * Whether the database takes rows one after the other once it keeps a rule no more, or another one instead; everything
 * is undone.
 */
const areTakenWithout = (
  guards: readonly string[],
  entity: Entity,
  rows: readonly Row[],
  store: Store,
  instead: readonly string[] = [],
): Promise<boolean> =>
  areDoneWithout(
    guards,
    entity.table,
    rows.map((row) => insertion(entity, row)),
    store,
    instead,
  );

async function areDoneWithout(
  guards: readonly string[],
  table: string,
  work: readonly { text: string; values: unknown[] }[],
  store: Store,
  instead: readonly string[] = [],
): Promise<boolean> {
  const client = await store.server.pool.connect();
  try {
    await client.query('begin');
    // what stands there already may not keep to the other rule
    if (instead.length > 0) await client.query(`update "${table}" set "delFlag" = 'Y'; set constraints all immediate`);
    for (const name of guards) {
      // a trigger that stands as a constraint goes as a trigger
      await client.query(`drop trigger if exists "${name}" on "${table}"`);
      await client.query(`alter table "${table}" drop constraint if exists "${name}" cascade`);
      await client.query(`drop index if exists "${name}"`);
    }
    for (const statement of instead) await client.query(statement);
    for (const statement of work) await client.query(statement);
    return true;
  } catch (error) {
    // another rule keeps the two apart as well: what was taken away was not missed
    if ((error as { code?: string }).code?.startsWith('23') === true) return false;
    throw error;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
