import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../registry.ts';
import { quote, statement } from '../statement.ts';
import type { Row } from '../write/body.ts';

const NONE: ReadonlySet<string> = new Set();

/** The natural key of a row as one text; undefined where a part is absent that may not be, which are all but `lackable`. */
export function keyOf(key: readonly string[], row: Row, lackable = NONE): string | undefined {
  if (key.length === 1 && lackable.size === 0) return row[key[0]!] == null ? undefined : String(row[key[0]!]);
  const parts = key.map((name) => row[name] ?? null);
  return parts.some((part, place) => part === null && !lackable.has(key[place]!)) ? undefined : JSON.stringify(parts.map((part) => (part === null ? null : String(part))));
}

/** Which rows are looked for, whether they are held against other writers until the transaction ends, and of which fields absence is a value. */
export interface ByKey { alsoDeleted?: boolean; hold?: boolean; lackable?: ReadonlySet<string> }

/** The live rows that have the keys of `rows`, by key. Rows whose key cannot be one are passed over. */
export async function rowsByKey(runtime: EntityRuntime, key: readonly string[], rows: readonly Row[], context: Context, { alsoDeleted = false, hold = false, lackable = NONE }: ByKey = {}): Promise<Map<string, Row>> {
  const { entity, fields, statements } = runtime;
  const sound = rows.filter((row) => key.every((name) => {
    const field = fields.get(name)!;
    if (row[name] == null) return lackable.has(name);
    const problem = KINDS[field.kind].check(row[name], field);
    return problem === undefined || problem.level === 'warning';
  }));
  if (sound.length === 0) return new Map();
  const columns = key.map((name, index) => `$${index + 1}::${KINDS[fields.get(name)!.kind].column(fields.get(name)!)}[]`);
  const same = key.map((name) => `t.${quote(name)} ${lackable.has(name) ? 'is not distinct from' : '='} k.${quote(name)}`).join(' and ');
  const text = `select (select to_json(x)::text from (select ${statements.selectList}) x) as json from ${quote(entity.table)} t where ${alsoDeleted ? 'true' : `t."delFlag" = 'N'`}`
    + ` and exists (select from unnest(${columns.join(', ')}) k(${key.map(quote).join(', ')}) where ${same})${hold ? ' for no key update of t' : ''}`;
  const found = await context.db.query(statement(text, key.map((name) => sound.map((row) => row[name] ?? null)), true));
  return new Map((found.rows as { json: string }[]).map(({ json }) => {
    const row = JSON.parse(json) as Row;
    return [keyOf(key, row, lackable)!, row];
  }));
}
