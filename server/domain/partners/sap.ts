import type { Row } from '../../kernel/row.ts';
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

/** Fields by which the finance system knows a bank flow, and why it is returned. */
const FLOW_FIELDS = [
  'compCde',
  'bnkSeqNum',
  'bankInDte',
  'origCcyCde',
  'origTtlAmt',
  'operationType',
  'payerNme',
  'payerBnkAcctNum',
  'reason',
] as const;

/**
 * Adapter of the finance system (2§7: invoice verification, returned bank flow). The system receives one invoice or
 * bank flow, with amounts as decimal text. It answers `{"verified": true, "reference"}` for a genuine invoice and
 * `{"verified": false, "reasons"}` for another one. For a returned flow, the status says whether it is accepted. The
 * answers are assumed, because the specification does not show them.
 */
export const sap: Adapter = {
  events: ['invoice', 'returnFlow'],
  content: ({ event, businessNo, record }) =>
    event === 'invoice'
      ? { invoice: businessNo, ...select(record, REGISTER_FIELDS) }
      : { returnedFlow: businessNo, ...select(record, FLOW_FIELDS) },
  interpret: (answer, event) => (event === 'invoice' ? interpretVerification(answer) : interpretStatus(answer)),
};

const select = (record: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.filter((name) => record[name] != null).map((name) => [name, record[name]]));

/** Evaluates `verified`. An answer without it says nothing about the invoice, even if it is an error: retry. */
function interpretVerification(answer: PartnerAnswer): Verdict {
  if (answer.body?.['verified'] === false) return { outcome: 'refused' };
  const verdict = interpretStatus(answer);
  return verdict.outcome === 'delivered' && answer.body?.['verified'] === true ? verdict : { outcome: 'retry' };
}
