import { quote } from '../../../generator/language/sqlText.ts';
import type { Field } from '../../../generator/model/field.ts';
import { type Refusal, refuseField } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { hiddenFields, permit } from '../rights.ts';
import { statement, Values } from '../statement.ts';
import { filterableFields } from './conditions.ts';
import { filterText, requireFilters } from './list.ts';
import { fieldAsText } from './projection.ts';

/** The rows of a list with the same value in a field. */
export interface Group {
  value: string | null;
  count: number;
  /** the currency of the totals; absent if the requested amounts have constant currencies */
  currency?: string | null;
  /** exact totals of the requested amounts, as decimal text */
  sums?: Record<string, string>;
  /** number of different values of the requested fields; rows without a value count as one more */
  distinct?: number;
  /** number of rows without a value of the requested column */
  absent?: number;
}

/** Parameters of a grouping, not checked yet. */
export interface GroupQuery {
  /** name of the field to group by */
  by: unknown;
  /** names of the amounts to total, separated by commas */
  sum?: unknown;
  /** names of filterable fields whose different values are counted, separated by commas */
  distinct?: unknown;
  /** name of a column: the rows without a value are counted */
  absent?: unknown;
  /** conditions of the list */
  where: readonly unknown[];
}

const MAX_GROUPS = 100;
const MAX_SUMS = 10;
/** Field kinds by which rows cannot be grouped: lists, files, long texts and passwords. */
const UNGROUPED = new Set<Field['kind']>([
  'multiChoice',
  'multiRef',
  'file',
  'files',
  'json',
  'richText',
  'longText',
  'password',
]);

/**
 * Counts the rows of a list by the values of a filterable field, the largest group first. With `sum`, it totals these
 * amounts in each group, and the group with the largest first total is first. Amounts whose currency is in a field of
 * the row are totalled by currency: a value has a group for each. With `distinct` and `absent`, it counts different
 * values and rows without a value.
 *
 * @throws Refusal (400) for a filter or field that the list does not have
 */
export async function countGroups(
  kernel: Kernel,
  runtime: EntityRuntime,
  query: GroupQuery,
  context: Context,
): Promise<Group[]> {
  permit(kernel, runtime, 'query', context);
  const hidden = hiddenFields(runtime, context.user);
  const field = comparableField(runtime, 'by', query.by, hidden);
  const counts = countColumns(runtime, query, hidden);
  const { summed, currency } = summedFields(runtime, query.sum, hidden);
  const values = new Values();
  const where = filterText({ kernel, context, values }, runtime, query.where);
  requireFilters(runtime, where);
  const sums = summed.map(({ name }, index) => `, coalesce(sum(t.${quote(name)}), 0) as s${index}`).join('');
  const shown = summed.map((amount, index) => `, ${fieldAsText(amount, `g.s${index}`)} as s${index}`).join('');
  const columns = [field.name, ...(currency === undefined ? [] : [currency])].map((name) => `t.${quote(name)}`);
  const groups =
    `select ${fieldAsText(field, columns[0]!)}::text as value, ${columns[1] ?? 'null'}::text as currency, count(*)::int as count${counts}${sums} from ${quote(runtime.entity.table)} t` +
    ` where ${where.sql} group by ${columns.join(', ')} order by ${summed.length > 0 ? 's0' : 'count'} desc, 1, 2 limit ${MAX_GROUPS}`;
  const text = `select g.value, g.currency, g.count${counts && ', g."distinct", g.absent'}${shown} from (${groups}) g order by ${summed.length > 0 ? 'g.s0' : 'g.count'} desc, g.value, g.currency`;
  const { rows } = await context.db.query(statement(text, values.list, where.repeats));
  return (rows as (Group & Record<string, string>)[]).map(({ value, count, distinct, absent, ...row }) => ({
    value,
    count,
    ...(query.distinct !== undefined && { distinct: distinct! }),
    ...(query.absent !== undefined && { absent: absent! }),
    ...(currency !== undefined && { currency: row.currency ?? null }),
    ...(summed.length > 0 && { sums: Object.fromEntries(summed.map(({ name }, index) => [name, row[`s${index}`]!])) }),
  }));
}

/** The filterable field of a parameter, whose values can be compared. @throws Refusal (400) */
function comparableField(runtime: EntityRuntime, parameter: string, name: unknown, hidden: ReadonlySet<string>): Field {
  const field =
    typeof name === 'string' && filterableFields(runtime).difference(hidden).has(name)
      ? runtime.fields.get(name)
      : undefined;
  if (!field || field.sensitive || UNGROUPED.has(field.kind)) throw unknownName(parameter, name);
  return field;
}

/** The columns `distinct` and `absent` of a group; empty if neither is requested. @throws Refusal (400) */
function countColumns(runtime: EntityRuntime, { distinct, absent }: GroupQuery, hidden: ReadonlySet<string>): string {
  if (distinct === undefined && absent === undefined) return '';
  const names = distinct === undefined ? [] : String(distinct).split(',');
  const compared = names.map((name) => `t.${quote(comparableField(runtime, 'distinct', name, hidden).name)}`);
  const { columns } = runtime.entity.list;
  const column = columns.find((name) => name === absent && !hidden.has(name));
  if (absent !== undefined && (column === undefined || runtime.fields.get(column)?.sensitive))
    throw unknownName('absent', absent);
  return (
    `, ${compared.length === 0 ? 'null' : `count(distinct row(${compared.join(', ')}))`}::int as "distinct"` +
    `, ${column === undefined ? 'null' : `(count(*) - count(t.${quote(column)}))`}::int as absent`
  );
}

/**
 * Reads the fields to total, which must be columns with a constant currency, or with a currency in the same field,
 * which is returned too.
 *
 * @throws Refusal (400)
 */
function summedFields(
  runtime: EntityRuntime,
  sum: unknown,
  hidden: ReadonlySet<string>,
): { summed: Field[]; currency?: string } {
  if (sum === undefined || sum === '') return { summed: [] };
  const names = typeof sum === 'string' ? [...new Set(sum.split(','))] : [];
  if (names.length === 0 || names.length > MAX_SUMS) throw unknownName('sum', sum);
  const currencyFields = new Set<string>();
  const summed = names.map((name) => {
    const field =
      runtime.entity.list.columns.includes(name) && !hidden.has(name) ? runtime.fields.get(name) : undefined;
    if (field?.kind !== 'money' || field.sensitive || !field.currency) throw unknownName('sum', name);
    if ('code' in field.currency) return field;
    currencyFields.add(field.currency.field);
    if (hidden.has(field.currency.field) || currencyFields.size > 1) throw unknownName('sum', name);
    return field;
  });
  const [currency] = currencyFields;
  return { summed, ...(currency !== undefined && { currency }) };
}

const unknownName = (field: string, name: unknown): Refusal => refuseField(field, 'MSG_generic_0013', { name });
