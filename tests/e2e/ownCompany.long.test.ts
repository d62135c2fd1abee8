import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from './browser/api.ts';
import type { Product } from './browser/product.ts';
import { closePages } from './browser/reuse.ts';
import { sharedBrowser } from './browser/site.ts';
import { openProduct } from './browser/started.ts';
import { visitAddress } from './browser/visit.ts';
import { createUser } from './walk/caseData.ts';

/** Tests the company field in the form of a record that belongs to a company. */

let product: Product;
let browser: Browser;
let admin: string;
let staff: string;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), sharedBrowser()]);
  admin = await product.logIn();
  staff = await createUser(product.url, apiOf(product.url, admin), 'Insurance staff', {
    userCde: 'bulk.staff',
    userName: 'Jiang Bo',
    companyCde: '2001',
  });
});
afterAll(async () => {
  await closePages(browser);
  await product?.stop();
});

const open = (token: string, language: 'en-US' | 'zh-CN') =>
  visitAddress(browser, `${product.url}/premium/premium-stage/new`, { token, language }, '#premium-stage-billCompany');

test.each([
  ['en-US', 'Billing company'],
  ['zh-CN', '开票公司'],
] as const)('in %s it contains the company of the user and offers no other', async (language, name) => {
  const { page, watch } = await open(staff, language);
  const field = page.locator('.ant-select', { has: page.getByRole('combobox', { name }) }).first();
  expect(await field.innerText()).toContain('2001');
  await page.getByRole('combobox', { name }).first().press('ArrowDown');
  await page.locator('.kind-picker .ant-select-item-option').first().waitFor();
  const offered = await page.locator('.kind-picker .ant-select-item-option').allInnerTexts();
  expect(offered.map((text) => text.slice(0, 4))).toEqual(['2001']);
  watch.expectQuiet();
});

test('it offers all companies to a user who sees all companies', async () => {
  const { page } = await open(admin, 'en-US');
  await page.getByRole('combobox', { name: 'Billing company' }).first().press('ArrowDown');
  await page.locator('.kind-picker .ant-select-item-option').nth(1).waitFor();
});
