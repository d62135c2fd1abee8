import { judgeByStatus, type Adapter, type PartnerAnswer, type Verdict } from './adapter.ts';

/** What of an invoice tells whether it is genuine: as the tax authority's register has it. */
const TOLD = ['invoiceType', 'invoiceNo', 'invoiceCode', 'checkCode', 'invoiceDate', 'invoiceCur', 'invoiceNetAmt', 'invoiceTax', 'invoiceTaxAmt', 'invoiceAmount', 'invocieCompany', 'sapId'] as const;

/**
 * The finance system (2§7: invoice verification). It gets one invoice, amounts as decimal text. It answers `{"verified": true, "reference"}`,
 * or `{"verified": false, "reasons"}` for one that is not genuine (assumed: its own behaviour is not shown).
 */
export const sap: Adapter = {
  events: ['invoice'],
  content: ({ businessNo, record }) => ({ invoice: businessNo, ...Object.fromEntries(TOLD.filter((name) => record[name] != null).map((name) => [name, record[name]])) }),
  judge: judgeVerification,
};

function judgeVerification(answer: PartnerAnswer): Verdict {
  const verdict = judgeByStatus(answer);
  // a success without the system's word verifies nothing: something between us answered
  if (verdict.outcome !== 'delivered') return verdict;
  if (answer.body?.['verified'] === true) return verdict;
  return { outcome: answer.body?.['verified'] === false ? 'refused' : 'again' };
}
