/**
 * Takes screenshots in both languages for people to look at: `node tests/e2e/shots.ts /master/company /master/vessel`.
 *
 * They are written to tests/.out/shots. `--url` and `--password` use a running product, else one is started; `--dark`
 * selects the dark theme, `--width` and `--height` set the window, `--full` captures the full height of the page.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { watchConsole } from './browser/console.ts';
import { openBrowser, openPage, type Language } from './browser/open.ts';
import { logIn, startProduct } from './browser/product.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    password: { type: 'string' },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '800' },
    dark: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  },
});
const routes =
  positionals.length > 0
    ? positionals
    : ['/login', '/dashboard/welcome', '/master/country', '/master/vessel', '/master/vessel/new'];
const languages: Language[] = ['zh-CN', 'en-US'];
const folder = join(import.meta.dirname, '../.out/shots');
await mkdir(folder, { recursive: true });

const started = values.url === undefined ? await startProduct() : undefined;
const url = values.url ?? started?.url ?? '';
const browser = await openBrowser();
try {
  const token = await logIn(url, 'admin', values.password ?? started?.adminPassword ?? '');
  for (const route of routes) {
    for (const language of languages) {
      const page = await openPage(browser, {
        language,
        ...(route === '/login' ? {} : { token }),
        viewport: { width: Number(values.width), height: Number(values.height) },
        colorScheme: values.dark ? 'dark' : 'light',
      });
      const watch = await watchConsole(page);
      await page.goto(`${url}${route}`, { waitUntil: 'networkidle' });
      // on a busy machine the network is idle while scripts still run
      await page.locator('h1').first().waitFor();
      for (const waiting of await page.locator('.ant-skeleton, .ant-spin-spinning').all())
        await waiting.waitFor({ state: 'hidden' });
      const picture = join(
        folder,
        `${route.slice(1).replaceAll(/[^\w-]+/g, '_')}.${language}${values.dark ? '.dark' : ''}.png`,
      );
      await page.screenshot({ path: picture, fullPage: values.full });
      console.log([picture, ...watch.problems()].join('\n  '));
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await started?.stop();
}
