import type { Entity } from '../../../generator/model/entity.ts';
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
  if (place === 'self') return write(entity, row['id'], values!);
  const written = values ?? { delFlag: 'Y' };
  if (place === 'lookup') {
    const { entity: target } = entity.lookups.find(({ name }) => name === of)!;
    return write(model.entities[target]!, context.lookups![of]!['id'], written);
  }
  for (const { id } of context.children![of]!) await write(model.entities[of]!, id, written);
}

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
