import type { Context } from '../../kernel/context.ts';
import { entityNamed, type Kernel } from '../../kernel/kernel.ts';
import { kindsOf } from '../../kernel/kinds.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';
import { settleTotal } from '../../kernel/reconcile/settle.ts';

/** The live charges of a balance, over `alias`; its number is the part of the key that is indexed. */
export const ofBalance = (key: string, alias: string): string =>
  `${alias}."deductibleKey" = ${key} and ${alias}."deductibleId" = (${key})::jsonb ->> 1 and ${alias}."delFlag" = 'N'`;

/** What the charges of a balance leave of it, over `alias`, as SQL that adds them up. */
const restOf = (alias: string): string =>
  `greatest(max(${alias}."deductibleAllAmt") - coalesce(sum(${alias}."deductibleUseAmt"), 0), 0)`;

/** What is left of a balance, in US dollars, as SQL: nothing where there is none. */
export const leftOf = (key: string): string =>
  `select case when count(*) > 0 then ${restOf('b')} end from paid_charge b where ${ofBalance(key, 'b')}`;

/** Holds a balance until the transaction ends, so that of many changes at once each sees what those before it used. */
export async function holdBalance(key: string, { db }: Context): Promise<void> {
  await db.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [key] });
}

/**
 * Says at the charges of a balance in a case what is left of it now, as long as the case and the balance are held: the
 * case reads it there.
 */
export async function tellCase(key: string, caseId: unknown, context: Context): Promise<void> {
  await tellCharges(key, [caseId], context);
}

/**
 * Says what is left of a balance at all its charges and cases. It is no part of the save that changed the balance: that
 * holds a case and then the balance, as others do, and whoever held the balance and waited for their cases would wait
 * for ever. Here all cases are held first.
 */
export async function tellCases(kernel: Kernel, key: string, context: Context): Promise<void> {
  const cases = entityNamed(kernel, 'claim');
  const text = `select c.id::text as id from claim c where c."delFlag" = 'N' and c.id in (select p."caseId" from paid_charge p where ${ofBalance('$1::text', 'p')})`;
  const ids = ((await context.db.query({ text, values: [key] })).rows as { id: string }[]).map(({ id }) => id);
  await lockInOrder(
    kernel,
    ids.map((id) => ({ runtime: cases, id })),
    context,
  );
  await holdBalance(key, context);
  await tellCharges(key, ids, context);
  for (const kind of kindsOf(kernel, cases)) await settleTotal(kernel, kind, 'deductibleBalance', ids, context);
}

/** Settles the balances that were not told everywhere, as when the server ended between a save and what follows it. */
export async function tellUntold(kernel: Kernel, context: Context): Promise<void> {
  const text =
    'select p."deductibleKey" as key from paid_charge p where p."delFlag" = \'N\' and p."deductibleKey" is not null group by p."deductibleKey" ' +
    `having bool_or(p."deductibleLeft" is null) or min(p."deductibleLeft") <> ${restOf('p')} or min(p."deductibleLeft") <> max(p."deductibleLeft")`;
  for (const { key } of (await context.db.query({ text })).rows as { key: string }[])
    await context.transaction((inside) => tellCases(kernel, key, inside));
}

async function tellCharges(key: string, caseIds: readonly unknown[], { db }: Context): Promise<void> {
  const text = `update paid_charge p set "deductibleLeft" = s.rest from (select (${leftOf('$1::text')}) as rest) s where ${ofBalance('$1::text', 'p')} and p."caseId" = any($2::bigint[]) and p."deductibleLeft" is distinct from s.rest`;
  await db.query({ text, values: [key, caseIds] });
}
