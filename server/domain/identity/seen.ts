import { quote } from '../../../generator/language/sqlText.ts';
import { build, prepared } from '../../db/statement.ts';
import { refuseField } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { EntityRuntime, Kernel } from '../../kernel/core.ts';
import { isId } from '../../kernel/read/conditions.ts';
import { filterText } from '../../kernel/read/list.ts';
import { permit } from '../../kernel/rights.ts';
import { Values } from '../../kernel/statement.ts';

const MAX_MARKED = 100;
/** Limit of ids in an answer. A dashboard shows only the latest rows. */
const MAX_LISTED = 1000;

const seenRows = prepared<{ userCde: string; entity: string }>()(($) =>
  build
    .selectFrom('kernel.seen')
    .select('entityId')
    .where('userCde', '=', $('userCde'))
    .where('entity', '=', $('entity'))
    .orderBy('entityId', 'desc')
    .limit(MAX_LISTED),
);

/** Ids of the rows of an entity that the caller has viewed, the latest first. @throws Refusal (403) */
export async function seenIds(kernel: Kernel, runtime: EntityRuntime, context: Context): Promise<string[]> {
  permit(kernel, runtime, 'query', context);
  const rows = await seenRows.all(context.db, { userCde: context.user.userCde, entity: runtime.entity.name });
  return rows.map(({ entityId }) => entityId);
}

/**
 * Records that the caller has viewed rows. The rows do not change, so the right to read them is enough. Rows that the
 * caller may not see are skipped.
 *
 * @throws Refusal 403 without the right to read the entity, 400 for anything but a list of ids
 */
export async function markSeen(kernel: Kernel, runtime: EntityRuntime, ids: unknown, context: Context): Promise<void> {
  permit(kernel, runtime, 'query', context);
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_MARKED || !ids.every(isId))
    throw refuseField('ids', 'MSG_generic_0018', { max: MAX_MARKED });
  const values = new Values();
  const { sql } = filterText({ kernel, context, values }, runtime, [{ name: 'id', type: 'array', value: ids }]);
  const [me, entity] = [values.bind(context.user.userCde), values.bind(runtime.entity.name)];
  await context.db.query({
    text: `insert into kernel.seen ("userCde", entity, "entityId") select ${me}::text, ${entity}::text, t.id from ${quote(runtime.entity.table)} t where ${sql} on conflict do nothing`,
    values: values.list,
  });
}
