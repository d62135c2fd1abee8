import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../../longTest.ts';
import { watchConsole } from './console.ts';
import { openPage } from './open.ts';
import { startProduct, temporaryFolder } from './product.ts';
import { closePages } from './reuse.ts';
import { sharedBrowser } from './site.ts';

/** A data folder of the caller for both starts. */
let dataDir: string;
/** of the administrator's session at the first start */
let token: string;
beforeAll(async () => {
  dataDir = await temporaryFolder();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('starts on nothing, makes a password that is to be changed, and serves its screens', async () => {
  const product = await startProduct({ dataDir, env: { ADMIN_PASSWORD: '' } });
  const browser = await sharedBrowser();
  try {
    expect(product.adminPassword).toMatch(/^\S{10,}$/);
    token = await product.logIn();
    expect(token).toMatch(/^\S{20,}$/);
    await expect(product.logIn('admin', `${product.adminPassword}x`)).rejects.toThrow('Log-in as admin failed');

    const page = await openPage(browser, { language: 'zh-CN' });
    const watch = await watchConsole(page);
    await page.goto(product.url);
    await page.waitForURL('**/static/homepage.html');
    await page.waitForLoadState('networkidle');
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    watch.expectQuiet();

    const entered = await openPage(browser, { token });
    await entered.goto(`${product.url}/master/country`);
    await entered.getByRole('dialog').getByLabel('Current password').waitFor();
  } finally {
    await closePages(browser);
    await product.stop();
  }
});

longTest('data in a folder of the caller is there again after a restart', async () => {
  expect(existsSync(dataDir)).toBe(true);
  const second = await startProduct({ dataDir, env: { ADMIN_PASSWORD: '' } });
  const answer = await fetch(`${second.url}/account/getUserInfo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  await second.stop();
  expect(answer.status).toBe(200);
  expect(second.adminPassword).toBe('');
});

longTest('stops without a trace', async () => {
  const product = await startProduct();
  expect(existsSync(product.dataDir)).toBe(true);
  await product.stop();
  expect(existsSync(product.dataDir)).toBe(false);
  await expect(fetch(product.url)).rejects.toThrow('fetch failed');
});

longTest('a failed start prints its reason', async () => {
  await expect(startProduct({ env: { PORT: 'seventy' } })).rejects.toThrow(
    /ended before it was ready:\nPORT: "seventy"/,
  );
});
