import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import { type FixtureProduct, type Row, startFixtures } from './browser/fixtures.ts';
import { type Language, openBrowser } from './browser/open.ts';
import { type Visit, visitAddress } from './browser/visit.ts';

let product: FixtureProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startFixtures(['tests/fixtures/towing']), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const visit = (path: string, language: Language): Promise<Visit> => visitAddress(browser, `${product.url}${path}`, { token: product.token, language });

const tow = (towNo: string, fee: string): Promise<Row> => product.api('POST', 'tow', { towNo, fee, feeCur: 'JPY', tug: 'Svitzer' });
const phaseOf = async ({ id }: Row): Promise<unknown> => (await product.api('GET', `tow/${id}`))['phase'];

test('a step that meets a warning shows it and is taken once the reader accepts it', async () => {
  const row = await tow('DEAR1', '20000');
  const { page, watch } = await visit(`/harbour/tow/${row.id}`, 'zh-CN');
  watch.allow(/status of 400/);
  await page.getByRole('button', { name: /起\s?拖/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /起\s?拖/ }).click();
  await dialog.getByText('请先征得承保人同意').waitFor();
  expect(await phaseOf(row)).toBe('Booked');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: '仍然继续' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await phaseOf(row)).toBe('Underway');
  watch.expectQuiet();
  await page.context().close();
});

test('many rows take a step at once; those that meet a warning are offered again', async () => {
  const [cheap, dear] = [await tow('MANY1', '1'), await tow('MANY2', '20000')];
  const { page, watch } = await visit('/harbour/tow?towNo=MANY', 'en-US');
  await page.locator('.list-table tbody tr[data-row-key]').nth(1).waitFor();
  expect(await page.locator('.list-table').getByText('20,000 JPY').count()).toBe(1);
  expect(await page.getByRole('columnheader', { name: 'Amounts' }).getAttribute('colspan')).toBe('2');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const toolbar = page.getByRole('toolbar');
  expect(await toolbar.getByRole('button', { name: 'Moor' }).count()).toBe(0);
  await toolbar.getByRole('button', { name: 'Depart' }).click();
  await page.getByText('Depart: 2 records?').last().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Depart' }).click();
  await page.getByText('Depart: 1 done, 1 not done').last().waitFor();
  await page.getByRole('dialog').getByText("A tow that dear needs the underwriter's word").waitFor();
  expect(await Promise.all([cheap, dear].map(phaseOf))).toEqual(['Underway', 'Booked']);
  await page.getByRole('button', { name: 'Accept the warning and repeat' }).click();
  await page.getByText('Depart: 1 record done').waitFor();
  expect(await phaseOf(dear)).toBe('Underway');
  await toolbar.waitFor({ state: 'hidden' });
  watch.expectQuiet();
  await page.context().close();
});

test('a long history goes on as far back as the reader asks', async () => {
  let row = await tow('LONG', '0');
  for (let change = 1; change <= 55; change++) row = await product.api('PATCH', `tow/${row.id}`, { rev: row.rev, fee: String(change) });
  const { page, watch } = await visit(`/harbour/tow/${row.id}`, 'zh-CN');
  await page.getByRole('tab', { name: '变更历史' }).click();
  await page.getByText('共 56 条变更，已显示 50 条').waitFor();
  const lines = page.locator('.history > li');
  expect(await lines.count()).toBe(50);
  expect(await page.locator('.history').getByText('新增').count()).toBe(0);
  await page.getByRole('button', { name: '更早的变更' }).click();
  await page.locator('.history').getByText('新增').waitFor();
  expect(await lines.count()).toBe(56);
  expect(await page.getByRole('button', { name: '更早的变更' }).count()).toBe(0);
  watch.expectQuiet();
  await page.context().close();
});
