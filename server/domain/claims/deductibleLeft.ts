import { lockName } from '../../db/nameLock.ts';
import type { Context } from '../../kernel/context.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/core.ts';
import { statement } from '../../kernel/statement.ts';
import { subtypesOf } from '../../kernel/subtypes.ts';
import { recomputeTotal } from '../../kernel/reconcile/recomputeTotal.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';

/*
 * SQL text, because the check of totals runs the same expressions for each stored figure (`DomainRules.figures`).
 */

/** Condition of the live charges `alias` of a balance. The number in the key is the indexed part. */
export const inBalance = (key: string, alias: string): string =>
  `${alias}."deductibleKey" = ${key} and ${alias}."deductibleId" = (${key})::jsonb ->> 1 and ${alias}."delFlag" = 'N'`;

/** Aggregate over the charges `alias` of a balance: its remaining deductible. */
const leftOf = (alias: string): string =>
  `greatest(max(${alias}."deductibleAllAmt") - coalesce(sum(${alias}."deductibleUseAmt"), 0), 0)`;

/** Query of the remaining deductible of a balance, in US dollars; null for a balance without charges. */
export const deductibleLeftSql = (key: string): string =>
  `select case when count(*) > 0 then ${leftOf('b')} end from paid_charge b where ${inBalance(key, 'b')}`;

const CASES_OF_BALANCE = `select c.id from claim c where c."delFlag" = 'N'
  and c.id in (select p."caseId" from paid_charge p where ${inBalance('$1::text', 'p')})`;

const UPDATE_LEFT = `update paid_charge p set "deductibleLeft" = s.rest from (select (${deductibleLeftSql('$1::text')}) as rest) s
  where ${inBalance('$1::text', 'p')} and p."caseId" = any($2::bigint[]) and p."deductibleLeft" is distinct from s.rest`;

const OUTDATED_BALANCES = `select p."deductibleKey" as key from paid_charge p where p."delFlag" = 'N' and p."deductibleKey" is not null
  group by p."deductibleKey" having bool_or(p."deductibleLeft" is null) or min(p."deductibleLeft") <> ${leftOf('p')} or min(p."deductibleLeft") <> max(p."deductibleLeft")`;

/** Locks a balance until the transaction ends, so that concurrent changes are computed one after the other. */
export const lockBalance = (key: string, { db }: Context): Promise<void> => lockName(db, key);

/** Updates the remaining deductible in the charges of one case. The caller has locked the case and the balance. */
export const updateLeftInCase = (key: string, caseId: unknown, context: Context): Promise<void> =>
  updateLeft(key, [caseId], context);

/**
 * Updates the remaining deductible of a balance in all its charges and cases.
 *
 * Runs after the save that changed the balance. A save locks its case, then the balance, and could deadlock if it then
 * locked the other cases. Here all cases are locked first.
 */
export async function updateLeftEverywhere(kernel: Kernel, key: string, context: Context): Promise<void> {
  const cases = entityNamed(kernel, 'claim');
  const { rows } = await context.db.query(statement(CASES_OF_BALANCE, [key], true));
  const ids = (rows as { id: string }[]).map(({ id }) => id);
  await lockInOrder(
    kernel,
    ids.map((id) => ({ runtime: cases, id })),
    context,
  );
  await lockBalance(key, context);
  await updateLeft(key, ids, context);
  for (const subtype of subtypesOf(kernel, cases))
    await recomputeTotal(kernel, subtype, { name: 'deductibleBalance', ids }, context);
}

/** Updates balances that a crash between a save and its follow-up left outdated. */
export async function repairBalances(kernel: Kernel, context: Context): Promise<void> {
  const { rows } = await context.db.query({ text: OUTDATED_BALANCES });
  for (const { key } of rows as { key: string }[])
    await context.transaction((inside) => updateLeftEverywhere(kernel, key, inside));
}

async function updateLeft(key: string, caseIds: readonly unknown[], { db }: Context): Promise<void> {
  await db.query(statement(UPDATE_LEFT, [key, caseIds], true));
}
