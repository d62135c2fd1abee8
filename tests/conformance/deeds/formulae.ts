import { parseDecimal } from '../../../generator/language/decimal.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json, TestServer } from '../../http/server.ts';
import { isKeptByProduct } from '../cases.ts';
import type { Row, Sample } from '../sample.ts';
import type { Store } from '../judges/api.ts';
import { writeRow } from '../judges/database.ts';
import { writtenChildren } from '../limits.ts';
import { isOf } from '../neededRows.ts';
import { valuesOf } from '../operations/places.ts';
import {
  drawnFor,
  fieldNamed,
  linkless,
  otherwise,
  showing,
  valueFor,
  type Deed,
  type DeedGround,
  type Saw,
} from './deed.ts';
import { create, freshBody, withRecord } from './record.ts';
import { storeLookups, surroundingsOf } from './surroundings.ts';

const computedOf = ({ fields }: Entity): Field[] => fields.filter(({ compute }) => compute !== undefined);

/** A record, with what it looks up. */
async function withLookups(entity: Entity, ground: DeedGround, turn: number): Promise<Sample | undefined> {
  const sample = drawnFor(ground, entity, turn);
  if (sample) await storeLookups(ground, sample);
  return sample;
}

/**
 * Records whose formulae give something as they are created. What each must give is worked out from the record, its
 * whole, its parts and what it looks up, as they then read.
 */
export async function createdDeeds(entity: Entity, ground: DeedGround): Promise<Deed[]> {
  const computed = computedOf(entity);
  const without = computed.map(({ name }) => name);
  const found = await showing(
    computed.map(({ name }) => name),
    ground.turns,
    async (turn) => {
      const sample = await withLookups(entity, ground, turn);
      const shows: string[] = [];
      const ask = (saw?: Saw) =>
        withRecord(
          ground,
          sample!,
          async ({ id }) =>
            otherwise(
              entity,
              await worked(ground, entity, computed, id),
              await ground.store.server.read(entity.name, id),
              saw,
            ),
          { without },
        );
      if (!sample) return undefined;
      const refused = await withRecord(
        ground,
        sample,
        async (row) => {
          shows.push(...givesSomething(await worked(ground, entity, computed, row['id'])));
          return [];
        },
        { without },
      );
      return { shows, refused, deed: { title: `${entity.name} created: what its formulae give`, ask } };
    },
  );
  return found.map(({ shows, deed, isRefused }) => ({
    ...deed,
    rules: shows.map((name) => `x-compute ${name}`),
    ...(isRefused ? { isRefused } : {}),
  }));
}

/**
 * What formulae give as records change: with parts that are added, with what the product writes of them, and with
 * another row over the one that is there; and values of somebody's own.
 */
export async function changedDeeds(entity: Entity, ground: DeedGround): Promise<Deed[]> {
  const computed = computedOf(entity);
  return computed.length === 0
    ? []
    : [...(await changed(entity, ground, computed)), ...(await given(entity, ground, computed))];
}

async function changed(entity: Entity, ground: DeedGround, computed: readonly Field[]): Promise<Deed[]> {
  const found = await showing(
    computed.flatMap(({ name }) => [`x-compute ${name}`, `x-compute once ${name}`]),
    ground.turns,
    async (turn) => {
      const sample = await withLookups(entity, ground, turn);
      const next =
        sample &&
        ground.sampler.find(entity.name, {
          fields: 'all',
          old: sample,
          ...(sample.parent ? { parent: sample.parent } : {}),
          fixed: Object.fromEntries(
            entity.fields.filter(({ writeOnce }) => writeOnce).map(({ name }) => [name, sample.whole[name]]),
          ),
        });
      if (!sample || !next) return undefined;
      await storeLookups(ground, next);
      const parts = writtenChildren(ground.sampler.model, entity).flatMap(
        (child) => ground.sampler.find(child.entity, { fields: 'all', parent: sample, loose: true, along: true }) ?? [],
      );
      const steps = [
        ...parts.map((part) => (row: Json) => addPart(ground, entity, part, row)),
        ...wholeSteps(ground, sample, computed),
        (row: Json) => changeWhole(ground, sample, next, computed, row),
        (row: Json) => changeRead(ground, sample, next, computed, row),
        (row: Json) => writeParts(ground, sample, row),
        (row: Json) => writeKept(ground, entity, computed, row),
      ];
      // ends where something is told that is wrong
      const follow = async (each: (expected: Row, row: Json) => boolean): Promise<string[]> => {
        const taken: boolean[] = [];
        const refused = await withRecord(
          ground,
          sample,
          async (row) => {
            if (!each(await worked(ground, entity, computed, row['id']), row)) return [];
            for (const step of steps) {
              taken.push(await step(row));
              if (
                taken.at(-1) &&
                !each(
                  await worked(ground, entity, computed, row['id']),
                  await ground.store.server.read(entity.name, row['id']),
                )
              )
                return [];
            }
            return [];
          },
          { without: computed.map(({ name }) => name) },
        );
        return [...refused, `steps taken: ${taken.join(', ')}`];
      };
      const seen: Row[] = [];
      const soundly = await follow((expected) => seen.push(expected) > 0);
      const shows = computed.flatMap(({ name }) => [
        ...(seen.some((expected) => expected[name] != null) ? [`x-compute ${name}`] : []),
        ...(seen.some((expected) => expected[name] != null && String(expected[name]) !== String(seen[0]![name] ?? ''))
          ? [`x-compute once ${name}`]
          : []),
      ]);
      const ask = async (saw?: Saw): Promise<string[]> => {
        const wrong: string[] = [];
        const steps = await follow((expected, row) => {
          wrong.push(...otherwise(entity, expected, row, saw));
          return wrong.length === 0;
        });
        return wrong.length > 0 ? wrong : steps.filter((line) => !soundly.includes(line));
      };
      return { shows, deed: { title: `${entity.name} changed, with its parts: what its formulae give`, ask } };
    },
  );
  return found.map(({ shows, deed }) => ({ ...deed, rules: shows }));
}

/** A value of somebody's own stands where the formula lets it. */
async function given(entity: Entity, ground: DeedGround, computed: readonly Field[]): Promise<Deed[]> {
  const open = computed.filter(({ compute }) => compute!.overridable).map(({ name }) => name);
  const found = await showing(open, ground.turns, async (turn) => {
    const sample = await withLookups(entity, ground, turn);
    if (!sample) return undefined;
    const shows: string[] = [];
    const own = (body: Row) =>
      Object.fromEntries(open.filter((name) => body[name] != null).map((name) => [name, body[name]]));
    await withRecord(ground, sample, async (row) => {
      const formulae = await worked(ground, entity, computed, row['id']);
      shows.push(
        ...open.filter((name) => row[name] != null && otherwise(entity, { [name]: formulae[name] }, row).length > 0),
      );
      return [];
    });
    const ask = async (saw?: Saw): Promise<string[]> => {
      const body = await freshBody(ground, sample);
      return withRecord(ground, sample, async (row) => otherwise(entity, own(body), row, saw), { change: own(body) });
    };
    return { shows, deed: { title: `${entity.name} with values of somebody's own for its formulae`, ask } };
  });
  return found.map(({ shows, deed }) => ({ ...deed, rules: shows.map((name) => `x-compute overridable ${name}`) }));
}

const givesSomething = (values: Row): string[] =>
  Object.entries(values)
    .filter(([, value]) => value != null)
    .map(([name]) => name);

/** What each formula must give for a record as it reads now. */
async function worked(ground: DeedGround, entity: Entity, computed: readonly Field[], id: string): Promise<Row> {
  const { _actions, ...row } = await ground.store.server.read(entity.name, id);
  const context = await surroundingsOf(ground, entity, row);
  const judge = ground.sampler.judgeOf(entity);
  return Object.fromEntries(computed.map(({ name }) => [name, judge.compute({ ...row, [name]: null }, context)[name]]));
}

/** Adds a part to a record. @returns whether it was taken, as of each step here */
async function addPart(ground: DeedGround, entity: Entity, part: Sample, { id }: Json): Promise<boolean> {
  const child = entity.children.find((one) => one.entity === part.entity.name)!;
  const whole = await ground.store.server.read(entity.name, id);
  const { status } = await create(ground, part.entity, {
    ...(await freshBody(ground, linkless(part, child.via))),
    [child.via]: whole[fieldNamed(part.entity, child.via).ref!.by],
  });
  return status === 201;
}

/**
 * Writes past the server what formulae read of parts and the product keeps, as far as the database takes it; then the
 * record is saved as it is.
 */
async function writeKept(
  { sampler, store: { server } }: DeedGround,
  entity: Entity,
  computed: readonly Field[],
  { id }: Json,
): Promise<boolean> {
  for (const { entity: name, via } of entity.children) {
    const below = sampler.model.entities[name]!;
    const text = computed
      .map(({ compute }) => compute!.expr)
      .filter((expr) => /\bchildren\./.test(expr))
      .join(' ');
    const kept = below.fields.filter(
      (field) => (field.state || isKeptByProduct(field)) && new RegExp(`\\.${field.name}\\b`).test(text),
    );
    for (const field of kept) {
      const values = valuesOf(field, text, null, sampler).filter((one) => one != null);
      const named = values.filter((one) => text.includes(`'${String(one)}'`));
      for (const value of named.length > 0 ? named : values) {
        await server.pool
          .query(`update "${below.table}" set "${field.name}" = $2 where "${via}"::text = $1 and "delFlag" = 'N'`, [
            String(id),
            value,
          ])
          .catch(() => undefined);
      }
    }
  }
  return save(server, entity, id);
}

/** The parts of a record that the product alone makes, but for its log. */
export const madeParts = (entity: Entity, { entities }: Model): Child[] =>
  entity.children.filter((child) => entities[child.entity]!.readOnly && child.entity !== entity.changeLog?.entity);

/** Writes past the server the parts that the product alone makes; then the record is saved as it is. */
export async function writeParts(ground: DeedGround, sample: Sample, { id }: Json): Promise<boolean> {
  const {
    sampler,
    store: { server },
  } = ground;
  const { entity } = sample;
  const whole = await server.read(entity.name, id);
  const made = madeParts(entity, sampler.model);
  const text = computedOf(entity)
    .map(({ compute }) => compute!.expr)
    .join(' ');
  for (const { entity: name, via } of made) {
    const part = sampler.find(name, { parent: sample });
    if (!part) continue;
    const row: Row = {
      ...part.whole,
      ...(await ground.store.body(linkless(part, via))),
      [via]: whole[fieldNamed(part.entity, via).ref!.by],
    };
    // rules of who makes a part may leave it at nothing: a sum over such shows nothing
    for (const { name: own } of part.entity.fields.filter(
      (field) =>
        KINDS[field.kind].cel === 'Decimal' &&
        text.includes(`.${field.name}`) &&
        parseDecimal(row[field.name])?.isZero(),
    ))
      row[own] = '1';
    await writeRow(
      server.pool,
      part.entity,
      Object.fromEntries(
        part.entity.fields.map((field) => [field.name, row[field.name] ?? (field.state ? field.default : null)]),
      ),
    ).catch(() => undefined);
  }
  return made.length > 0 && save(server, entity, id);
}

/** Saves a record, as it is or with what is given. */
async function save(server: TestServer, { name }: Entity, id: string, given: Row = {}): Promise<boolean> {
  const { rev } = await server.read(name, id);
  return (
    (await server.call('PATCH', `/api/${name}/${id}`, { body: { ...given, rev, acceptWarnings: true } })).status === 200
  );
}

/**
 * Writes past the server what formulae read of the whole, as far as the database takes it, and saves the part as it is;
 * then the same with the whole as it was.
 */
function wholeSteps(
  ground: DeedGround,
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
  const { server } = ground.store;
  const via = entity.parents.find((one) => parent && isOf(parent.entity, one.entity))?.via;
  if (!parent || via === undefined || names.length === 0) return [];
  let before: Row = {};
  const write = (name: string, value: unknown) =>
    server.pool
      .query(`update "${parent.entity.table}" set "${name}" = $2 where id = $1`, [before['id'], value])
      .catch(() => undefined);
  return [
    async (row) => {
      const by = fieldNamed(entity, via).ref!.by;
      before = (
        await server.pool.query(`select * from "${parent.entity.table}" where "${by}"::text = $1 and "delFlag" = 'N'`, [
          String(row[via]),
        ])
      ).rows[0] as Row;
      for (const name of names) await write(name, await valueFor(ground, fieldNamed(parent.entity, name)));
      return save(server, entity, row['id']);
    },
    async (row) => {
      for (const name of names) await write(name, before[name]);
      return save(server, entity, row['id']);
    },
  ];
}

/** Another sound row over the one that is there, without values for what the formulae give. */
async function changeWhole(
  { store }: DeedGround,
  sample: Sample,
  next: Sample,
  computed: readonly Field[],
  { id }: Json,
): Promise<boolean> {
  return save(store.server, sample.entity, id, await bodyOver(store, sample, next, computed));
}

/** Of another sound row only what formulae and lookups read: what has to stay as it is may be among the rest. */
async function changeRead(
  { store }: DeedGround,
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
  const read = Object.entries(await bodyOver(store, sample, next, computed)).filter(([name]) =>
    new RegExp(`\\bself\\.${name}\\b`).test(text),
  );
  return read.length > 0 && save(store.server, entity, id, Object.fromEntries(read));
}

/** What a save of another row over one sends: not what lasts, nor what formulae give. */
async function bodyOver(store: Store, { entity }: Sample, next: Sample, computed: readonly Field[]): Promise<Row> {
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
