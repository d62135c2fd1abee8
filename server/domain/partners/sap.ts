import { interpretStatus, type Adapter, type PartnerAnswer, type Verdict } from './adapter.ts';

/** What of an invoice tells whether it is genuine: as the tax authority's register has it. */
const TOLD = [
  'invoiceType',
  'invoiceNo',
  'invoiceCode',
  'checkCode',
  'invoiceDate',
  'invoiceCur',
  'invoiceNetAmt',
  'invoiceTax',
  'invoiceTaxAmt',
  'invoiceAmount',
  'invocieCompany',
  'sapId',
] as const;

/**
 * The finance system (2§7: invoice verification). It gets one invoice, amounts as decimal text. It answers
 * `{"verified": true, "reference"}`, or `{"verified": false, "reasons"}` for one that is not genuine (assumed: its own
 * behaviour is not shown).
 */
export const sap: Adapter = {
  events: ['invoice'],
  content: ({ businessNo, record }) => ({
    invoice: businessNo,
    ...Object.fromEntries(TOLD.filter((name) => record[name] != null).map((name) => [name, record[name]])),
  }),
  interpret: interpretVerification,
};

/**
 * Its word alone decides: any other answer, refusals of the call itself included, is no verdict on the invoice, and it
 * is asked again.
 */
function interpretVerification(answer: PartnerAnswer): Verdict {
  if (answer.body?.['verified'] === false) return { outcome: 'refused' };
  const verdict = interpretStatus(answer);
  return verdict.outcome === 'delivered' && answer.body?.['verified'] === true ? verdict : { outcome: 'again' };
}
