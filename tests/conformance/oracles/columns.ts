import type { Entity } from '../../../generator/model/entity.ts';
import { bindable } from '../../../server/kernel/write/write.ts';
import type { Row } from '../sample.ts';
import type { Store } from './api.ts';

/** Whether a constraint of the database refused a statement (class 23). */
export const isConstraintError = (error: unknown): boolean =>
  (error as { code?: string }).code?.startsWith('23') === true;

/** The columns of a row, as stored. */
export const columnsOf = async ({ server }: Store, { table }: Entity, id: string): Promise<Row> =>
  (await server.pool.query(`select * from "${table}" where id = $1`, [id])).rows[0] as Row;

/** Writes columns of a row directly in the database. @param isRaw whether the values are those of `columnsOf` */
export async function writeColumns(
  { server }: Store,
  { table, fields }: Entity,
  id: string,
  values: Row,
  isRaw = false,
): Promise<void> {
  const names = Object.keys(values);
  if (names.length === 0) return;
  const bound = names.map((name) => {
    const field = fields.find((one) => one.name === name);
    if (field && !isRaw) return bindable(field, values[name]);
    // the driver would bind an array as one of PostgreSQL
    return Array.isArray(values[name]) ? JSON.stringify(values[name]) : values[name];
  });
  await server.pool.query(
    `update "${table}" set ${names.map((name, index) => `"${name}" = $${index + 2}`).join(', ')} where id = $1`,
    [id, ...bound],
  );
}
