import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { ownChildFilter } from '../read/access.ts';
import { selectList } from '../read/projection.ts';
import { quote, statement, Values } from '../statement.ts';

/** The live children of a version that the reader may see, in the order of their creation, without hidden fields. */
export async function liveRows(
  kernel: Kernel,
  runtime: EntityRuntime,
  { via, link, hidden }: { via: string; link: unknown; hidden?: ReadonlySet<string> | undefined },
  context: Context,
): Promise<Row[]> {
  const { entity, statements } = runtime;
  const values = new Values();
  values.bind(link);
  const selected = hidden?.size ? selectList(entity, false, hidden) : statements.selectList;
  const visible = ownChildFilter({ kernel, context, values }, runtime);
  const text =
    `select (select to_json(x)::text from (select ${selected}) x) as json from ${quote(entity.table)} t` +
    ` where t.${quote(via)} = $1 and t."delFlag" = 'N'${visible} order by t.id`;
  const { rows } = await context.db.query(statement(text, values.list, true));
  return (rows as { json: string }[]).map(({ json }) => JSON.parse(json) as Row);
}
