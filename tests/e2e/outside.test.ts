import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdf } from '../fixtures/attachments.ts';
import { startProvider, type TestProvider } from '../fixtures/oidcProvider.ts';
import { openTestSmtp, type TestSmtp } from '../fixtures/smtp.ts';
import { creditCode } from '../http/rows.ts';
import { longTest, someCases } from '../longTest.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import { watchConsole } from './browser/console.ts';
import { type Language, openPage, type PageOptions } from './browser/open.ts';
import type { Product } from './browser/product.ts';
import { sharedBrowser } from './browser/site.ts';
import { openProduct } from './browser/started.ts';
import { PATIENCE, type Visit, visitAddress } from './browser/visit.ts';
import { closePages, leavePage } from './browser/reuse.ts';

let smtp: TestSmtp;
let provider: TestProvider;
let product: Product;
let browser: Browser;
let token: string;
beforeAll(async () => {
  [smtp, provider, browser] = await Promise.all([openTestSmtp(), startProvider('bordereau'), sharedBrowser()]);
  product = await openProduct({
    env: { SMTP_URL: smtp.url, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'bordereau', DEMO_DATA: 'false' },
  });
  provider.open(`${product.url}/account/oidc/callback`);
  token = await product.logIn();
});
afterAll(async () => {
  await closePages(browser);
  await product?.stop();
  await provider?.close();
  await smtp?.close();
});

const PASSWORD = 'A long password of mine 7';

const visit = (path: string, language: Language = 'zh-CN', options: PageOptions = {}): Promise<Visit> =>
  visitAddress(browser, `${product.url}${path}`, { language, ...options }, '.outside-card h1');

/** Calls the API as the administrator. */
async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${product.url}/api/${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const envelope = (await answer.json()) as { code: number; message: string; result: T };
  if (envelope.code !== 0) throw new Error(`${method} ${path}: ${envelope.message}`);
  return envelope.result;
}
const found = async (entity: string, name: string, value: string): Promise<Record<string, unknown>[]> =>
  (
    await api<{ records: Record<string, unknown>[] }>('POST', `${entity}/search`, {
      searchCondition: [{ name, type: 'equal', value }],
    })
  ).records;

/** The message of a field. */
const messageAt = (page: Page, label: string): Promise<string> =>
  page
    .locator('.ant-form-item', { has: page.getByLabel(label, { exact: true }) })
    .locator('.ant-form-item-explain')
    .innerText();

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
}

/** Requests a code for the address in the form, reads it in the mail and types it in. */
async function typeCode(page: Page, mail: string, button: string, label: string): Promise<string> {
  const before = [...smtp.arrived];
  await page.getByRole('button', { name: button }).click();
  const code = /\b\d{6}\b/.exec((await smtp.next(mail, before)).text)![0];
  await page.getByLabel(label).fill(code);
  return code;
}

longTest('a visitor registers: errors at their fields, the code by mail, and it waits for review', async () => {
  const { page, watch } = await visit('/login');
  watch.allow(/status of 400/);
  await page.getByRole('link', { name: '注册账号' }).click();
  await page.getByRole('button', { name: '提交注册' }).click();
  await page.getByText('请输入用户代码').waitFor();
  expect(await messageAt(page, '邮箱')).toBe('请输入邮箱');
  expect(await page.evaluate('document.activeElement.id')).toBe('userCde');

  await page.getByLabel('用户代码').fill('out sider');
  await page.getByLabel('姓名').fill('外部人员');
  await page.getByLabel('密码', { exact: true }).fill('Password1234');
  await page.getByLabel('再次输入密码').fill('Password123');
  await page.getByText('两次输入不一致').waitFor();
  await page.getByLabel('再次输入密码').fill('Password1234');
  await page.getByLabel('公司名称').fill('远航贸易');
  await page.getByLabel('统一社会信用代码').fill('91310000');
  await page.getByLabel('电话').fill('call me');
  await page.getByLabel('邮箱', { exact: true }).fill('nowhere');
  await page.getByRole('button', { name: '获取验证码' }).click();
  expect(await messageAt(page, '邮箱')).toBe('邮箱格式不正确');
  expect(smtp.arrived).toEqual([]);

  await page.getByLabel('邮箱', { exact: true }).fill('out@example.com');
  const code = await typeCode(page, 'out@example.com', '获取验证码', '邮箱验证码');
  await page.getByText('验证码已发送，10 分钟内有效').waitFor();
  await page.getByLabel('邮箱', { exact: true }).fill('other@example.com');
  await page.getByText('邮箱与获取验证码时的不一致，请重新获取验证码').waitFor();
  await page.getByLabel('邮箱', { exact: true }).fill('out@example.com');
  expect(await page.getByRole('button', { name: /\d+ 秒后重新获取/ }).isDisabled()).toBe(true);
  await page.getByLabel('邮箱验证码').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await page.getByRole('button', { name: '提交注册' }).click();
  await page.getByText('电话不是有效的电话号码').waitFor();
  expect([await messageAt(page, '用户代码'), await messageAt(page, '密码')]).toEqual([
    '用户代码只能含英文字母、数字、点、连字符和下划线，且以字母或数字开头',
    '此密码容易被猜到，请勿使用常见密码，或由姓名、公司、系统名称和年份组成的密码',
  ]);
  expect(await messageAt(page, '统一社会信用代码')).toContain('统一社会信用代码');
  await expectAccessible(page);

  await page.getByLabel('用户代码').fill('outsider');
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('再次输入密码').fill(PASSWORD);
  await page.getByLabel('电话').fill('021-65966666');
  await page.getByLabel('统一社会信用代码').fill(creditCode(7));
  await page.getByRole('button', { name: '提交注册' }).click();
  await page.getByText('验证码错误').waitFor();
  await page.getByLabel('邮箱验证码').fill(code);
  await page.getByRole('button', { name: '提交注册' }).click();
  await page.getByText('注册申请已提交，请等待审核').waitFor();
  await expectAccessible(page);
  expect(await found('registration', 'userCde', 'outsider')).toMatchObject([
    {
      recordStatus: 'Waiting',
      mail: 'out@example.com',
      userName: '外部人员',
      companyName: '远航贸易',
      unifiedSocialCreditNo: creditCode(7),
    },
  ]);
  expect(await found('person', 'userCde', 'outsider')).toEqual([]);
  await page.getByRole('link', { name: '返回登录' }).click();
  await page.getByRole('button', { name: '登录', exact: true }).waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

longTest('a reviewer can read its state in the dark theme', async () => {
  const page = await openPage(browser, { token, colorScheme: 'dark' });
  page.setDefaultTimeout(PATIENCE);
  const watch = await watchConsole(page);
  await page.goto(`${product.url}/system/registration`);
  await page.getByRole('table').getByText('Waiting for review').waitFor();
  await expectAccessible(page);
  // the chosen password remains while nothing is typed, and is not requested again
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await page.getByPlaceholder('Leave empty to keep the current one').waitFor();
  expect(await page.locator('label', { hasText: 'Password' }).innerText()).toBe('Password');
  await page.locator('#registration-phone').fill('021-65966667');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('table').getByText('021-65966667').waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

describe('a forgotten password', () => {
  beforeAll(async () => {
    await api('POST', 'person', {
      userCde: 'forgetful',
      userName: 'Forgetful',
      mail: 'forgetful@example.com',
      password: 'the one forgotten 1',
    });
  });

  test.each<[string, string]>(
    someCases(1, [
      ['/forgetPassword', 'forgetful@example.com'],
      ['/forgotpwd', 'unknown@example.com'],
    ]),
  )('%s says the same of an account and of none (%s)', async (path, mail) => {
    const { page, watch } = await visit(path, 'en-US');
    await page.getByLabel('E-mail', { exact: true }).fill(mail);
    await page.getByRole('button', { name: 'Send a code' }).click();
    await page.getByText('If this address belongs to an account, a verification code was sent').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('is replaced with the code from the mail, and the new one is valid for log-in', async () => {
    const { page, watch } = await visit('/login', 'en-US');
    watch.allow(/status of 400/);
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    await page.getByLabel('User name').fill('somebody');
    await page.getByLabel('E-mail', { exact: true }).fill('forgetful@example.com');
    await typeCode(page, 'forgetful@example.com', 'Send a code', 'Code from the e-mail');
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('New password again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Reset password' }).click();
    await page.getByText('There is no such user with this e-mail address').waitFor();
    await page.getByLabel('User name').fill('forgetful');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await page.getByRole('status').waitFor();
    expect(await product.logIn('forgetful', PASSWORD)).not.toBe('');
    watch.expectQuiet();
    await leavePage(page);
  });
});

longTest(
  'a company submits its information: scans checked when selected, a doubtful credit code accepted when it is correct',
  async () => {
    const { page, watch } = await visit('/companyinfo');
    watch.allow(/status of 400/);
    const right = creditCode(77_001);
    const doubtful = right.slice(0, 17) + (right.endsWith('0') ? '1' : '0');
    const choose = (label: string, ...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> =>
      page.locator('.ant-form-item', { hasText: label }).locator('input[type=file]').setInputFiles(files);
    await page.getByLabel('公司名称').fill('外海航运有限公司');
    await page.getByLabel('统一社会信用代码').fill(doubtful.toLowerCase());
    await page.getByLabel('地址').fill('上海市虹口区');
    await page.getByLabel('电话').fill('021-65966666');
    const wrong = ['licence.exe', 'setup.exe'];
    await choose(
      '营业执照',
      ...wrong.map((name) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') })),
    );
    for (const name of wrong) await page.getByText(`${name}: 禁止上传 .exe 类型的文件`).waitFor();
    for (const name of wrong)
      await page.locator('.ant-upload-list-item', { hasText: name }).getByRole('button', { name: '删除文件' }).click();
    await choose(
      '营业执照',
      { name: 'licence.pdf', mimeType: 'application/pdf', buffer: pdf('licence') },
      { name: 'second.pdf', mimeType: 'application/pdf', buffer: Buffer.from('none') },
    );
    await choose('开票信息', { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: pdf('invoice') });
    await page.getByLabel('邮箱', { exact: true }).fill('company@example.com');
    await typeCode(page, 'company@example.com', '获取验证码', '邮箱验证码');
    const submit = page.getByRole('button', { name: '提交', exact: true });
    await submit.click();
    await page.getByText('second.pdf: 文件内容与扩展名 .pdf 不符').waitFor();
    await expectAccessible(page);
    await page.locator('.ant-upload-list-item-error').getByRole('button', { name: '删除文件' }).click();
    await submit.click();
    await page.getByText('统一社会信用代码的校验码不正确，请与营业执照核对').waitFor();
    expect(await found('company-submission', 'companyName', '外海航运有限公司')).toEqual([]);
    await page.getByRole('button', { name: '确认无误，仍然提交' }).click();
    await page.getByText('公司信息已提交，请等待审核').waitFor();
    const [row] = await found('company-submission', 'companyName', '外海航运有限公司');
    expect(row).toMatchObject({
      recordStatus: 'Submitted',
      unifiedSocialCreditNo: doubtful,
      creater: 'company@example.com',
      businessLicence: [expect.any(String)],
    });
    expect(await api('GET', `company-submission/${String(row!['id'])}`)).toMatchObject({
      invoiceInfo: [expect.any(String)],
    });
    watch.expectQuiet();
    await leavePage(page);
  },
);

describe('single sign-on', () => {
  beforeAll(async () => {
    await api('POST', 'person', { userCde: 'sso.user', userName: 'Single Sign', loginSetting: 'SSO' });
    const [viewer] = await found('role', 'roleName', 'Viewer');
    await api('POST', 'role-user', { userCde: 'sso.user', roleId: viewer!['id'] });
  });
  const stored = (page: Page): Promise<unknown> => page.evaluate("localStorage.getItem('Access-Token')");

  test('logs in through the provider, and leaves no token in the address', async () => {
    provider.person = 'sso.user';
    const { page, watch } = await visit('/login?to=/master/currency', 'en-US');
    await page.getByRole('button', { name: 'Single sign-on' }).click();
    await page.locator('.shell-header').getByText('Single Sign').waitFor();
    expect(new URL(page.url()).pathname).toBe('/master/currency');
    expect(await page.evaluate('location.hash')).toBe('');
    expect(await stored(page)).toMatch(/.{20}/);
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('shows why a user is not admitted', async () => {
    provider.person = 'stranger';
    const { page, watch } = await visit('/login');
    await page.getByRole('button', { name: '单点登录' }).click();
    await page.getByText('您的统一认证账号未开通本系统，请联系管理员。').waitFor();
    expect([await stored(page), await page.evaluate('location.hash')]).toEqual([null, '']);
    watch.expectQuiet();
    await leavePage(page);
  });

  test('accepts only a token of a sign-on that began in this browser', async () => {
    const { page, watch } = await visit(`/login#token=${token}`);
    await page.getByRole('button', { name: '单点登录' }).waitFor();
    expect([await stored(page), await page.evaluate('location.hash'), new URL(page.url()).pathname]).toEqual([
      null,
      '',
      '/login',
    ]);
    watch.expectQuiet();
    await leavePage(page);
  });
});

longTest('log-in says that Caps Lock is on', async () => {
  const { page, watch } = await visit('/login');
  const press = (on: boolean): Promise<unknown> =>
    page.evaluate(
      `document.getElementById('password').dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: ${on} }))`,
    );
  expect(await page.getByText('大写锁定已开启').count()).toBe(0);
  await press(true);
  await page.getByText('大写锁定已开启').waitFor();
  await expectAccessible(page);
  await press(false);
  await page.getByText('大写锁定已开启').waitFor({ state: 'hidden' });
  watch.expectQuiet();
  await leavePage(page);
});

longTest.each<[Language, string, string, string, RegExp]>([
  ['en-US', 'User name', 'Password', 'Log in', /^Too many failed attempts\. Try again in \d+ s$/],
  ['zh-CN', '用户名', '密码', '登录', /^密码错误次数过多，请 \d+ 秒后再试$/],
])(
  'log-in in %s counts down the wait after too many wrong passwords, and lets one go on',
  async (language, name, secret, button, text) => {
    const { page, watch } = await visit('/login', language);
    watch.allow(/status of 4(?:01|29)/);
    const username = `absent-${language}`;
    const submit = page.getByRole('button', { name: button, exact: true });
    await page.getByLabel(name).fill(username);
    await page.getByLabel(secret, { exact: true }).fill('not it at all');
    for (let count = 0; count < 10; count++)
      await fetch(`${product.url}/account/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username, password: 'guess' }),
      });
    // where the machine was so slow that the wait was over, the next one is longer
    while (!(await page.getByRole('timer').isVisible())) {
      await submit.click();
      await page.getByRole('alert').waitFor();
    }
    expect(await page.getByRole('alert').innerText()).toMatch(text);
    expect(await submit.isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('timer').waitFor({ state: 'detached' });
    expect(await submit.isDisabled()).toBe(false);
    await submit.click();
    await page.getByRole('alert').waitFor();
    // another person need not wait
    await page.getByLabel(name).fill('admin');
    await page.getByLabel(secret, { exact: true }).fill(product.adminPassword);
    await submit.click();
    await page.locator('.welcome').waitFor();
    watch.expectQuiet();
    await leavePage(page);
  },
);

longTest.each<[string, Language, 'light' | 'dark']>([
  ['/register', 'en-US', 'dark'],
  ['/forgetPassword', 'zh-CN', 'light'],
  ['/companyinfo', 'en-US', 'dark'],
  ['/companyinfo', 'zh-CN', 'light'],
])('everybody can use %s (%s, %s): axe finds nothing', async (path, language, colorScheme) => {
  const { page, watch } = await visit(path, language, { colorScheme });
  await expectAccessible(page);
  watch.expectQuiet();
  await leavePage(page);
});
