import type { Pool, PoolClient } from 'pg';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import { isOf } from '../neededRows.ts';
import type { Row } from '../sample.ts';

/** Marks a record as deleted directly in the database, with all rows that refer to it, such as its children. */
export async function erase(pool: Pool, model: Model, entity: Entity, row: Row): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // a row is marked before those that refer to it, so that rows that refer to each other end
    await client.query('set constraints all deferred');
    await mark(client, model, entity, row);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function mark(client: PoolClient, model: Model, entity: Entity, row: Row): Promise<void> {
  await client.query(`update "${entity.table}" set "delFlag" = 'Y' where id = $1`, [row['id']]);
  for (const { below, field, by } of referring(model, entity)) {
    const { rows } = await client.query(
      `select to_jsonb(t) as row from "${below.table}" t where "${field}"::text = $1 and "delFlag" = 'N'`,
      [String(row[by])],
    );
    for (const { row: child } of rows as { row: Row }[]) await mark(client, model, below, child);
  }
}

/** The references to rows of an entity. Several kinds of rows that share a table count once. */
function referring(model: Model, entity: Entity): { below: Entity; field: string; by: string }[] {
  const found = Object.values(model.entities).flatMap((below) =>
    below.fields.flatMap(({ name: field, kind, ref }) =>
      kind === 'ref' && ref && !ref.open && isOf(entity, ref.entity) ? [{ below, field, by: ref.by }] : [],
    ),
  );
  return [...new Map(found.map((one) => [`${one.below.table} ${one.field}`, one])).values()];
}
