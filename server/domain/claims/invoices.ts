import { sql } from 'kysely';
import { parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';

/** Allowed difference between the CNY invoices of a charge and the charge (2§5 Invoice, 2§9). */
const TOLERANCE_CNY = 20;

/** Types of invoice in the register of the tax authority, and verification states that allow payment (2§5 Invoice). */
const VAT_INVOICES = ['VATINVOICE', 'ORDINVOICE', 'ELEINVOICE', 'ALLELEVAT', 'ALLELEORD'] as const;
const VERIFIED = ['Verified', 'ByHand'] as const;

type ChargeKey = { chargeId: string };

const chargeInUse = prepared<ChargeKey>()(($) =>
  build
    .selectFrom('paid_charge')
    .select('settlementBill')
    .where('id', '=', $('chargeId'))
    .where(({ eb, or }) => or([eb('claimedAmt', '>', '0'), eb('settlementBill', 'is not', null)])),
);

const anyInvoice = prepared<ChargeKey>()(($) =>
  build
    .selectFrom('claim_invoice')
    .select('id')
    .where('chargeId', '=', $('chargeId'))
    .where('delFlag', '=', 'N')
    .limit(1),
);

/** The type of a charge, if it requires an invoice: that of the kind of the case, or another one with its code. */
const typeWithInvoice = prepared<ChargeKey>()(($) =>
  build
    .selectFrom('paid_charge as p')
    .innerJoin('claim as c', 'c.id', 'p.caseId')
    .innerJoin('charge_type as t', (join) => join.onRef('t.chargeCode', '=', 'p.chargeType').on('t.delFlag', '=', 'N'))
    .select(['t.invoiceRequired', 'p.chargeType'])
    .where('p.id', '=', $('chargeId'))
    .orderBy(sql`t."bussType" = c."bizType"`, 'desc')
    .orderBy('t.id')
    .limit(1),
);

const unverifiedInvoice = prepared<ChargeKey>()(($) =>
  build
    .selectFrom('claim_invoice')
    .select('invoiceNo')
    .where('chargeId', '=', $('chargeId'))
    .where('delFlag', '=', 'N')
    .where('chargeMode', '=', 'SUPPLIER')
    .where('invoiceType', 'in', VAT_INVOICES)
    .where('verifyStatus', 'not in', VERIFIED)
    .orderBy('id')
    .limit(1),
);

/** A charge with the sums of its live invoices in its currency; no row for a charge without invoices. */
const invoicedCharge = prepared<ChargeKey>()(($) =>
  build
    .selectFrom('paid_charge as c')
    .innerJoin('claim_invoice as i', (join) => join.onRef('i.chargeId', '=', 'c.id').on('i.delFlag', '=', 'N'))
    .select(['c.totalAmt as total', 'c.cur', 'c.chargeStatus as status'])
    .select(({ fn }) => [
      sql<string[]>`array_agg(distinct i."invoiceCur")`.as('currencies'),
      fn.sum<string>('i.costAmt').as('cost'),
      fn.max<string>('i.costRate').as('rate'),
    ])
    .where('c.id', '=', $('chargeId'))
    .groupBy('c.id'),
);

/** The fields at which a violation is reported: those of an invoice, or those of the changed charge. */
interface ReportedFields {
  currency: string;
  amount: string;
  /** the invoices must total the charge, whatever its state */
  isComplete?: true;
}

/**
 * Invoices of a charge have one currency and total at most the charge, or at most CNY 20 more. Once the charge is
 * claimed, they total the charge (2§5 Invoice). The schema checks each single invoice.
 */
export const invoiceRules: DomainRules = {
  afterWrite: async ({ row, before }, context) => {
    for (const id of new Set([row['chargeId'], before?.['chargeId'] ?? row['chargeId']]) as Set<string>) {
      await refuseClaimed(id, context);
      await checkTotals(id, { currency: 'invoiceCur', amount: 'invoiceAmount' }, context);
    }
  },
};

/**
 * Refuses a change of invoices once their charge is on a bill or money is claimed for it. Concurrent claims wait,
 * because both lock the case. @throws Refusal (409)
 */
async function refuseClaimed(chargeId: string, { db }: Context): Promise<void> {
  const used = await chargeInUse.first(db, { chargeId });
  if (!used) return;
  const key = used.settlementBill === null ? 'MSG_bill_0107' : 'MSG_bill_0155';
  throw refuseFields([{ field: 'chargeId', key, params: {} }], 'conflict');
}

/** Fields of a charge that its invoices depend on, with the key of the message that refuses a change. */
const FIXED_BY_INVOICES = [
  { field: 'cur', key: 'MSG_bill_0108' },
  { field: 'suppCde', key: 'MSG_bill_0110' },
] as const;

/** Checks the invoices of a changed or claimed charge. @throws Refusal */
export const checkInvoicesOfCharge: NonNullable<DomainRules['afterWrite']> = async ({ row, before }, context) => {
  if (!before) return;
  const chargeId = before['id'] as string;
  if (parseDecimal(row['claimedAmt'])!.gt(parseDecimal(before['claimedAmt'])!))
    await refuseUnverified(chargeId, context);
  const changed = FIXED_BY_INVOICES.find(({ field }) => row[field] !== before[field]);
  if (changed && (await anyInvoice.first(context.db, { chargeId }))) throw refuseFields([{ ...changed, params: {} }]);
  await checkTotals(chargeId, { currency: 'cur', amount: 'totalAmt' }, context);
};

/**
 * Requires an invoice, if the type of the charge does, and verified VAT invoices before money is claimed (2§5 Invoice).
 *
 * @throws Refusal (409) without an invoice, or for the first unverified one
 */
async function refuseUnverified(chargeId: string, { db }: Context): Promise<void> {
  const type = await typeWithInvoice.first(db, { chargeId });
  if (type?.invoiceRequired === 'Y' && !(await anyInvoice.first(db, { chargeId })))
    throw refuseFields([{ field: 'chargeType', key: 'MSG_bill_0116', params: { type: type.chargeType } }], 'conflict');
  const unverified = await unverifiedInvoice.first(db, { chargeId });
  if (unverified)
    throw refuseFields([{ field: '', key: 'MSG_bill_0109', params: { invoice: unverified.invoiceNo } }], 'conflict');
}

/**
 * Requires that the invoices of a charge are verified and total it, before it is put on a bill.
 *
 * @throws Refusal (409) as `refuseUnverified`, (400) for another total
 */
export async function requireInvoices(chargeId: string, context: Context): Promise<void> {
  await refuseUnverified(chargeId, context);
  await checkTotals(chargeId, { currency: 'cur', amount: 'totalAmt', isComplete: true }, context);
}

/** Checks currency and total of the invoices of a charge. @throws Refusal (400) */
async function checkTotals(chargeId: string, fields: ReportedFields, { db }: Context): Promise<void> {
  const invoiced = await invoicedCharge.first(db, { chargeId });
  if (!invoiced) return;
  const { cur, status, currencies } = invoiced;
  if (currencies.length > 1) throw refuseFields([{ field: fields.currency, key: 'MSG_bill_0103', params: {} }]);
  const inYuan = currencies[0] === 'CNY';
  if (!inYuan && currencies[0] !== cur)
    throw refuseFields([{ field: fields.currency, key: 'MSG_bill_0104', params: {} }]);
  const excess = parseDecimal(invoiced.cost)!.minus(parseDecimal(invoiced.total)!);
  const tolerance = inYuan ? parseDecimal(invoiced.rate)!.times(TOLERANCE_CNY) : 0;
  if (excess.gt(tolerance) || ((fields.isComplete || status !== 'ToBeClaim') && excess.negated().gt(tolerance))) {
    throw refuseFields([
      {
        field: fields.amount,
        key: inYuan ? 'MSG_bill_0102' : 'MSG_bill_0106',
        params: {
          invoiced: printDecimal(parseDecimal(invoiced.cost)!, 2),
          total: printDecimal(parseDecimal(invoiced.total)!, 2),
          currency: cur,
        },
      },
    ]);
  }
}
