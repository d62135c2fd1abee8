import type { BlockReason } from '../../../generator/language/blockReasons.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { hasOwnRows, ownChildFilter } from '../read/access.ts';
import { linkOf } from '../read/children.ts';
import { Values } from '../statement.ts';

/**
 * Block reason of operations that affect all children, such as submit or delete, on a record with children of other
 * companies that the caller does not see.
 */
export async function hiddenChildrenReason(
  kernel: Kernel,
  { entity }: EntityRuntime,
  row: Row,
  context: Context,
): Promise<BlockReason | undefined> {
  if (row['id'] === undefined) return undefined;
  for (const child of entity.children) {
    const childRuntime = entityNamed(kernel, child.entity);
    if (!hasOwnRows(childRuntime, context)) continue;
    const values = new Values();
    const link = values.bind(linkOf(childRuntime, child, row));
    const seen = ownChildFilter({ kernel, context, values }, childRuntime).replace(/^ and /, '');
    if (seen === '') continue;
    const text = `select from ${quote(childRuntime.entity.table)} t where t.${quote(child.via)} = ${link} and t."delFlag" = 'N' and ${seen} is not true limit 1`;
    const { rows } = await context.db.query({ text, values: values.list });
    if (rows.length > 0) return { family: 'forbidden', field: '', key: 'MSG_generic_0186', params: {} };
  }
  return undefined;
}
