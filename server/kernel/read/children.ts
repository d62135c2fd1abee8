import { quote } from '../../../generator/language/sqlText.ts';
import type { Queryable } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';
import { statement, type Values } from '../statement.ts';

/** The children of one entity, as SQL over alias `t`. */
export interface ChildSelection {
  runtime: EntityRuntime;
  /** the field of the child that refers to its parent */
  via: string;
  selected: string;
  order: string;
  /** the placeholder of the value in `via` */
  link: string;
  /** a further condition ` and (…)`, or an empty text */
  filter: string;
}

/** The value by which children refer to a row: its id, or another field of its key. */
export const linkOf = (childRuntime: EntityRuntime, { via }: { via: string }, row: Row): unknown =>
  row[childRuntime.fields.get(via)!.ref!.by];

/** The live children of each selection as the JSON text of an array, read in one statement. */
export async function childTexts(
  selections: readonly ChildSelection[],
  values: Values,
  db: Queryable,
): Promise<string[]> {
  if (selections.length === 0) return [];
  const columns = selections.map(
    ({ runtime: { entity }, via, selected, order, link, filter }, index) =>
      `(select coalesce(json_agg(x), '[]')::text from (select ${selected} from ${quote(entity.table)} t` +
      ` where t.${quote(via)} = ${link} and t."delFlag" = 'N'${filter} order by ${order}) x) as "${index}"`,
  );
  const { rows } = await db.query(statement(`select ${columns.join(', ')}`, values.list, true));
  const [texts] = rows as Record<string, string>[];
  return selections.map((_, index) => texts![index]!);
}
