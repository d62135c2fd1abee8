import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { longTest } from '../longTest.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { openPage } from './browser/open.ts';
import type { Product } from './browser/product.ts';
import { sharedBrowser } from './browser/site.ts';
import { openProduct } from './browser/started.ts';
import { type Visit, visitAddress } from './browser/visit.ts';
import { closePages, leavePage } from './browser/reuse.ts';

let product: Product;
let browser: Browser;
let token: string;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), sharedBrowser()]);
  token = await product.logIn();
});
afterAll(async () => {
  await closePages(browser);
  await product?.stop();
});

const visit = (path: string, options: Parameters<typeof openPage>[1] = {}): Promise<Visit> =>
  visitAddress(browser, `${product.url}${path}`, { token, ...options });

async function create(entity: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const answer = await fetch(`${product.url}/api/${entity}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { result: Record<string, unknown> }).result;
}

longTest('the trend of a pair of currencies begins with that of the first row, and shows each day', async () => {
  const { page, watch } = await visit('/master/exchange-rate?fromCur=USD&toCur=JPY', { language: 'zh-CN' });
  await page.locator('.list-table tbody tr[data-row-key]', { hasText: '日元' }).first().waitFor();
  await page.getByRole('button', { name: '走势图' }).click();
  const dialog = page.getByRole('dialog', { name: '走势图' });
  await dialog.getByRole('img', { name: 'USD 兑 JPY 汇率，2024-01-02 至 2024-12-31' }).waitFor();
  expect(await dialog.locator('figcaption').textContent()).toMatch(/^\d+\.\d+ 2024-12-31$/);
  expect(await accessibilityFaults(page)).toEqual([]);
  const chart = (await dialog.locator('.rate-line svg').boundingBox())!;
  await page.mouse.move(chart.x + chart.width * 0.09, chart.y + 40);
  await dialog.locator('figcaption', { hasText: /2024-01-0\d/ }).waitFor();
  await dialog.getByText('近 1 个月').click();
  await dialog.getByRole('img', { name: 'USD 兑 JPY 汇率，2024-12-02 至 2024-12-31' }).waitFor();
  await dialog.getByText('全部').click();
  await dialog.getByRole('img', { name: 'USD 兑 JPY 汇率，2015-01-02 至 2024-12-31' }).waitFor();
  expect(await dialog.locator('.rate-line').getAttribute('data-points')).toBe('2561');
  await dialog.getByRole('combobox', { name: '目标币种' }).fill('人民币');
  await page.locator('.ant-select-item-option', { hasText: /^CNY 人民币元$/ }).click();
  await dialog.getByRole('img', { name: /^USD 兑 CNY 汇率/ }).waitFor();
  expect(watch.problems()).toEqual([]);
  await leavePage(page);
});

longTest('a vessel shows the person in charge and a read-only log of changed fields', async () => {
  const { page, watch } = await visit('/master/vessel?vslCde=HLK');
  await page.locator('.list-table tbody tr[data-row-key]').first().getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Port of registry').fill('Ningbo');
  expect(await page.getByRole('tab', { name: 'Update log' }).count()).toBe(0);
  expect(await page.getByLabel('Latest row').count()).toBe(0);
  await page.getByRole('tab', { name: 'Persons in charge' }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('tab', { name: 'Update log' }).click();
  const line = page.locator('.detail-section:visible tbody tr[data-row-key]');
  expect(await line.count()).toBe(1);
  expect(await line.locator('td').allTextContents()).toEqual([
    '1',
    'Port of registry',
    expect.any(String),
    'Ningbo',
    'Changed',
    'Administrator (admin)',
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  ]);
  expect(watch.problems()).toEqual([]);
  await leavePage(page);
});

longTest(
  'a code that matches several rows is shown unchanged, in the list, on the record and among the options',
  async () => {
    // the only policy year 2045 is one of slots: the certificate is of the year, and not of slots
    await create('policy-year', {
      policyYear: '2045',
      policyType: 'Premium-SLOT',
      effectiveFrom: '2045-01-01',
      effectiveTo: '2045-12-31',
      numOfStaging: 1,
    });
    const { id } = await create('certificate', {
      policyYear: '2045',
      vslCde: 'HLK',
      certName: 'BLUE CARD',
      policyFrom: '2045-01-01',
      policyTo: '2045-12-31',
    });
    const { page, watch } = await visit('/premium/certificate');
    const row = page.locator('.list-table tbody tr[data-row-key]', { hasText: 'BLUE CARD' });
    await row.waitFor();
    // the vessel has its title by the time that another title would be shown
    await row.locator('td', { hasText: /^HLK \S/ }).waitFor();
    expect(await row.locator('td', { hasText: '2045' }).first().textContent()).toBe('2045');
    await page.goto(`${product.url}/premium/certificate/${String(id)}/edit`);
    await page.locator('.ant-select-selection-item', { hasText: /^HLK \S/ }).waitFor();
    expect(await page.locator('.ant-select-selection-item', { hasText: '2045' }).textContent()).toBe('2045');
    await page.getByLabel('Policy year').press('ArrowDown');
    await page.locator('.kind-picker .ant-select-item-option', { hasText: '2045' }).waitFor();
    expect(await page.locator('.kind-picker .ant-select-item-option', { hasText: '2045' }).allTextContents()).toEqual([
      '2045',
    ]);
    expect(watch.problems()).toEqual([]);
    await leavePage(page);
  },
);

longTest('the row whose code is typed in full is offered first, however many others match', async () => {
  const { page, watch } = await visit('/master/schedule/new');
  await page.getByRole('tab', { name: 'Port calls' }).click();
  await page.getByRole('button', { name: 'Add row' }).click();
  await page.getByRole('combobox', { name: 'Port' }).press('ArrowDown');
  // “sin” and “sha” are in the names of more ports than are shown, most of which come first by their country
  for (const [typed, row] of [
    ['sin', 'SIN SGSIN Singapore'],
    ['sha', 'SHA PTSHA Senhora da Hora'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(typed);
    const options = page.locator('.kind-picker .ant-select-item-option');
    await options.filter({ hasText: row }).waitFor();
    expect((await options.first().textContent())?.slice(0, 4)).toBe(`${typed.toUpperCase()} `);
  }
  await page.locator('.kind-picker .ant-select-item-option', { hasText: 'PTSHA' }).click();
  await page.getByRole('textbox', { name: 'Port name' }).and(page.locator('[value="Senhora da Hora"]')).waitFor();
  expect(watch.problems()).toEqual([]);
  await leavePage(page);
});

longTest('columns hidden behind the buttons of the rows are announced, and can be scrolled into view', async () => {
  const { page, watch } = await visit('/master/vessel', { viewport: { width: 1280, height: 800 } });
  await page.locator('.list-table tbody tr[data-row-key]').first().waitFor();
  const further = page
    .getByRole('columnheader', { name: 'Actions' })
    .getByRole('button', { name: 'More columns at the right' });
  const last = page.getByRole('columnheader').nth(-2);
  await further.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const hiddenAt = (await last.boundingBox())!.x;
  // each press scrolls half of the visible width, and the next one begins where that ended
  await expect
    .poll(
      async () => {
        if (await further.isVisible()) await further.click({ force: true });
        return further.isVisible();
      },
      { interval: 1_000 },
    )
    .toBe(false);
  expect((await last.boundingBox())!.x).toBeLessThan(hiddenAt);
  expect(watch.problems()).toEqual([]);
  await leavePage(page);
});

longTest(
  'the API reference shows the contract and its operations, requests no other host, and reports no error',
  async () => {
    const { page, watch } = await visit('/api/docs');
    await page.getByRole('heading', { name: /^Bordereau/ }).waitFor();
    await page.getByPlaceholder('Filter by tag').fill('vessel');
    // the list moves as it is filtered
    await page.locator('.opblock-tag[data-tag="claim"]').waitFor({ state: 'detached' });
    await page.locator('.opblock-tag[data-tag="vessel"]').click();
    await page.locator('.opblock-get').first().click();
    await page.getByRole('button', { name: 'Try it out' }).first().waitFor();
    const origins = await page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin).filter((origin) => origin !== 'null')`,
    );
    expect([...new Set(origins)]).toEqual([new URL(product.url).origin]);
    expect(watch.problems()).toEqual([]);
    await leavePage(page);
  },
);
