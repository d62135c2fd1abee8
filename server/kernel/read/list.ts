import { setImmediate as turn } from 'node:timers/promises';
import { quote } from '../../../generator/language/sqlText.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { asChooser, hiddenFields, may, mayChoose, permit } from '../rights.ts';
import { statement, Values } from '../statement.ts';
import { accessFilter, type FilterContext } from './access.ts';
import { whereText, type WhereText } from './conditions.ts';
import { requireBaseData } from './baseData.ts';
import { selectList } from './projection.ts';
import { orderText } from './sorting.ts';
import type { Total, Totals } from './totals.ts';
import { cacheByObject } from '../../../generator/language/cacheByObject.ts';

/** A caller's query of a list, not checked yet. */
export interface ListQuery {
  where: readonly unknown[];
  sort?: string | readonly string[] | undefined;
  current: number;
  pageSize: number;
  /** whether to return the rows without waiting for a slow total */
  soon?: true;
}

/** One page of a list. */
export interface Page extends Total {
  /** JSON array as printed by PostgreSQL */
  records: string;
  current: number;
  pageSize: number;
}

/** Limit of exact totals; higher ones are estimates. */
const MAX_EXACT_TOTAL = 100_000;

/** Reads one page of an entity's rows. @throws Refusal (400) for an invalid filter, sort or page */
export async function listPage(
  kernel: Kernel,
  runtime: EntityRuntime,
  query: ListQuery,
  context: Context,
): Promise<Page> {
  permit(kernel, runtime, 'query', context);
  return readPage(kernel, runtime, { query }, context);
}

/**
 * Reads one page of the rows that the caller may choose for a reference.
 *
 * @throws Refusal 403 without the right to read or choose; otherwise as `listPage`
 */
export async function choicesPage(
  kernel: Kernel,
  runtime: EntityRuntime,
  query: ListQuery,
  context: Context,
): Promise<Page> {
  if (may(kernel, runtime, 'query', context)) return readPage(kernel, runtime, { query, isChoice: true }, context);
  if (!mayChoose(kernel, runtime, context)) permit(kernel, runtime, 'query', context);
  return readPage(kernel, runtime, { query, isChoice: true }, { ...context, user: asChooser(context.user) });
}

/** @param isChoice whether the page is for a picker, which needs no required filter */
async function readPage(
  kernel: Kernel,
  runtime: EntityRuntime,
  { query, isChoice = false }: { query: ListQuery; isChoice?: boolean },
  context: Context,
): Promise<Page> {
  const values = new Values();
  const where = filterText({ kernel, context, values }, runtime, query.where);
  if (!isChoice) requireFilters(runtime, where);
  await requireBaseData(kernel, runtime, query.where, context);
  const counted = values.list.length;
  const order = orderText(runtime, query.sort, hiddenFields(runtime, context.user));
  const offset = (query.current - 1) * query.pageSize;
  const rows =
    `select coalesce(json_agg(r), '[]')::text as records, count(*)::int as n from (select ${listColumns(runtime, hiddenFields(runtime, context.user))} from ${quote(runtime.entity.table)} t` +
    ` where ${where.sql} order by ${order} limit ${values.bind(query.pageSize)} offset ${values.bind(offset)}) r`;
  const count = (): Promise<Total> =>
    totalOf(runtime, { where, values: values.list.slice(0, counted) }, context, kernel.totals);
  const read = async (): Promise<{ records: string; n: number }> =>
    (await context.db.query(statement(rows, values.list, where.repeats))).rows[0] as { records: string; n: number };
  const shown = { current: query.current, pageSize: query.pageSize };
  if (query.soon) {
    const { records, n } = await read();
    return { records, ...(await totalWithoutWaiting(count, n, offset, query.pageSize)), ...shown };
  }
  const [{ records }, total] = await Promise.all([read(), count()]);
  return { records, ...total, ...shown };
}

/**
 * The total if it is known at once, else a lower bound with `totalIsPending`. After a page that is not full, the total
 * is exact without a count.
 */
export async function totalWithoutWaiting(
  count: () => Promise<Total>,
  rows: number,
  offset: number,
  pageSize: number,
): Promise<Total> {
  if (rows === 0 && offset > 0) return count();
  if (rows < pageSize) return { total: offset + rows };
  const counting = count();
  // if the count fails after the answer, nobody handles the error
  counting.catch(() => undefined);
  return Promise.race([counting, turn({ total: offset + rows, totalIsPending: true as const })]);
}

/** Counts the rows of a list, for a page with a pending total. @throws Refusal (400) for an invalid filter */
export async function countRows(
  kernel: Kernel,
  runtime: EntityRuntime,
  terms: readonly unknown[],
  context: Context,
): Promise<Total> {
  permit(kernel, runtime, 'query', context);
  const values = new Values();
  const where = filterText({ kernel, context, values }, runtime, terms);
  requireFilters(runtime, where);
  await requireBaseData(kernel, runtime, terms, context);
  return totalOf(runtime, { where, values: values.list }, context, kernel.totals);
}

/** Prints the condition of a list: the caller's conditions and the access filter. */
export function filterText(filter: FilterContext, runtime: EntityRuntime, terms: readonly unknown[]): WhereText {
  const { kernel, context, values } = filter;
  const access = accessFilter(filter, runtime);
  const conditions = whereText(runtime, terms, {
    values,
    timeZone: kernel.timeZone,
    hidden: hiddenFields(runtime, context.user),
  });
  return access === '' ? conditions : { ...conditions, sql: `(${access}) and ${conditions.sql}` };
}

/**
 * Checks that the caller's conditions contain all fields of a group of `x-list.requireFilter`.
 *
 * @throws Refusal (400)
 */
export function requireFilters({ entity }: EntityRuntime, { names }: WhereText): void {
  const groups = entity.list.requireFilter;
  if (groups.length === 0 || groups.some((group) => group.every((name) => names.has(name)))) return;
  const labels = groups.map((group) =>
    group.map((name) => entity.fields.find((field) => field.name === name)?.label ?? name),
  );
  throw new Refusal(
    'invalid',
    'MSG_generic_0017',
    { fields: labels },
    groups[0]!.map((field) => ({ field, key: 'MSG_generic_0017', params: { fields: labels } })),
  );
}

/** Cached select lists of each entity, by hidden fields. */
const selectListsOf = cacheByObject((_runtime: EntityRuntime) => new Map<string, string>());

function listColumns(runtime: EntityRuntime, hidden: ReadonlySet<string>): string {
  const key = [...hidden].join();
  const lists = selectListsOf(runtime);
  let text = lists.get(key);
  if (text === undefined) lists.set(key, (text = selectList(runtime.entity, true, hidden)));
  return text;
}

async function totalOf(
  runtime: EntityRuntime,
  { where, values }: { where: WhereText; values: unknown[] },
  context: Context,
  totals: Totals,
): Promise<Total> {
  const { table } = runtime.entity;
  const from = `from ${quote(table)} t where ${where.sql}`;
  return totals.of(table, `${from} ${JSON.stringify(values)}`, async () => {
    const counted = await context.db.query(
      statement(
        `select count(*)::int as n from (select 1 ${from} limit ${MAX_EXACT_TOTAL + 1}) c`,
        values,
        where.repeats,
      ),
    );
    const { n } = counted.rows[0] as { n: number };
    if (n <= MAX_EXACT_TOTAL) return { total: n };
    const plan = await context.db.query({ text: `explain (format json) select 1 ${from}`, values });
    const [{ Plan }] = (plan.rows[0] as { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] })['QUERY PLAN'];
    return { total: Math.max(n, Math.round(Plan['Plan Rows'])), totalIsEstimate: true };
  });
}
