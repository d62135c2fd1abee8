import { parseDecimal } from '../../../generator/language/decimal.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json, TestServer } from '../../http/server.ts';
import { isServerWritten } from '../cases.ts';
import type { Row, Sample } from '../sample.ts';
import type { Store } from '../oracles/api.ts';
import { writeRow } from '../oracles/database.ts';
import { writtenChildren } from '../limits.ts';
import { isOf } from '../neededRows.ts';
import { valuesOf } from '../operations/situations.ts';
import {
  sampleFor,
  fieldNamed,
  withoutLink,
  fieldDifferences,
  findSamplesTesting,
  valueFor,
  type Scenario,
  type ScenarioFixture,
  type OnValue,
} from './scenario.ts';
import { create, freshBody, withRecord } from './record.ts';
import { storeLookups, contextOf } from './evaluationContext.ts';

const computedOf = ({ fields }: Entity): Field[] => fields.filter(({ compute }) => compute !== undefined);

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
 * Formulas of changed records: children are added, server-written values change, another row replaces the record. Also
 * records with values that override formulas.
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

async function changedRecordScenarios(
  entity: Entity,
  fixture: ScenarioFixture,
  computed: readonly Field[],
): Promise<Scenario[]> {
  const found = await findSamplesTesting(
    computed.flatMap(({ name }) => [`x-compute ${name}`, `x-compute once ${name}`]),
    fixture.turns,
    async (turn) => {
      const sample = await withLookups(entity, fixture, turn);
      const next =
        sample &&
        fixture.sampler.find(entity.name, {
          fields: 'all',
          old: sample,
          ...(sample.parent ? { parent: sample.parent } : {}),
          fixed: Object.fromEntries(
            entity.fields.filter(({ writeOnce }) => writeOnce).map(({ name }) => [name, sample.full[name]]),
          ),
        });
      if (!sample || !next) return undefined;
      await storeLookups(fixture, next);
      const childSamples = writtenChildren(fixture.sampler.model, entity).flatMap(
        (child) =>
          fixture.sampler.find(child.entity, {
            fields: 'all',
            parent: sample,
            mayBreakParent: true,
            isCreatedWithParent: true,
          }) ?? [],
      );
      let isEmptied = false;
      const steps = [
        ...childSamples.map((childSample) => (row: Json) => addChild(fixture, entity, childSample, row)),
        ...parentSteps(fixture, sample, computed),
        async (row: Json) => (isEmptied = await emptyOverridable(fixture, entity, computed, row)),
        (row: Json) => changeAll(fixture, sample, next, computed, row),
        (row: Json) => changeReadFields(fixture, sample, next, computed, row),
        (row: Json) => writeChildren(fixture, sample, row),
        (row: Json) => writeServerFields(fixture, entity, computed, row),
      ];
      /** Runs the steps until `each` returns false. @returns refusals, and which steps were accepted */
      const runSteps = async (each: (expected: Row, row: Json) => boolean): Promise<string[]> => {
        const accepted: boolean[] = [];
        const refused = await withRecord(
          fixture,
          sample,
          async (row) => {
            if (!each(await expectedValues(fixture, entity, computed, row['id']), row)) return [];
            for (const step of steps) {
              accepted.push(await step(row));
              if (
                accepted.at(-1) &&
                !each(
                  await expectedValues(fixture, entity, computed, row['id']),
                  await fixture.store.server.read(entity.name, row['id']),
                )
              )
                return [];
            }
            return [];
          },
          { without: computed.map(({ name }) => name) },
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

/** The expected value of each formula for a record as stored now. */
async function expectedValues(
  fixture: ScenarioFixture,
  entity: Entity,
  computed: readonly Field[],
  id: string,
): Promise<Row> {
  const { _actions, ...row } = await fixture.store.server.read(entity.name, id);
  const context = await contextOf(fixture, entity, row);
  const evaluator = fixture.sampler.evaluatorOf(entity);
  return Object.fromEntries(
    computed.map(({ name }) => [name, evaluator.compute({ ...row, [name]: null }, context)[name]]),
  );
}

/** Adds a child to a record. Like all steps here, @returns whether the call was accepted */
async function addChild(fixture: ScenarioFixture, entity: Entity, childSample: Sample, { id }: Json): Promise<boolean> {
  const child = entity.children.find((one) => one.entity === childSample.entity.name)!;
  const parentRow = await fixture.store.server.read(entity.name, id);
  const { status } = await create(fixture, childSample.entity, {
    ...(await freshBody(fixture, withoutLink(childSample, child.via))),
    [child.via]: parentRow[fieldNamed(childSample.entity, child.via).ref!.by],
  });
  return status === 201;
}

/**
 * Writes values of children that formulas read and only the server sets, as far as the database accepts them; then
 * saves the record unchanged.
 */
async function writeServerFields(
  { sampler, store: { server } }: ScenarioFixture,
  entity: Entity,
  computed: readonly Field[],
  { id }: Json,
): Promise<boolean> {
  for (const { entity: name, via } of entity.children) {
    const child = sampler.model.entities[name]!;
    const text = computed
      .map(({ compute }) => compute!.expr)
      .filter((expr) => /\bchildren\./.test(expr))
      .join(' ');
    const serverFields = child.fields.filter(
      (field) => (field.state || isServerWritten(field)) && new RegExp(`\\.${field.name}\\b`).test(text),
    );
    for (const field of serverFields) {
      const values = valuesOf(field, text, null, sampler).filter((one) => one != null);
      const named = values.filter((one) => text.includes(`'${String(one)}'`));
      for (const value of named.length > 0 ? named : values) {
        await server.pool
          .query(`update "${child.table}" set "${field.name}" = $2 where "${via}"::text = $1 and "delFlag" = 'N'`, [
            String(id),
            value,
          ])
          .catch(() => undefined);
      }
    }
  }
  return save(server, entity, id);
}

/** The child entities whose rows only the server creates, except logs. */
export const createdChildren = (entity: Entity, { entities }: Model): Child[] =>
  entity.children.filter((child) => entities[child.entity]!.readOnly && child.entity !== entity.changeLog?.entity);

/** Inserts children that only the server creates; then saves the record unchanged. */
export async function writeChildren(fixture: ScenarioFixture, sample: Sample, { id }: Json): Promise<boolean> {
  const {
    sampler,
    store: { server },
  } = fixture;
  const { entity } = sample;
  const parentRow = await server.read(entity.name, id);
  const created = createdChildren(entity, sampler.model);
  const text = computedOf(entity)
    .map(({ compute }) => compute!.expr)
    .join(' ');
  for (const { entity: name, via } of created) {
    const childSample = sampler.find(name, { parent: sample });
    if (!childSample) continue;
    const row: Row = {
      ...childSample.full,
      ...(await fixture.store.body(withoutLink(childSample, via))),
      [via]: parentRow[fieldNamed(childSample.entity, via).ref!.by],
    };
    // a sum over zero amounts would test nothing
    for (const { name: own } of childSample.entity.fields.filter(
      (field) =>
        KINDS[field.kind].cel === 'Decimal' &&
        text.includes(`.${field.name}`) &&
        parseDecimal(row[field.name])?.isZero(),
    ))
      row[own] = '1';
    await writeRow(
      server.pool,
      childSample.entity,
      Object.fromEntries(
        childSample.entity.fields.map((field) => [field.name, row[field.name] ?? (field.state ? field.default : null)]),
      ),
    ).catch(() => undefined);
  }
  return created.length > 0 && save(server, entity, id);
}

/** Saves a record, unchanged or with changes. */
async function save(server: TestServer, { name }: Entity, id: string, change: Row = {}): Promise<boolean> {
  const { rev } = await server.read(name, id);
  return (
    (await server.call('PATCH', `/api/${name}/${id}`, { body: { ...change, rev, acceptWarnings: true } })).status ===
    200
  );
}

/**
 * Writes each parent value that formulas read, as far as the database accepts it, and saves the child unchanged; then
 * the same with the original value. A state is replaced by another one in which the parent can be edited.
 */
function parentSteps(
  fixture: ScenarioFixture,
  { entity, parent }: Sample,
  computed: readonly Field[],
): ((row: Json) => Promise<boolean>)[] {
  const names = [
    ...new Set(
      computed
        .filter(({ compute }) => !compute!.overridable)
        .flatMap(({ compute }) => [...compute!.expr.matchAll(/\bparent\.(\w+)/g)].map(([, name]) => name!)),
    ),
  ].filter((name) => parent && name !== parent.entity.discriminator?.field);
  const { server } = fixture.store;
  const via = entity.parents.find((one) => parent && isOf(parent.entity, one.entity))?.via;
  if (!parent || via === undefined || names.length === 0) return [];
  let before: Row = {};
  const write = (name: string, value: unknown) =>
    server.pool
      .query(`update "${parent.entity.table}" set "${name}" = $2 where id = $1`, [before['id'], value])
      .catch(() => undefined);
  const stepsOf = (name: string): ((row: Json) => Promise<boolean>)[] => [
    async (row) => {
      const by = fieldNamed(entity, via).ref!.by;
      before = (
        await server.pool.query(`select * from "${parent.entity.table}" where "${by}"::text = $1 and "delFlag" = 'N'`, [
          String(row[via]),
        ])
      ).rows[0] as Row;
      const field = fieldNamed(parent.entity, name);
      const other = field.state
        ? parent.entity.gate['edit']?.[name]?.find((state) => state !== before[name])
        : await valueFor(fixture, field);
      if (other === undefined) return false;
      await write(name, other);
      return save(server, entity, row['id']);
    },
    async (row) => {
      await write(name, before[name]);
      return save(server, entity, row['id']);
    },
  ];
  return names.flatMap(stepsOf);
}

/** Empties the fields with overridable formulas, which then apply again. */
async function emptyOverridable(
  { store: { server } }: ScenarioFixture,
  entity: Entity,
  computed: readonly Field[],
  { id }: Json,
): Promise<boolean> {
  const { rev } = await server.read(entity.name, id);
  const emptied = computed.filter(({ compute }) => compute!.overridable).map(({ name }) => [name, null]);
  if (emptied.length === 0) return false;
  const body = { rev, ...Object.fromEntries(emptied), acceptWarnings: true };
  return (await server.call('PATCH', `/api/${entity.name}/${id}`, { body })).status === 200;
}

/** Replaces the record by another valid row, without values for computed fields. */
async function changeAll(
  { store }: ScenarioFixture,
  sample: Sample,
  next: Sample,
  computed: readonly Field[],
  { id }: Json,
): Promise<boolean> {
  return save(store.server, sample.entity, id, await replacementBody(store, sample, next, computed));
}

/** Changes only the fields that formulas and lookups read, as others may be immutable. */
async function changeReadFields(
  { store }: ScenarioFixture,
  sample: Sample,
  next: Sample,
  computed: readonly Field[],
  { id }: Json,
): Promise<boolean> {
  const { entity } = sample;
  const text = [
    ...computed.map(({ compute }) => compute!.expr),
    ...entity.lookups.flatMap(({ by }) => by.map(({ expr }) => expr)),
  ].join(' ');
  const read = Object.entries(await replacementBody(store, sample, next, computed)).filter(([name]) =>
    new RegExp(`\\bself\\.${name}\\b`).test(text),
  );
  return read.length > 0 && save(store.server, entity, id, Object.fromEntries(read));
}

/** The body that replaces a record by another row, without immutable and computed fields. */
async function replacementBody(
  store: Store,
  { entity }: Sample,
  next: Sample,
  computed: readonly Field[],
): Promise<Row> {
  const fixed = [
    ...entity.parents.map(({ via }) => via),
    ...entity.fields
      .filter((field) => field.writeOnce || entity.sequence?.by.includes(field.name))
      .map(({ name }) => name),
    ...computed.map(({ name }) => name),
  ];
  return Object.fromEntries(
    Object.entries(await store.body({ ...next, children: {} })).filter(([name]) => !fixed.includes(name)),
  );
}
