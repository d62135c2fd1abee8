import { quote } from '../../../generator/language/sqlText.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { insertAudit } from './audit.ts';
import { translateRefusal } from './refusal/refusal.ts';

/**
 * Marks all children of a row as deleted in one statement, with an audit line for each. A version can have thousands.
 *
 * @returns false if nothing was deleted because the state of a child does not allow it (`x-gate`). The caller then
 *   deletes the children one by one, so that the refusal names the child
 * @throws Refusal (409) if a child is in use
 */
export async function deleteAllChildren(
  kernel: Kernel,
  childRuntime: EntityRuntime,
  { via, link }: { via: string; link: unknown },
  context: Context,
): Promise<boolean> {
  const { entity } = childRuntime;
  if (await hasClosedChild(childRuntime, via, link, context)) return false;
  const text =
    `with t as (update ${quote(entity.table)} set "delFlag" = 'Y', rev = rev + 1, updater = $2, "updateAt" = now() where ${quote(via)} = $1 and "delFlag" = 'N' returning id) ` +
    insertAudit(entity, {
      from: 't',
      action: `'delete'`,
      changes: `'{"delFlag": ["N", "Y"]}'::jsonb`,
      by: '$2',
      request: '$3',
    });
  try {
    await context.db.query({ text, values: [link, context.user.userCde, context.requestId] });
  } catch (error) {
    throw translateRefusal(error, kernel.registry, childRuntime, 'delete');
  }
  context.afterCommit(() => kernel.invalidate(entity.table));
  return true;
}

async function hasClosedChild(
  { entity }: EntityRuntime,
  via: string,
  link: unknown,
  { db }: Context,
): Promise<boolean> {
  const gates = Object.entries(entity.gate['delete'] ?? {});
  if (gates.length === 0) return false;
  const text = `select 1 from ${quote(entity.table)} where ${quote(via)} = $1 and "delFlag" = 'N' and (${gates.map(([field], index) => `${quote(field)} <> all($${index + 2}::text[])`).join(' or ')}) limit 1`;
  return (await db.query({ text, values: [link, ...gates.map(([, states]) => states)] })).rows.length > 0;
}
