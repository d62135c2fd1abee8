import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleWatch, watchConsole } from './browser/console.ts';
import { type Language, openBrowser, openPage } from './browser/open.ts';
import { type Product, startProduct } from './browser/product.ts';

let product: Product;
let browser: Browser;
let admin: string;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ env: { DEMO_DATA: 'true' } }), openBrowser()]);
  admin = await product.logIn();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** What does not show within this many milliseconds never will. */
const PATIENCE = 20_000;
const ROWS = '.list-table tbody tr[data-row-key]';

interface Row { id: string; rev: number; [field: string]: unknown }

async function call<T>(method: string, path: string, body?: unknown, token = admin): Promise<T> {
  const answer = await fetch(`${product.url}${path}`, {
    method, headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { code, message, result } = await answer.json() as { code: number; message: string; result: T };
  if (code !== 0) throw new Error(`${method} ${path}: ${message}`);
  return result;
}

const found = async (entity: string, name: string, value: string): Promise<Row> =>
  (await call<{ records: Row[] }>('POST', `/api/${entity}/search`, { searchCondition: [{ name, type: 'equal', value }] })).records[0]!;

/** A person of that role who has chosen a password of their own. */
async function personOf(userCde: string, roleName?: string): Promise<string> {
  await call('POST', '/api/person', { userCde, userName: userCde, password: 'given by somebody else' });
  if (roleName !== undefined) await call('POST', '/api/role-user', { userCde, roleId: (await found('role', 'roleName', roleName)).id });
  const first = await product.logIn(userCde, 'given by somebody else');
  await call('POST', '/account/changePassword', { oldPassword: 'given by somebody else', newPassword: 'chosen by themselves' }, first);
  return product.logIn(userCde, 'chosen by themselves');
}

async function visit(path: string, shown: string, token: string, language: Language = 'en-US'): Promise<{ page: Page; watch: ConsoleWatch }> {
  const page = await openPage(browser, { token, language });
  page.setDefaultTimeout(PATIENCE);
  const watch = await watchConsole(page);
  await page.goto(`${product.url}${path}`);
  await page.locator(shown).first().waitFor();
  return { page, watch };
}

test('a Viewer sees lists without buttons that change anything, and is told so at an address that would', async () => {
  const token = await personOf('looker', 'Viewer');
  const { page, watch } = await visit('/master/fleet', ROWS, token, 'zh-CN');
  const buttons = await page.locator('.page-header button').allInnerTexts();
  for (const name of ['新增', '导入', '导出']) expect(buttons.map((text) => text.trim())).not.toContain(name);
  expect(await page.getByRole('button', { name: '刷新' }).count()).toBe(1);
  expect(await page.locator(`${ROWS} .row-actions button`).count()).toBe(0);
  const stored = JSON.parse(await page.evaluate("sessionStorage.getItem('resource-list')") as string) as string[];
  expect(stored).toContain('master.fleet.query');
  expect(stored.filter((code) => /\.(add|edit|delete|import)$/.test(code))).toEqual([]);

  await page.locator(`${ROWS} a`).first().click();
  await page.locator('.detail-page').waitFor();
  expect(await page.locator('.page-header button').count()).toBe(0);

  for (const path of ['/master/vessel/new', '/master/fleet/import', '/master/fleet/1/edit']) {
    await page.goto(`${product.url}${path}`);
    await page.getByRole('heading', { name: '没有权限' }).waitFor();
    expect(await page.locator('form').count(), path).toBe(0);
  }
  watch.expectQuiet();
  // of an entity that is none of theirs only the server knows
  watch.allow(/status of 403/);
  await page.goto(`${product.url}/system/role/new`);
  await page.getByRole('heading', { name: '没有权限' }).waitFor();
  watch.expectQuiet();
  await page.context().close();
});

test('somebody without a role gets no screen but the way out', async () => {
  const { page, watch } = await visit('/master/fleet', '.notice', await personOf('nobody'));
  expect(await page.locator('.notice').innerText()).toContain('roles must be a non-null array');
  expect(await page.locator('.shell').count()).toBe(0);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/login|homepage/);
  expect(await page.evaluate("sessionStorage.getItem('resource-list')")).toBeNull();
  watch.expectQuiet();
  await page.context().close();
});
