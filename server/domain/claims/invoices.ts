import { parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domain.ts';

/** By how much invoices in CNY may miss what they are for (2§5 Invoice, 2§9). */
const TOLERANCE_CNY = 20;

/**
 * The types of invoice that the tax authority keeps a register of, and the states of verification that let one be paid
 * (2§5 Invoice).
 */
const VAT_INVOICES = ['VATINVOICE', 'ORDINVOICE', 'ELEINVOICE', 'ALLELEVAT', 'ALLELEORD'];
const VERIFIED = ['Verified', 'ByHand'];

/** The fields that are to blame: those of an invoice, or those of the charge that changed under its invoices. */
interface Blamed {
  currency: string;
  amount: string;
}

/**
 * The invoices of a charge are in one currency and together no more than the charge, in CNY by 20 at most; once the
 * charge is claimed, those that there are come to it (2§5 Invoice). Each by itself is judged by the rules of its
 * schema.
 */
export const invoiceRules: DomainRules = {
  afterSave: async ({ row, before }, context) => {
    for (const id of new Set([row['chargeId'], before?.['chargeId'] ?? row['chargeId']])) {
      await refuseWhereClaimed(id, context);
      await judgeInvoices(id, { currency: 'invoiceCur', amount: 'invoiceAmount' }, context);
    }
  },
};

/**
 * What a charge is paid by stays as it is once money is claimed for it: none is added, changed or deleted, at the same
 * moment neither, since whoever writes a charge or an invoice has locked their case. @throws Refusal (409)
 */
async function refuseWhereClaimed(chargeId: unknown, { db }: Context): Promise<void> {
  const { rows } = await db.query({
    text: 'select "claimedAmt" > 0 as claimed from paid_charge where id = $1',
    values: [chargeId],
  });
  if ((rows as { claimed: boolean }[]).some(({ claimed }) => claimed))
    throw refuseFields([{ field: 'chargeId', key: 'MSG_bill_0107', params: {} }], 'conflict');
}

/** What of a charge its invoices were worked out in or told of, and what a change is refused with. */
const KEPT = [
  { field: 'cur', key: 'MSG_bill_0108' },
  { field: 'suppCde', key: 'MSG_bill_0110' },
] as const;

/** What invoices there are stays true when their charge is changed or claimed: they were worked out in its currency. */
export const keepInvoices: NonNullable<DomainRules['afterSave']> = async ({ row, before }, context) => {
  if (!before) return;
  if (parseDecimal(row['claimedAmt'])!.gt(parseDecimal(before['claimedAmt'])!))
    await refuseUnverified(before['id'], context);
  const changed = KEPT.find(({ field }) => row[field] !== before[field]);
  if (changed) {
    const { rows } = await context.db.query({
      text: 'select from claim_invoice where "chargeId" = $1 and "delFlag" = \'N\' limit 1',
      values: [before['id']],
    });
    if (rows.length > 0) throw refuseFields([{ ...changed, params: {} }]);
  }
  await judgeInvoices(before['id'], { currency: 'cur', amount: 'totalAmt' }, context);
};

/**
 * Money is claimed for a charge only once its VAT invoices are found genuine (2§5 Invoice). @throws Refusal (409) that
 * names the first that is not
 */
async function refuseUnverified(chargeId: unknown, { db }: Context): Promise<void> {
  const text =
    'select "invoiceNo" from claim_invoice where "chargeId" = $1 and "delFlag" = \'N\' and "chargeMode" = \'SUPPLIER\' and "invoiceType" = any($2) and "verifyStatus" <> all($3) order by id limit 1';
  const { rows } = await db.query({ text, values: [chargeId, VAT_INVOICES, VERIFIED] });
  const [unverified] = rows as { invoiceNo: string }[];
  if (unverified)
    throw refuseFields([{ field: '', key: 'MSG_bill_0109', params: { invoice: unverified.invoiceNo } }], 'conflict');
}

/** A charge with what its live invoices come to in its currency. */
interface Invoiced {
  total: string;
  cur: string;
  status: string;
  currencies: string[];
  cost: string;
  rate: string;
}

/** @throws Refusal (400) */
async function judgeInvoices(chargeId: unknown, at: Blamed, { db }: Context): Promise<void> {
  const text =
    'select c."totalAmt"::text as total, c.cur, c."chargeStatus" as status, array_agg(distinct i."invoiceCur") as currencies, sum(i."costAmt")::text as cost, max(i."costRate")::text as rate ' +
    'from paid_charge c join claim_invoice i on i."chargeId" = c.id and i."delFlag" = \'N\' where c.id = $1 group by c.id';
  const invoiced = (await db.query({ text, values: [chargeId] })).rows[0] as Invoiced | undefined;
  if (!invoiced) return;
  const { cur, status, currencies } = invoiced;
  if (currencies.length > 1) throw refuseFields([{ field: at.currency, key: 'MSG_bill_0103', params: {} }]);
  const inYuan = currencies[0] === 'CNY';
  if (!inYuan && currencies[0] !== cur) throw refuseFields([{ field: at.currency, key: 'MSG_bill_0104', params: {} }]);
  const over = parseDecimal(invoiced.cost)!.minus(parseDecimal(invoiced.total)!);
  const tolerance = inYuan ? parseDecimal(invoiced.rate)!.times(TOLERANCE_CNY) : 0;
  if (over.gt(tolerance) || (status !== 'ToBeClaim' && over.negated().gt(tolerance))) {
    throw refuseFields([
      {
        field: at.amount,
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
