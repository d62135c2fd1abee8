import { parseDecimal } from '../../../generator/language/decimal.ts';
import { expressionsOf } from '../../../generator/language/evaluation/lookups.ts';
import { childName } from '../../../generator/language/expression/scope.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json, TestServer } from '../../http/server.ts';
import { isServerWritten } from '../cases.ts';
import { isOf } from '../neededRows.ts';
import { valuesOf } from '../operations/situations.ts';
import type { Store } from '../oracles/api.ts';
import { writeRow } from '../oracles/database.ts';
import type { Row, Sample } from '../sample.ts';
import { create, freshBody } from './record.ts';
import { fieldNamed, valueFor, withoutLink, type ScenarioFixture } from './scenario.ts';

/*
 * Steps that change what the formulas of a stored record read: its fields, its children and its parent.
 */

/**
 * Draws values of fields, for each field one: the steps must write the same values in each run of their scenario,
 * because another value may be refused.
 */
export function valuesOnce(fixture: ScenarioFixture): (field: Field) => Promise<unknown> {
  const values = new Map<Field, Promise<unknown>>();
  return (field) => {
    const value = values.get(field) ?? valueFor(fixture, field);
    values.set(field, value);
    return value;
  };
}

/** The fields whose formulas a scenario tests, and a value for each field that they read. */
export interface ReadFields {
  computed: readonly Field[];
  drawn(field: Field): Promise<unknown>;
}

/** The fields with formulas. */
export const computedOf = ({ fields }: Entity): Field[] => fields.filter(({ compute }) => compute !== undefined);

/** Adds a child to a record. Like all steps here, @returns whether the call was accepted */
export async function addChild(
  fixture: ScenarioFixture,
  entity: Entity,
  childSample: Sample,
  { id }: Json,
): Promise<boolean> {
  const child = entity.children.find((one) => one.entity === childSample.entity.name)!;
  const parentRow = await fixture.store.server.read(entity.name, id);
  const { status } = await create(fixture, childSample.entity, {
    ...(await freshBody(fixture, withoutLink(childSample, child.via))),
    [child.via]: parentRow[fieldNamed(childSample.entity, child.via).ref!.by],
  });
  return status === 201;
}

/**
 * Writes values of children that formulas read and only the server sets, codes that it computes among them, as far as
 * the database accepts them; then saves the record unchanged.
 *
 * @param turn which of the values of a field is written last
 */
export async function writeServerFields(
  { sampler, store: { server } }: ScenarioFixture,
  entity: Entity,
  computed: readonly Field[],
  { id }: Json,
  turn = 0,
): Promise<boolean> {
  for (const { entity: name, via } of entity.children) {
    const child = sampler.model.entities[name]!;
    const text = computed
      .map(({ compute }) => compute!.expr)
      .filter((expr) => /\bchildren\./.test(expr))
      .join(' ');
    const serverFields = child.fields.filter(
      (field) =>
        (field.state || isServerWritten(field) || isComputedCode(field)) &&
        new RegExp(`\\.${field.name}\\b`).test(text),
    );
    for (const field of serverFields) {
      const values = valuesOf(field, text, null, sampler).filter((one) => one != null);
      const named = values.filter((one) => text.includes(`'${String(one)}'`));
      const written = named.length > 0 ? named : values;
      const first = turn % Math.max(1, written.length);
      for (const value of [...written.slice(first), ...written.slice(0, first)]) {
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

/**
 * Writes values of the record that formulas read and only the server sets; then saves the record unchanged. If the save
 * is refused, tries the amounts of the parent, of which the record may have to be a part.
 */
export async function writeOwnServerFields(
  { store }: ScenarioFixture,
  { entity, parent }: Sample,
  { computed, drawn }: ReadFields,
  { id }: Json,
): Promise<boolean> {
  const { server } = store;
  const text = computed.map(({ compute }) => compute!.expr).join(' ');
  const read = entity.fields.filter(
    (field) => isServerWritten(field) && new RegExp(`\\bself\\.${field.name}\\b`).test(text),
  );
  if (read.length === 0) return false;
  const write = async (valueOf: (field: Field) => unknown): Promise<boolean> => {
    for (const field of read)
      await server.pool
        .query(`update "${entity.table}" set "${field.name}" = $2 where id = $1`, [id, await valueOf(field)])
        .catch(() => undefined);
    return save(server, entity, id);
  };
  if (await write(drawn)) return true;
  const parentRow: Row = parent ? await store.stored(parent) : {};
  const amounts = parent?.entity.fields.filter(({ kind, name }) => kind === 'money' && parentRow[name] != null) ?? [];
  for (const { name } of amounts)
    if (await write((field) => (field.kind === 'money' ? parentRow[name] : drawn(field)))) return true;
  return false;
}

/**
 * Writes each state that formulas compare a record with and in which it can be edited, as far as the database accepts
 * it, and saves the record unchanged. If the save is refused, the record has its former state again.
 */
export function ownStateSteps(
  { store: { server } }: ScenarioFixture,
  entity: Entity,
  computed: readonly Field[],
): ((row: Json) => Promise<boolean>)[] {
  const text = computed.map(({ compute }) => compute!.expr).join(' ');
  return entity.machines.flatMap(({ field, states }) =>
    !new RegExp(`\\bself\\.${field}\\b`).test(text)
      ? []
      : (entity.gate['edit']?.[field] ?? states.map(({ code }) => code))
          .filter((code) => text.includes(`'${code}'`))
          .map((code) => async ({ id }: Json) => {
            const write = (state: unknown) =>
              server.pool
                .query(`update "${entity.table}" set "${field}" = $2 where id = $1`, [id, state])
                .catch(() => undefined);
            const { [field]: before } = await server.read(entity.name, id);
            if ((await write(code)) === undefined) return false;
            if (await save(server, entity, id)) return true;
            await write(before);
            return false;
          }),
  );
}

/**
 * The codes with which formulas of a parent compare fields that a child computes, as a condition on the child: random
 * rows seldom have them.
 */
export function codesReadBy(computed: readonly Field[], child: Entity): string | undefined {
  const text = computed
    .map(({ compute }) => compute!.expr)
    .filter((expr) => expr.includes(`children.${childName(child.name)}`))
    .join(' ');
  const conditions = child.fields.filter(isComputedCode).flatMap(({ name }) => {
    const [, code] = new RegExp(`\\b(?!self\\b)\\w+\\.${name} == '(\\w+)'`).exec(text) ?? [];
    return code === undefined ? [] : [`self.${name} == '${code}'`];
  });
  return conditions.length === 0 ? undefined : conditions.join(' && ');
}

/** Whether a field has a code that only a formula sets. */
export const isComputedCode = ({ compute, options, kind }: Field): boolean =>
  compute !== undefined && !compute.overridable && (options !== undefined || kind === 'yesNo');

/** The child entities whose rows only the server creates, except logs. */
export const createdChildren = (entity: Entity, { entities }: Model): Child[] =>
  entity.children.filter((child) => entities[child.entity]!.readOnly && child.entity !== entity.changeLog?.entity);

/** A row of each child entity that only the server creates. */
export const drawCreatedChildren = ({ sampler }: ScenarioFixture, sample: Sample): Sample[] =>
  createdChildren(sample.entity, sampler.model).flatMap(({ entity }) => sampler.find(entity, { parent: sample }) ?? []);

/** Inserts children that only the server creates; then saves the record unchanged. @param drawn default: new ones */
export async function writeChildren(
  fixture: ScenarioFixture,
  sample: Sample,
  { id }: Json,
  drawn: readonly Sample[] = drawCreatedChildren(fixture, sample),
): Promise<boolean> {
  const { server } = fixture.store;
  const { entity } = sample;
  const parentRow = await server.read(entity.name, id);
  const text = computedOf(entity)
    .map(({ compute }) => compute!.expr)
    .join(' ');
  for (const childSample of drawn) {
    const { via } = entity.children.find((child) => child.entity === childSample.entity.name)!;
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
  return drawn.length > 0 && save(server, entity, id);
}

/** Saves a record, unchanged or with changes. */
export async function save(server: TestServer, { name }: Entity, id: string, change: Row = {}): Promise<boolean> {
  const { rev } = await server.read(name, id);
  return (
    (await server.call('PATCH', `/api/${name}/${id}`, { body: { ...change, rev, acceptWarnings: true } })).status ===
    200
  );
}

/** Steps that change other rows, and change them back. */
export interface RestorableSteps {
  steps: ((row: Json) => Promise<boolean>)[];
  /** writes the original values, which a run that ends early leaves changed */
  restore: () => Promise<void>;
}

/**
 * Writes each parent value that formulas read, as far as the database accepts it, and saves the child unchanged; then
 * the same with the original value. A state is replaced by another one in which the parent can be edited. A value that
 * the save replaces, because the parent computes it from its children, counts as refused.
 */
export function parentSteps(
  { store: { server } }: ScenarioFixture,
  { entity, parent }: Sample,
  { computed, drawn }: ReadFields,
): RestorableSteps {
  const names = [
    ...new Set(
      computed
        .filter(({ compute }) => !compute!.overridable)
        .flatMap(({ compute }) => [...compute!.expr.matchAll(/\bparent\.(\w+)/g)].map(([, name]) => name!)),
    ),
  ].filter((name) => parent && name !== parent.entity.discriminator?.field);
  const via = entity.parents.find((one) => parent && isOf(parent.entity, one.entity))?.via;
  if (!parent || via === undefined || names.length === 0) return { steps: [], restore: async () => {} };
  let before: Row = {};
  let changed: string | undefined;
  const write = (name: string, value: unknown) =>
    server.pool
      .query(`update "${parent.entity.table}" set "${name}" = $2 where id = $1`, [before['id'], value])
      .catch(() => undefined);
  const valueOf = async (name: string): Promise<unknown> =>
    (await server.read(parent.entity.name, String(before['id'])))[name];
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
        : await drawn(field);
      if (other === undefined) return false;
      changed = name;
      await write(name, other);
      const written = await valueOf(name);
      return (await save(server, entity, row['id'])) && (await valueOf(name)) === written;
    },
    async (row) => {
      await write(name, before[name]);
      changed = undefined;
      return save(server, entity, row['id']);
    },
  ];
  return {
    steps: names.flatMap(stepsOf),
    async restore() {
      if (changed !== undefined) await write(changed, before[changed]);
      changed = undefined;
    },
  };
}

/** Empties the fields with overridable formulas, which then apply again. */
export async function emptyOverridable(
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
export async function changeAll(
  { store }: ScenarioFixture,
  sample: Sample,
  next: Sample,
  computed: readonly Field[],
  { id }: Json,
): Promise<boolean> {
  return save(store.server, sample.entity, id, await replacementBody(store, sample, next, computed));
}

/** Changes only the fields that formulas and lookups read, as others may be immutable. */
export async function changeReadFields(
  { store }: ScenarioFixture,
  sample: Sample,
  next: Sample,
  computed: readonly Field[],
  { id }: Json,
): Promise<boolean> {
  const { entity } = sample;
  const text = [...computed.map(({ compute }) => compute!.expr), ...entity.lookups.flatMap(expressionsOf)].join(' ');
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
