import { Decimal } from '../../../generator/language/decimal.ts';
import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Effect } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { updateRow } from '../../kernel/write/save.ts';
import { money, unapportioned } from './lines.ts';

const details = prepared<{ memoId: string }>()(($) =>
  build
    .selectFrom('bank_slip_detail as d')
    .leftJoin('claim as c', 'c.id', 'd.caseId')
    .select(['d.id', 'd.rev', 'd.amount', 'c.claimAmt'])
    .where('d.memoId', '=', $('memoId'))
    .where('d.delFlag', '=', 'N')
    .orderBy('d.id'),
);

/**
 * Divides the rest of a bank flow over its details, equally or in proportion to the claimed amounts of their cases. The
 * last detail with a share gets the cents that remain.
 *
 * @throws Refusal 409 at `by` if no case of a detail has a claimed amount
 */
export const shareFlow: Effect = async (kernel, { row, input }, context) => {
  const systemContext = asSystem(context);
  const runtime = entityNamed(kernel, 'bank-slip-detail');
  const stored = await details.all(context.db, { memoId: String(row['id']) });
  const rest = unapportioned(row);
  const weights = stored.map(({ claimAmt }) => new Decimal(input['by'] === 'CLAIM' ? (claimAmt ?? 0) : 1));
  const shares = divide(rest, weights);
  if (!shares) throw refuseFields([{ field: 'by', key: 'MSG_bank_0130', params: {} }], 'conflict');
  for (const [index, { id, rev, amount }] of stored.entries()) {
    if (shares[index]!.isZero()) continue;
    const system = { values: { amount: money(shares[index]!.plus(amount)) }, isAuthorized: true } as const;
    await updateRow(kernel, { runtime, id, rev: Number(rev), input: {}, system }, systemContext);
  }
  const count = shares.filter((share) => !share.isZero()).length;
  const params = { amount: money(rest), currency: row['origCcyCde'], count };
  return { message: { key: 'MSG_bank_0134', params } };
};

/**
 * Divides an amount by weights, to two decimal places. The last share takes what rounding leaves.
 *
 * @returns undefined without weights
 */
function divide(amount: Decimal, weights: readonly Decimal[]): Decimal[] | undefined {
  const total = weights.reduce((sum, weight) => sum.plus(weight), new Decimal(0));
  if (total.lte(0)) return undefined;
  const last = weights.findLastIndex((weight) => weight.gt(0));
  const shares = weights.map((weight) => amount.times(weight).div(total).toDecimalPlaces(2, Decimal.ROUND_DOWN));
  const others = shares.reduce((sum, share, index) => (index === last ? sum : sum.plus(share)), new Decimal(0));
  return shares.with(last, amount.minus(others));
}
