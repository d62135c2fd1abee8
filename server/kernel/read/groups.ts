import type { Field } from '../../../generator/model/types.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { hiddenFields, permit } from '../rights.ts';
import { quote, statement, Values } from '../statement.ts';
import { filterableFields } from './conditions.ts';
import { filterText, requireFilters } from './list.ts';
import { fieldAsText } from './projection.ts';

/** How many rows a list has of one value of a field; null where rows have none. */
export interface Group { value: string | null; count: number }

const MOST_GROUPS = 100;
/** Fields with several values in a row, or text of any length, make no groups. */
const UNGROUPED = new Set<Field['kind']>(['multiChoice', 'multiRef', 'file', 'files', 'json', 'richText', 'longText', 'password']);

/**
 * A list's rows counted by a field that it can be filtered by, the largest groups first: each group is found again by
 * the same conditions and that value.
 *
 * @throws Refusal (400) for a filter or field that the list does not have
 */
export async function countGroups(kernel: Kernel, runtime: EntityRuntime, by: unknown, terms: readonly unknown[], context: Context): Promise<Group[]> {
  permit(kernel, runtime, 'query', context);
  const hidden = hiddenFields(runtime, context.user);
  const field = typeof by === 'string' && filterableFields(runtime).difference(hidden).has(by) ? runtime.fields.get(by) : undefined;
  if (!field || field.sensitive || UNGROUPED.has(field.kind)) throw new Refusal('invalid', 'MSG_generic_0013', { name: by }, [{ field: 'by', key: 'MSG_generic_0013', params: { name: by } }]);
  const values = new Values();
  const where = filterText(kernel, runtime, terms, context, values);
  requireFilters(runtime, where);
  const text = `select ${fieldAsText(field, `t.${quote(field.name)}`)}::text as value, count(*)::int as count from ${quote(runtime.entity.table)} t`
    + ` where ${where.sql} group by t.${quote(field.name)} order by 2 desc, 1 limit ${MOST_GROUPS}`;
  return (await context.db.query(statement(text, values.list, where.repeats))).rows as Group[];
}
