import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDevProxy, type DevProxy } from '../../../server/dev/proxy.ts';
import { openPage } from './open.ts';
import { closePages } from './reuse.ts';
import { sharedBrowser } from './site.ts';

/** A page that has unsaved changes while its field is not empty. */
const FORM = (
  language: string,
): string => `<!doctype html><html lang="${language}"><head><title>Form</title></head><body><label>Name <input></label>
  <script>addEventListener('beforeunload', (event) => { if (document.querySelector('input').value !== '') event.preventDefault(); });</script></body></html>`;

let browser: Browser;
let product: Server;
let proxy: DevProxy;
let version = 1;
let page: Page;

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listening = async (server: Server): Promise<Server> =>
  new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done(server));
  });

beforeAll(async () => {
  browser = await sharedBrowser();
  product = await listening(
    createServer((request, answer) => {
      answer.setHeader('content-type', 'text/html; charset=UTF-8').end(FORM(request.url === '/zh' ? 'zh-CN' : 'en-US'));
    }),
  );
  proxy = openDevProxy();
  await listening(proxy.server);
  proxy.forwardTo(addressOf(product));
});
afterAll(async () => {
  await closePages(browser);
  proxy.server.closeAllConnections();
  await Promise.all(
    [proxy.server, product].map(
      (server) =>
        new Promise((done) => {
          server.close(done);
        }),
    ),
  );
});

/** Opens the page and marks it. A reload removes the mark. */
async function open(path = '/'): Promise<void> {
  await page?.context().close();
  proxy.publish({ version, problems: [] });
  page = await openPage(browser);
  const connected = page.waitForResponse('**/dev/news');
  await page.goto(addressOf(proxy.server) + path);
  await connected;
  await page.evaluate('document.body.dataset.mark = "old"');
}
const isOld = (): Promise<unknown> => page.evaluate('document.body.dataset.mark === "old"');
const changed = (): void => proxy.publish({ version: ++version, problems: [] });

describe('when the schemas have changed', () => {
  beforeEach(() => open());

  test('a page without unsaved changes is reloaded', async () => {
    changed();
    await expect.poll(isOld).toBe(false);
  });

  test('a page with unsaved changes stays with a message until they are gone', async () => {
    await page.getByLabel('Name').fill('typed');
    changed();
    await page.getByText('The schemas have changed.').waitFor();
    expect(await isOld()).toBe(true);
    expect(await page.getByLabel('Name').inputValue()).toBe('typed');
    await page.getByLabel('Name').fill('');
    await expect.poll(isOld, { timeout: 10_000 }).toBe(false);
  });

  test('a page is reloaded when the user clicks the button', async () => {
    await page.getByLabel('Name').fill('typed');
    changed();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(isOld).toBe(false);
  });
});

test.each([
  ['/', 'Close', 'The previous schemas remain active.'],
  ['/zh', '关闭', '原数据模型仍然有效。'],
])('problems are shown over the page %s until it is closed or they are fixed', async (path, close, stillActive) => {
  await open(path);
  const box = page.locator('#schema-problems');
  proxy.publish({
    version,
    problems: ['1 problem in the schemas', '  schemas/yard/crane.json:3: unknown word "x-lable"'],
  });
  await expect.poll(() => box.allInnerTexts()).toEqual([expect.stringContaining('crane.json:3')]);
  expect(await box.innerText()).toContain(stillActive);
  await page.getByRole('button', { name: close }).click();
  expect(await box.count()).toBe(0);
  proxy.publish({ version, problems: ['1 problem in the schemas', '  another'] });
  await expect.poll(() => box.count()).toBe(1);
  proxy.publish({ version, problems: [] });
  await expect.poll(() => box.count()).toBe(0);
});
