import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import { watchConsole } from './browser/console.ts';
import { openPage, type PageOptions } from './browser/open.ts';
import type { Product } from './browser/product.ts';
import { sharedBrowser } from './browser/site.ts';
import { openProduct } from './browser/started.ts';
import { PATIENCE, type Visit, visitAddress } from './browser/visit.ts';
import { closePages, leavePage } from './browser/reuse.ts';

let product: Product;
let browser: Browser;
let token: string;
beforeAll(async () => {
  // Calls from this machine count as external, until a test changes that.
  [product, browser] = await Promise.all([
    openProduct({ env: { INTRANET_CIDRS: '10.9.8.0/24', TRUST_PROXY: 'true' } }),
    sharedBrowser(),
  ]);
  token = await product.logIn();
});
afterAll(async () => {
  await closePages(browser);
  await product?.stop();
});

const ROWS = '.pane:visible .list-table tbody tr[data-row-key]';
const INSIDE = { 'X-Forwarded-For': '10.9.8.7' };

async function open(options: PageOptions = { token }): Promise<Visit> {
  const page = await openPage(browser, options);
  page.setDefaultTimeout(PATIENCE);
  return { page, watch: await watchConsole(page) };
}

const visit = (path: string, shown: string, options: PageOptions = {}): Promise<Visit> =>
  visitAddress(browser, product.url + path, { token, ...options }, shown);

const addressOf = (page: Page): string => page.url().slice(product.url.length);
const tabs = (page: Page): Promise<string[]> => page.locator('.tab-bar .tab-title').allInnerTexts();
const activeTab = (page: Page): Promise<string[]> =>
  page.locator('.tab-bar [aria-current="page"] .tab-title').allInnerTexts();
const inMenu = (page: Page, name: string) => page.locator('.shell-sider').getByRole('link', { name, exact: true });
const stored = (page: Page, key: string): Promise<string | null> => page.evaluate(`localStorage.getItem('${key}')`);
const PATIENTLY = { timeout: PATIENCE };

async function closeBy(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Tab actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

describe('without a session', () => {
  test.each<[string, string]>([
    ['/login', '/login'],
    ['/icons', '/icons'],
    ['/error', '/error/404'],
    ['/error/404', '/error/404'],
    ['/register', '/register'],
    ['/forgetPassword', '/forgetPassword'],
    ['/forgotpwd', '/forgotpwd'],
    ['/companyinfo', '/companyinfo'],
    ['/', '/static/homepage.html'],
    ['/dashboard/welcome', '/static/homepage.html'],
    ['/master/country?_page=2', '/static/homepage.html'],
    ['/redirect/master/country', '/static/homepage.html'],
    ['/nowhere', '/static/homepage.html'],
  ])('%s is %s', async (address, shown) => {
    const { page, watch } = await open({});
    await page.goto(product.url + address);
    await page.waitForURL((url) => url.pathname === shown);
    await page.locator('h1').first().waitFor();
    expect(await page.locator('.shell').count()).toBe(0);
    watch.expectQuiet();
    await leavePage(page);
  });

  test('the homepage is readable in both languages, and requests nothing but its own files', async () => {
    const { page, watch } = await open({ fresh: true });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`${product.url}/static/homepage.html`, { waitUntil: 'networkidle' });
    expect(await page.getByRole('link').allInnerTexts()).toEqual(['登录', 'Log in']);
    expect([...new Set(requests)].toSorted()).toEqual([
      '/static/homepage.css',
      '/static/homepage.html',
      '/wordmark.svg',
    ]);
    // axe runs as a script, which the page's own policy refuses
    const { headers } = await fetch(`${product.url}/static/homepage.html`);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    watch.expectQuiet();
    await leavePage(page);
  });
});

describe('with a session', () => {
  test.each<[string, string]>([
    ['/', '/dashboard/welcome'],
    ['/dashboard', '/dashboard/welcome'],
    ['/base', '/master/company'],
    ['/base/company', '/master/company'],
    ['/base/type/fleet', '/master/fleet'],
    ['/task/todo', '/system/task?bizType=PREMIUM,BILL,GENERAL&recordStatus=Todo'],
    ['/redirect/master/fleet?fleetCde=A', '/master/fleet?fleetCde=A'],
    ['/litigationManagement/lawsuit', '/litigation/litigation-filing'],
  ])('%s leads to %s', async (address, shown) => {
    const { page, watch } = await visit(address, '.pane:visible h1');
    await expect.poll(async () => addressOf(page), PATIENTLY).toBe(shown);
    expect((await tabs(page)).length).toBe(1);
    watch.expectQuiet();
    await leavePage(page);
  });

  test.each<['zh-CN' | 'en-US', [address: string, name: string, heading?: string][]]>([
    [
      'zh-CN',
      [
        ['/master/company', '公司管理', '公司'],
        ['/system/role-user', '用户角色'],
        ['/system/role-permission', '权限'],
        ['/system/dictionary', '数据字典'],
        ['/system/resource-item', '资料库'],
        ['/premium/dashboard', '保费看板'],
        ['/offer', '报价'],
      ],
    ],
    [
      'en-US',
      [
        ['/master/company', 'Company Manage', 'Companies'],
        ['/system/role-user', 'Account'],
        ['/system/role-permission', 'Access'],
        ['/system/dictionary', 'Dictionary'],
        ['/system/resource-item', 'Resource Library'],
        ['/premium/dashboard', 'Premium Dashboard'],
        ['/premium/instalments', 'Instalment Plan'],
        ['/offer', 'Quotations'],
      ],
    ],
  ])(
    'in %s menu, tab and window call a page the same, and its heading too unless the list has its own (x-list.heading)',
    async (language, pages) => {
      const { page, watch } = await visit('/dashboard/welcome', '.welcome', { language });
      for (const [address, name, heading = name] of pages) {
        await page.goto(product.url + address);
        await page.locator('.pane:visible').getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
        expect([await activeTab(page), await page.title()], address).toEqual([[name], `${name} · Bordereau`]);
        expect(await page.locator('.shell-sider .ant-menu-item-selected').allInnerTexts(), address).toEqual([name]);
      }
      watch.expectQuiet();
      await leavePage(page);
    },
  );

  test.each(['zh-CN', 'en-US'] as const)('in %s no name in the menu is cut off, however long', async (language) => {
    const { page, watch } = await visit('/dashboard/welcome', '.welcome', { language });
    const closed = page.locator('.shell-sider .ant-menu-submenu:not(.ant-menu-submenu-open) > .ant-menu-submenu-title');
    while ((await closed.count()) > 0) await closed.first().click();
    const deepest = '.shell-sider .ant-menu-submenu .ant-menu-submenu .ant-menu-item a';
    await page.locator(deepest).last().waitFor();
    // a name of the specification whose screen is still to come; measured at once, before the menu is drawn again
    const { cut, height } = (await page.evaluate(`(() => {
      const last = [...document.querySelectorAll('${deepest}')].at(-1);
      last.textContent = 'Carry Equipment & Chassis Insurance';
      const cut = [...document.querySelectorAll('.shell-sider .ant-menu-title-content')]
        .filter(name => (name.scrollWidth > name.clientWidth || name.scrollHeight > name.parentElement.clientHeight) && name.clientWidth > 0);
      return { cut: cut.map(name => name.textContent), height: last.getBoundingClientRect().height };
    })()`)) as { cut: string[]; height: number };
    expect(cut).toEqual([]);
    expect(height, 'two lines').toBeGreaterThan(30);
    watch.expectQuiet();
    await leavePage(page);
  });

  test('the person screen is for the intranet: from outside it is refused, and one stays', async () => {
    const { page, watch } = await open({ token, language: 'zh-CN' });
    // it is said for three seconds, which may be over when the first page is drawn
    await Promise.all([
      page.getByText('只允许内网访问').waitFor(),
      page.goto(`${product.url}/base/personnelManagement`),
    ]);
    await page.locator('.welcome').waitFor();
    expect(addressOf(page)).toBe('/dashboard/welcome');
    watch.expectQuiet();
    await leavePage(page);
  });

  test('from inside it opens, also by its names', async () => {
    const { page, watch } = await visit('/base/personnelManagement', ROWS, { extraHTTPHeaders: INSIDE });
    expect(addressOf(page)).toBe('/base/personnelManagement');
    expect(await activeTab(page)).toEqual(['Person Manage']);
    await inMenu(page, 'Company Manage').click();
    await page.waitForURL('**/master/company');
    await page.locator(ROWS).first().waitFor();

    // the server checks each visit: the user is outside the intranet now
    await page.context().setExtraHTTPHeaders({});
    await inMenu(page, 'Person Manage').click();
    await page.getByText('Intranet access only').waitFor();
    expect(addressOf(page)).toBe('/master/company');
    expect(await activeTab(page)).toEqual(['Company Manage']);
    watch.expectQuiet();
    await leavePage(page);
  });

  test('log-in stores the token for seven days, the name and the open screen; log-out removes all, and open tabs', async () => {
    const { page, watch } = await open({});
    await page.goto(`${product.url}/login?to=/master/fleet`);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(product.adminPassword);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.locator(ROWS).first().waitFor();
    const mine = await stored(page, 'Access-Token');
    expect([
      await stored(page, 'userCde'),
      await stored(page, 'Current-User'),
      await stored(page, 'Is-Lockscreen'),
    ]).toEqual(['admin', 'Administrator', 'false']);
    const days = (Number(await stored(page, 'Access-Token-Expires')) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    await expect.poll(() => stored(page, 'Tabs-Routes'), PATIENTLY).toContain('/master/fleet');

    await page.getByRole('button', { name: 'Administrator' }).click();
    await page.getByText('Log out').click();
    await page.getByLabel('User name').waitFor();
    for (const key of [
      'Access-Token',
      'Access-Token-Expires',
      'userCde',
      'Current-User',
      'Is-Lockscreen',
      'Tabs-Routes',
    ])
      expect(await stored(page, key), key).toBeNull();
    await expect
      .poll(
        async () => (await fetch(`${product.url}/api/meta`, { headers: { Authorization: `Bearer ${mine}` } })).status,
        PATIENTLY,
      )
      .toBe(401);
    watch.expectQuiet();
    await leavePage(page);
  });

  test.each<[string, { status: number; body: string }]>([
    ['is empty', { status: 200, body: JSON.stringify({ code: 0, message: '', result: [] }) }],
    [
      'does not come',
      {
        status: 500,
        body: JSON.stringify({ code: 1, message: 'The menu is away', key: 'MSG_generic_0500', requestId: 'r' }),
      },
    ],
  ])(
    'a menu that %s is requested again by the next navigation, not at once; meanwhile it is the first page',
    async (_, answer) => {
      const { page, watch } = await open();
      watch.allow(/status of 500/);
      let requests = 0;
      await page.route('**/searchMsRoleMenuVoByUser', async (route) => {
        requests += 1;
        await (requests === 1 ? route.fulfill({ ...answer, contentType: 'application/json' }) : route.continue());
      });
      // it is said for three seconds, which may be over when the first page is drawn
      const shown = answer.status === 500 ? page.getByText('The menu is away').waitFor() : undefined;
      await Promise.all([shown, page.goto(`${product.url}/master/fleet`)]);
      await page.locator('.welcome').waitFor();
      expect(addressOf(page)).toBe('/dashboard/welcome');
      expect(requests).toBe(1);
      // the throttle is measured from the last answer
      await page.waitForTimeout(1900);
      await page.locator('.wordmark-link').click();
      await inMenu(page, 'Vessel Manage').waitFor();
      expect(requests).toBe(2);
      watch.expectQuiet();
      await leavePage(page);
    },
  );

  test('a token older than seven days counts as missing', async () => {
    const { page } = await open();
    await page.addInitScript("localStorage.setItem('Access-Token-Expires', String(Date.now() - 1))");
    await page.goto(`${product.url}/master/fleet`);
    await page.waitForURL('**/static/homepage.html');
    await leavePage(page);
  });
});

describe('tabs', () => {
  test('open, are returned to, and are there after a reload; their titles follow the language', async () => {
    const { page, watch } = await visit('/', '.welcome');
    await inMenu(page, 'Vessel Manage').click();
    await page.locator(`${ROWS} a`).first().click();
    await page.locator('.detail-page').waitFor();
    await expect
      .poll(() => tabs(page), PATIENTLY)
      .toEqual(['Dashboard', 'Vessel Manage', expect.stringMatching(/^HL/)]);
    const record = (await activeTab(page))[0]!;
    expect(await page.title()).toBe(`${record} · Bordereau`);
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.reload();
    await page.locator('.detail-page').waitFor();
    expect(await tabs(page)).toEqual(['Dashboard', 'Vessel Manage', record]);
    await page.getByRole('button', { name: '中文' }).click();
    await expect.poll(() => tabs(page), PATIENTLY).toEqual(['工作台', '船舶管理', expect.stringMatching(/^HL/)]);
    await page.locator('.tab-bar').getByRole('link', { name: '船舶管理' }).click();
    await page.locator(ROWS).first().waitFor();
    expect(addressOf(page)).toBe('/master/vessel');
    expect(await page.title()).toBe('船舶管理 · Bordereau');
    // the choice is stored for the person: the other tests read English
    const storedChoice = page.waitForResponse('**/account/preferences');
    await page.getByRole('button', { name: 'English' }).click();
    await storedChoice;
    watch.expectQuiet();
    await leavePage(page);
  });

  test('close by button, key, middle click and menu; after the last the first page is open, and nothing is stored', async () => {
    const { page, watch } = await visit('/', '.welcome');
    for (const name of ['Company Manage', 'Vessel Manage', 'Notices', 'Documents', 'Mails']) {
      await inMenu(page, name).click();
      await expect.poll(() => activeTab(page), PATIENTLY).toEqual([name]);
    }
    await page.getByRole('button', { name: 'Close Mails' }).click();
    await expect.poll(() => activeTab(page), PATIENTLY).toEqual(['Documents']);
    await page.locator('.tab-bar').getByRole('link', { name: 'Documents' }).press('Delete');
    await expect.poll(() => activeTab(page), PATIENTLY).toEqual(['Notices']);
    await page.locator('.tab-bar a:focus').waitFor();
    await page.locator('.tab-bar').getByRole('link', { name: 'Company Manage' }).click({ button: 'middle' });
    await expect.poll(() => tabs(page), PATIENTLY).toEqual(['Dashboard', 'Vessel Manage', 'Notices']);
    expect(await activeTab(page)).toEqual(['Notices']);
    expect(page.context().pages()).toHaveLength(1);

    await page.locator('.tab-bar').getByRole('link', { name: 'Vessel Manage' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Close tabs to the left' }).click();
    await expect.poll(() => tabs(page), PATIENTLY).toEqual(['Vessel Manage', 'Notices']);
    await closeBy(page, 'Close the others');
    await expect.poll(() => tabs(page), PATIENTLY).toEqual(['Notices']);
    expect(await stored(page, 'Tabs-Routes')).toContain('notice');
    await closeBy(page, 'Close all');
    await page.locator('.welcome').waitFor();
    expect(await tabs(page)).toEqual(['Dashboard']);
    await expect.poll(() => stored(page, 'Tabs-Routes'), PATIENTLY).toBeNull();
    watch.expectQuiet();
    await leavePage(page);
  });

  test('a list is restored as it was left: filters, input, scroll, page; hidden it requests nothing', async () => {
    const { page, watch } = await visit('/master/port?_page=3&_size=50', ROWS);
    const body = page.locator('.pane:visible .list-table .ant-table-body');
    const scrolled = (): Promise<number> =>
      body.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop);
    await body.evaluate((element) => Object.assign(element, { scrollTop: 700 }));
    await page.locator('.pane:visible').getByRole('textbox', { name: 'Port name', exact: true }).fill('half a wo');
    await inMenu(page, 'Company Manage').click();
    await page.locator(ROWS).first().waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('button', { name: '导出' }).waitFor();
    expect(requests.filter((url) => url.includes('/api/port'))).toEqual([]);
    const storedChoice = page.waitForResponse('**/account/preferences');
    await page.getByRole('button', { name: 'English' }).click();
    await storedChoice;

    await page.locator('.shell-sider').getByLabel('Find in menu').fill('port');
    await inMenu(page, 'Port').click();
    await page.waitForURL('**/master/port?_page=3&_size=50');
    await expect.poll(scrolled, PATIENTLY).toBe(700);
    expect(
      await page.locator('.pane:visible').getByRole('textbox', { name: 'Port name', exact: true }).inputValue(),
    ).toBe('half a wo');
    watch.expectQuiet();
    await leavePage(page);
  });

  test('a half-filled form stays in its tab; actions that would discard it prompt', async () => {
    const { page, watch } = await visit('/master/vessel', ROWS);
    await page.getByRole('button', { name: /\bNew$/ }).click();
    const field = page.locator('.pane:visible .form-page').getByRole('textbox', { name: 'Vessel name', exact: true });
    await field.fill('HARBOURLIGHT NOON');
    await page.locator('.tab-dirty').waitFor();
    await inMenu(page, 'Company Manage').click();
    await page.locator(ROWS).first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.locator('.tab-dirty').count()).toBe(1);

    await page
      .locator('.tab-bar')
      .getByRole('link', { name: /New: Vessel/ })
      .click();
    expect(await field.inputValue()).toBe('HARBOURLIGHT NOON');

    // closing, refreshing, cancelling and leaving the frame prompt
    const prompt = page.getByRole('dialog', { name: 'Leave without saving?' });
    const stay = async (): Promise<void> => {
      await prompt.getByRole('button', { name: 'Keep editing' }).click();
      await prompt.waitFor({ state: 'hidden' });
      expect(await field.inputValue()).toBe('HARBOURLIGHT NOON');
    };
    await page.getByRole('button', { name: 'Close New: Vessel' }).click();
    await stay();
    await closeBy(page, 'Refresh');
    await stay();
    await page.locator('.pane:visible').getByRole('button', { name: 'Cancel' }).click();
    await stay();
    await inMenu(page, 'Company Manage').click();
    await closeBy(page, 'Close all');
    await prompt.getByRole('button', { name: 'Keep editing' }).click();
    await prompt.waitFor({ state: 'hidden' });
    expect((await tabs(page)).length).toBe(3);
    await page.getByRole('button', { name: 'Administrator' }).click();
    await page.getByText('Log out').click();
    await prompt.getByRole('button', { name: 'Keep editing' }).click();
    await prompt.waitFor({ state: 'hidden' });
    expect((await tabs(page)).length).toBe(3);
    expect(await stored(page, 'Access-Token')).not.toBeNull();

    await page
      .locator('.tab-bar')
      .getByRole('link', { name: /New: Vessel/ })
      .click();
    await page.locator('.pane:visible').getByRole('button', { name: 'Cancel' }).click();
    await prompt.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL('**/master/vessel');
    await expect.poll(() => tabs(page), PATIENTLY).toEqual(['Vessel Manage', 'Company Manage']);
    watch.expectQuiet();
    await leavePage(page);
  });

  test('a dialog of a hidden page is hidden with it, and is there again on return', async () => {
    const { page, watch } = await visit('/master/company', ROWS);
    await page.locator('.shell-sider').getByText('Types and Codes').click();
    await inMenu(page, 'Fleet').click();
    await page.locator('.pane:visible h1', { hasText: 'Fleet' }).waitFor();
    await page
      .getByRole('button', { name: /\bNew$/ })
      .locator('visible=true')
      .click();
    const dialog = page.getByRole('dialog', { name: 'New: Fleet' });
    await dialog.getByLabel('Fleet code').fill('NOON');
    await page.goBack();
    await page.waitForURL('**/master/company');
    await dialog.waitFor({ state: 'hidden' });
    await page.locator('.pane:visible').getByRole('button', { name: 'Export' }).click({ trial: true });
    await page.goForward();
    await dialog.waitFor();
    expect(await dialog.getByLabel('Fleet code').inputValue()).toBe('NOON');
    watch.expectQuiet();
    await leavePage(page);
  });

  test('an address that is not there gets no tab', async () => {
    const { page, watch } = await visit('/nowhere', 'h1');
    await page.locator('.shell-sider').getByText('Types and Codes').click();
    await inMenu(page, 'Fleet').click();
    await page.locator(ROWS).first().waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Nothing is here' }).waitFor();
    expect(await tabs(page)).toEqual(['Fleet']);
    expect(await activeTab(page)).toEqual([]);
    expect(await page.title()).toBe('Nothing is here · Bordereau');
    await page.locator('.tab-bar').getByRole('link', { name: 'Fleet' }).click();
    await page.locator(ROWS).first().waitFor();
    expect(await page.title()).toBe('Fleet · Bordereau');
    watch.expectQuiet();
    await leavePage(page);
  });
});
