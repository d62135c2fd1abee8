import { readFile } from 'node:fs/promises';
import dayjs from 'dayjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { today } from '../../generator/language/dates.ts';
import { insertRows } from '../http/matchRows.ts';
import { textOfPdf } from '../http/pdfText.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Row } from './browser/api.ts';
import { logIn } from './browser/product.ts';
import { leavePage } from './browser/reuse.ts';
import { useFixtures } from './browser/site.ts';
import type { Visit } from './browser/visit.ts';

/** Finance allocates bank flows to what they pay, sees on the dashboard what is left to do, and prints bills. */
const { product, visit: open } = useFixtures();
const day = (offset: number): string => dayjs(today('Asia/Shanghai')).add(offset, 'day').format('YYYY-MM-DD');
const [INITIAL, OWN] = ['an initial password', 'a password of my own'];
const confirmed = {
  billType: 'ADDITION',
  billCompany: '2000',
  cur: 'USD',
  recordStatus: 'Confirm',
  costStatus: 'Draft',
  payStatus: 'ToBeClaim',
  claimedAmt: '0.00',
  creater: 'admin',
  updater: 'admin',
};
/** A confirmed bill. */
const bill = (id: string, agent: string, amount: string, dueDate: string, fields: object = {}): object => {
  const amounts = { totalAmt: amount, settleAmt: amount };
  return { ...confirmed, ...amounts, id, settlementBill: `SB26-${id}`, agent, dueDate, ...fields };
};
let finance: string;
beforeAll(async () => {
  await product.api('POST', 'person', { userCde: 'cashier', userName: '出纳', password: INITIAL, companyCde: '2000' });
  const {
    records: [role],
  } = await product.api<{ records: Row[] }>('POST', 'role/search', {
    searchCondition: [{ name: 'roleName', type: 'equal', value: 'Finance staff' }],
  });
  await product.api('POST', 'role-user', { userCde: 'cashier', roleId: role!.id });
  await fetch(`${product.url}/account/changePassword`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await logIn(product.url, 'cashier', INITIAL)}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ oldPassword: INITIAL, newPassword: OWN }),
  });
  finance = await logIn(product.url, 'cashier', OWN);
  // without lines, so their amounts are lost when a claim saves them
  await insertRows(product.database.pool, {
    settlement_bill: [
      bill('900001', 'PI01', '1000.00', day(5), { costStatus: 'Accounted' }),
      bill('900002', 'INS01', '250.00', day(-1)),
      bill('900013', 'INS01', '70.00', day(5), { recordStatus: 'Draft' }),
      bill('900014', 'INS01', '80.00', day(-1), { payStatus: 'WrittenOff', claimedAmt: '80.00' }),
    ],
  });
  const payment = { compCde: '2000', origCcyCde: 'USD', businessType: 'PREMIUM', operationType: 'PAYMENT' };
  const club = { payerNme: 'YANGTZE MUTUAL', rmk: 'sb26 900001', origTtlAmt: '1000.00' };
  await product.api('POST', 'bank-slip', { ...payment, ...club, bnkSeqNum: 'F-1', bankInDte: day(0) });
  const insurer = { payerNme: 'Eastern Anchor Marine Insurance', origTtlAmt: '250.50' };
  await product.api('POST', 'bank-slip', { ...payment, ...insurer, bnkSeqNum: 'F-2', bankInDte: day(-1) });
});
const visit = (path: string, language: 'en-US' | 'zh-CN' = 'en-US'): Promise<Visit> =>
  open(path, undefined, { token: finance, language });
const claims = async (): Promise<string[]> =>
  (
    await product.database.pool.query<{ amount: string }>(
      `select "allocatedAmt"::text as amount from fund_claim order by id`,
    )
  ).rows.map(({ amount }) => amount);

test('the dashboard counts unallocated flows and bills that are due or overdue, and opens them', async () => {
  const { page, watch } = await visit('/dashboard/welcome');
  await page.getByRole('link', { name: '2 Unallocated bank flows' }).waitFor();
  await page.getByRole('link', { name: '1 Bills due in 14 days' }).waitFor();
  await page.getByRole('link', { name: '1 Overdue bills' }).click();
  await page.getByRole('cell', { name: 'SB26-900002' }).waitFor();
  expect(await page.getByText('SB26-900001').count()).toBe(0);
  await page.goBack();
  await page.getByRole('link', { name: '2 Unallocated bank flows' }).click();
  for (const number of ['F-1', 'F-2']) await page.getByRole('cell', { name: number, exact: true }).waitFor();
  // the menu entry is "BankSlip"
  await page.getByRole('heading', { level: 1, name: 'Bank flows' }).waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

test.each([
  ['due', 'SB26-900001'],
  ['overdue', 'SB26-900002'],
])('the preset "%s" of the bills shows the unpaid bills that the dashboard counts', async (preset, number) => {
  const { page, watch } = await visit(`/billing/settlement-bill?_preset=${preset}`);
  await page.getByRole('cell', { name: number }).waitFor();
  expect(await page.getByRole('cell', { name: /^SB26-/ }).allTextContents()).toEqual([number]);
  watch.expectQuiet();
  await leavePage(page);
});

test('the documents of a bill are shown in a dialog, and downloaded in the chosen language', async () => {
  const { page, watch } = await visit('/billing/settlement-bill/900001');
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Print or download' });
  const canShow = await page.evaluate<boolean>('navigator.pdfViewerEnabled');
  await (canShow ? dialog.locator('iframe') : dialog.getByText('does not show documents of this type')).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const downloaded = async (): Promise<string> => {
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download PDF', disabled: false }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    return (await textOfPdf(await readFile(await file.path()))).text;
  };
  expect(await downloaded()).toMatch(/Settlement bill.*SB26-900001/);
  await dialog.getByRole('radiogroup', { name: 'Document', exact: true }).getByText('Debit note').click();
  expect(await downloaded()).toMatch(/Debit note.*SB26-900001/);
  await dialog.getByText('中文').click();
  const chinese = await downloaded();
  expect(chinese).toMatch(/SB26-900001/);
  expect(chinese).not.toMatch(/Debit note/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  watch.expectQuiet();
  await leavePage(page);
});

test('the page is in Chinese', async () => {
  const { page, watch } = await visit('/bank/matching', 'zh-CN');
  await page.getByRole('heading', { name: '流水匹配' }).waitFor();
  await page.getByText('摘要中有结算单号 SB26-900001').waitFor();
  await page.getByRole('button', { name: '认领 1,000.00 USD' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  watch.expectQuiet();
  await leavePage(page);
});

test('the balance leads to the bills and to the unallocated flows that it adds up', async () => {
  const { page, watch } = await visit('/bank/balance');
  const balance = page.getByRole('row').filter({ hasText: 'USD' });
  await balance.getByRole('link').nth(1).click();
  for (const number of ['F-1', 'F-2']) await page.getByRole('cell', { name: number, exact: true }).waitFor();
  await page.goBack();
  await balance.getByRole('link').first().click();
  await page.getByRole('cell', { name: 'SB26-900001' }).waitFor();
  expect(new URL(page.url()).search).toBe('?billCompany=2000&cur=USD');
  watch.expectQuiet();
  await leavePage(page);
});

test('flows are allocated with keys and clicks, and undone in reverse order by reversals', async () => {
  const { page, watch } = await visit('/bank/matching');
  const flows = page.getByRole('navigation', { name: 'Open bank flows' });
  const proposals = page.getByRole('list', { name: 'Proposals, best first' });
  // enabled once the page shows what a claim or a reversal changed
  const undo = page.getByRole('button', { name: 'Undo u', exact: true, disabled: false });
  const focused = (name: RegExp) => flows.getByRole('button', { name }).and(page.locator(':focus')).waitFor();
  await proposals.getByText('The text names the bill SB26-900001').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await proposals.getByText('The amounts differ by 0.50 USD, as bank charges do').waitFor();
  await proposals.getByText('0.50 USD of the flow stays unallocated').waitFor();
  await page.keyboard.press('ArrowUp');
  await proposals.getByText('The text names the bill SB26-900001').waitFor();
  expect(await claims()).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('1,000.00 USD of the bank flow F-1 is allocated to SB26-900001').waitFor();
  await flows.getByRole('button', { name: /YANGTZE/ }).waitFor({ state: 'hidden' });
  await undo.waitFor();
  await focused(/Eastern Anchor/);
  expect(await claims()).toEqual(['1000.00']);
  await proposals.getByRole('button', { name: 'Allocate 250.00 USD' }).click();
  await flows.getByText('0.50 USD', { exact: true }).waitFor();
  await undo.waitFor();
  await page.keyboard.press('u');
  await page.getByText('Reversed: 250.00 USD of the bank flow F-2 is no longer allocated to SB26-900002').waitFor();
  await flows.getByText('250.50 USD', { exact: true }).waitFor();
  await undo.waitFor();
  expect(await claims()).toEqual(['1000.00', '250.00', '-250.00']);
  await page.keyboard.press('u');
  await flows.getByRole('button', { name: /YANGTZE/ }).waitFor();
  await focused(/YANGTZE/);
  expect(await claims()).toEqual(['1000.00', '250.00', '-250.00', '-1000.00']);
  watch.expectQuiet();
  await leavePage(page);
});

test('a flow that a colleague allocates meanwhile stays chosen, so that no key allocates another one', async () => {
  await insertRows(product.database.pool, { settlement_bill: [bill('900005', 'INS01', '250.50', day(60))] });
  const { page, watch } = await visit('/bank/matching');
  watch.allow(/status of 409/);
  const flows = page.getByRole('navigation', { name: 'Open bank flows' });
  await flows.getByRole('button', { name: /Eastern Anchor/ }).click();
  await page.getByRole('button', { name: 'Allocate 250.50 USD' }).waitFor();
  const { rows } = await product.database.pool.query<{ id: string }>(
    `select id::text as id from bank_slip where "bnkSeqNum" = 'F-2'`,
  );
  const { rev } = await product.api<Row>('GET', 'settlement-bill/900005');
  await product.api('POST', 'settlement-bill/900005/actions/claimFunds', { rev, memoId: rows[0]!.id });
  const before = await claims();
  await page.keyboard.press('Enter');
  await page.getByText('The flow is no longer in the list: somebody else has allocated or changed it').waitFor();
  await page.keyboard.press('Enter');
  expect(await claims()).toEqual(before);
  await page.keyboard.press('ArrowUp');
  await page.getByRole('link', { name: 'F-1', exact: true }).waitFor();
  const fund = await product.api<{ records: Row[] }>('GET', 'fund-claim?sort=-id');
  const latest = fund.records[0]!;
  await product.api('POST', `fund-claim/${latest.id}/actions/reverse`, { rev: latest.rev, remark: 'test' });
  watch.expectQuiet();
  await leavePage(page);
});

test('the page of a bill shows what of its bank money is its own: no case, and no charge of one', async () => {
  const { page, watch } = await visit('/billing/settlement-bill/900001');
  await page.getByRole('tab', { name: 'Bank funds' }).click();
  await page.getByRole('cell', { name: '-1,000.00 USD' }).waitFor();
  const headings = page.getByRole('tabpanel').getByRole('columnheader');
  expect(await headings.allInnerTexts()).toEqual([
    'Bank sequence no.',
    'Allocated amount',
    'Amount of the flow',
    'Other party',
    "Other party's account",
    'Reversed',
    'Remark',
    'Created by',
    'Created at',
  ]);
  watch.expectQuiet();
  await leavePage(page);
});

test('what a colleague allocated is not undone', async () => {
  await insertRows(product.database.pool, { settlement_bill: [bill('900003', 'PI01', '1000.00', day(90))] });
  const { rows } = await product.database.pool.query<{ id: string }>(
    `select id::text as id from bank_slip where "bnkSeqNum" = 'F-1'`,
  );
  const { rev } = await product.api<Row>('GET', 'settlement-bill/900003');
  const input = { rev, memoId: rows[0]!.id, allocatedAmt: '100.00' };
  await product.api('POST', 'settlement-bill/900003/actions/claimFunds', input);
  const before = await claims();
  const { page, watch } = await visit('/bank/matching');
  await page.getByRole('navigation', { name: 'Open bank flows' }).getByText('900.00 USD', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo u', exact: true, disabled: true }).waitFor();
  await page.keyboard.press('u');
  await page.getByRole('link', { name: 'F-1', exact: true }).waitFor();
  expect(await claims()).toEqual(before);
  watch.expectQuiet();
  await leavePage(page);
});

test('the dialog of an operation asks for values that the form of the record does not edit, as the voucher of a bill', async () => {
  await insertRows(product.database.pool, { settlement_bill: [bill('900004', 'PI01', '70.00', day(90))] });
  const { page, watch } = await visit('/billing/settlement-bill/900004');
  watch.allow(/status of 400/);
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  const account = page.getByRole('dialog', { name: 'Account' });
  await account.getByRole('button', { name: 'Account', exact: true }).click();
  await account.getByText('Voucher no. cannot be empty').waitFor();
  await account.getByLabel('Voucher no.').fill('V-7');
  await account.getByLabel('Voucher date').fill(day(0));
  await account.getByRole('button', { name: 'Account', exact: true }).click();
  await account.waitFor({ state: 'hidden' });
  await page.getByText('V-7').waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

test('a bill is offered only the bank flows that can pay it: of its currency, company, direction and business', async () => {
  await insertRows(product.database.pool, { settlement_bill: [bill('900006', 'PI01', '70.00', day(90))] });
  const flow = { compCde: '2000', origCcyCde: 'USD', businessType: 'PREMIUM', operationType: 'PAYMENT' };
  const others = {
    currency: { origCcyCde: 'CNY' },
    way: { operationType: 'RECEIPT' },
    business: { businessType: 'CLAIM' },
  };
  for (const [name, fields] of Object.entries({ fitting: {}, ...others }))
    await product.api('POST', 'bank-slip', {
      ...flow,
      ...fields,
      bnkSeqNum: `OFFER-${name}`,
      payerNme: 'OFFERED',
      bankInDte: day(0),
      origTtlAmt: '70.00',
    });
  const { page, watch } = await visit('/billing/settlement-bill/900006');
  await page.getByRole('button', { name: 'Allocate bank money' }).click();
  const picker = page.getByRole('dialog').getByRole('combobox').first();
  await picker.click();
  await picker.pressSequentially('OFFER');
  const offered = page.locator('.ant-select-item-option', { hasText: 'OFFER-' });
  await offered.filter({ hasText: 'OFFER-fitting' }).waitFor();
  await expect.poll(() => offered.count()).toBe(1);
  watch.expectQuiet();
  await leavePage(page);
});

/** A charge of a new case, whose charges are decided on; with its invoice unless it has none. */
async function decidedCharge(blRefCde: string, totalAmt: string, invoiceNo?: string): Promise<Row> {
  const made = await product.api('POST', 'cargo-claim', {
    blRefCde,
    casualtyDate: '2026-03-01',
    vslNme: 'HLB ANHUI',
    svvd: 'AEU1HLD001E',
    caseClass: 'DAMAGE',
    caseType: 'WET',
    claimExecutor: 'lu.fan',
    billCompany: '2000',
    estimatedAmt: '5000.00',
    acceptWarnings: true,
  });
  const { pool } = product.database;
  await pool.query(`update claim set "claimStatus" = 'SettlingCharge' where id = $1`, [made.id]);
  const charge = { caseId: made.id, suppCde: 'SUR01', chargeType: 'SURVEY', cur: 'USD', totalAmt, isDeductibleNa: 'Y' };
  const one = await product.api('POST', 'paid-charge', { ...charge, acceptWarnings: true });
  if (invoiceNo !== undefined)
    await product.api('POST', 'claim-invoice', {
      caseId: made.id,
      chargeId: one.id,
      invoiceType: 'DEBITNOTE',
      paymentTerm: 30,
      paymentCur: 'USD',
      invoiceNo,
      invocieCompany: '2000',
      invoiceCur: 'USD',
      invoiceAmount: totalAmt,
    });
  const decision = await product.api('POST', 'claim-approval', { caseId: made.id, subject: 'CHARGE' });
  await pool.query(
    `update claim_approval set "recordStatus" = 'Confirm', "optDate" = now(), "claimAmtUsd" = 5000 where id = $1`,
    [decision.id],
  );
  await pool.query('update claim set "approvedAmt" = 5000 where id = $1', [made.id]);
  return one;
}

describe('charges of several cases', () => {
  const charges: Row[] = [];
  beforeAll(async () => {
    charges.push(await decidedCharge('BL-1', '250.50', 'V-1'));
    charges.push(await decidedCharge('BL-2', '250.50', 'V-2'));
    charges.push(await decidedCharge('BL-3', '90.00', 'V-3'));
    charges.push(await decidedCharge('BL-4', '77.00'));
  });

  test('are billed by Finance, who exchanges one for another with the same title', async () => {
    const { page, watch } = await visit('/claims/paid-charge?_preset=to-bill');
    watch.allow(/status of 409/);
    const row = (amount: string) => page.getByRole('row').filter({ hasText: amount });
    for (const one of [row('250.50').first(), row('90.00'), row('77.00')]) await one.getByRole('checkbox').check();
    const bill = page.getByRole('button', { name: 'Bill', exact: true });
    await bill.click();
    await page.getByRole('dialog').getByText('417.50').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Bill', exact: true }).click();
    const refused = page.getByRole('dialog', { name: 'nothing was changed' });
    await refused.waitFor();
    expect(await refused.getByRole('row').allInnerTexts()).toEqual([
      expect.stringContaining('Reason'),
      expect.stringMatching(/77\.00 USD\s.*only with an invoice/),
    ]);
    await refused.getByRole('button', { name: 'OK' }).click();
    await row('77.00').getByRole('checkbox').uncheck();
    await bill.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Bill', exact: true }).click();
    await page.getByRole('heading', { name: /^SB26-/ }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('tab', { name: 'Lines' }).click();
    await page.getByRole('row').filter({ hasText: '250.50' }).getByRole('button', { name: 'Remove row' }).click();
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.getByRole('combobox', { name: 'Charge of a case' }).click();
    const choices = page.locator('.kind-picker').getByText('SURVEY SUR01 250.50 USD');
    await choices.nth(1).waitFor();
    await page.locator('.ant-select-item-option').filter({ hasText: 'BL-1' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { rows } = await product.database.pool.query<{ chargeId: string }>(
      `select "chargeId" from bill_line where "delFlag" = 'N' and "chargeId" is not null order by "lineNo"`,
    );
    expect(rows.map(({ chargeId }) => chargeId)).toEqual([charges[2]!.id, charges[0]!.id]);
    await page.getByRole('tab', { name: 'Invoices' }).click();
    await page.getByRole('button', { name: 'New', exact: true, disabled: true }).waitFor();
    watch.expectQuiet();
    await leavePage(page);
  });
});
