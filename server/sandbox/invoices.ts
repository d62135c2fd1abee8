import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Entry } from './ledger.ts';

const DECIMAL = { type: 'string', pattern: '^\\d+(\\.\\d+)?$' };

/** Schema that an invoice must match before it is looked up. */
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

/** Types of invoices with a code of 10 or 12 digits, a number of 8 digits and a check code. */
const WITH_CODE = ['VATINVOICE', 'ORDINVOICE', 'ELEINVOICE'];
/** Types of fully digitalised invoices, with a number of 20 digits. */
const FULLY_DIGITAL = ['ALLELEVAT', 'ALLELEORD'];

/**
 * Reasons why an invoice is not genuine; empty if it is. Unlike a real register, the sandbox knows only invoices that
 * it has verified before: the same number is the same invoice and must have the same amounts.
 */
export function invoiceErrors(body: unknown, known: readonly Entry[]): string[] {
  // a returned bank flow is always accepted
  if (typeof body === 'object' && body !== null && 'returnedFlow' in body) return [];
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
  const errors: string[] = [];
  if (WITH_CODE.includes(invoiceType)) {
    if (!/^(\d{10}|\d{12})$/.test(invoiceCode)) errors.push('the code has neither 10 nor 12 digits');
    if (!/^\d{8}$/.test(invoiceNo)) errors.push('the number does not have 8 digits');
    if (!/^\d{6}(\d{14})?$/.test(checkCode)) errors.push('the check code is neither 20 digits nor their last 6');
  } else if (FULLY_DIGITAL.includes(invoiceType)) {
    if (!/^\d{20}$/.test(invoiceNo)) errors.push('the number does not have 20 digits');
    else if (invoiceNo.slice(0, 2) !== invoiceDate.slice(2, 4)) errors.push('the number is of another year');
  } else {
    errors.push('no register is kept of such invoices');
  }
  if (invoiceCur !== 'CNY') errors.push('VAT invoices are made out in CNY');
  const before = known.find(
    ({ accepted, body: other }) =>
      accepted &&
      (other as Partial<Invoice>).invoiceNo === invoiceNo &&
      (other as Partial<Invoice>).invoiceCode === (invoiceCode || undefined),
  )?.body as Invoice | undefined;
  if (before && (before.invoiceAmount !== invoiceAmount || before.invoiceTaxAmt !== invoiceTaxAmt))
    errors.push('the register has it with other amounts');
  return errors;
}
