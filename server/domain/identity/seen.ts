import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { isId } from '../../kernel/read/conditions.ts';
import { filterText } from '../../kernel/read/list.ts';
import type { EntityRuntime } from '../../kernel/registry.ts';
import { permit } from '../../kernel/rights.ts';
import { quote, Values } from '../../kernel/statement.ts';

const MOST_MARKED = 100;
/** The newest of them; a dashboard asks for no older ones. */
const MOST_TOLD = 1000;

/**
 * The ids of an entity's rows that the caller has looked at, the newest rows first. @throws Refusal (403) without the
 * right to read them
 */
export async function seenIds(kernel: Kernel, runtime: EntityRuntime, context: Context): Promise<string[]> {
  permit(kernel, runtime, 'query', context);
  const { rows } = await context.db.query({
    text: `select "entityId"::text as id from kernel.seen where "userCde" = $1 and entity = $2 order by "entityId" desc limit ${MOST_TOLD}`,
    values: [context.user.userCde, runtime.entity.name],
  });
  return (rows as { id: string }[]).map(({ id }) => id);
}

/**
 * Remembers, with the person, that the caller has looked at these rows. It is no change of the rows, so the right to
 * read them is enough; those that the caller does not see are passed over.
 *
 * @throws Refusal 403 without the right to read the entity, 400 for anything but a list of ids
 */
export async function markSeen(kernel: Kernel, runtime: EntityRuntime, ids: unknown, context: Context): Promise<void> {
  permit(kernel, runtime, 'query', context);
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST_MARKED || !ids.every(isId)) {
    const params = { max: MOST_MARKED };
    throw new Refusal('invalid', 'MSG_generic_0018', params, [{ field: 'ids', key: 'MSG_generic_0018', params }]);
  }
  const values = new Values();
  const { sql } = filterText(kernel, runtime, [{ name: 'id', type: 'array', value: ids }], context, values);
  const [me, entity] = [values.bind(context.user.userCde), values.bind(runtime.entity.name)];
  await context.db.query({
    text: `insert into kernel.seen ("userCde", entity, "entityId") select ${me}::text, ${entity}::text, t.id from ${quote(runtime.entity.table)} t where ${sql} on conflict do nothing`,
    values: values.list,
  });
}
