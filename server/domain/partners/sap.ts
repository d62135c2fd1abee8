import { interpretStatus, type Adapter, type PartnerAnswer, type Verdict } from './adapter.ts';

/** Fields of an invoice that the register of the tax authority has. */
const REGISTER_FIELDS = [
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
 * The finance system (2§7: invoice verification). It receives one invoice with amounts as decimal text. It answers
 * `{"verified": true, "reference"}`, or `{"verified": false, "reasons"}` for one that is not genuine (assumed: the
 * specification does not show it).
 */
export const sap: Adapter = {
  events: ['invoice'],
  content: ({ businessNo, record }) => ({
    invoice: businessNo,
    ...Object.fromEntries(REGISTER_FIELDS.filter((name) => record[name] != null).map((name) => [name, record[name]])),
  }),
  interpret: interpretVerification,
};

/** Evaluates `verified`. An answer without it, even a refusal of the call, decides nothing about the invoice: retry. */
function interpretVerification(answer: PartnerAnswer): Verdict {
  if (answer.body?.['verified'] === false) return { outcome: 'refused' };
  const verdict = interpretStatus(answer);
  return verdict.outcome === 'delivered' && answer.body?.['verified'] === true ? verdict : { outcome: 'retry' };
}
