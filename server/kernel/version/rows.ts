import { quote } from '../../../generator/language/sqlText.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { ownChildFilter } from '../read/access.ts';
import { selectList } from '../read/projection.ts';
import { statement, Values } from '../statement.ts';
import { parsedRows, selectRows } from '../printedRows.ts';

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
    selectRows(runtime, selected) + ` where t.${quote(via)} = $1 and t."delFlag" = 'N'${visible} order by t.id`;
  return parsedRows(await context.db.query(statement(text, values.list, true)));
}
