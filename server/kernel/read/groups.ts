import type { Field } from '../../../generator/model/field.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { hiddenFields, permit } from '../rights.ts';
import { quote, statement, Values } from '../statement.ts';
import { filterableFields } from './conditions.ts';
import { filterText, requireFilters } from './list.ts';
import { fieldAsText } from './projection.ts';

/** The rows of a list with the same value in a field. */
export interface Group {
  value: string | null;
  count: number;
  /** exact totals of the requested amounts, as decimal text */
  sums?: Record<string, string>;
}

/** Parameters of a grouping, not checked yet. */
export interface GroupQuery {
  /** name of the field to group by */
  by: unknown;
  /** names of the amounts to total, separated by commas */
  sum?: unknown;
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
 * amounts in each group, and the group with the largest first total is first.
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
  const { by } = query;
  const field =
    typeof by === 'string' && filterableFields(runtime).difference(hidden).has(by) ? runtime.fields.get(by) : undefined;
  if (!field || field.sensitive || UNGROUPED.has(field.kind)) throw unknownName('by', by);
  const summed = summedFields(runtime, { sum: query.sum, by: field.name, hidden });
  const values = new Values();
  const where = filterText({ kernel, context, values }, runtime, query.where);
  requireFilters(runtime, where);
  const sums = summed.map(({ name }, index) => `, coalesce(sum(t.${quote(name)}), 0) as s${index}`).join('');
  const shown = summed.map((amount, index) => `, ${fieldAsText(amount, `g.s${index}`)} as s${index}`).join('');
  const groups =
    `select ${fieldAsText(field, `t.${quote(field.name)}`)}::text as value, count(*)::int as count${sums} from ${quote(runtime.entity.table)} t` +
    ` where ${where.sql} group by t.${quote(field.name)} order by ${summed.length > 0 ? 3 : 2} desc, 1 limit ${MAX_GROUPS}`;
  const text = `select g.value, g.count${shown} from (${groups}) g order by ${summed.length > 0 ? 'g.s0' : 'g.count'} desc, g.value`;
  const { rows } = await context.db.query(statement(text, values.list, where.repeats));
  return (rows as (Group & Record<string, string>)[]).map(({ value, count, ...row }) => ({
    value,
    count,
    ...(summed.length > 0 && { sums: Object.fromEntries(summed.map(({ name }, index) => [name, row[`s${index}`]!])) }),
  }));
}

/**
 * Reads the fields to total, which must be columns with a constant currency, or with the currency by which the rows are
 * grouped. @throws Refusal (400)
 */
function summedFields(
  runtime: EntityRuntime,
  { sum, by, hidden }: { sum: unknown; by: string; hidden: ReadonlySet<string> },
): Field[] {
  if (sum === undefined || sum === '') return [];
  const names = typeof sum === 'string' ? [...new Set(sum.split(','))] : [];
  if (names.length === 0 || names.length > MAX_SUMS) throw unknownName('sum', sum);
  return names.map((name) => {
    const field =
      runtime.entity.list.columns.includes(name) && !hidden.has(name) ? runtime.fields.get(name) : undefined;
    if (field?.kind !== 'money' || field.sensitive || !field.currency) throw unknownName('sum', name);
    if (!('code' in field.currency) && !('field' in field.currency && field.currency.field === by))
      throw unknownName('sum', name);
    return field;
  });
}

const unknownName = (field: string, name: unknown): Refusal =>
  new Refusal('invalid', 'MSG_generic_0013', { name }, [{ field, key: 'MSG_generic_0013', params: { name } }]);
