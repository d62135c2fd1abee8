import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { startSandbox, type Sandbox } from '../../server/sandbox/partner.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import { type FixtureProduct, startFixtures } from './browser/fixtures.ts';
import type { Row } from './browser/api.ts';
import { sharedBrowser } from './browser/site.ts';
import { visitAddress } from './browser/visit.ts';
import { PATIENCE } from './browser/visit.ts';
import { closePages, leavePage } from './browser/reuse.ts';
import { longTest } from '../longTest.ts';

let sandbox: Sandbox;
let product: FixtureProduct;
let browser: Browser;
beforeAll(async () => {
  sandbox = await startSandbox();
  [product, browser] = await Promise.all([
    startFixtures(['tests/fixtures/beacon'], new Map(), {
      env: { PARTNER_CAPTIVE_URL: sandbox.url },
      delivery: { maxAttempts: 1 },
    }),
    sharedBrowser(),
  ]);
});
afterAll(async () => {
  await closePages(browser);
  await product.stop();
  await sandbox.stop();
});

longTest('a message that a partner refused shows its purpose, links to its record, and can be sent again', async () => {
  sandbox.faults = { share: 1, delayMs: 0 };
  const beacon = await product.api<Row>('POST', 'beacon', { beaconNo: 'BC1', name: '长江口灯标' });
  const { page, watch } = await visitAddress(browser, `${product.url}/harbour/beacon/${beacon.id}`, {
    token: product.token,
    language: 'zh-CN',
  });
  await page.getByRole('button', { name: /报\s?送$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /报\s?送/ })
    .click();
  await page.getByRole('tab', { name: '合作方报文' }).click();
  const messages = page.locator('.ant-tabs-tabpane-active table:visible');
  await messages.getByText('发送失败').waitFor();
  await messages.getByRole('link').click();
  await page.waitForURL('**/system/partner-event/*');
  const fields = page.locator('.detail-fields:visible').first();
  await fields.getByText('船舶资料', { exact: true }).waitFor();
  await fields.getByText('灯标', { exact: true }).waitFor();
  expect(await fields.getByText(beacon.id, { exact: true }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);

  sandbox.faults = { share: 0, delayMs: 0 };
  await page.getByRole('button', { name: '重新发送' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重新发送' }).click();
  await expect
    .poll(async () => (await product.api<{ records: Row[] }>('GET', 'partner-event')).records[0]!['recordStatus'], {
      timeout: PATIENCE,
    })
    .toBe('Delivered');
  expect(sandbox.entries.length).toBe(1);
  await page.reload();
  await page.locator('.detail-reason').getByText('重新发送').waitFor();
  await page.getByRole('link', { name: '打开记录' }).click();
  await page.waitForURL(`**/harbour/beacon/${beacon.id}`);

  await page.goto(`${product.url}/system/partner-event`);
  const row = page.locator('.list-table:visible tbody tr[data-row-key]').first();
  for (const text of ['自保公司', '船舶资料', '灯标', '已送达'])
    await row.getByText(text, { exact: true }).first().waitFor();
  await row.getByRole('link', { name: 'BC1 长江口灯标' }).click();
  await page.waitForURL(`**/harbour/beacon/${beacon.id}`);
  watch.expectQuiet();
  await leavePage(page);
});
