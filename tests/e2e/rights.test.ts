import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../longTest.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Language } from './browser/open.ts';
import type { Product } from './browser/product.ts';
import { sharedBrowser } from './browser/site.ts';
import { openProduct } from './browser/started.ts';
import { PATIENCE, type Visit, visitAddress } from './browser/visit.ts';
import { closePages, leavePage } from './browser/reuse.ts';

let product: Product;
let browser: Browser;
let admin: string;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), sharedBrowser()]);
  admin = await product.logIn();
});
afterAll(async () => {
  await closePages(browser);
  await product?.stop();
});

const ROWS = '.list-table tbody tr[data-row-key]';

interface Row {
  id: string;
  rev: number;
  [field: string]: unknown;
}

async function call<T>(method: string, path: string, body?: unknown, token = admin): Promise<T> {
  const answer = await fetch(`${product.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { code, message, result } = (await answer.json()) as { code: number; message: string; result: T };
  if (code !== 0) throw new Error(`${method} ${path}: ${message}`);
  return result;
}

/** The first row with a value in a field. */
const findRow = async (entity: string, name: string, value: string): Promise<Row> =>
  (
    await call<{ records: Row[] }>('POST', `/api/${entity}/search`, {
      searchCondition: [{ name, type: 'equal', value }],
    })
  ).records[0]!;

/** Creates a person with a role, who has replaced the initial password. @returns a session token */
async function personOf(userCde: string, roleName?: string): Promise<string> {
  await product.addPerson(userCde, 'set by an administrator', roleName);
  const first = await product.logIn(userCde, 'set by an administrator');
  await call(
    'POST',
    '/account/changePassword',
    { oldPassword: 'set by an administrator', newPassword: 'chosen by the person' },
    first,
  );
  return product.logIn(userCde, 'chosen by the person');
}

const visit = (path: string, shown: string, token: string, language: Language = 'en-US'): Promise<Visit> =>
  visitAddress(browser, `${product.url}${path}`, { token, language }, shown);

test('a Viewer sees lists without buttons for changes, and a message at the address of one', async () => {
  const token = await personOf('looker', 'Viewer');
  const { page, watch } = await visit('/master/fleet', ROWS, token, 'zh-CN');
  const buttons = await page.locator('.page-header button').allInnerTexts();
  for (const name of ['新增', '导入', '导出']) expect(buttons.map((text) => text.trim())).not.toContain(name);
  expect(await page.locator('.page-header').getByRole('button', { name: '刷新' }).count()).toBe(1);
  expect(await page.locator(`${ROWS} .row-actions button`).count()).toBe(0);
  expect(
    await page.locator('.list-table input[type=checkbox]').count(),
    'no check boxes, because there is no bulk operation',
  ).toBe(0);
  const stored = JSON.parse((await page.evaluate("sessionStorage.getItem('resource-list')")) as string) as string[];
  expect(stored).toContain('master.fleet.query');
  expect(stored.filter((code) => /\.(add|edit|delete|import)$/.test(code))).toEqual([]);

  await page.locator(`${ROWS} a`).first().click();
  await page.locator('.detail-page').waitFor();
  expect(
    await page.locator('.detail-page .page-header button').count(),
    'only the button of the keyboard shortcuts',
  ).toBe(1);
  await page.locator('.detail-page .page-header').getByRole('button', { name: '快捷键' }).waitFor();

  // an empty scrollable list must be focusable itself
  await page.goto(`${product.url}/premium/premium-version`);
  await page.locator('.empty-state').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  for (const path of ['/master/vessel/new', '/master/fleet/import', '/master/fleet/1/edit']) {
    await page.goto(`${product.url}${path}`);
    await page.getByRole('heading', { name: '没有权限' }).waitFor();
    expect(await page.locator('form').count(), path).toBe(0);
  }
  watch.expectQuiet();
  // the browser does not know entities that the role may not read, so it asks the server
  watch.allow(/status of 403/);
  await page.goto(`${product.url}/system/role/new`);
  await page.getByRole('heading', { name: '没有权限' }).waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

longTest('a window changes to the user who logs in in another window', async () => {
  await personOf('relief', 'Viewer');
  const { page, watch } = await visit('/master/fleet', ROWS, admin);
  await page.locator('.page-header button', { hasText: 'New' }).first().waitFor();
  const other = await page.context().newPage();
  other.setDefaultTimeout(PATIENCE);
  await other.goto(`${product.url}/login`);
  await other.getByLabel('User name').fill('relief');
  await other.getByLabel('Password', { exact: true }).fill('chosen by the person');
  await other.getByRole('button', { name: 'Log in', exact: true }).click();
  await other.locator('.welcome').waitFor();

  await page.locator('.shell-header').getByRole('button', { name: 'relief' }).waitFor();
  await page.locator(ROWS).first().waitFor();
  expect(await page.locator('.page-header button', { hasText: 'New' }).count()).toBe(0);
  const stored = JSON.parse((await page.evaluate("sessionStorage.getItem('resource-list')")) as string) as string[];
  expect(stored).toContain('master.fleet.query');
  expect(stored.filter((code) => /\.(add|edit|delete|import)$/.test(code))).toEqual([]);
  watch.expectQuiet();
  await leavePage(page);
});

longTest('a user without a role sees only the log-out button; with a role, the screens', async () => {
  const { page, watch } = await visit('/master/fleet', '.outside-card', await personOf('newcomer'));
  expect(await page.locator('.outside-card').innerText()).toContain('roles must be a non-null array');
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.locator('.shell').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Log out' }).count()).toBe(1);
  await call('POST', '/api/role-user', {
    userCde: 'newcomer',
    roleId: (await findRow('role', 'roleName', 'Viewer')).id,
  });
  await page.getByRole('button', { name: 'Ask again' }).click();
  await page.locator(ROWS).first().waitFor();
  await page.getByRole('button', { name: 'newcomer' }).click();
  await page.getByText('Log out').click();
  await page.waitForURL(/\/login|homepage/);
  expect(await page.evaluate("sessionStorage.getItem('resource-list')")).toBeNull();
  watch.expectQuiet();
  await leavePage(page);
});

longTest('only the changed cells of a role’s matrix are sent, and they take effect at once', async () => {
  const role = await call<Row>('POST', '/api/role', {
    roleName: 'Fleet clerk',
    allSeeingEye: 'N',
    'role-permission': [
      { permissionId: 'master.*', actionEntitySet: ['query'] },
      { permissionId: 'system.task', actionEntitySet: ['query'] },
    ],
  });
  const clerk = await visit('/master/fleet', ROWS, await personOf('clerk', 'Fleet clerk'));
  expect(await clerk.page.locator('.page-header button', { hasText: 'New' }).count()).toBe(0);

  const { page, watch } = await visit(`/system/role/${role.id}/edit`, '.form-page', admin);
  await page.getByRole('tab', { name: 'Permissions' }).click();
  const mark = (name: string) => page.getByRole('checkbox', { name, exact: true });
  expect(await mark('Fleet: Query').isChecked()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await mark('Fleet: Add').check();
  await mark('Fleet: Edit').check();
  // removes the permission for one entity of an area; the other entities keep theirs
  await mark('Port: Query').uncheck();
  expect([await mark('Vessel: Query').isChecked(), await mark('Port: Query').isChecked()]).toEqual([true, false]);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).click();
  const body = (await sent).postDataJSON() as Record<string, Record<string, unknown>[]>;
  expect(Object.keys(body).sort()).toEqual(['rev', 'role-permission']);
  expect(body['role-permission']!.filter(({ permissionId }) => permissionId === 'system.task')).toEqual([]);
  await page.locator('.detail-page').waitFor();
  watch.expectQuiet();
  await leavePage(page);

  const stored = await call<{ 'role-permission': { permissionId: string; actionEntitySet: string[] }[] }>(
    'GET',
    `/api/role/${role.id}`,
  );
  const fleet = stored['role-permission'].find(({ permissionId }) => permissionId === 'master.fleet');
  expect(fleet?.actionEntitySet.toSorted()).toEqual(['add', 'edit', 'query']);
  expect(stored['role-permission'].map(({ permissionId }) => permissionId)).not.toContain('master.port');

  await clerk.page.reload();
  await clerk.page.locator('.page-header button', { hasText: 'New' }).waitFor();
  expect(await clerk.page.locator(`${ROWS} .row-actions button`).first().getAttribute('aria-label')).toBe('Edit');
  expect(await clerk.page.locator(`${ROWS} .row-actions button[aria-label=Delete]`).count()).toBe(0);

  // the permission is revoked while the clerk has the list open: the refused save removes the buttons
  const fleetPermission = stored['role-permission'].find(
    ({ permissionId }) => permissionId === 'master.fleet',
  ) as unknown as Row;
  await call('PATCH', `/api/role-permission/${fleetPermission.id}`, {
    rev: fleetPermission.rev,
    actionEntitySet: ['query'],
  });
  clerk.watch.allow(/status of 403/);
  await clerk.page.locator('.page-header button', { hasText: 'New' }).click();
  await clerk.page.getByRole('dialog').getByLabel('Fleet code').fill('NEWF');
  await clerk.page.getByRole('dialog').getByLabel('Fleet name').fill('New fleet');
  await clerk.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await clerk.page.locator('.row-actions button').first().waitFor({ state: 'detached' });
  expect(await clerk.page.locator('.page-header button', { hasText: 'New' }).count()).toBe(0);
  clerk.watch.expectQuiet();
  await leavePage(clerk.page);
});

longTest('a user who changes a cell that a colleague changed meanwhile sees both values and chooses one', async () => {
  const role = await call<Row & { 'role-permission': Row[] }>('POST', '/api/role', {
    roleName: 'Two at once',
    allSeeingEye: 'N',
    'role-permission': [{ permissionId: 'master.fleet', actionEntitySet: ['query'] }],
  });
  const { page, watch } = await visit(`/system/role/${role.id}/edit`, '.form-page', admin);
  await page.getByRole('tab', { name: 'Permissions' }).click();
  await page.getByRole('checkbox', { name: 'Fleet: Add', exact: true }).check();
  const [permission] = role['role-permission'];
  await call('PATCH', `/api/role-permission/${permission!.id}`, {
    rev: permission!.rev,
    actionEntitySet: ['query', 'export'],
  });
  watch.allow(/status of 409/);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog');
  const line = dialog.locator('tbody tr', { hasText: 'master.fleet' });
  // until the catalogue of permissions is loaded, the codes of the actions are shown instead of their labels
  for (const actions of ['Query', 'Query, Add', 'Query, Export'])
    await line.getByRole('cell', { name: actions, exact: true }).waitFor();
  // the same applies to the label of the permission
  await line.locator('td').first().getByText('Fleet master.fleet · Actions').waitFor();
  await line.getByRole('radiogroup', { name: 'Fleet master.fleet · Actions' }).waitFor();
  await line.getByText('Theirs').click();
  await dialog.getByRole('button', { name: 'Save what I chose' }).click();
  await page.locator('.detail-page').waitFor();
  expect((await findRow('role-permission', 'roleId', role.id))['actionEntitySet']).toEqual(['query', 'export']);
  watch.expectQuiet();
  await leavePage(page);
});

longTest(
  'people are added to a role from a list; a person with another role is moved after a confirmation',
  async () => {
    await personOf('moved', 'Viewer');
    await call('POST', '/api/person', { userCde: 'fresh', userName: 'Fresh', loginSetting: 'NONE' });
    const finance = await findRow('role', 'roleName', 'Finance staff');
    const { page, watch } = await visit(`/system/role/${finance.id}`, '.detail-page', admin, 'zh-CN');
    await page.getByRole('tab', { name: '成员' }).click();
    await page.getByRole('button', { name: '添加……' }).click();
    const dialog = page.getByRole('dialog').first();
    const choose = async (code: string) => {
      await dialog.getByLabel('用户代码').first().fill(code);
      await dialog.getByRole('button', { name: '查询' }).click();
      await dialog.locator(`tr[data-row-key="${code}"] input`).check();
    };
    await choose('moved');
    expect(await dialog.locator('tr[data-row-key="moved"]').innerText()).toContain('只读用户');
    await choose('fresh');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: '添加 2 名' }).click();
    const confirmation = page.getByRole('dialog').last();
    await confirmation.getByText('只读用户').waitFor();
    expect(await confirmation.locator('li').allInnerTexts()).toEqual(['moved (moved)：只读用户 → 财务人员']);
    await confirmation.getByRole('button', { name: '更改' }).click();
    await page.locator('.detail-members tbody tr', { hasText: 'fresh' }).waitFor();

    const memberships = await Promise.all(['moved', 'fresh'].map((code) => findRow('role-user', 'userCde', code)));
    expect(memberships.map(({ roleId }) => roleId)).toEqual([finance.id, finance.id]);

    await page.locator('.detail-members tbody tr', { hasText: 'fresh' }).locator('input').check();
    await page.getByRole('button', { name: '移除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '移除' }).click();
    await page.locator('.detail-members tbody tr', { hasText: 'fresh' }).waitFor({ state: 'detached' });
    expect(await findRow('role-user', 'userCde', 'fresh')).toBeUndefined();
    watch.expectQuiet();
    await leavePage(page);
  },
);

longTest(
  'the list of people: assigns a role to several, resets a password and shows it once, disables an account at once',
  async () => {
    const token = await personOf('joiner');
    await call('POST', '/api/person', { userCde: 'joiner2', userName: 'Second joiner', loginSetting: 'NONE' });
    const { page, watch } = await visit('/base/personnelManagement?userCde=joiner', ROWS, admin, 'zh-CN');
    const dialog = page.getByRole('dialog').last();
    for (const index of [0, 1]) await page.locator(`${ROWS} input[type=checkbox]`).nth(index).check();
    await page.locator('.bulk-bar').getByRole('button', { name: '分配角色' }).click();
    await dialog.getByRole('combobox', { name: '角色' }).fill('只读');
    await page.locator('.ant-select-item-option', { hasText: '只读用户' }).click();
    await dialog.getByRole('button', { name: '分配' }).click();
    await page.locator('.bulk-bar').waitFor({ state: 'detached' });
    const viewer = await findRow('role', 'roleName', 'Viewer');
    for (const code of ['joiner', 'joiner2'])
      expect((await findRow('role-user', 'userCde', code)).roleId).toBe(viewer.id);
    for (const index of [0, 1]) await page.locator(ROWS).nth(index).getByText('只读用户').waitFor();

    const row = page.locator(ROWS, { has: page.getByText('joiner', { exact: true }).first() }).first();
    const choose = async (item: string) => {
      await row.locator('button[aria-label=更多]').click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('重置密码');
    await dialog.getByText('您确认要重置密码吗?').waitFor();
    expect(
      (await fetch(`${product.url}/api/country`, { headers: { Authorization: `Bearer ${token}` } })).status,
      'the session ends only after the confirmation',
    ).toBe(200);
    await dialog.getByRole('button', { name: '重置密码' }).click();
    const password = (await dialog.locator('.people-password').innerText()).trim();
    expect((await fetch(`${product.url}/api/country`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(
      401,
    );
    const login = (await (
      await fetch(`${product.url}/account/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: 'joiner', password }),
      })
    ).json()) as { result: { token: string; mustChangePassword: boolean } };
    expect(login.result.mustChangePassword).toBe(true);
    await dialog.getByRole('button', { name: '关闭' }).last().click();
    await page.locator('.people-password').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(password);

    await choose('注销账号');
    await dialog.getByRole('button', { name: '注销账号' }).click();
    await row.getByText('禁止登录').waitFor();
    expect(
      (
        await fetch(`${product.url}/account/getUserInfo`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${login.result.token}`, 'Content-Type': 'application/json' },
          body: '{}',
        })
      ).status,
    ).toBe(401);
    watch.expectQuiet();
    await leavePage(page);
  },
);

longTest('a Claims officer, who may not read people, finds a person by name in a form', async () => {
  await call('POST', '/api/person', {
    userCde: 'handler',
    userName: 'Shen Zhou 沈舟',
    loginSetting: 'NONE',
    claimFlag: 'Y',
  });
  const { page, watch } = await visit(
    '/system/task/new',
    '.form-page',
    await personOf('officer', 'Claims officer'),
    'zh-CN',
  );
  const picker = page.getByRole('combobox', { name: '主办人' });
  await picker.fill('沈舟');
  await page.locator('.ant-select-item-option', { hasText: 'handler' }).click();
  await page.getByRole('button', { name: '保存' }).click();
  await page.locator('.detail-page').waitFor();
  const director = page
    .locator('.detail-fields > div', { has: page.locator('dt', { hasText: '主办人' }) })
    .locator('dd');
  await director.getByText('Shen Zhou 沈舟 (handler)').waitFor();
  expect(await director.locator('a').count(), 'no link to a page that the officer may not open').toBe(0);
  watch.expectQuiet();
  await leavePage(page);
});

longTest(
  'permissions are shown and searched by their labels, and system roles show why they cannot be deleted',
  async () => {
    const { page, watch } = await visit('/system/role-permission', ROWS, admin, 'zh-CN');
    const cells = page.locator(`${ROWS} td`);
    await cells.filter({ hasText: '银行（全部） bank.*' }).first().waitFor();
    await cells
      .filter({ hasText: /^查询、导出$/ })
      .first()
      .waitFor();
    await page.getByRole('combobox', { name: '操作' }).click();
    await page.keyboard.type('标为未读');
    await page.locator('.ant-select-item-option', { hasText: '标为未读' }).first().waitFor();
    // with the list of actions open over the page
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '查询', exact: true }).click();
    await page.waitForURL(/actionEntitySet=/);
    await cells.filter({ hasText: 'bank.*' }).first().waitFor({ state: 'detached' });
    await cells.filter({ hasText: 'system.mail' }).first().waitFor();

    await page.goto(`${product.url}/system/role`);
    const deleteButtons = page.getByRole('button', { name: '删除' });
    const deleteButton = (name: string) => page.locator(ROWS, { hasText: name }).getByRole('button', { name: '删除' });
    await deleteButtons.first().waitFor();
    expect([
      await deleteButton('系统管理员').isDisabled(),
      await deleteButton('系统管理员').getAttribute('title'),
    ]).toEqual([true, '系统角色不能删除']);
    expect([await deleteButton('只读用户').isDisabled(), await deleteButton('只读用户').getAttribute('title')]).toEqual(
      [false, '删除'],
    );
    watch.expectQuiet();
    await leavePage(page);
  },
);

longTest(
  'in the list, a row that only its author may change has disabled buttons with the reason for others',
  async () => {
    const author = await personOf('author', 'Claims officer');
    await call(
      'POST',
      '/api/mail',
      {
        title: 'Survey of hatch 3',
        sender: 'author@harbour.example',
        receiver: 'surveyor@harbour.example',
        sendDate: '2026-05-04T08:00:00Z',
      },
      author,
    );
    for (const [token, isDisabled] of [
      [admin, true],
      [author, false],
    ] as const) {
      const { page, watch } = await visit('/system/mail?title=hatch', ROWS, token, 'zh-CN');
      for (const name of ['编辑', '删除']) {
        const button = page.locator(ROWS).getByRole('button', { name });
        await button.waitFor();
        expect([await button.isDisabled(), await button.getAttribute('title')]).toEqual(
          isDisabled ? [true, '您不是可执行此操作的人员'] : [false, name],
        );
      }
      watch.expectQuiet();
      await leavePage(page);
    }
  },
);
