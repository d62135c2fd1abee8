import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest, someCases } from '../longTest.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import { watchConsole } from './browser/console.ts';
import { type Language, openPage, type PageOptions } from './browser/open.ts';
import type { Product } from './browser/product.ts';
import { sharedBrowser } from './browser/site.ts';
import { openProduct } from './browser/started.ts';
import { PATIENCE, type Visit, visitAddress } from './browser/visit.ts';
import { closePages, leavePage } from './browser/reuse.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), sharedBrowser()]);
});
afterAll(async () => {
  await closePages(browser);
  await product?.stop();
});

/** Opens an address as a user who is logged in, and waits for `shown`. */
const visit = async (path: string, shown: string, options: PageOptions = {}): Promise<Visit> =>
  visitAddress(browser, `${product.url}${path}`, { token: await product.logIn(), ...options }, shown);

const ROWS = '.list-table tbody tr[data-row-key]';
const firstCells = (page: Page, column: number): Promise<string[]> =>
  page.locator(`${ROWS} td:nth-child(${column})`).allInnerTexts();

describe('log-in', () => {
  test.each<[Language, string, string, string, string]>(
    someCases(1, [
      ['en-US', 'User name', 'Password', 'Log in', 'Good '],
      ['zh-CN', '用户名', '密码', '登录', '好，'],
    ]),
  )('in %s leads to the requested address', async (language, name, secret, button, greeting) => {
    const page = await openPage(browser, { language });
    page.setDefaultTimeout(PATIENCE);
    const watch = await watchConsole(page);
    await page.goto(`${product.url}/master/country`);
    await page.waitForURL('**/static/homepage.html');
    await page.getByRole('link', { name: button, exact: true }).click();
    await page.getByLabel(name).fill('admin');
    await page.getByLabel(secret, { exact: true }).fill(product.adminPassword);
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.locator(ROWS).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/master/country');

    await page.goto(`${product.url}/`);
    expect(await page.locator('h1').innerText()).toContain(greeting);
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('is in the deployment’s language for users without a choice, whatever the browser requests', async () => {
    const page = await browser.newPage({ locale: 'zh-CN' });
    page.setDefaultTimeout(PATIENCE);
    const watch = await watchConsole(page);
    await page.goto(`${product.url}/login`);
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en-US');
    watch.expectQuiet();
    await page.close();
  });

  test('reports a wrong password, and stays', async () => {
    const page = await openPage(browser);
    page.setDefaultTimeout(PATIENCE);
    const watch = await watchConsole(page);
    watch.allow(/status of 401/);
    await page.goto(`${product.url}/login?to=//elsewhere.example`);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('not it');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).not.toBe('');
    expect(await page.evaluate("localStorage.getItem('Access-Token')")).toBeNull();

    await page.getByLabel('Password', { exact: true }).fill(product.adminPassword);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.locator('.welcome').waitFor();
    expect(page.url()).toBe(`${product.url}/dashboard/welcome`);
    watch.expectQuiet();
    await leavePage(page);
  });

  test('log-out invalidates the token and leads back to log-in', async () => {
    const token = await product.logIn();
    const { page, watch } = await visit('/', '.welcome', { token });
    await page.getByRole('button', { name: 'Administrator' }).click();
    await page.getByText('Log out').click();
    await page.getByLabel('User name').waitFor();
    // the browser deletes the session first, and then informs the server
    const status = async (): Promise<number> =>
      (await fetch(`${product.url}/api/meta`, { headers: { Authorization: `Bearer ${token}` } })).status;
    await expect.poll(status, { timeout: PATIENCE }).toBe(401);
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('an invalid token leads to log-in, once', async () => {
    const page = await openPage(browser, { token: 'not-a-token' });
    await page.goto(`${product.url}/master/country?_page=2`);
    await page.getByLabel('User name').waitFor();
    expect(new URL(page.url()).searchParams.get('to')).toBe('/master/country?_page=2');
    await leavePage(page);
  });
});

describe('the frame', () => {
  longTest('switches language at once and stores it', async () => {
    const { page, watch } = await visit('/master/port', ROWS);
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('button', { name: '导出' }).waitFor();
    await page.getByText('基础信息').waitFor();
    expect(await page.locator('h1').innerText()).toBe('港口');
    await page.reload();
    await page.locator(ROWS).first().waitFor();
    expect(await page.locator('h1').innerText()).toBe('港口');
    expect(await page.evaluate('document.documentElement.lang')).toBe('zh-CN');
    // it is stored for the person too, whom the other tests share
    const stored = page.waitForResponse(/account\/preferences/);
    await page.getByRole('button', { name: 'English' }).click();
    await stored;
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('finds a screen by Ctrl+K and by the menu’s search', async () => {
    const { page, watch } = await visit('/', '.welcome');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search records and screens' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('curren');
    await page.keyboard.press('Enter');
    await page.locator(ROWS).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/master/currency');

    await page.getByLabel('Find in menu').fill('exch');
    expect(await page.locator('.shell-sider .ant-menu-item').allInnerTexts()).toEqual(['Exchange Rate']);
    watch.expectQuiet();
    await leavePage(page);
  });

  test.each(someCases(1, ['/nowhere', '/master/nothing', '/system/country']))(
    '%s is reported as missing',
    async (path) => {
      const { page, watch } = await visit(path, '.notice');
      expect(await page.locator('h1').innerText()).toBe('Nothing is here');
      watch.expectQuiet();
      await leavePage(page);
    },
  );

  longTest('requires changing an initial password first', async () => {
    await product.addPerson('novice', 'given by somebody else', 'Viewer');
    // the stored language is not read before that either
    const { page, watch } = await visit('/login', 'input[type=password]', { language: 'zh-CN', token: '' });
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByLabel('User name').fill('novice');
    await page.getByLabel('Password', { exact: true }).fill('given by somebody else');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('dialog').waitFor();
    await page.goto(`${product.url}/master/country`);
    await page.getByRole('dialog').waitFor();
    expect(await page.locator(ROWS).count()).toBe(0);
    const other = await page.context().newPage();
    await other.goto(`${product.url}/master/currency`);
    await other.getByRole('dialog').waitFor();
    const initial = (await page.evaluate("localStorage.getItem('Access-Token')")) as string;
    await page.keyboard.press('Escape');
    await page.getByLabel('Current password').fill('given by somebody else');
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByLabel('New password again').fill('other');
    await page.getByText('The two passwords differ').waitFor();
    expect(await page.locator('.ant-form-item-explain-error').allInnerTexts()).toEqual([
      'At least 10 characters',
      'The two passwords differ',
    ]);
    expect(await page.getByText('At least 10 characters').filter({ visible: true }).count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('New password', { exact: true }).fill('Quayside 42 lanterns');
    await page.getByLabel('New password again').fill('Quayside 42 lanterns');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.locator(ROWS).first().waitFor();
    expect(await product.logIn('novice', 'Quayside 42 lanterns')).not.toBe('');
    // the token from before is invalid, and both windows continue with the new one
    const status = (token: string) =>
      fetch(`${product.url}/api/meta`, { headers: { Authorization: `Bearer ${token}` } }).then(
        (answer) => answer.status,
      );
    expect([
      await status(initial),
      await status((await page.evaluate("localStorage.getItem('Access-Token')")) as string),
    ]).toEqual([401, 200]);
    await other.locator(ROWS).first().waitFor();
    watch.expectQuiet();
    await leavePage(page);
  });
});

/** The view of a list that the server stores for a person. */
const storedView = (page: Page): Promise<unknown> =>
  page.waitForResponse((answer) => answer.url().includes('/api/lists/') && answer.request().method() === 'PATCH');

describe('a list', () => {
  test('searches, sorts and pages by its address', async () => {
    const { page, watch } = await visit('/master/port', ROWS);
    await page.getByRole('textbox', { name: 'Port name', exact: true }).fill('shang');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/master/port?portName=shang');
    await expect
      .poll(async () => (await page.locator(ROWS).allInnerTexts()).every((row) => /shang/i.test(row)), {
        timeout: PATIENCE,
      })
      .toBe(true);
    const total = await page.locator('.page-header .meta').innerText();
    expect(Number.parseInt(total, 10)).toBeGreaterThan(1);

    await page.getByRole('columnheader', { name: 'Port name', exact: true }).click();
    await page.waitForURL(/_sort=portName/);
    await page.reload();
    await page.locator(ROWS).first().waitFor();
    expect(await page.locator('.page-header .meta').innerText()).toBe(total);
    expect(await page.getByRole('textbox', { name: 'Port name', exact: true }).inputValue()).toBe('shang');

    await page.getByRole('button', { name: 'Reset' }).click();
    await page.waitForURL((url) => !url.searchParams.has('portName'));
    await page.getByText('16,644 records').waitFor();
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('opens another page and returns', async () => {
    const { page, watch } = await visit('/master/country', ROWS);
    const first = await firstCells(page, 2);
    await page.getByTitle('2', { exact: true }).click();
    await page.waitForURL(/_page=2/);
    await expect
      .poll(async () => (await firstCells(page, 2)).filter((code) => first.includes(code)), { timeout: PATIENCE })
      .toEqual([]);
    await page.goBack();
    await expect.poll(() => firstCells(page, 2), { timeout: PATIENCE }).toEqual(first);
    // where there is no such page any more, the last one is shown
    await page.goto(`${product.url}/master/country?_page=999`);
    await page.waitForURL(/_page=13$/);
    await page.locator(ROWS).first().waitFor();
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('shows what to do when nothing matches', async () => {
    const { page, watch } = await visit('/master/country?countryCode=no-such', '.empty-state');
    expect(await page.locator('.empty-state').innerText()).toContain('No record matches this search.');
    await page.locator('.empty-state').getByRole('button', { name: 'Reset' }).click();
    await page.locator(ROWS).first().waitFor();
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('remembers the columns that a person chose', async () => {
    const { page, watch } = await visit('/master/country', ROWS);
    const heading = page.getByRole('columnheader', { name: 'Numeric code', exact: true });
    expect(await heading.count()).toBe(1);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    const stored = storedView(page);
    // the view is stored a moment after the click, and the box with it
    await page.getByRole('checkbox', { name: 'Numeric code' }).click();
    await heading.waitFor({ state: 'detached' });
    await stored;
    await page.reload();
    await page.locator(ROWS).first().waitFor();
    expect(await heading.count()).toBe(0);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('button', { name: 'Back to the usual columns' }).click();
    await heading.waitFor();
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('stores a named search, shared or not, wherever its author logs in', async () => {
    const { page, watch } = await visit('/master/country?countryCode=CN', ROWS);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('China');
    await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
    const share = page.getByRole('button', { name: 'Share China with colleagues' });
    await share.waitFor();
    const stored = storedView(page);
    await share.click();
    await stored;
    expect(await share.getAttribute('aria-pressed')).toBe('true');
    expect(await accessibilityFaults(page)).toEqual([]);
    watch.expectQuiet();
    await leavePage(page);

    const { page: elsewhere, watch: also } = await visit('/master/country', ROWS);
    await elsewhere.getByRole('button', { name: 'Saved views' }).click();
    await elsewhere.getByRole('link', { name: 'China' }).click();
    await elsewhere.waitForURL('**/master/country?countryCode=CN');
    await elsewhere.getByText('1 record', { exact: true }).waitFor();
    await elsewhere.getByRole('button', { name: 'Remove China' }).click();
    await elsewhere.getByRole('link', { name: 'China' }).waitFor({ state: 'detached' });
    also.expectQuiet();
    await leavePage(elsewhere);
  });

  longTest('widens a column with the keyboard, and stores it', async () => {
    const { page, watch } = await visit('/master/country', ROWS);
    const heading = page.getByRole('columnheader', { name: 'English name' });
    const before = (await heading.boundingBox())!.width;
    const stored = storedView(page);
    await heading.getByRole('separator').press('ArrowRight');
    await stored;
    await page.reload();
    await page.locator(ROWS).first().waitFor();
    expect((await heading.boundingBox())!.width).toBeGreaterThan(before + 8);
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('deletes several rows at once and reports each that could not be deleted', async () => {
    const { page, watch } = await visit('/master/currency?curCde=US', ROWS);
    const code = (row: string) => page.locator(ROWS, { has: page.getByRole('link', { name: row, exact: true }) });
    // There are exchange rates of the dollar, and nothing of its next-day fund.
    await code('USD').getByRole('checkbox').check();
    await code('USN').getByRole('checkbox').check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const outcome = page.getByRole('dialog', { name: /deleted, 1 could not be/ });
    expect(await outcome.innerText()).toContain('USD');
    await outcome.getByRole('button', { name: 'OK' }).click();
    expect(await code('USD').count()).toBe(1);
    await expect.poll(() => code('USN').count(), { timeout: PATIENCE }).toBe(0);
    watch.expectQuiet();
    await leavePage(page);
  });

  test.each(
    someCases(1, [
      ['xlsx', 'Shown columns'],
      ['csv', 'Shown columns'],
      ['csv', 'All columns'],
    ]),
  )('exports filtered rows as %s, with %s', async (format, columns) => {
    const { page, watch } = await visit('/master/currency?curCde=US', ROWS);
    await page.getByRole('button', { name: 'Export' }).click();
    const coming = page.waitForEvent('download');
    await page.locator('.ant-dropdown-menu-item-group', { hasText: columns }).getByText(`(.${format})`).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format}$`));
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    if (format === 'csv') {
      const [headings, ...rows] = bytes.toString('utf8').trim().split('\n');
      expect(rows).toHaveLength(await page.locator(ROWS).count());
      expect([headings!.includes('Currency code'), headings!.includes('Updated by')]).toEqual([
        true,
        columns === 'All columns',
      ]);
    } else expect(bytes.subarray(0, 2).toString()).toBe('PK');
    watch.expectQuiet();
    await leavePage(page);
  });
});

describe('axe finds no accessibility violation', () => {
  test.each<[string, string, Language, 'light' | 'dark']>(
    someCases(1, [
      ['/master/vessel', ROWS, 'zh-CN', 'light'],
      ['/dashboard/welcome', '.bars svg', 'en-US', 'dark'],
      ['/login', '.login-card', 'zh-CN', 'light'],
      ['/login', '.login-card', 'en-US', 'dark'],
      ['/dashboard/welcome', '.bars svg', 'zh-CN', 'light'],
      ['/master/vessel', ROWS, 'en-US', 'dark'],
      ['/master/vessel/import', '.import-file', 'zh-CN', 'light'],
      ['/nowhere', '.notice', 'en-US', 'dark'],
    ]),
  )('%s (%s, %s, %s)', async (path, shown, language, colorScheme) => {
    const { page, watch } = await visit(path, shown, {
      language,
      colorScheme,
      ...(path === '/login' ? { token: '' } : {}),
    });
    expect(await accessibilityFaults(page)).toEqual([]);
    watch.expectQuiet();
    await leavePage(page);
  });
});

describe('the files of the build', () => {
  /** Bytes of all scripts of a page so far, as a browser gets them. */
  async function scripts(path: string, shown: string, token: string): Promise<number> {
    const page = await openPage(browser, { token, fresh: true });
    const sizes: Promise<number>[] = [];
    const weigh = (response: Response): void => {
      if (/javascript/.test(response.headers()['content-type'] ?? ''))
        sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
    };
    page.on('response', weigh);
    await page.goto(`${product.url}${path}`);
    await page.locator(shown).first().waitFor();
    // requests after that, while the user reads, are not waited for
    page.off('response', weigh);
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    await leavePage(page);
    expect(sizes.length).toBeGreaterThan(2);
    return total / 1024;
  }

  test('is under 350 kB of scripts until log-in can be used', async () => {
    expect(await scripts('/login', '.login-card button', '')).toBeLessThan(350);
  });

  longTest('is under 570 kB until the first list is drawn', async () => {
    expect(await scripts('/master/vessel', ROWS, await product.logIn())).toBeLessThan(570);
  });

  test('are compressed and may be cached, but the page itself is requested again', async () => {
    const page = await fetch(`${product.url}/login`);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())![1]!;
    const asset = await fetch(`${product.url}${script}`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(asset.headers.get('content-encoding')).toBe('gzip');
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect(page.headers.get('cache-control')).toBe('no-cache');
  });

  test('runs no text as code and accepts only styles with its own nonce', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => (await fetch(`${product.url}/login`)).headers.get('content-security-policy') ?? ''),
    );
    expect(policies[0]).not.toBe(policies[1]);
    for (const policy of policies) {
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toMatch(/unsafe-eval|style-src[^-;]*'unsafe-inline'/);
    }
  });
});
