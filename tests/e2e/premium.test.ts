import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import { type FixtureProduct, type Row, startFixtures } from './browser/fixtures.ts';
import { openBrowser } from './browser/open.ts';
import { visitAddress, type Visit } from './browser/visit.ts';

let product: FixtureProduct;
let browser: Browser;
let vessels: string[];
beforeAll(async () => {
  [product, browser] = await Promise.all([startFixtures(), openBrowser()]);
  const { records } = await product.api<{ records: Row[] }>('GET', `vessel?pageSize=2&sort=vslCde&where=${encodeURIComponent(JSON.stringify([{ name: 'newestFlag', type: 'equal', value: 'Y' }]))}`);
  vessels = records.map(({ vslCde }) => String(vslCde));
  await product.api('POST', 'policy-year', {
    policyYear: '2031', policyType: 'Premium-HM', effectiveFrom: '2031-01-01', effectiveTo: '2031-12-31', numOfStaging: 4, rate: '0.002', addlRatio: '0', ivInsuredPct: '20',
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A calculated version: two vessels of ten million each, eight of them for the hull. */
async function calculated(versionNo: string, versionType = 'estimate'): Promise<Row> {
  const version = await product.api<Row>('POST', 'premium-version', { policyType: 'Premium-HM', policyYear: '2031', versionNo, versionType });
  const { rev } = await product.api<Row>('PATCH', `premium-version/${version.id}`, { rev: version.rev, 'vessel-value': vessels.map((vslCde) => ({ vslCde, basicValue: '10000000' })) });
  await product.api('POST', `premium-version/${version.id}/actions/calculate`, { rev });
  return product.api<Row>('GET', `premium-version/${version.id}`);
}

const open = (path: string, language: 'en-US' | 'zh-CN'): Promise<Visit> => visitAddress(browser, `${product.url}${path}`, { token: product.token, language });
const linesOf = async ({ id }: Row): Promise<Row[]> => (await product.api<Record<string, Row[]>>('GET', `premium-version/${id}`))['hull-premium']!;

/** Types a figure into a column of a vessel's row. */
async function type(page: Page, vessel: string, column: string, figure: string): Promise<void> {
  const row = page.locator('.grid-section tr', { hasText: vessel });
  await row.getByRole('button', { name: column }).focus();
  await row.getByRole('textbox', { name: column }).fill(figure);
}

test('a rate typed in the table of vessels changes premium and totals at once, and all changed rows are saved together', async () => {
  const version = await calculated('G1');
  const { page, watch } = await open(`/premium/premium-version/${version.id}`, 'zh-CN');
  await page.getByRole('tab', { name: '船壳险保费' }).click();
  const total = page.locator('.grid-total').last();
  await total.getByText('32,000.00').first().waitFor();
  await type(page, vessels[0]!, '船壳险费率', '0.003');
  await total.getByText('40,000.00').first().waitFor();
  await type(page, vessels[1]!, '船壳险费率', '0.001');
  await page.getByText('2 行已修改').waitFor();
  await total.getByText('32,000.00').first().waitFor();
  expect((await linesOf(version)).map(({ hmRate }) => hmRate)).toEqual(['0.002', '0.002']);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await page.getByText('2 行已修改').waitFor({ state: 'detached' });
  const stored = Object.fromEntries((await linesOf(version)).map(({ vslCde, hmRate, hmPremium }) => [vslCde, [hmRate, hmPremium]]));
  expect(stored).toEqual({ [vessels[0]!]: ['0.003', '24000.00'], [vessels[1]!]: ['0.001', '8000.00'] });
  watch.expectQuiet();
  await page.context().close();
});

test('a wrong figure stands at its cell and is not saved; a formal version is read only and says why', async () => {
  const version = await calculated('G2');
  const { page, watch } = await open(`/premium/premium-version/${version.id}`, 'en-US');
  await page.getByRole('tab', { name: 'H&M premium' }).click();
  await type(page, vessels[0]!, 'H&M rate', '2');
  await page.getByRole('button', { name: '1 cell to mend' }).waitFor();
  await page.locator('.grid-section').getByRole('button', { name: 'Save' }).click();
  expect((await linesOf(version)).map(({ hmRate }) => hmRate)).toEqual(['0.002', '0.002']);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: '1 cell to mend' }).waitFor({ state: 'detached' });
  watch.expectQuiet();
  await product.api('POST', `premium-version/${version.id}/actions/formalise`, { rev: version.rev });
  await page.reload();
  await page.getByRole('tab', { name: 'H&M premium' }).click();
  await page.locator('.grid-section').getByText('Read only').waitFor();
  await page.locator('.grid-total').getByText('32,000.00').first().waitFor();
  expect(await page.locator('.grid-section').getByRole('button', { name: 'H&M rate' }).count()).toBe(0);
  await page.context().close();
});

test('the dashboard adds up the version that says most about a year, and each figure opens its rows', async () => {
  const { page, watch } = await open('/premium/dashboard', 'en-US');
  const year = page.getByRole('region', { name: 'Premium by kind and year' });
  await year.getByText('32,000.00').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await year.getByRole('link', { name: '2031 G2' }).click();
  await page.locator('.list-table tbody tr[data-row-key]').nth(1).waitFor();
  expect(new URL(page.url()).searchParams.get('versionId')).not.toBeNull();
  watch.expectQuiet();
  await page.context().close();
});
