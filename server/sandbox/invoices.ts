import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Entry } from './ledger.ts';

const DECIMAL = { type: 'string', pattern: '^\\d+(\\.\\d+)?$' };

/** What the sandbox of the finance system wants of an invoice before it looks it up. */
const ENVELOPE = {
  type: 'object',
  required: ['invoice', 'invoiceType', 'invoiceNo', 'invoiceDate', 'invoiceCur', 'invoiceAmount', 'invoiceTaxAmt'],
  properties: {
    invoice: { type: 'string', minLength: 1 },
    invoiceType: { type: 'string' },
    invoiceNo: { type: 'string' },
    invoiceDate: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    invoiceAmount: DECIMAL,
    invoiceTaxAmt: DECIMAL,
  },
};

const isEnvelope = new Ajv2020().compile(ENVELOPE);

interface Invoice {
  invoiceType: string;
  invoiceNo: string;
  invoiceCode?: string;
  checkCode?: string;
  invoiceDate: string;
  invoiceCur: string;
  invoiceAmount: string;
  invoiceTaxAmt: string;
}

/**
 * The invoices whose paper has a code of 10 or 12 digits, a number of 8 and a check code; the all-electric ones have a
 * number of 20.
 */
const WITH_CODE = ['VATINVOICE', 'ORDINVOICE', 'ELEINVOICE'];
const ALL_ELECTRIC = ['ALLELEVAT', 'ALLELEORD'];

/**
 * Why an invoice is not genuine, as far as its paper tells; empty where it is. Unlike a real register it knows only
 * what it was asked before: the same number is one invoice, and its amounts cannot differ from the first time.
 */
export function doubts(body: unknown, known: readonly Entry[]): string[] {
  if (!isEnvelope(body))
    return (isEnvelope.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  const {
    invoiceType,
    invoiceNo,
    invoiceCode = '',
    checkCode = '',
    invoiceDate,
    invoiceCur,
    invoiceAmount,
    invoiceTaxAmt,
  } = body as unknown as Invoice;
  const found: string[] = [];
  if (WITH_CODE.includes(invoiceType)) {
    if (!/^(\d{10}|\d{12})$/.test(invoiceCode)) found.push('the code has neither 10 nor 12 digits');
    if (!/^\d{8}$/.test(invoiceNo)) found.push('the number has not 8 digits');
    if (!/^\d{6}(\d{14})?$/.test(checkCode)) found.push('the check code is neither 20 digits nor their last 6');
  } else if (ALL_ELECTRIC.includes(invoiceType)) {
    if (!/^\d{20}$/.test(invoiceNo)) found.push('the number has not 20 digits');
    else if (invoiceNo.slice(0, 2) !== invoiceDate.slice(2, 4)) found.push('the number is of another year');
  } else {
    found.push('no register is kept of such invoices');
  }
  if (invoiceCur !== 'CNY') found.push('VAT invoices are made out in CNY');
  const before = known.find(
    ({ accepted, body: other }) =>
      accepted &&
      (other as Partial<Invoice>).invoiceNo === invoiceNo &&
      (other as Partial<Invoice>).invoiceCode === (invoiceCode || undefined),
  )?.body as Invoice | undefined;
  if (before && (before.invoiceAmount !== invoiceAmount || before.invoiceTaxAmt !== invoiceTaxAmt))
    found.push('the register has it with other amounts');
  return found;
}
