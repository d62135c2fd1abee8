import { quote } from '../../../generator/language/sqlText.ts';
import type { Context } from '../../kernel/context.ts';
import type { EntityRuntime, Kernel } from '../../kernel/core.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';
import { approvalSources, ofApproval } from '../../kernel/approval/sources.ts';
import { totalField } from '../../kernel/approval/totalField.ts';
import { idsToTotal, openStates, updateTotals, withOpenTotal } from './versionTotal.ts';

/** Records that are locked in one transaction. */
const BATCH_SIZE = 100;

/**
 * Stores totals of premium (`x-approval.amount.premiums`): missing ones and, if a rate has changed, those of records
 * that can still change. A total is missing if the entity did not have its field when the record was saved, or if a
 * currency had no rate. A submitted record gets the amount of its approval, another one its total at the rates of
 * today.
 */
export async function storeCurrentTotals(kernel: Kernel, context: Context): Promise<void> {
  for (const runtime of kernel.registry.entities.values()) {
    if (totalField(runtime) === undefined) continue;
    const ids = await idsToTotal(kernel, runtime, context);
    for (let from = 0; from < ids.length; from += BATCH_SIZE)
      await context.transaction((inside) => storeTotals(kernel, runtime, ids.slice(from, from + BATCH_SIZE), inside));
  }
}

async function storeTotals(
  kernel: Kernel,
  runtime: EntityRuntime,
  ids: readonly string[],
  context: Context,
): Promise<void> {
  await lockInOrder(
    kernel,
    ids.map((id) => ({ runtime, id })),
    context,
  );
  // a record that was submitted meanwhile keeps the amount of its approval
  const open = await withOpenTotal(runtime, ids, context);
  const stored = await storeApproved(kernel, runtime, open, context);
  await updateTotals(kernel, runtime, { ids: open.filter((id) => !stored.has(id)) }, context);
}

/** Stores the amounts of the latest approvals in records that cannot change any more. @returns their ids */
async function storeApproved(
  kernel: Kernel,
  runtime: EntityRuntime,
  ids: readonly string[],
  { db }: Context,
): Promise<Set<string>> {
  const { source, entity: tasks } = approvalSources(kernel, runtime)!.tasks;
  const { table } = runtime.entity;
  const { field: state, states } = openStates(runtime);
  const total = quote(totalField(runtime)!);
  const { rows } = await db.query({
    text:
      `with latest as (select distinct on (k.${quote(source.record)}) k.${quote(source.record)}::bigint as id, k.${quote(source.amount)} as amount from ${quote(tasks.table)} k` +
      ` where k.${quote(source.entity)} = any($2::text[]) and k.${quote(source.record)} = any($1::text[]) and k."delFlag" = 'N' and ${ofApproval(source, 'k')} order by k.${quote(source.record)}, k.id desc)` +
      ` update ${quote(table)} t set ${total} = latest.amount from latest where t.id = latest.id and t.${total} is null and latest.amount is not null and t.${quote(state)} <> all($3::text[]) returning t.id::text as id`,
    values: [ids, runtime.names, states],
  });
  return new Set((rows as { id: string }[]).map(({ id }) => id));
}
