import { Decimal, parseDecimal, printDecimal, round } from '../../../generator/language/decimal.ts';
import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { readForWrite } from '../../kernel/write/load.ts';
import { writeColumns } from '../../kernel/write/write.ts';

/** A sort of receivable, and what it takes from the charges that it is made of. */
export interface ReceivableSort {
  entity: 'reimbursement' | 'recovery-charge';
  /** the field of a charge that refers to its receivable */
  link: 'reimbursementId' | 'recoveryId';
  /** the amount of a charge in US dollars that the receivable may claim */
  limit: 'reimburseNetAmount' | 'usdAmt';
  /** fields of the receivable: what is claimed, and the rate to the US dollar that is used without a listed one */
  claimed: 'claimAmt' | 'total';
  rate: 'exchangeRate' | 'rate';
  /** message of a receivable that claims more than its charges allow */
  exceeded: string;
}

/** Reimbursements by an insurer, captive or club. */
export const REIMBURSEMENT: ReceivableSort = {
  entity: 'reimbursement',
  link: 'reimbursementId',
  limit: 'reimburseNetAmount',
  claimed: 'claimAmt',
  rate: 'exchangeRate',
  exceeded: 'MSG_claim_0240',
};
/** Recoveries from a liable party. */
export const RECOVERY: ReceivableSort = {
  entity: 'recovery-charge',
  link: 'recoveryId',
  limit: 'usdAmt',
  claimed: 'total',
  rate: 'rate',
  exceeded: 'MSG_claim_0241',
};

const linkedBy = (link: ReceivableSort['link']) =>
  prepared<{ id: string }>()(($) =>
    build.selectFrom('paid_charge').selectAll().where(link, '=', $('id')).where('delFlag', '=', 'N').orderBy('id'),
  );
const LINKED = { reimbursementId: linkedBy('reimbursementId'), recoveryId: linkedBy('recoveryId') };

/** The charges that a receivable is made of; none for one that was entered or imported by itself. */
export const chargesOf = ({ link }: ReceivableSort, id: unknown, { db }: Context): Promise<Row[]> =>
  LINKED[link].all(db, { id: String(id) }) as Promise<Row[]>;

/** What a receivable of the charges may claim, in US dollars. */
export const limitOf = ({ limit }: ReceivableSort, charges: readonly Row[]): Decimal =>
  charges.reduce((sum, charge) => sum.plus(parseDecimal(charge[limit]) ?? 0), new Decimal(0));

/** Names a charge in a message. */
export const nameOfCharge = ({ chargeType, suppCde, totalAmt, cur }: Row): string =>
  [chargeType, suppCde, totalAmt, cur].map(String).join(' ');

/** The first customer that is liable for none of the charges. */
export function notLiable(charges: readonly Row[], customers: readonly string[]): string | undefined {
  const liable = new Set(charges.flatMap((charge) => (charge['custCde'] as string[] | null) ?? []));
  return customers.find((customer) => !liable.has(customer));
}

/**
 * Checks a receivable against the charges that it is made of.
 *
 * @throws Refusal (409) for another billing company, or if more is claimed than the charges allow
 */
export function checkOwnCharges(sort: ReceivableSort, row: Row, charges: readonly Row[]): void {
  if (charges.length === 0) return;
  const other = charges.find(({ billCompany }) => billCompany !== row['billCompany']);
  if (other)
    throw refuseFields(
      [{ field: 'billCompany', key: 'MSG_claim_0236', params: { charge: nameOfCharge(other) } }],
      'conflict',
    );
  const claimed = parseDecimal(row[sort.claimed])!.times(parseDecimal(row['tableRate'] ?? row[sort.rate])!);
  checkLimit(round(claimed, 2), limitOf(sort, charges), { field: sort.claimed, key: sort.exceeded });
}

/**
 * Checks that no more is claimed than the limit; both are in US dollars.
 *
 * @throws Refusal (409)
 */
export function checkLimit(claimed: Decimal, limit: Decimal, { field, key }: { field: string; key: string }): void {
  if (claimed.lte(limit)) return;
  const params = { claimed: printDecimal(claimed, 2), limit: printDecimal(limit, 2) };
  throw refuseFields([{ field, key, params }], 'conflict');
}

/** Stores the receivable in charges, which the caller has locked; with null, it releases them. */
export async function linkCharges(
  kernel: Kernel,
  { charges, link, to }: { charges: readonly Row[]; link: ReceivableSort['link']; to: string | null },
  context: Context,
): Promise<void> {
  const runtime = entityNamed(kernel, 'paid-charge');
  for (const { id, rev } of charges) {
    const target = { runtime, id: String(id), rev: Number(rev) };
    const before = await readForWrite(kernel, target, context, { lock: true });
    await writeColumns(kernel, runtime, { before, columns: { [link]: to } }, context);
  }
}
