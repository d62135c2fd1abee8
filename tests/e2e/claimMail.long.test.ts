import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSmtp, type TestSmtp } from '../fixtures/smtp.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import { type FixtureProduct, startFixtures } from './browser/fixtures.ts';
import type { Row } from './browser/api.ts';
import { sharedBrowser } from './browser/site.ts';
import { visitAddress } from './browser/visit.ts';
import { closePages, leavePage } from './browser/reuse.ts';

/** A mail of a case by clicks, from its template to its receivers. */
let smtp: TestSmtp;
let product: FixtureProduct;
let browser: Browser;
let bills = 0;
beforeAll(async () => {
  smtp = await openTestSmtp();
  [product, browser] = await Promise.all([
    startFixtures([], new Map(), { env: { SMTP_URL: smtp.url } }),
    sharedBrowser(),
  ]);
  const {
    records: [admin],
  } = await product.api<{ records: Row[] }>('POST', 'person/search', {
    searchCondition: [{ name: 'userCde', type: 'equal', value: 'admin' }],
  });
  await product.api('PATCH', `person/${admin!.id}`, { rev: admin!.rev, claimFlag: 'Y' });
  await product.api('POST', 'mail-config', { vslCde: 'HLD', receivers: 'club@example.com' });
});
afterAll(async () => {
  await closePages(browser);
  await product?.stop();
  await smtp?.close();
});

test.each([
  [
    'en-US',
    {
      more: 'More',
      write: 'Write a mail',
      template: 'Notice',
      written: 'English',
      edit: 'Edit',
      to: 'To',
      save: 'Save',
      send: 'Send',
      wrong: 'To: "nobody" is not an e-mail address',
      sent: 'Sent',
      mails: 'Correspondence',
      subject: /notice of claim/,
    },
  ],
  [
    'zh-CN',
    {
      more: '更多',
      write: '写邮件',
      template: '出险',
      written: '中文',
      edit: '编辑',
      to: '收件人',
      save: '保存',
      send: '发送',
      wrong: '收件人中的“nobody”不是有效的邮箱地址',
      sent: '已发送',
      mails: '往来函件',
      subject: /出险通知/,
    },
  ],
] as const)('a mail is started from a case, opened, corrected and sent (%s)', async (language, says) => {
  const one = await product.api('POST', 'cargo-claim', {
    blRefCde: `BLMAIL${++bills}`,
    vslCde: 'HLD',
    vslNme: 'HARBOURLIGHT DAWN',
    svvd: 'AEU1HLD001E',
    caseClass: 'DAMAGE',
    caseType: 'WET',
    claimExecutor: 'admin',
    billCompany: '2000',
    casualtyDate: '2026-03-01',
    estimatedAmt: '5000.00',
  });
  const { page, watch } = await visitAddress(browser, `${product.url}/claims/cargo-claim/${one.id}`, {
    token: product.token,
    language,
  });
  watch.allow(/status of 400/);
  await page.getByRole('button', { name: says.more }).click();
  await page.getByRole('menuitem', { name: says.write }).click();
  const dialog = page.getByRole('dialog', { name: says.write });
  for (const [field, option] of [
    ['templateCde', says.template],
    ['mailLanguage', says.written],
  ] as const) {
    // the value that is shown lies over the field
    await dialog.locator(`#writeMail-${field}`).click({ force: true });
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).first().click();
    await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'hidden' });
  }
  await dialog.getByRole('button', { name: says.write }).click();
  // the draft is opened
  await page.waitForURL(/\/mail\/\d+$/);
  await page.getByRole('heading', { level: 1, name: says.subject }).waitFor();

  const edit = async (receiver: string): Promise<void> => {
    await page.getByRole('button', { name: says.edit, exact: true }).click();
    const form = page.getByRole('dialog').last();
    await form
      .getByRole('textbox', { name: says.to, exact: true })
      .or(form.locator('#mail-receiver'))
      .first()
      .fill(receiver);
    await form.getByRole('button', { name: says.save, exact: true }).click();
    await form.waitFor({ state: 'detached' });
  };
  const send = async (): Promise<void> => {
    await page.getByRole('button', { name: says.send, exact: true }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: says.send, exact: true }).click();
  };
  await edit('club@example.com; nobody');
  await send();
  await page.getByRole('dialog').getByText(says.wrong).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const receiver = `club-${language.toLowerCase()}@example.com`;
  expect(smtp.arrived.filter(({ to }) => to.includes(receiver))).toEqual([]);
  await edit(receiver);
  await send();
  expect((await smtp.next(receiver)).subject).toMatch(says.subject);
  await page.goto(`${product.url}/claims/cargo-claim/${one.id}`);
  await page.getByRole('tab', { name: says.mails, exact: true }).click();
  await expect
    .poll(
      async () => {
        await page.reload();
        await page.getByRole('tab', { name: says.mails, exact: true }).click();
        await page.getByRole('tabpanel').getByRole('link', { name: says.subject }).waitFor();
        return page.getByRole('tabpanel').getByText(says.sent, { exact: true }).count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  watch.expectQuiet();
  await leavePage(page);
});

test('a mail is sent to a contact of the case, and is refused for one that its template does not fit', async () => {
  const claimed = async () =>
    product.api('POST', 'cargo-claim', {
      blRefCde: `BLMAIL${++bills}`,
      vslCde: 'HLD',
      vslNme: 'HARBOURLIGHT DAWN',
      svvd: 'AEU1HLD001E',
      caseClass: 'DAMAGE',
      caseType: 'WET',
      claimExecutor: 'admin',
      billCompany: '2000',
      casualtyDate: '2026-03-01',
      estimatedAmt: '5000.00',
    });
  const [one, other] = [await claimed(), await claimed()];
  const contact = async (of: Row, companyType: string, contacts: string) =>
    product.api('POST', 'claim-contact', {
      caseId: of.id,
      companyType,
      companyCde: '2000',
      contacts,
      contactsMail: `${companyType.toLowerCase()}@example.com`,
      contactsPhone: '1',
    });
  await contact(one, 'BILLING', 'Chen Jie');
  await contact(one, 'INSURER', 'Li Wei');
  await contact(other, 'INSURER', 'Somebody Else');
  const { page, watch } = await visitAddress(browser, `${product.url}/claims/cargo-claim/${one.id}`, {
    token: product.token,
    language: 'en-US',
  });
  watch.allow(/status of 400/);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Write a mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write a mail' });
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  const choose = async (field: string, option: string): Promise<string[]> => {
    await dialog.locator(`#writeMail-${field}`).click({ force: true });
    await options.filter({ hasText: option }).first().waitFor();
    const offered = await options.allInnerTexts();
    await options.filter({ hasText: option }).first().click();
    await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'hidden' });
    return offered;
  };
  await choose('templateCde', 'Notice');
  expect((await choose('contactId', 'Chen')).toSorted()).toEqual([
    'Billing company 2000 Chen Jie',
    'Insurer 2000 Li Wei',
  ]);
  await dialog.getByRole('button', { name: 'Write a mail' }).click();
  await dialog.getByText('may be sent only to these contacts: Insurer, P&I club, Captive insurer').waitFor();
  await choose('contactId', 'Li Wei');
  await dialog.getByRole('button', { name: 'Write a mail' }).click();
  await page.waitForURL(/\/mail\/\d+$/);
  await page.getByText('insurer@example.com').first().waitFor();
  watch.expectQuiet();
  await leavePage(page);
});
