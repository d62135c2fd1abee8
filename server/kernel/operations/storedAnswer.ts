import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { rowWithChildren } from '../read/row.ts';
import { hiddenFields, withoutHidden } from '../rights.ts';
import type { Row } from '../row.ts';
import { statement } from '../statement.ts';
import { answeredAs, type Saved, unchangedRow } from '../write/saved.ts';

/** The row of an operation as it is stored after what followed it, as the caller may see it. */
export async function storedAnswer(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: string,
  context: Context,
): Promise<Saved> {
  const { rows } = await context.db.query(statement(runtime.statements.readRow, [id], true));
  const stored = (rows[0] as { json: string }).json;
  const json = withoutHidden(stored, hiddenFields(runtime, context.user));
  const isParent = runtime.entity.children.length > 0;
  return answeredAs(
    unchangedRow(JSON.parse(stored) as Row),
    isParent ? await rowWithChildren(kernel, runtime, { json, omitGrids: true }, context) : json,
  );
}
