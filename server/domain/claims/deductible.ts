import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domain.ts';
import type { Row } from '../../kernel/write/body.ts';
import { sameValue } from '../../kernel/write/judging.ts';
import { holdBalance, ofBalance } from './deductibleLeft.ts';

/**
 * What a charge uses up of its deductible (domain.md, Claims): the lesser of the charge and of what is left of the
 * balance, US dollars to the cent. One balance is that of an event (policy and casualty) or of a voyage (policy,
 * vessel, voyage and direction), in whatever case its charges stand. It is what its charges leave of it, and no figure
 * of its own: it is held while a charge is written, so that of many at once each sees what those before it used.
 */
export const deductibleRules: DomainRules = {
  complete: async ({ row, before }, context) => {
    // a step, or a correction of something else, moves no money: what was used stays used (decision 30)
    if (before && DECIDING.every((name) => sameValue(row[name], before[name]))) return undefined;
    if (row['isDeductibleNa'] === 'Y') return { deductibleKey: null, deductibleUseAmt: '0.00', deductibleLeft: null };
    const deductibleKey = await balanceOf(row, context);
    await holdBalance(deductibleKey, context);
    const { used, whole } = await usedByOthers(deductibleKey, before?.['id'] ?? null, context);
    const asked = parseDecimal(row['deductibleAllAmt']);
    if (asked && whole && !asked.eq(whole))
      throw refuseFields([
        { field: 'deductibleAllAmt', key: 'MSG_claim_0161', params: { amount: printDecimal(whole, 2) } },
      ]);
    const all = asked ?? whole;
    const eligible = row['isUncoverable'] === 'Y' ? new Decimal(0) : (parseDecimal(row['usdAmt']) ?? new Decimal(0));
    const left = Decimal.max((all ?? new Decimal(0)).minus(used), 0);
    const use = Decimal.min(eligible, left);
    return {
      deductibleKey,
      deductibleUseAmt: printDecimal(use, 2),
      deductibleLeft: printDecimal(left.minus(use), 2),
      ...(all ? { deductibleAllAmt: printDecimal(all, 2) } : {}),
    };
  },
};

/** The fields on which it depends what a charge uses up. */
const DECIDING = [
  'usdAmt',
  'isUncoverable',
  'isDeductibleNa',
  'deductibleType',
  'deductibleId',
  'deductibleAllAmt',
] as const;

/** The balance that a charge uses up, as one text: as the case stood when the charge was last written. */
async function balanceOf({ caseId, deductibleType, deductibleId }: Row, { db }: Context): Promise<string> {
  const { rows } = await db.query({
    text: 'select upper("vslNme") as vessel, "casualtyDate"::text as casualty, coalesce("voyNum" || \' \' || "dirBound", svvd) as voyage from claim where id = $1',
    values: [caseId],
  });
  const { vessel, casualty, voyage } = rows[0] as { vessel: string; casualty: string; voyage: string };
  return JSON.stringify([deductibleType, deductibleId, vessel, deductibleType === 'VOYAGE' ? voyage : casualty]);
}

/** What the other charges of a balance used of it, and how much it is in all as far as one of them says. */
async function usedByOthers(
  key: string,
  id: unknown,
  { db }: Context,
): Promise<{ used: Decimal; whole: Decimal | undefined }> {
  const text = `select coalesce(sum(p."deductibleUseAmt"), 0)::text as used, max(p."deductibleAllAmt")::text as whole from paid_charge p where ${ofBalance('$1::text', 'p')} and p.id is distinct from $2::bigint`;
  const [found] = (await db.query({ text, values: [key, id] })).rows as [{ used: string; whole: string | null }];
  return { used: parseDecimal(found.used)!, whole: parseDecimal(found.whole) };
}
