import type { Context } from '../../kernel/context.ts';

/**
 * Says at all charges of a balance in a case what is left of it now, in US dollars. Other cases are told with their next change: cases held at
 * once would wait for each other.
 *
 * @param key the balance, as `deductibleKey` of its charges
 */
export async function tellWhatIsLeft(key: string, caseId: unknown, { db }: Context): Promise<void> {
  const text = 'update paid_charge set "deductibleLeft" = b.rest from (select greatest(max("deductibleAllAmt") - coalesce(sum("deductibleUseAmt"), 0), 0) as rest from paid_charge where "deductibleKey" = $1 and "delFlag" = \'N\') b '
    + 'where "deductibleKey" = $1 and "caseId" = $2 and "deductibleLeft" is distinct from b.rest';
  await db.query({ text, values: [key, caseId] });
}
