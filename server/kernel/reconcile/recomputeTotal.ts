import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { subtypeCondition } from '../subtypes.ts';
import { fieldAsText } from '../read/projection.ts';
import { quote } from '../statement.ts';
import { insertAudit, oneFieldChanged } from '../write/audit.ts';
import { totalsOf } from './totals.ts';

/**
 * Has the database work a total out anew for rows whose parts were changed past their saves, with an audit line for
 * each that it changes. The rows keep their `rev`: it concerns nobody who has one open. They are held by the caller.
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
  const own = ['t.id = any($1::bigint[])', 't."delFlag" = \'N\'', subtypeCondition(entity)]
    .filter((one) => one !== '')
    .join(' and ');
  const text =
    `with said as (select t.id, t.${column} as was, ${total.worked.sql} as now from ${table} t where ${own}), ` +
    `changed as (update ${table} t set ${column} = said.now from said where t.id = said.id and said.was is distinct from said.now returning t.id, said.was, said.now) ` +
    insertAudit(entity, {
      from: 'changed',
      action: `'update'`,
      changes: oneFieldChanged(name, fieldAsText(total.field, 'was'), fieldAsText(total.field, 'now')),
      by: '$2',
      request: '$3',
    });
  await context.db.query({ text, values: [ids, context.user.userCde, context.requestId] });
  context.afterCommit(() => kernel.invalidate(entity.table));
}
