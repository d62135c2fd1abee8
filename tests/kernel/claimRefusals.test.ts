import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The refusals of cases that the specification names in sentences (2§4, 2§5, 2§8): sentence, message, and the test that
 * asserts it with the field and that nothing changed. Required fields, lengths and option lists have the generic
 * messages of their keywords, which the conformance tests cover.
 */
const REFUSALS: [section: string, sentence: string, key: string, test: string][] = [
  ['2§4', 'a closed case allows no operations and no new items', 'MSG_claim_0124', 'claimRefusals'],
  ['2§4', 'a case already reported cannot be reported again', 'MSG_claim_0123', 'cargoClaim'],
  ['2§4', 'a case under approval cannot be operated', 'MSG_claim_0125', 'claimRefusals'],
  ['2§4', 'closing: the state of the case', 'MSG_claim_0122', 'cargoClaim'],
  ['2§4', 'closing: charges in processing', 'MSG_claim_0126', 'claimCharges'],
  ['2§4', 'closing: Paid status to be Paid', 'MSG_claim_0187', 'claimCharges'],
  ['2§4', 'closing: reimbursements in processing', 'MSG_claim_0127', 'claimCharges'],
  ['2§4', 'closing: Reimburse to be Received', 'MSG_claim_0188', 'claimCharges'],
  ['2§4', 'closing: recoveries in processing', 'MSG_claim_0249', 'claimCharges'],
  ['2§4', 'closing: Recovery to be Received', 'MSG_claim_0189', 'claimCharges'],
  ['2§4', 'edit of an expense needs ToBeClaim', 'MSG_bank_0119', 'claimFunds'],
  ['2§4', 'delete of an expense needs ToBeClaim', 'MSG_bank_0120', 'claimFunds'],
  ['2§4', 'edit or delete of a bank flow needs ToBeClaim', 'MSG_bank_0118', 'claimFunds'],
  ['2§4', 'some bank-slip actions need the slip to be in Claim status', 'MSG_bank_0101', 'claimFunds'],
  ['2§5', 'a date later than the current date', 'MSG_claim_0151', 'claimRefusals'],
  ['2§5', 'a bill of lading may have only one cargo-damage case', 'MSG_claim_0111', 'cargoClaim'],
  ['2§5', 'the invoice must exist', 'MSG_bill_0116', 'claimInvoices'],
  ['2§5', 'listed VAT types pass verification', 'MSG_bill_0109', 'claimVerification'],
  ['2§5', 'the invoice number must be unique', 'MSG_bill_0101', 'claimInvoices'],
  ['2§5', 'the invoice currency must be identical across invoices', 'MSG_bill_0103', 'claimInvoices'],
  ['2§5', 'for non-CNY it must equal the bill currency', 'MSG_bill_0104', 'claimInvoices'],
  ['2§5', 'the invoice amount must equal the cost amount', 'MSG_bill_0106', 'claimInvoices'],
  ['2§5', 'the CNY difference may not exceed 20', 'MSG_bill_0102', 'claimInvoices'],
  ['2§5', 'billing companies must be the same across selections', 'MSG_claim_0236', 'claimSelection'],
  ['2§5', 'the insurer or club must be the same', 'MSG_claim_0237', 'claimSelection'],
  ['2§5', 'the four percentages must total 100%', 'MSG_claim_0141', 'claimWork'],
  ['2§5', 'a recovery customer is liable for a charge', 'MSG_claim_0242', 'claimSelection'],
  ['2§5', 'deductible association numbers may not be mixed', 'MSG_claim_0238', 'claimSelection'],
  ['2§5', 'a disposal charge must be claimed separately', 'MSG_claim_0239', 'claimSelection'],
  ['2§5', 'reimbursement needs the reimburse flag and a net amount above 0', 'MSG_claim_0162', 'claimCharges'],
  ['2§5', 'recovery needs the recovery flag', 'MSG_claim_0163', 'claimCharges'],
  ['2§5', 'the new expiry must be later than today', 'MSG_claim_0152', 'claimChildren'],
  ['2§5', 'the memo amount must equal the apportioned amount', 'MSG_bank_0103', 'claimFunds'],
  ['2§5', 'the written-off amount must equal the claimed amount', 'MSG_bank_0117', 'claimFunds'],
  ['2§8', 'the supplier must have a number in the finance system', 'MSG_bill_0111', 'claimSupplier'],
  ['2§8', 'the billing company must have claimed the supplier', 'MSG_bill_0112', 'claimSupplier'],
  ['2§8', 'a supplier bank account must be selected', 'MSG_bill_0113', 'claimSupplier'],
  ['2§8', 'the supplier bank account must exist', 'MSG_bill_0114', 'claimSupplier'],
  ['2§8', 'the billing company must have a bank account in use', 'MSG_bill_0115', 'claimSupplier'],
  ['2§8', 'the ship has no mail configuration', 'MSG_claim_0131', 'claimContacts'],
  ['2§8', 'the case has no report number', 'MSG_claim_0132', 'claimKinds'],
  ['2§8', 'the H&M policy number is empty', 'MSG_premium_0132', 'claimKinds'],
  ['2§8', 'the case is not from the claims case system', 'MSG_claim_0133', 'claimKinds'],
  ['2§8', 'amounts not equal to the USD amount', 'MSG_claim_0142', 'claimCharges'],
];

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const textsOf = (language: string): Record<string, string> =>
  JSON.parse(read(`locales/${language}/messages.json`)) as Record<string, string>;
const LANGUAGES = ['en-US', 'zh-CN'].map(textsOf);

test('each refusal of a case has a message of its own, in both languages', () => {
  for (const texts of LANGUAGES) {
    const used = REFUSALS.map(([, , key]) => texts[key]);
    expect(used).not.toContain(undefined);
    expect(new Set(used).size).toBe(REFUSALS.length);
  }
});

test('each refusal of a case is asserted by a test that checks that nothing changed', () => {
  const missing = REFUSALS.filter(([, , key, name]) => {
    const text = read(`tests/http/${name}.test.ts`);
    return !text.includes(key) || !/withoutTrace|footprint/.test(text);
  });
  expect(missing).toEqual([]);
});
