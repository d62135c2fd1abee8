import type { ClientBase, Pool } from 'pg';
import { quote } from '../../../generator/language/sqlText.ts';

/** Inserts a row. @returns its id */
export async function insert(
  client: ClientBase | Pool,
  table: string,
  values: Record<string, unknown>,
): Promise<string> {
  const columns = ['creater', 'updater', ...Object.keys(values)];
  const { rows } = await client.query<{ id: string }>(
    `insert into ${quote(table)} (${columns.map(quote).join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    ['test', 'test', ...Object.values(values)],
  );
  return rows[0]!.id;
}

/** Deletes a row softly. */
export async function remove(client: ClientBase | Pool, table: string, id: string): Promise<void> {
  await client.query(`update ${quote(table)} set "delFlag" = 'Y' where id = $1`, [id]);
}

/** The SQLSTATE and constraint with which PostgreSQL refuses; 'accepted' when it does not. */
export async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'accepted';
  } catch (error) {
    const { code, constraint, column } = error as { code?: string; constraint?: string; column?: string };
    if (code === undefined) throw error;
    return `${code} ${constraint ?? column ?? ''}`.trim();
  }
}
