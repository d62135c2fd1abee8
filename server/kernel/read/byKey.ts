import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../registry.ts';
import { quote, statement } from '../statement.ts';
import type { Row } from '../write/body.ts';

/** The natural key of a row as one text; undefined where a part is absent. */
export function keyOf(key: readonly string[], row: Row): string | undefined {
  const parts = key.map((name) => row[name]);
  return parts.some((part) => part == null) ? undefined : JSON.stringify(parts.map(String));
}

/** Which rows are looked for, and whether they are held against other writers until the transaction ends. */
export interface ByKey { alsoDeleted?: boolean; hold?: boolean }

/** The live rows that have the keys of `rows`, by key. Rows whose key cannot be one are passed over. */
export async function rowsByKey(runtime: EntityRuntime, key: readonly string[], rows: readonly Row[], context: Context, { alsoDeleted = false, hold = false }: ByKey = {}): Promise<Map<string, Row>> {
  const { entity, fields, statements } = runtime;
  const sound = rows.filter((row) => key.every((name) => {
    const field = fields.get(name)!;
    if (row[name] == null) return false;
    const problem = KINDS[field.kind].check(row[name], field);
    return problem === undefined || problem.level === 'warning';
  }));
  if (sound.length === 0) return new Map();
  const columns = key.map((name, index) => `$${index + 1}::${KINDS[fields.get(name)!.kind].column(fields.get(name)!)}[]`);
  const text = `select (select to_json(x)::text from (select ${statements.selectList}) x) as json from ${quote(entity.table)} t where ${alsoDeleted ? 'true' : `t."delFlag" = 'N'`}`
    + ` and (${key.map((name) => `t.${quote(name)}`).join(', ')}) in (select * from unnest(${columns.join(', ')}))${hold ? ' for no key update of t' : ''}`;
  const found = await context.db.query(statement(text, key.map((name) => sound.map((row) => row[name])), true));
  return new Map((found.rows as { json: string }[]).map(({ json }) => {
    const row = JSON.parse(json) as Row;
    return [keyOf(key, row)!, row];
  }));
}
