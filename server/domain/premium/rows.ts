import { sql } from 'kysely';
import { quote } from '../../../generator/language/sqlText.ts';
import { build, prepared } from '../../db/statement.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { EntityRuntime, Kernel, LocksOf, RowToLock } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { accessFilter, hasOwnRows } from '../../kernel/read/access.ts';
import { Values } from '../../kernel/statement.ts';
import { createMany, updateMany, type ManyRows, type RowUpdate } from '../../kernel/write/many/saveMany.ts';
import { isChildRow, noteLocked } from '../../kernel/write/locks.ts';
import { RefusedRows } from '../../kernel/write/many/refusedRows.ts';
import { WarnedRows } from '../../kernel/write/many/warnedRows.ts';
import { parsedRows, printedRow, selectRows } from '../../kernel/printedRows.ts';

/** A query for rows of an entity. */
export interface RowQuery {
  /** name of the entity */
  name: string;
  /** field → value */
  conditions: Row;
  /** fields by which the rows are sorted, before the id */
  sort: readonly string[];
}

/**
 * Reads the live rows that fulfil all `conditions`, in the order of `sort`, and locks them until the transaction ends.
 * Includes rows that the caller may not see.
 */
export const lockRows = async (kernel: Kernel, query: RowQuery, context: Context): Promise<Row[]> =>
  (await lockWithVisibility(kernel, query, context)).map(({ row }) => row);

/** Reads the live rows that fulfil all `conditions` and that the caller may see, in the order of `sort`. */
export async function readVisibleRows(
  kernel: Kernel,
  { name, conditions, sort }: RowQuery,
  context: Context,
): Promise<Row[]> {
  const runtime = entityNamed(kernel, name);
  const values = new Values();
  const condition = conditionSql(conditions, values);
  const access = hasOwnRows(runtime, context) ? accessFilter({ kernel, context, values }, runtime) || 'true' : 'true';
  const text =
    selectRows(runtime) +
    ` where t."delFlag" = 'N'${condition} and (${access}) order by ${[...sort, 'id'].map((field) => `t.${quote(field)}`).join(', ')}`;
  return parsedRows(await context.db.query({ text, values: values.list }));
}

/**
 * Reads and locks rows like `lockRows`, and separates them by whether the caller may see them (domain.md, General 11).
 */
export async function lockRowsByVisibility(
  kernel: Kernel,
  query: RowQuery,
  context: Context,
): Promise<{ visible: Row[]; hidden: Row[] }> {
  const rows = await lockWithVisibility(kernel, query, context);
  const { visible = [], hidden = [] } = Object.groupBy(rows, ({ isVisible }) => (isVisible ? 'visible' : 'hidden'));
  return { visible: visible.map(({ row }) => row), hidden: hidden.map(({ row }) => row) };
}

async function lockWithVisibility(
  kernel: Kernel,
  { name, conditions, sort }: RowQuery,
  context: Context,
): Promise<{ row: Row; isVisible: boolean }[]> {
  const runtime = entityNamed(kernel, name);
  const { entity, statements } = runtime;
  const values = new Values();
  const condition = conditionSql(conditions, values);
  const access = hasOwnRows(runtime, context) ? accessFilter({ kernel, context, values }, runtime) || 'true' : 'true';
  const columns = `${printedRow(statements.selectList)} as json, (${access}) is true as "isVisible$"`;
  // locks the rows in order of their ids (decision 43), then sorts them
  const text =
    `select t.json, t."isVisible$" as "isVisible" from (select t.*, ${columns} from ${quote(entity.table)} t` +
    ` where t."delFlag" = 'N'${condition} order by t.id for no key update of t) t` +
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

/** SQL conditions, each after `and`, that rows `t` have these values. */
const conditionSql = (conditions: Row, values: Values): string =>
  Object.entries(conditions)
    .map(([field, value]) => ` and t.${quote(field)} = ${values.bind(value)}`)
    .join('');

/**
 * Whether a live row with these values is hidden from the caller. Locks no rows.
 *
 * @param query.also an SQL expression on rows `t`, and the value that it must have
 */
export async function hasHiddenRows(
  kernel: Kernel,
  { name, conditions, also }: Omit<RowQuery, 'sort'> & { also?: { sql: string; value: unknown } },
  context: Context,
): Promise<boolean> {
  const runtime = entityNamed(kernel, name);
  if (!hasOwnRows(runtime, context)) return false;
  const values = new Values();
  const condition = conditionSql(conditions, values) + (also ? ` and ${also.sql} = ${values.bind(also.value)}` : '');
  const isVisible = accessFilter({ kernel, context, values }, runtime) || 'true';
  const text =
    `select from ${quote(runtime.entity.table)} t` +
    ` where t."delFlag" = 'N'${condition} and (${isVisible}) is not true limit 1`;
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

/**
 * The rows that an action on a version locks first, because it reads all of them: the policy year, and its versions.
 */
export const yearOfVersion: LocksOf = async (kernel, { row }, { db }) => {
  const { policyYear, policyType } = row as { policyYear: string; policyType: string };
  const targets: RowToLock[] = [];
  for (const [name, ids] of Object.entries(LOCKED_WITH_VERSION)) {
    const runtime = entityNamed(kernel, name);
    targets.push(...(await ids.all(db, { policyYear, policyType })).map(({ id }) => ({ runtime, id })));
  }
  return targets;
};

/**
 * Reads the policy year of a version, and locks it until the transaction ends.
 *
 * @throws Refusal (409) if it is missing
 */
export async function policyYearOf(kernel: Kernel, version: Row, context: Context): Promise<Row> {
  const { policyYear, policyType } = version;
  const [year] = await lockRows(
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
  /** the stored rows from which `added` are made, in their order, for warnings to name them */
  sources?: { runtime: EntityRuntime; rows: readonly Row[] };
}

/**
 * Writes the result of a calculation, all rows or none.
 *
 * @returns the number of changed rows, not counting added ones
 * @throws Refusal (400) naming the rows that violate a rule; else the rows with warnings that are not accepted
 */
export async function writeCalculated(
  kernel: Kernel,
  runtime: EntityRuntime,
  { result: { changes, added, sources }, options }: { result: Calculated; options: ManyRows },
  context: Context,
): Promise<number> {
  const refused = new RefusedRows(context, { field: '', key: 'MSG_premium_0202' });
  const warned = new WarnedRows(context, 'MSG_premium_0240');
  const refuse = (row: Row, refusal: Refusal, source: { runtime: EntityRuntime; row: Row }): void =>
    hasOnlyWarnings(refusal) ? warned.add(refusal, source) : refused.add(runtime, row, refusal);
  const onChangeRefused = (index: number, refusal: Refusal): void =>
    refuse(changes[index]!.before, refusal, { runtime, row: changes[index]!.before });
  const changed = await updateMany(kernel, runtime, { rows: changes, options, onRefused: onChangeRefused }, context);
  const onAddRefused = (index: number, refusal: Refusal): void =>
    refuse(
      added[index]!,
      refusal,
      sources ? { runtime: sources.runtime, row: sources.rows[index]! } : { runtime, row: added[index]! },
    );
  await createMany(kernel, runtime, { rows: added, options, onRefused: onAddRefused }, context);
  refused.throwAny();
  warned.throwAny();
  return changed;
}

const hasOnlyWarnings = ({ violations }: Refusal): boolean =>
  violations.length > 0 && violations.every(({ level }) => level === 'warning');
