import type { Field } from '../../../generator/model/field.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { hiddenFields, permit } from '../rights.ts';
import { quote, statement, Values } from '../statement.ts';
import { filterableFields } from './conditions.ts';
import { filterText, requireFilters } from './list.ts';
import { fieldAsText } from './projection.ts';

/**
 * How many rows a list has of one value of a field, null where rows have none; `sums`: the exact totals of the amounts
 * that were asked for, as decimal text.
 */
export interface Group {
  value: string | null;
  count: number;
  sums?: Record<string, string>;
}

const MOST_GROUPS = 100;
const MOST_SUMS = 10;
/** Fields with several values in a row, or text of any length, make no groups. */
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
 * A list's rows counted by a field that it can be filtered by, the largest groups first: each group is found again by
 * the same conditions and that value. `sum` names amounts among the list's columns, joined by commas, to be added up in
 * each group; the groups then come by the first of them.
 *
 * @throws Refusal (400) for a filter or field that the list does not have
 */
export async function countGroups(
  kernel: Kernel,
  runtime: EntityRuntime,
  asked: { by: unknown; sum?: unknown },
  terms: readonly unknown[],
  context: Context,
): Promise<Group[]> {
  permit(kernel, runtime, 'query', context);
  const hidden = hiddenFields(runtime, context.user);
  const { by } = asked;
  const field =
    typeof by === 'string' && filterableFields(runtime).difference(hidden).has(by) ? runtime.fields.get(by) : undefined;
  if (!field || field.sensitive || UNGROUPED.has(field.kind)) throw unknownName('by', by);
  const summed = summedFields(runtime, asked.sum, hidden);
  const values = new Values();
  const where = filterText(kernel, runtime, terms, context, values);
  requireFilters(runtime, where);
  const sums = summed.map((one, index) => `, coalesce(sum(t.${quote(one.name)}), 0) as s${index}`).join('');
  const shown = summed.map((one, index) => `, ${fieldAsText(one, `g.s${index}`)} as s${index}`).join('');
  const groups =
    `select ${fieldAsText(field, `t.${quote(field.name)}`)}::text as value, count(*)::int as count${sums} from ${quote(runtime.entity.table)} t` +
    ` where ${where.sql} group by t.${quote(field.name)} order by ${summed.length > 0 ? 3 : 2} desc, 1 limit ${MOST_GROUPS}`;
  const text = `select g.value, g.count${shown} from (${groups}) g order by ${summed.length > 0 ? 'g.s0' : 'g.count'} desc, g.value`;
  const { rows } = await context.db.query(statement(text, values.list, where.repeats));
  return (rows as (Group & Record<string, string>)[]).map(({ value, count, ...row }) => ({
    value,
    count,
    ...(summed.length > 0 && { sums: Object.fromEntries(summed.map(({ name }, index) => [name, row[`s${index}`]!])) }),
  }));
}

/** The amounts to add up: those of the list, all in one currency. @throws Refusal (400) */
function summedFields(runtime: EntityRuntime, sum: unknown, hidden: ReadonlySet<string>): Field[] {
  if (sum === undefined || sum === '') return [];
  const names = typeof sum === 'string' ? [...new Set(sum.split(','))] : [];
  if (names.length === 0 || names.length > MOST_SUMS) throw unknownName('sum', sum);
  return names.map((name) => {
    const field =
      runtime.entity.list.columns.includes(name) && !hidden.has(name) ? runtime.fields.get(name) : undefined;
    if (field?.kind !== 'money' || field.sensitive || !field.currency || !('code' in field.currency))
      throw unknownName('sum', name);
    return field;
  });
}

const unknownName = (field: string, name: unknown): Refusal =>
  new Refusal('invalid', 'MSG_generic_0013', { name }, [{ field, key: 'MSG_generic_0013', params: { name } }]);
