import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Lookup } from '../../../generator/model/lookup.ts';
import { insertion } from '../oracles/database.ts';
import { columnsOf, isConstraintError, writeColumns } from '../oracles/columns.ts';
import type { Row } from '../sample.ts';
import type { Change, StoredRecord } from './breakingChanges.ts';
import type { ScenarioFixture } from './scenario.ts';

/** Writes the columns of a row again that a change wrote. */
type Undo = () => Promise<void>;

/**
 * Runs `work` while changes of the rows that a record reads are written directly in the database.
 *
 * @returns undefined if a constraint of the database refuses the changes
 */
export async function applied<T>(
  fixture: ScenarioFixture,
  record: StoredRecord,
  changes: readonly Change[],
  work: () => Promise<T>,
): Promise<T | undefined> {
  const undo: Undo[] = [];
  try {
    for (const change of changes) await apply(fixture, record, change, undo);
    return await work();
  } catch (error) {
    if (isConstraintError(error)) return undefined;
    throw error;
  } finally {
    for (const one of undo.reverse()) await one();
  }
}

/** Applies a change. @param undo receives how each row becomes what it was */
async function apply(
  fixture: ScenarioFixture,
  record: StoredRecord,
  { place, of, values, added }: Change,
  undo: Undo[],
): Promise<void> {
  const { entity, row, context } = record;
  const { model } = fixture.sampler;
  if (added) return insert(fixture, record, of, added.full, undo);
  const write = (target: Entity, id: unknown, written: Row) => writeBriefly(fixture, target, String(id), written, undo);
  if (place === 'self')
    return firstPermitted([values!, { ...values, ...withoutMatching(entity, values!) }], (one) =>
      write(entity, row['id'], one),
    );
  const written = values ?? { delFlag: 'Y' };
  if (place === 'lookup') {
    const lookup = entity.lookups.find(({ name }) => name === of)!;
    const target = model.entities[lookup.entity]!;
    // rows that others refer to cannot be deleted, but may be found no longer
    const others = values ? [] : otherKeys(fixture, lookup, target);
    return firstPermitted([written, ...others], (one) => write(target, context.lookups![of]!['id'], one));
  }
  for (const { id } of context.children![of]!) await write(model.entities[of]!, id, written);
}

/** Writes the first of several values that the constraints of the table permit. @throws the last constraint error */
async function firstPermitted(choices: readonly Row[], write: (values: Row) => Promise<void>): Promise<void> {
  const [first, ...rest] = choices;
  try {
    await write(first!);
  } catch (error) {
    if (!isConstraintError(error) || rest.length === 0) throw error;
    await firstPermitted(rest, write);
  }
}

/**
 * The values that references must match and that the next save computes again: without them a reference may be to any
 * row.
 */
const withoutMatching = ({ fields }: Entity, values: Row): Row =>
  Object.fromEntries(
    fields
      .filter(({ name }) => name in values)
      .flatMap(({ ref }) => Object.keys(ref?.match ?? {}))
      .filter((own) => fields.some(({ name, compute }) => name === own && compute))
      .map((own) => [own, null]),
  );

/** Other values of the texts by which a lookup finds a row. */
const otherKeys = ({ sampler }: ScenarioFixture, { by }: Lookup, { fields }: Entity): Row[] =>
  fields
    .filter(
      ({ name, kind, ref, options }) =>
        by.some(({ field }) => field === name) && KINDS[kind].cel === 'string' && !ref && !options,
    )
    .map((field) => ({ [field.name]: sampler.draw(field) }));

async function writeBriefly(
  { store }: ScenarioFixture,
  entity: Entity,
  id: string,
  values: Row,
  undo: Undo[],
): Promise<void> {
  const before = await columnsOf(store, entity, id);
  await writeColumns(store, entity, id, values);
  const former = Object.fromEntries(Object.keys(values).map((name) => [name, before[name]]));
  undo.push(() => writeColumns(store, entity, id, former, true));
}

/** Inserts a row that a lookup finds. */
async function insert(
  { sampler, store: { server } }: ScenarioFixture,
  { entity, row, context }: StoredRecord,
  name: string,
  full: Row,
  undo: Undo[],
): Promise<void> {
  const { lookup, keyOf } = sampler.evaluatorOf(entity).lookups.find((one) => one.lookup.name === name)!;
  const target = sampler.model.entities[lookup.entity]!;
  const states = Object.fromEntries(target.machines.map(({ field, initial }) => [field, initial]));
  const { rows } = await server.pool.query(insertion(target, { ...states, ...full, ...keyOf(row, context) }));
  const { id } = rows[0] as { id: string };
  undo.push(async () => {
    await server.pool.query(`delete from "${target.table}" where id = $1`, [id]);
  });
}
