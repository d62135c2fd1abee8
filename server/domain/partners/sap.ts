import { interpretStatus, type Adapter, type PartnerAnswer, type Verdict } from './adapter.ts';

/** Fields of an invoice that the register of the tax authority contains. */
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
 * Adapter of the finance system (2§7: invoice verification). The system receives one invoice with amounts as decimal
 * text. It answers `{"verified": true, "reference"}`, or `{"verified": false, "reasons"}` for an invoice that is not
 * genuine (assumed: the specification does not show the answer).
 */
export const sap: Adapter = {
  events: ['invoice'],
  content: ({ businessNo, record }) => ({
    invoice: businessNo,
    ...Object.fromEntries(REGISTER_FIELDS.filter((name) => record[name] != null).map((name) => [name, record[name]])),
  }),
  interpret: interpretVerification,
};

/** Evaluates `verified`. An answer without it says nothing about the invoice, even if it is an error: retry. */
function interpretVerification(answer: PartnerAnswer): Verdict {
  if (answer.body?.['verified'] === false) return { outcome: 'refused' };
  const verdict = interpretStatus(answer);
  return verdict.outcome === 'delivered' && answer.body?.['verified'] === true ? verdict : { outcome: 'retry' };
}
