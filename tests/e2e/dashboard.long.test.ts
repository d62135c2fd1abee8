import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import { openPage } from './browser/open.ts';
import type { Product } from './browser/product.ts';
import { sharedBrowser } from './browser/site.ts';
import { openProduct } from './browser/started.ts';
import { PATIENCE, type Visit, visitAddress } from './browser/visit.ts';
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

async function create(entity: string, body: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${product.url}/api/${entity}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
}

const ROWS = '.list-table tbody tr[data-row-key]';

test('the dashboard opens new notices once, and each of its figures opens the list that it counts', async () => {
  await create('notice', {
    title: 'Clubs renew on 20 February',
    content: '<p>Send the <strong>declarations</strong> by 31 January.</p>',
  });
  await create('notice', { title: 'Long ago', issueDate: '2020-01-02', content: '<p>Old</p>' });
  await create('task', { remark: 'Ask for the renewal terms' });
  const { page, watch } = await visit('/dashboard/welcome');
  const news = page.getByRole('dialog', { name: 'Clubs renew on 20 February' });
  await news.frameLocator('.kind-frame').getByText('declarations').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await news.locator('.ant-modal-footer').getByRole('button', { name: 'Close' }).click();
  await news.waitFor({ state: 'hidden' });
  await page.reload();
  const old = page.getByRole('button', { name: 'Long ago' });
  await old.waitFor();
  expect(await page.getByRole('dialog').count(), 'it does not come again').toBe(0);
  await old.click();
  await page.getByRole('dialog', { name: 'Long ago' }).waitFor();
  await page.keyboard.press('Escape');

  await page
    .getByRole('region', { name: 'Reserve, paid and outstanding, by kind' })
    .getByText('No case is open.')
    .waitFor();
  expect(
    await page.locator('.figure-tile', { hasText: 'Claim time bars ending in 30 days' }).getAttribute('href'),
  ).toMatch(/^\/claims\/claim\?.*_preset=open/);
  await page.locator('.figure-tile', { hasText: 'My to-dos' }).getByText('1', { exact: true }).waitFor();
  await page.locator('.figure-tile', { hasText: 'My to-dos' }).click();
  await page.locator(ROWS).first().waitFor();
  expect(page.url()).toContain('/system/task?_preset=mine');
  expect(await page.locator(ROWS).count()).toBe(1);
  await page.locator('.ant-segmented').getByText('Done', { exact: true }).click();
  await page.locator('.empty-state').waitFor();
  expect(page.url()).toContain('_preset=done');
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.getByRole('link', { name: 'Operating' }).click();
  await page.locator(ROWS).first().waitFor();
  expect(new URL(page.url()).search).toBe('?newestFlag=Y&vesselStatus=Operating');
  watch.expectQuiet();
  await leavePage(page);
});

test('the bell counts open items; opening a mail marks it as read', async () => {
  await create('mail', {
    title: 'Survey report',
    sender: 'surveyor@quay.example',
    receiver: 'claims@quay.example',
    sendDate: '2026-01-02T03:04:05Z',
  });
  const { page, watch } = await visit('/system/mail');
  await page.locator(`${ROWS}.unopened`).waitFor();
  await page.getByRole('button', { name: /waits? for you/ }).click();
  await page
    .locator('.bell')
    .getByRole('link', { name: /Survey report/ })
    .click();
  await page.getByRole('heading', { name: 'Survey report' }).waitFor();
  await page.locator('.page-header').getByText('Read', { exact: true }).waitFor();
  await page.getByRole('button', { name: /waits? for you/ }).click();
  await page.locator('.bell').getByText('All mails have been read.').waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

test('Ctrl+K finds a record by a part of its name, and opened records come first the next time', async () => {
  const { page, watch } = await visit('/master/country');
  await page.locator(ROWS).first().waitFor();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search records and screens' });
  await page.getByRole('option', { name: 'Dashboard', exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await search.fill('zzzzzz');
  await page.getByRole('status').getByText('Nothing matches').waitFor();
  expect(await page.getByRole('option').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await search.fill('harbourlight d');
  await page.locator('.palette-list').getByText('HLD HARBOURLIGHT DAWN').first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.locator('.palette-list').getByText('HLD HARBOURLIGHT DAWN').first().click();
  await page.getByRole('heading', { name: 'HLD HARBOURLIGHT DAWN' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/master\/vessel\/\d+$/);
  await page.goto(`${product.url}/master/country`);
  await page.locator(ROWS).first().waitFor();
  await page.keyboard.press('Control+k');
  await search.waitFor();
  await page.locator('.palette-list').getByText('Recent').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'HLD HARBOURLIGHT DAWN' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('.palette-list').getByText('Recent').waitFor();
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'hidden' });
  watch.expectQuiet();
  await leavePage(page);
});

test('an option list is edited in place, and a refusal is shown where it belongs', async () => {
  const { page, watch } = await visit('/system/dictionary');
  watch.allow(/status of 40[09]/);
  await page.getByRole('button', { name: /Type of resource/ }).click();
  await page.waitForURL(/listCde=RESOURCE_TYPE/);
  const entries = page.getByRole('region', { name: 'Type of resource' });
  await entries.getByText('WORDING').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await entries.getByRole('button', { name: 'Add entry' }).click();
  await entries.getByRole('textbox', { name: 'Code', exact: false }).first().fill('PODCAST');
  await entries.getByRole('textbox', { name: 'English name PODCAST' }).fill('Podcasts');
  await entries.getByRole('textbox', { name: 'Chinese name CASE_STUDY' }).fill('案例');
  await entries.getByRole('button', { name: 'Save (2)' }).click();
  await entries.getByText('Chinese name cannot be empty').waitFor();
  await entries.getByRole('button', { name: 'Save (1)' }).waitFor();
  await entries.getByRole('textbox', { name: 'Chinese name PODCAST' }).fill('播客');
  await entries.getByRole('button', { name: 'Save (1)' }).click();
  await entries.getByRole('button', { name: 'Save', exact: true }).waitFor();
  await page.locator('.dictionary-list[aria-current=true]', { hasText: '8' }).waitFor();
  await entries.getByRole('button', { name: 'Delete WORDING' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('An entry that came with the product cannot be deleted').waitFor();
  await page.getByRole('button', { name: 'Close' }).last().click();

  await create('resource-item', {
    title: 'Episode one',
    type: 'PODCAST',
    content: '<p>General average, explained.</p>',
  });
  await create('resource-item', { title: 'Hull clauses', type: 'WORDING', content: '<p>All risks.</p>' });
  await page.goto(`${product.url}/system/resource-item`);
  const text = page.frameLocator('.library-text .kind-frame');
  await text.getByText('All risks.').waitFor();
  await page.getByRole('button', { name: 'Podcasts 1' }).click();
  await text.getByText('General average, explained.').waitFor();
  expect(await page.locator('.library-entry').count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  watch.expectQuiet();
  await leavePage(page);
});

test('a user who may not change an option list sees it as text', async () => {
  await product.addPerson('reader', 'given by somebody else', 'Viewer');
  const first = await product.logIn('reader', 'given by somebody else');
  const { result } = (await (
    await fetch(`${product.url}/account/changePassword`, {
      method: 'POST',
      headers: { authorization: `Bearer ${first}`, 'content-type': 'application/json' },
      body: JSON.stringify({ oldPassword: 'given by somebody else', newPassword: 'chosen by themselves' }),
    })
  ).json()) as { result: { token: string } };
  const { page, watch } = await visit('/system/dictionary?listCde=CLASS_SOCIETY', { token: result.token });
  const entries = page.getByRole('region', { name: 'Classification societies' });
  await entries.getByRole('cell', { name: 'American Bureau of Shipping', exact: true }).waitFor();
  expect([
    await entries.locator('input, button').count(),
    await entries.getByRole('cell', { name: 'Yes' }).count(),
  ]).toEqual([0, await entries.locator('tbody tr').count()]);
  expect(await accessibilityFaults(page)).toEqual([]);
  watch.expectQuiet();
  await leavePage(page);
});

test('language and look go with the person to another browser', async () => {
  const { page, watch } = await visit('/dashboard/welcome');
  const nextSave = (): Promise<unknown> =>
    page.waitForResponse((answer) => answer.url().endsWith('/account/preferences') && answer.ok());
  let saved = nextSave();
  await page.getByRole('button', { name: '中文' }).click();
  await saved;
  saved = nextSave();
  await page.getByRole('button', { name: '外观' }).click();
  await page.getByText('深色', { exact: true }).click();
  await saved;
  watch.expectQuiet();
  await leavePage(page);

  const other = await openPage(browser, { language: 'en-US', colorScheme: 'light' });
  other.setDefaultTimeout(PATIENCE);
  await other.goto(`${product.url}/login`);
  await other.getByLabel('User name').fill('admin');
  await other.getByLabel('Password', { exact: true }).fill(product.adminPassword);
  await other.getByRole('button', { name: 'Log in', exact: true }).click();
  await other.getByRole('heading', { name: '信息公告' }).waitFor();
  expect(await other.evaluate('document.documentElement.style.colorScheme')).toBe('dark');
  await leavePage(other);
});
