import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { watchConsole } from './console.ts';
import { openBrowser, openPage } from './open.ts';
import { startProduct, temporaryFolder } from './product.ts';

test('starts on nothing, makes a password, serves its screens, and stops without a trace', async () => {
  const product = await startProduct({ env: { ADMIN_PASSWORD: '' } });
  const browser = await openBrowser();
  try {
    expect(product.adminPassword).toMatch(/^\S{10,}$/);
    expect(await product.logIn()).toMatch(/^\S{20,}$/);
    await expect(product.logIn('admin', `${product.adminPassword}x`)).rejects.toThrow('Log-in as admin failed');

    const page = await openPage(browser, { language: 'zh-CN' });
    const watch = await watchConsole(page);
    await page.goto(product.url, { waitUntil: 'networkidle' });
    expect(new URL(page.url()).pathname).toBe('/static/homepage.html');
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    watch.expectQuiet();
  } finally {
    await browser.close();
    await product.stop();
  }
  expect(existsSync(product.dataDir)).toBe(false);
  await expect(fetch(product.url)).rejects.toThrow('fetch failed');
});

test('a start that fails says why', async () => {
  await expect(startProduct({ env: { PORT: 'seventy' } })).rejects.toThrow(/ended before it was ready:\nPORT: "seventy"/);
});

test('data that the caller keeps is there again after a restart', async () => {
  const dataDir = await temporaryFolder();
  try {
    const first = await startProduct({ dataDir });
    const token = await first.logIn();
    await first.stop();
    expect(existsSync(dataDir)).toBe(true);

    const second = await startProduct({ dataDir, env: { ADMIN_PASSWORD: '' } });
    const answer = await fetch(`${second.url}/account/getUserInfo`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    await second.stop();
    expect(answer.status).toBe(200);
    expect(second.adminPassword).toBe('');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
