import { expect, test } from 'vitest';
import { useFixtures } from './browser/site.ts';
import { leavePage } from './browser/reuse.ts';
import { listYuanRate } from './walk/caseData.ts';

const { product, visit } = useFixtures();
const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format();

test('a charge is paid to an account of its supplier after its VAT invoice is verified by hand', async () => {
  await product.api('POST', 'person', {
    userCde: 'payer1',
    userName: 'Payer',
    password: 'long enough for anybody',
    claimFlag: 'Y',
    companyCde: '2000',
  });
  const { id: caseId, rev } = await product.api('POST', 'cargo-claim', {
    blRefCde: 'BLSUPP1',
    vslNme: 'HARBOURLIGHT DAWN',
    svvd: 'AEU1HLD001E',
    caseClass: 'DAMAGE',
    caseType: 'WET',
    claimExecutor: 'payer1',
    billCompany: '2000',
    casualtyDate: TODAY,
    estimatedAmt: '100',
  });
  const reported = await product.api('POST', `cargo-claim/${caseId}/actions/report`, { rev });
  await product.api('POST', `cargo-claim/${caseId}/actions/accept`, { rev: reported['rev'] });
  await listYuanRate(product.api, TODAY);
  const charge = await product.api('POST', 'paid-charge', {
    caseId,
    suppCde: 'SUR01',
    chargeType: 'SURVEY',
    cur: 'CNY',
    totalAmt: '800.00',
    exchangeRate: '0.125',
    isDeductibleNa: 'Y',
  });
  const invoice = await product.api('POST', 'claim-invoice', {
    caseId,
    chargeId: charge['id'],
    chargeMode: 'SUPPLIER',
    invocieCompany: '2000',
    invoiceType: 'ALLELEORD',
    invoiceNo: '26312000000000000001',
    invoiceCur: 'CNY',
    invoiceTax: '6',
    invoiceAmount: '800.00',
    costRate: '1',
    invoiceDate: TODAY,
  });
  await product.api('POST', 'bank-slip', {
    compCde: '2000',
    bnkSeqNum: 'BFSUPP1',
    bankInDte: TODAY,
    origCcyCde: 'CNY',
    origTtlAmt: '800.00',
    businessType: 'CLAIM',
    operationType: 'PAYMENT',
  });

  // small charges need no decision
  const rules = await product.api('POST', 'approval-rule/search', {
    searchCondition: [{ name: 'approveType', type: 'equal', value: 'Case Approval' }],
    pageSize: 100,
  });
  for (const rule of rules['records'] as { id: string; rev: number; amountFrom: string }[])
    if (Number(rule.amountFrom) < 5000)
      await product.api('PATCH', `approval-rule/${rule.id}`, { rev: rule.rev, amountFrom: '5000.00' });

  const { page, watch } = await visit(`/claims/paid-charge/${charge['id']}`);
  watch.allow(/status of 4\d\d/);
  const claimFunds = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Allocate bank money' }).click();
    const flow = page.getByRole('dialog').getByRole('combobox').first();
    await flow.click();
    await flow.pressSequentially('BFSUPP1');
    await page.locator('.ant-select-item-option', { hasText: 'BFSUPP1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allocate bank money' }).click();
  };
  await claimFunds();
  await page.getByRole('dialog').getByText("Choose the supplier's account on the charge first").first().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const account = page.locator('#paid-charge-supplierAccountId');
  await account.click();
  // only accounts of this supplier are offered, and a part of the number finds one
  await page.locator('.ant-select-item-option', { hasText: '3901140009220031' }).waitFor();
  expect(
    await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').count(),
  ).toBe(1);
  await account.pressSequentially('3901');
  await page.locator('.ant-select-item-option', { hasText: '3901140009220031' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('3901140009220031').first().waitFor();
  await claimFunds();
  await page.getByRole('dialog').getByText('Invoice 26312000000000000001 is not verified yet').first().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`${product.url}/claims/claim-invoice/${invoice['id']}/edit`);
  await page.locator('#claim-invoice-verifyRemark').fill('inv-veri.chinatax.gov.cn');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.detail-page').getByRole('button', { name: 'Verified by hand' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Verified by hand' }).click();
  await page.locator('.detail-head, .detail-page').getByText('Verified by hand').first().waitFor();

  await page.goto(`${product.url}/claims/paid-charge/${charge['id']}`);
  await claimFunds();
  await page.getByText('800.00 CNY of the bank flow BFSUPP1 is allocated').first().waitFor();
  expect(await product.api('GET', `paid-charge/${charge['id']}`)).toMatchObject({
    claimedAmt: '800.00',
    chargeStatus: 'ToBeConfirmed',
  });
  watch.expectQuiet();
  await leavePage(page);
});
