import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Row } from './browser/api.ts';
import { logIn } from './browser/product.ts';
import { useFixtures } from './browser/site.ts';
import { leavePage } from './browser/reuse.ts';

/** Submissions of one person that another one decides, and the check of a case's totals. */
const { product, visit } = useFixtures();
let approver: string;
beforeAll(async () => {
  const {
    records: [admin],
  } = await product.api<{ records: Row[] }>('POST', 'person/search', {
    searchCondition: [{ name: 'userCde', type: 'equal', value: 'admin' }],
  });
  await product.api('PATCH', `person/${admin!.id}`, { rev: admin!.rev, claimFlag: 'Y' });
  await product.api('POST', 'person', { userCde: 'decider', userName: 'Wang Fang', password: 'an initial password' });
  const {
    records: [role],
  } = await product.api<{ records: Row[] }>('POST', 'role/search', {
    searchCondition: [{ name: 'roleName', type: 'equal', value: 'Approver (division)' }],
  });
  await product.api('POST', 'role-user', { userCde: 'decider', roleId: role!.id });
  const initial = await logIn(product.url, 'decider', 'an initial password');
  await fetch(`${product.url}/account/changePassword`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${initial}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ oldPassword: 'an initial password', newPassword: 'a password of my own' }),
  });
  approver = await logIn(product.url, 'decider', 'a password of my own');
});

let bills = 0;
/** A reported case that the administrator handles, of a bill of lading of its own. */
async function reported(): Promise<Row> {
  const { id, rev } = await product.api('POST', 'cargo-claim', {
    blRefCde: `BLDEC${++bills}`,
    vslNme: 'HARBOURLIGHT DAWN',
    svvd: 'AEU1HLD001E',
    caseClass: 'DAMAGE',
    caseType: 'WET',
    claimExecutor: 'admin',
    billCompany: '2000',
    casualtyDate: '2026-03-01',
    estimatedAmt: '5000.00',
  });
  return product.api('POST', `cargo-claim/${id}/actions/report`, { rev });
}

/** The texts of the screens in one language. */
interface Texts {
  tab: string;
  add: string;
  subject: string;
  result: string;
  estimate: string;
  amount: RegExp;
  /** the refusal of a change of the reserve without an amount */
  needed: string;
  save: string;
  submit: string;
  frozen: string;
  approve: string;
  log: string;
}

const TEXTS: [language: 'en-US' | 'zh-CN', says: Texts][] = [
  [
    'en-US',
    {
      tab: 'Approvals',
      add: 'New',
      subject: 'To be decided',
      result: 'Result of the case',
      estimate: 'Change of the reserve',
      amount: /^New reserve/,
      needed: 'A change of the reserve needs the new reserve, or the present one if only its split changes',
      save: 'Save',
      submit: 'Submit',
      frozen: 'The case is under approval: nothing can be done with it now',
      approve: 'Approve',
      log: 'Approval log',
    },
  ],
  [
    'zh-CN',
    {
      tab: '审批',
      add: '新增',
      subject: '审批事项',
      result: '案件结果',
      estimate: '估损变更',
      amount: /^新估损金额/,
      needed: '估损变更须填写新估损金额；仅变更分摊的，填写现估损金额',
      save: '保存',
      submit: '提交',
      frozen: '案件审批中，不能操作',
      approve: '审批通过',
      log: '审批日志',
    },
  ],
];

const NUMBER_OF_SUBMISSION = /^AP\d\d-/;

/** Opens the form of a new submission from the page of a case. */
async function openSubmission(page: Page, says: Texts): Promise<Locator> {
  await page.getByRole('tab', { name: says.tab }).click();
  await page.getByRole('tabpanel').getByRole('button', { name: says.add }).click();
  return page.getByRole('dialog');
}

/** Chooses what a submission decides, and saves it. */
async function saveAbout(page: Page, dialog: Locator, subject: string, says: Texts): Promise<void> {
  await dialog.getByRole('combobox', { name: says.subject }).click();
  await page.locator('.ant-select-item-option', { hasText: subject }).click();
  await dialog.getByRole('button', { name: says.save }).click();
}

test.each(TEXTS)(
  'the facts of a confirmed case cannot be edited, and its children still can (%s)',
  async (language, says) => {
    const one = await reported();
    await product.database.pool.query('update claim set "recordStatus" = \'Confirm\' where id = $1', [one.id]);
    const { page, watch } = await visit(`/claims/cargo-claim/${one.id}`, undefined, { token: product.token, language });
    await page.locator('.detail-figures').waitFor();
    expect(await page.locator('[data-quick="edit"]').isDisabled()).toBe(true);
    const dialog = await openSubmission(page, says);
    await saveAbout(page, dialog, says.result, says);
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('tabpanel').getByRole('link', { name: NUMBER_OF_SUBMISSION }).waitFor();
    expect(await product.api('GET', `cargo-claim/${one.id}`)).toMatchObject({
      recordStatus: 'Confirm',
      'claim-approval': [{ subject: 'RESULT', recordStatus: 'Draft' }],
    });
    watch.expectQuiet();
    await leavePage(page);
  },
);

/** Adds a change of the reserve to 9,000.50 on the page of a case; without the amount it is refused. */
async function changeReserve(page: Page, says: Texts): Promise<void> {
  const dialog = await openSubmission(page, says);
  // values of its case are there before any input
  await expect
    .poll(() => dialog.getByText('5,000.00').or(dialog.locator('input[value="5,000.00"]')).count())
    .toBeGreaterThan(0);
  await saveAbout(page, dialog, says.estimate, says);
  await dialog.getByText(says.needed).waitFor();
  await dialog
    .getByRole('textbox', { name: says.amount })
    .or(dialog.getByRole('spinbutton', { name: says.amount }))
    .fill('9000.50');
  await dialog.getByRole('button', { name: says.save }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Submits the submission in its drawer; the case behind it is read again. */
async function submit(page: Page, says: Texts): Promise<void> {
  await page.getByRole('tabpanel').getByRole('link', { name: NUMBER_OF_SUBMISSION }).click();
  const drawer = page.locator('.child-drawer');
  await drawer.getByRole('heading', { name: NUMBER_OF_SUBMISSION }).waitFor();
  await drawer.getByRole('button', { name: says.submit, exact: true }).click();
  const submission = page.getByRole('dialog', { name: says.submit });
  await submission.getByRole('textbox').fill('Survey 检验报告');
  expect(await accessibilityFaults(page)).toEqual([]);
  await submission.getByRole('button', { name: says.submit }).click();
  await submission.waitFor({ state: 'detached' });
  await page.locator('.detail-page').getByText(says.frozen).first().waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
}

/** Approves the submission of a case from the to-dos. */
async function approve(page: Page, one: Row, says: Texts): Promise<void> {
  await page
    .getByRole('link', { name: String(one['ourRef']) })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: NUMBER_OF_SUBMISSION }).waitFor();
  await page.getByRole('button', { name: says.approve }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Agreed 同意');
  await page.getByRole('dialog').getByRole('button', { name: says.approve }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test.each(TEXTS)(
  'a change of the reserve is submitted by one user, approved by another, and shown in the log (%s)',
  async (language, says) => {
    const one = await reported();
    const address = `/claims/cargo-claim/${one.id}`;
    const { page, watch } = await visit(address, undefined, { token: product.token, language });
    await changeReserve(page, says);
    await submit(page, says);
    expect(await product.api('GET', `cargo-claim/${one.id}`)).toMatchObject({
      estimatedAmt: '5000.00',
      approvalFlag: 'Y',
    });
    watch.expectQuiet();
    await leavePage(page);

    const other = await visit('/system/task?_preset=mine', undefined, { token: approver, language });
    await approve(other.page, one, says);
    await other.page.getByRole('tab', { name: says.log }).click();
    for (const text of ['Survey 检验报告', 'Agreed 同意', 'Wang Fang'])
      await other.page.locator('.history').getByText(text).waitFor();
    expect(await product.api('GET', `cargo-claim/${one.id}`)).toMatchObject({
      estimatedAmt: '9000.50',
      approvalFlag: 'N',
    });
    other.watch.expectQuiet();
    await leavePage(other.page);
  },
);

test('the totals check shows equal totals, and links the record of a different one', async () => {
  const { id, ourRef } = await reported();
  const { page, watch } = await visit('/system/reconciliation');
  await page.getByRole('button', { name: 'Check now' }).click();
  const kinds = await page.locator('tbody tr[data-row-key]').count();
  expect(kinds).toBeGreaterThanOrEqual(2);
  await expect.poll(() => page.getByText('All equal').count()).toBe(kinds);
  await product.database.pool.query('update claim set "paidAmt" = 12.5 where id = $1', [id]);
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('3 differ').waitFor();
  // the button fades while the check runs
  await expect.poll(() => page.locator('.ant-btn-loading').count()).toBe(0);
  await page.getByRole('row', { name: new RegExp(`${String(ourRef)} .*Paid \\(USD\\) 12\\.50 0\\.00`) }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page
    .getByRole('link', { name: new RegExp(String(ourRef)) })
    .first()
    .click();
  await page.waitForURL(`**/claims/cargo-claim/${id}`);
  watch.expectQuiet();
  await leavePage(page);
});
