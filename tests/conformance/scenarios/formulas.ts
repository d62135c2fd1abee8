import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { writtenChildren } from '../limits.ts';
import type { Row, Sample, SampleOptions } from '../sample.ts';
import type { Sampler } from '../sampler/sampler.ts';
import {
  addChild,
  changeAll,
  changeReadFields,
  codesReadBy,
  computedOf,
  drawCreatedChildren,
  emptyOverridable,
  isComputedCode,
  ownStateSteps,
  parentSteps,
  valuesOnce,
  writeChildren,
  writeOwnServerFields,
  writeServerFields,
} from './changeSteps.ts';
import { contextOf, storeLookups } from './evaluationContext.ts';
import { laterChildren, laterChildStep } from './laterChildren.ts';
import { lookupSteps } from './lookupSteps.ts';
import { freshBody, withRecord } from './record.ts';
import {
  fieldDifferences,
  fieldNamed,
  findSamplesTesting,
  sampleFor,
  type OnValue,
  type Scenario,
  type ScenarioFixture,
} from './scenario.ts';

/** The results of overridable formulas that a change left as they were. */
const keptResults = (computed: readonly Field[], before: Row, changed: Row): Row =>
  Object.fromEntries(
    computed
      .filter(({ name, compute }) => compute!.overridable && changed[name] === before[name])
      .map(({ name }) => [name, before[name]]),
  );

/** One of so many attempts leaves overridable formulas alone. */
const TURNS_WITH_INPUT = 3;

/** The attempt that begins with a record without children. */
const TURN_WITHOUT_CHILDREN = 3;

/** A record without children, and the rows it looks up. */
async function childless(entity: Entity, fixture: ScenarioFixture): Promise<Sample | undefined> {
  const sample = entity.children.length === 0 ? undefined : fixture.sampler.find(entity.name, { siblings: 0 });
  if (sample) await storeLookups(fixture, sample);
  return sample;
}

/** A record and the rows it looks up. */
async function withLookups(entity: Entity, fixture: ScenarioFixture, turn: number): Promise<Sample | undefined> {
  const sample = sampleFor(fixture, entity, turn);
  if (sample) await storeLookups(fixture, sample);
  return sample;
}

/**
 * Created records with formulas. The expected values are computed from the record, its parent, children and lookups as
 * stored.
 */
export async function createScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const computed = computedOf(entity);
  const without = computed.map(({ name }) => name);
  const found = await findSamplesTesting(
    computed.map(({ name }) => name),
    fixture.turns,
    async (turn) => {
      const sample = await withLookups(entity, fixture, turn);
      const tested: string[] = [];
      const run = (onValue?: OnValue) =>
        withRecord(
          fixture,
          sample!,
          async ({ id }) =>
            fieldDifferences(
              entity,
              await expectedValues(fixture, entity, computed, id),
              await fixture.store.server.read(entity.name, id),
              onValue,
            ),
          { without },
        );
      if (!sample) return undefined;
      const refused = await withRecord(
        fixture,
        sample,
        async (row) => {
          tested.push(...namesOfValues(await expectedValues(fixture, entity, computed, row['id'])));
          return [];
        },
        { without },
      );
      return { tested, refused, scenario: { title: `${entity.name} created: values of its formulas`, run } };
    },
  );
  return found.map(({ tested, scenario, isRefused }) => ({
    ...scenario,
    rules: tested.map((name) => `x-compute ${name}`),
    ...(isRefused ? { isRefused } : {}),
  }));
}

/**
 * Formulas of changed records: children are added, server-written values change, the record gets the values of another
 * sample. Also records with values that override formulas.
 */
export async function changeScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const computed = computedOf(entity);
  return computed.length === 0
    ? []
    : [
        ...(await changedRecordScenarios(entity, fixture, computed)),
        ...(await overrideScenarios(entity, fixture, computed)),
      ];
}

/** A row that may replace a record: in some attempts with another result of a formula that results in a code. */
function nextOf({ sampler }: ScenarioFixture, sample: Sample, turn: number): Sample | undefined {
  const { entity, full, parent } = sample;
  const options: SampleOptions = {
    fields: 'all',
    old: sample,
    ...(parent ? { parent } : {}),
    ...keptValues(sample, immutableFields(sample, sampler)),
  };
  const codes = entity.fields.filter((field) => isComputedCode(field) && full[field.name] != null);
  const code = turn % TURNS_WITH_INPUT === 2 ? codes[Math.floor(turn / TURNS_WITH_INPUT) % codes.length] : undefined;
  return (
    (code && sampler.find(entity.name, { ...options, where: `self.${code.name} != '${String(full[code.name])}'` })) ??
    sampler.find(entity.name, options)
  );
}

/** The fields of a record that cannot change: a row with random values for them would not be found. */
function immutableFields(sample: Sample, sampler: Sampler): ReadonlySet<string> {
  const { entity, full } = sample;
  const evaluator = sampler.evaluatorOf(entity);
  const context = sampler.context(sample, full);
  return new Set([
    ...entity.fields.filter(({ writeOnce }) => writeOnce).map(({ name }) => name),
    ...entity.rules.flatMap(({ immutable, when, at }) =>
      immutable && when !== undefined && evaluator.test(when, full, context) === true ? at : [],
    ),
  ]);
}

/** Options for a row with the same values as another in some fields. */
function keptValues({ entity, full, links }: Sample, kept: ReadonlySet<string>): SampleOptions {
  const targets = links.filter(({ field, many }) => kept.has(field) && !many && fieldNamed(entity, field).ref);
  const linked = Object.fromEntries(targets.map(({ field, targets: [target] }) => [field, target!]));
  const others = [...kept].filter((name) => !(name in linked));
  return { linked, fixed: Object.fromEntries(others.map((name) => [name, full[name] ?? null])) };
}

async function changedRecordScenarios(
  entity: Entity,
  fixture: ScenarioFixture,
  all: readonly Field[],
): Promise<Scenario[]> {
  const found = await findSamplesTesting(
    all.flatMap(({ name }) => [`x-compute ${name}`, `x-compute once ${name}`]),
    fixture.turns,
    async (turn) => {
      // a required field whose formula has no result for most records keeps its value
      const computed = turn % TURNS_WITH_INPUT === 2 ? all.filter(({ compute }) => !compute!.overridable) : all;
      const sample =
        (turn === TURN_WITHOUT_CHILDREN && (await childless(entity, fixture))) ||
        (await withLookups(entity, fixture, turn));
      const next = sample && nextOf(fixture, sample, turn);
      if (!sample || !next) return undefined;
      await storeLookups(fixture, next);
      const childSamples = writtenChildren(fixture.sampler.model, entity).flatMap((child) => {
        const options: SampleOptions = {
          fields: 'all',
          parent: sample,
          mayBreakParent: true,
          isCreatedWithParent: true,
        };
        const where = codesReadBy(computed, fixture.sampler.model.entities[child.entity]!);
        return (
          (where === undefined ? undefined : fixture.sampler.find(child.entity, { ...options, where })) ??
          fixture.sampler.find(child.entity, options) ??
          []
        );
      });
      const read = { computed, drawn: valuesOnce(fixture) };
      const parents = parentSteps(fixture, sample, read);
      const lookups = lookupSteps(fixture, sample, read);
      const created = drawCreatedChildren(fixture, sample);
      const later = laterChildren(fixture, sample, computed);
      let isEmptied = false;
      const steps = [
        ...childSamples.map((childSample) => (row: Json) => addChild(fixture, entity, childSample, row)),
        ...ownStateSteps(fixture, entity, computed),
        ...parents.steps,
        ...lookups.steps,
        async (row: Json) => (isEmptied = await emptyOverridable(fixture, entity, computed, row)),
        (row: Json) => changeAll(fixture, sample, next, computed, row),
        (row: Json) => changeReadFields(fixture, sample, next, computed, row),
        (row: Json) => writeChildren(fixture, sample, row, created),
        (row: Json) => writeServerFields(fixture, entity, computed, row),
        (row: Json) => writeOwnServerFields(fixture, sample, read, row),
        // last, as the record may then be closed to changes
        ...later.map((one) => laterChildStep(fixture, entity, one)),
        ...(later.length === 0 ? [] : [(row: Json) => writeServerFields(fixture, entity, computed, row)]),
        (row: Json) => writeServerFields(fixture, entity, computed, row, 1),
      ];
      /** Runs the steps until `each` returns false. @returns refusals, and which steps were accepted */
      const runSteps = async (each: (expected: Row, row: Row) => boolean): Promise<string[]> => {
        const accepted: boolean[] = [];
        let before: Row;
        const refused = await withRecord(
          fixture,
          sample,
          async (row) => {
            before = row;
            if (!each(await expectedValues(fixture, entity, computed, row['id']), row)) return [];
            try {
              for (const step of steps) {
                accepted.push(await step(row));
                if (!accepted.at(-1)) continue;
                const expected = await expectedValues(fixture, entity, computed, row['id'], before);
                const changed = await fixture.store.server.read(entity.name, row['id']);
                // a stored result that staff may override does not follow the rows that its formula looks up
                if (lookups.steps.includes(step)) Object.assign(expected, keptResults(computed, before, changed));
                before = changed;
                if (!each(expected, changed)) return [];
              }
            } finally {
              // while the record exists, as a row may be closed without it
              await lookups.restore();
              await parents.restore();
            }
            return [];
          },
          { without: computed.map(({ name }) => name), added: [...childSamples, ...later.map((one) => one.sample)] },
        );
        return [...refused, `steps accepted: ${accepted.join(', ')}`];
      };
      const seen: Row[] = [];
      const expectedSteps = await runSteps((expected) => seen.push(expected) > 0);
      const tested = computed.flatMap(({ name, compute }) => [
        ...(seen.some((expected) => expected[name] != null) ? [`x-compute ${name}`] : []),
        ...(seen.some(
          (expected) =>
            expected[name] != null &&
            ((isEmptied && compute!.overridable) || String(expected[name]) !== String(seen[0]![name] ?? '')),
        )
          ? [`x-compute once ${name}`]
          : []),
      ]);
      const run = async (onValue?: OnValue): Promise<string[]> => {
        const wrong: string[] = [];
        const steps = await runSteps((expected, row) => {
          wrong.push(...fieldDifferences(entity, expected, row, onValue));
          return wrong.length === 0;
        });
        return wrong.length > 0 ? wrong : steps.filter((line) => !expectedSteps.includes(line));
      };
      return { tested, scenario: { title: `${entity.name} changed with its children: values of its formulas`, run } };
    },
  );
  return found.map(({ tested, scenario }) => ({ ...scenario, rules: tested }));
}

/** Records with input that overrides formulas. */
async function overrideScenarios(
  entity: Entity,
  fixture: ScenarioFixture,
  computed: readonly Field[],
): Promise<Scenario[]> {
  const overridable = computed.filter(({ compute }) => compute!.overridable).map(({ name }) => name);
  const found = await findSamplesTesting(overridable, fixture.turns, async (turn) => {
    const sample = await withLookups(entity, fixture, turn);
    if (!sample) return undefined;
    const tested: string[] = [];
    const overridesIn = (body: Row) =>
      Object.fromEntries(overridable.filter((name) => body[name] != null).map((name) => [name, body[name]]));
    await withRecord(fixture, sample, async (row) => {
      const computedValues = await expectedValues(fixture, entity, computed, row['id']);
      tested.push(
        ...overridable.filter(
          (name) => row[name] != null && fieldDifferences(entity, { [name]: computedValues[name] }, row).length > 0,
        ),
      );
      return [];
    });
    const run = async (onValue?: OnValue): Promise<string[]> => {
      const body = await freshBody(fixture, sample);
      return withRecord(fixture, sample, async (row) => fieldDifferences(entity, overridesIn(body), row, onValue), {
        change: overridesIn(body),
      });
    };
    return { tested, scenario: { title: `${entity.name} with values that override formulas`, run } };
  });
  return found.map(({ tested, scenario }) => ({
    ...scenario,
    rules: tested.map((name) => `x-compute overridable ${name}`),
  }));
}

const namesOfValues = (values: Row): string[] =>
  Object.entries(values)
    .filter(([, value]) => value != null)
    .map(([name]) => name);

/** The expected value of each formula for a record as stored now. @param old the record before its last change */
async function expectedValues(
  fixture: ScenarioFixture,
  entity: Entity,
  computed: readonly Field[],
  id: string,
  old?: Row,
): Promise<Row> {
  const { _actions, ...row } = await fixture.store.server.read(entity.name, id);
  const context = { ...(await contextOf(fixture, entity, row)), ...(old ? { old } : {}) };
  const evaluator = fixture.sampler.evaluatorOf(entity);
  return Object.fromEntries(
    computed.map(({ name }) => [name, evaluator.compute({ ...row, [name]: null }, context)[name]]),
  );
}
