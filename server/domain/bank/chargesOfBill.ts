import { sql } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel, RowToLock } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';

/** The charges on bills. Bills of premium have none. */
const charges = prepared<{ ids: string[] }>()(($) =>
  build
    .selectFrom('bill_line')
    .select('chargeId as id')
    .where('headId', '=', sql<string>`any(${$('ids')}::bigint[])`)
    .where('chargeId', 'is not', null)
    .where('delFlag', '=', 'N')
    .orderBy('chargeId'),
);

/** The charges that bills pay (domain/billing-bank.md, Bank flows 11), by id. */
export async function chargesOfBill(kernel: Kernel, ids: readonly string[], { db }: Context): Promise<RowToLock[]> {
  const runtime = entityNamed(kernel, 'paid-charge');
  return (await charges.all(db, { ids: [...ids] })).map(({ id }) => ({ runtime, id: id! }));
}

/** Rows to lock, with the charges that the bills among them pay. */
export async function withCharges(
  kernel: Kernel,
  targets: readonly RowToLock[],
  context: Context,
): Promise<RowToLock[]> {
  const bills = targets.filter(({ runtime }) => runtime.entity.name === 'settlement-bill').map(({ id }) => id);
  return [...targets, ...(bills.length === 0 ? [] : await chargesOfBill(kernel, bills, context))];
}
