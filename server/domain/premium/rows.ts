import { sql } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { EntityRuntime, Kernel, LocksOf, Target } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { accessFilter, hasOwnRows } from '../../kernel/read/access.ts';
import { quote, Values } from '../../kernel/statement.ts';
import { createMany, updateMany, type ManyRows, type RowUpdate } from '../../kernel/write/saveMany.ts';
import { isChildRow, noteLocked } from '../../kernel/write/locks.ts';
import { RefusedRows } from '../../kernel/write/refusedRows.ts';

/** Rows of an entity by conditions. */
export interface RowQuery {
  name: string;
  conditions: Row;
  sort: readonly string[];
}

/**
 * Live rows that fulfil all `conditions`, in the order of `sort`, locked until the transaction ends. Includes rows that
 * the caller may not see.
 */
export const lockedRows = async (kernel: Kernel, query: RowQuery, context: Context): Promise<Row[]> =>
  (await lockRows(kernel, query, context)).map(({ row }) => row);

/** The same rows, separated by visibility to the caller (domain.md, General 11). */
export async function rowsByVisibility(
  kernel: Kernel,
  query: RowQuery,
  context: Context,
): Promise<{ visible: Row[]; hidden: Row[] }> {
  const rows = await lockRows(kernel, query, context);
  const { visible = [], hidden = [] } = Object.groupBy(rows, ({ isVisible }) => (isVisible ? 'visible' : 'hidden'));
  return { visible: visible.map(({ row }) => row), hidden: hidden.map(({ row }) => row) };
}

async function lockRows(
  kernel: Kernel,
  { name, conditions, sort }: RowQuery,
  context: Context,
): Promise<{ row: Row; isVisible: boolean }[]> {
  const runtime = entityNamed(kernel, name);
  const { entity, statements } = runtime;
  const values = new Values();
  const condition = conditionSql(conditions, values);
  const access = hasOwnRows(runtime, context) ? accessFilter({ kernel, context, values }, runtime) || 'true' : 'true';
  const columns = `(select to_json(x)::text from (select ${statements.selectList}) x) as json, (${access}) is true as "isVisible$"`;
  // locked by id (decision 43), then sorted
  const text =
    `select t.json, t."isVisible$" as "isVisible" from (select t.*, ${columns} from ${quote(entity.table)} t where t."delFlag" = 'N'${condition} order by t.id for no key update of t) t` +
    ` order by ${[...sort, 'id'].map((field) => `t.${quote(field)}`).join(', ')}`;
  const { rows } = await context.db.query({ text, values: values.list });
  const locked = (rows as { json: string; isVisible: boolean }[]).map(({ json, isVisible }) => ({
    row: JSON.parse(json) as Row,
    isVisible,
  }));
  noteLocked(
    context,
    kernel,
    runtime,
    inIdOrder(locked.map(({ row }) => row)).map((row) => ({ id: row['id'], isChild: isChildRow(runtime, row) })),
  );
  return locked;
}

/** SQL: `and` terms that rows `t` have these values. */
const conditionSql = (conditions: Row, values: Values): string =>
  Object.entries(conditions)
    .map(([field, value]) => ` and t.${quote(field)} = ${values.bind(value)}`)
    .join('');

/** Whether a live row with these values is hidden from the caller. Locks nothing. */
export async function hasHiddenRows(kernel: Kernel, name: string, conditions: Row, context: Context): Promise<boolean> {
  const runtime = entityNamed(kernel, name);
  if (!hasOwnRows(runtime, context)) return false;
  const values = new Values();
  const text = `select from ${quote(runtime.entity.table)} t where t."delFlag" = 'N'${conditionSql(conditions, values)} and (${accessFilter({ kernel, context, values }, runtime) || 'true'}) is not true limit 1`;
  return (await context.db.query({ text, values: values.list })).rows.length > 0;
}

const inIdOrder = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => Number(a['id']) - Number(b['id']));

const idsOfYear = (table: 'policy_year' | 'premium_version') =>
  prepared<{ policyYear: string; policyType: string }>()(($) =>
    build
      .selectFrom(table as 'policy_year')
      .select('id')
      .where('policyYear', '=', $('policyYear'))
      .where(sql<string>`"policyType"`, '=', $('policyType'))
      .where('delFlag', '=', 'N'),
  );
const LOCKED_WITH_VERSION = {
  'policy-year': idsOfYear('policy_year'),
  'premium-version': idsOfYear('premium_version'),
};

/** The policy year of a version and all its versions, to be locked first, because an action on one version reads all. */
export const yearOfVersion: LocksOf = async (kernel, { row }, { db }) => {
  const { policyYear, policyType } = row as { policyYear: string; policyType: string };
  const targets: Target[] = [];
  for (const [name, ids] of Object.entries(LOCKED_WITH_VERSION)) {
    const runtime = entityNamed(kernel, name);
    targets.push(...(await ids.all(db, { policyYear, policyType })).map(({ id }) => ({ runtime, id })));
  }
  return targets;
};

/** The policy year of a version, locked until the transaction ends. @throws Refusal (409) for a missing one */
export async function policyYearOf(kernel: Kernel, version: Row, context: Context): Promise<Row> {
  const { policyYear, policyType } = version;
  const [year] = await lockedRows(
    kernel,
    { name: 'policy-year', conditions: { policyYear, policyType }, sort: [] },
    context,
  );
  if (!year)
    throw new Refusal('conflict', 'MSG_premium_0103', { year: policyYear }, [
      { field: 'policyYear', key: 'MSG_premium_0103', params: { year: policyYear } },
    ]);
  return year;
}

/** Result of a calculation: rows to change, and rows to add. */
export interface Calculated {
  changes: readonly RowUpdate[];
  added: readonly Row[];
}

/**
 * Writes the result of a calculation, all of it or nothing.
 *
 * @returns the number of changed rows
 * @throws Refusal (400) naming the rows that break a rule
 */
export async function writeCalculated(
  kernel: Kernel,
  runtime: EntityRuntime,
  { result: { changes, added }, options }: { result: Calculated; options: ManyRows },
  context: Context,
): Promise<number> {
  const refused = new RefusedRows(context, { field: '', key: 'MSG_premium_0202' });
  const changed = await updateMany(
    kernel,
    runtime,
    { rows: changes, options, onRefused: (index, refusal) => refused.add(runtime, changes[index]!.before, refusal) },
    context,
  );
  await createMany(
    kernel,
    runtime,
    { rows: added, options, onRefused: (index, refusal) => refused.add(runtime, added[index]!, refusal) },
    context,
  );
  refused.throwAny();
  return changed;
}
