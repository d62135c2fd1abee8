import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Context } from '../context.ts';
import { subtypeCondition } from '../subtypes.ts';
import type { Preference } from '../../../generator/model/lookup.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';
import { statement, Values } from '../statement.ts';
import { isId } from './conditions.ts';
import { parsedRows, printedRow, selectRows } from '../printedRows.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * The natural key of a row as one text; undefined if a field is absent.
 *
 * @param nullable fields for which null is a value
 */
export function keyOf(key: readonly string[], row: Row, nullable = NONE): string | undefined {
  if (key.length === 1 && nullable.size === 0) return row[key[0]!] == null ? undefined : String(row[key[0]!]);
  const parts = key.map((name) => row[name] ?? null);
  return parts.some((part, index) => part === null && !nullable.has(key[index]!))
    ? undefined
    : JSON.stringify(parts.map((part) => (part === null ? null : String(part))));
}

/** Options of a search by key. */
export interface ByKey {
  alsoDeleted?: boolean;
  /** locks the rows until the transaction ends */
  lock?: boolean;
  /** key fields for which null is a value */
  nullable?: ReadonlySet<string>;
  /** prints a further condition ` and (…)` on alias `t`, such as the access filter */
  filter?: PrintCondition;
}

/** Prints a condition, and binds its values. */
export type PrintCondition = (values: Values) => string;

/** Finds live rows with the keys of `rows`. Rows with an invalid key are skipped. @returns key → row */
export async function rowsByKey(
  runtime: EntityRuntime,
  search: { key: readonly string[]; rows: readonly Row[] },
  context: Context,
  options: ByKey = {},
): Promise<Map<string, Row>> {
  const found = await allByKey(runtime, search, context, options);
  return new Map([...found].map(([key, rows]) => [key, rows.at(-1)!]));
}

/** Finds all live rows with the keys of `rows`, for a key that several rows can have. @returns key → rows */
export async function allByKey(
  runtime: EntityRuntime,
  { key, rows }: { key: readonly string[]; rows: readonly Row[] },
  context: Context,
  { alsoDeleted = false, lock = false, nullable = NONE, filter }: ByKey = {},
): Promise<Map<string, Row[]>> {
  const { entity, fields } = runtime;
  const valid = rows.filter((row) =>
    key.every((name) => {
      if (name === 'id') return isId(row[name]);
      const field = fields.get(name)!;
      if (row[name] == null) return nullable.has(name);
      const problem = KINDS[field.kind].check(row[name], field);
      return problem === undefined || problem.level === 'warning';
    }),
  );
  if (valid.length === 0) return new Map();
  const values = new Values();
  const columns = key.map(
    (name) =>
      `${values.bind(valid.map((row) => row[name] ?? null))}::${KINDS[fields.get(name)!.kind].column(fields.get(name)!)}[]`,
  );
  const same = key
    .map(
      (name) =>
        `t.${quote(name)} ${nullable.has(name) ? 'is not distinct from' : '='} k.${quote(name)}${name === 'id' ? '::bigint' : ''}`,
    )
    .join(' and ');
  const text =
    `${selectRows(runtime)} where ${alsoDeleted ? 'true' : `t."delFlag" = 'N'`}${entity.discriminator ? ` and ${subtypeCondition(entity)}` : ''}` +
    ` and exists (select from unnest(${columns.join(', ')}) k(${key.map(quote).join(', ')}) where ${same})${filter?.(values) ?? ''}${lock ? ' order by t.id for no key update of t' : ''}`;
  const found = await context.db.query(statement(text, values.list, true));
  return Map.groupBy(parsedRows(found), (row) => keyOf(key, row, nullable)!);
}

/**
 * Finds, for each of `keys`, the live row with the latest day up to the day of the key, and the same values in its
 * other fields.
 *
 * @param key names of the fields; the last one is the day
 * @param within maximum age of the row in days; absent: unlimited
 * @param filter prints a further condition of the row
 */
export function latestByKey(
  runtime: EntityRuntime,
  { key, keys, within, filter }: Keys & { within: number | undefined },
  context: Context,
): Promise<Map<string, Row>> {
  const day = quote(key.at(-1)!);
  const pick = {
    equal: key.slice(0, -1),
    condition: `t.${day} <= k.${day}${within === undefined ? '' : ` and t.${day} >= k.${day} - ${Number(within)}`}`,
    order: `t.${day} desc`,
  };
  return firstByKey(runtime, { key, keys, pick, filter }, context);
}

/**
 * Finds for each of `keys` the live rows whose period contains the two days of the key, and whose other fields have its
 * values. A period without a last day is open-ended.
 *
 * @param key names of the fields; the last two are the first and the last day
 * @param nullable fields that select only if the key has a value, or that `prefer` names
 * @param prefer nullable fields in which rows with the value of the key precede the others
 * @param filter prints a further condition of the row
 * @returns for each key the first created row. Its `matches` is the number of the rows, and its `candidates` also
 *   counts rows with other values in nullable fields
 */
export async function coveringByKey(
  runtime: EntityRuntime,
  { key, keys, nullable = NONE, prefer = [], filter }: Keys & { prefer?: readonly Preference[] | undefined },
  context: Context,
): Promise<Map<string, Row>> {
  const [from, to] = key.slice(-2).map(quote) as [string, string];
  const ranked = new Set(prefer.map(({ field }) => field));
  const hasValue = (name: string): string => `t.${quote(name)} is not distinct from k.${quote(name)}`;
  const canHave = prefer
    .filter(({ orOther }) => !orOther)
    .map(({ field }) => ` and (t.${quote(field)} is null or ${hasValue(field)})`)
    .join('');
  const isMatch = [...nullable]
    .filter((name) => !ranked.has(name))
    .map((name) => `(k.${quote(name)} is null or ${hasValue(name)})`)
    .join(' and ');
  const pick = {
    equal: key.slice(0, -2).filter((name) => !nullable.has(name)),
    condition: `t.${from} <= k.${from} and (t.${to} is null or t.${to} >= k.${to})${canHave}`,
    order: [
      ...(isMatch ? [isMatch] : []),
      ...prefer.map(({ field }) => `(t.${quote(field)} is not null and ${hasValue(field)})`),
    ]
      .map((term) => `${term} desc, `)
      .join('')
      .concat('t.id'),
    columns: `, (count(*) over ())::int as candidates, (count(*) filter (where ${isMatch || 'true'}) over ())::int as matches`,
  };
  const found = await firstByKey(runtime, { key, keys, nullable, pick, filter }, context);
  return new Map([...found].filter(([, { matches }]) => Number(matches) > 0));
}

/** Which row `t` is found for a key `k`: the first in `order` with equal fields that fulfils the condition. */
interface Pick {
  equal: readonly string[];
  condition: string;
  order: string;
  /** further values of the found row, computed from all that fulfil the condition; each after a comma */
  columns?: string;
}

/** Keys of rows to find, with the names of their fields. */
interface Keys {
  key: readonly string[];
  keys: readonly Row[];
  nullable?: ReadonlySet<string>;
  /** prints a further condition of the row */
  filter?: PrintCondition | undefined;
}

async function firstByKey(
  { entity, fields, statements }: EntityRuntime,
  { key, keys, nullable = NONE, pick: { equal, condition, order, columns: more = '' }, filter }: Keys & { pick: Pick },
  context: Context,
): Promise<Map<string, Row>> {
  const valid = keys.filter((row) =>
    key.every(
      (name) =>
        (nullable.has(name) && row[name] == null) ||
        KINDS[fields.get(name)!.kind].check(row[name], fields.get(name)!) === undefined,
    ),
  );
  if (valid.length === 0) return new Map();
  const values = new Values();
  const columns = key.map(
    (name) =>
      `${values.bind(valid.map((row) => row[name]))}::${KINDS[fields.get(name)!.kind].column(fields.get(name)!)}[]`,
  );
  const same = equal.map((name) => `t.${quote(name)} = k.${quote(name)} and `).join('');
  const text =
    `select k.place::int, x.* from unnest(${columns.join(', ')}) with ordinality k(${key.map(quote).join(', ')}, place) cross join lateral (` +
    `select ${printedRow(statements.selectList)} as json${more} from ${quote(entity.table)} t where t."delFlag" = 'N' and ${same}${condition}${filter?.(values) ?? ''} order by ${order} limit 1) x`;
  const { rows } = await context.db.query(statement(text, values.list, true));
  return new Map(
    (rows as { place: number; json: string }[]).map(({ place, json, ...counts }) => [
      keyOf(key, valid[place - 1]!, nullable)!,
      { ...(JSON.parse(json) as Row), ...counts },
    ]),
  );
}
