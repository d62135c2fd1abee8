import { quote } from '../../../generator/language/sqlText.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { subtypeCondition } from '../subtypes.ts';
import { fieldAsText } from '../read/projection.ts';
import { statement } from '../statement.ts';
import { insertAudit, oneFieldChanged } from '../write/audit.ts';
import { totalsOf } from './totals.ts';

/**
 * Recomputes a total in the database, for rows whose children were changed without a save of the row, and writes an
 * audit line for each change. The rows keep their `rev`, so that open forms of them can still be saved. The caller must
 * have locked the rows.
 *
 * @throws Error for a field that is not a total the database can compute
 */
export async function recomputeTotal(
  kernel: Kernel,
  { entity }: EntityRuntime,
  { name, ids }: { name: string; ids: readonly string[] },
  context: Context,
): Promise<void> {
  const total = totalsOf(entity, kernel.registry.model).find(({ field }) => field.name === name);
  if (!total || !('sql' in total.worked))
    throw new Error(`${entity.name}.${name} is no total that the database can work out`);
  const [table, column] = [quote(entity.table), quote(name)];
  const conditions = ['t.id = any($1::bigint[])', 't."delFlag" = \'N\'', subtypeCondition(entity)]
    .filter((one) => one !== '')
    .join(' and ');
  const text =
    `with computed as (select t.id, t.${column} as was, ${total.worked.sql} as now from ${table} t where ${conditions}), ` +
    `changed as (update ${table} t set ${column} = computed.now from computed where t.id = computed.id and computed.was is distinct from computed.now returning t.id, computed.was, computed.now) ` +
    insertAudit(entity, {
      from: 'changed',
      action: `'update'`,
      changes: oneFieldChanged(name, fieldAsText(total.field, 'was'), fieldAsText(total.field, 'now')),
      by: '$2',
      request: '$3',
    });
  await context.db.query(statement(text, [ids, context.user.userCde, context.requestId], true));
  context.afterCommit(() => kernel.invalidate(entity.table));
}
