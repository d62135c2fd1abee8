import { Decimal } from '../../../generator/language/decimal.ts';
import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { createRow, updateRow } from '../../kernel/write/save.ts';
import { amountOf } from '../amount.ts';
import { caseNumber, money } from './lines.ts';

/** The detail of a bank flow against which money is claimed, or the values of one that the claim makes. */
export interface Detail {
  /** of a stored detail */
  id?: string;
  /** what is not claimed of it yet */
  left: Decimal;
  /** of a new detail */
  values?: Row;
}

const details = prepared<{ memoId: string }>()(($) =>
  build
    .selectFrom('bank_slip_detail')
    .select(['id', 'rev', 'caseId', 'amount', 'claimedAmt'])
    .where('memoId', '=', $('memoId'))
    .where('delFlag', '=', 'N')
    .orderBy('id'),
);

const leftOf = (row: Row): Decimal => amountOf(row, 'amount').minus(amountOf(row, 'claimedAmt'));

/**
 * The detail against which money is claimed for a line of a case: the one of the input, otherwise the first of the case
 * of which something is left, otherwise a new one if the input names its port. A bill needs none, and neither does a
 * flow without details.
 *
 * @throws Refusal 400 for a detail of another flow or case, and without the port of a new detail
 */
export async function detailFor(
  { slip, row, input }: { slip: Row; row: Row; input: Row },
  { db }: Context,
): Promise<Detail | undefined> {
  const { caseId } = row;
  if (caseId == null) return undefined;
  const stored = (await details.all(db, { memoId: String(slip['id']) })) as Row[];
  const { detailId, portCde } = input;
  const ofCase = stored.filter((detail) => detail['caseId'] === caseId);
  const chosen =
    detailId == null ? ofCase.find((detail) => leftOf(detail).gt(0)) : ofCase.find(({ id }) => id === detailId);
  if (chosen) return { id: String(chosen['id']), left: leftOf(chosen) };
  if (detailId != null) throw refuseFields([{ field: 'detailId', key: 'MSG_bank_0129', params: {} }]);
  if (portCde == null && stored.length === 0) return undefined;
  if (portCde == null) throw refuseFields([{ field: 'portCde', key: 'MSG_bank_0131', params: {} }]);
  const { ourRef } = (await caseNumber.first(db, { id: String(caseId) }))!;
  return { left: new Decimal(0), values: { caseNo: ourRef, portCde, suppCde: row['suppCde'] ?? row['billCompany'] } };
}

/**
 * Adds an amount to what is claimed of a detail, which is made if it is new: from its case, whose missing values are
 * reported (domain/billing-bank.md, Bank flows 10).
 *
 * @param amount negative for a reversal
 * @returns the id of the detail; null without one
 * @throws Refusal 400 for what the case lacks
 */
export async function changeDetail(
  kernel: Kernel,
  { slip, detail, amount }: { slip: Row; detail: Detail | undefined; amount: Decimal },
  systemContext: Context,
): Promise<string | null> {
  if (!detail) return null;
  const runtime = entityNamed(kernel, 'bank-slip-detail');
  if (detail.id === undefined) {
    const values = { ...detail.values, memoId: slip['id'], amount: money(amount), claimedAmt: money(amount) };
    return (await createRow(kernel, { runtime, input: {}, system: { values, isAuthorized: true } }, systemContext)).id;
  }
  const stored = (await details.all(systemContext.db, { memoId: String(slip['id']) })) as Row[];
  const row = stored.find(({ id }) => id === detail.id)!;
  const values = { claimedAmt: money(amountOf(row, 'claimedAmt').plus(amount)) };
  const system = { values, isAuthorized: true, isDerived: true } as const;
  await updateRow(kernel, { runtime, id: detail.id, rev: Number(row['rev']), input: {}, system }, systemContext);
  return detail.id;
}
