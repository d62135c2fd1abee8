import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findChromium } from './chromium.ts';
import { reusedPage, rememberPage } from './reuse.ts';

/** A page lives a few seconds: with more room for new objects they are rarely collected, which saves a fifth. */
const engineFlags = '--min-semi-space-size=32 --semi-space-growth-factor=4';

/** No requests to the vendor, no hardware acceleration, and glyph positions independent of hinting. */
const flags = [
  `--js-flags=${engineFlags}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/** Starts a headless browser with an empty profile. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  // Chromium refuses to build its sandbox as root.
  const sandbox = process.getuid?.() !== 0;
  return chromium.launch({
    executablePath,
    chromiumSandbox: sandbox,
    args: sandbox ? flags : [...flags, '--no-sandbox'],
    env: { ...definedEnvironment(), ...env },
  });
}

/** The languages of the product. */
export type Language = 'zh-CN' | 'en-US';

export interface PageOptions extends Omit<BrowserContextOptions, 'locale'> {
  language?: Language;
  /** token of the session; empty or absent for a page without a session */
  token?: string;
  /** whether the page must be new: an empty browser cache, no document of the product */
  fresh?: boolean;
}

/**
 * Opens a page in its own context (cookies, storage). `leavePage` ends both, or keeps the page for the next call with
 * the same options.
 */
export async function openPage(
  browser: Browser,
  { language = 'en-US', token, fresh = false, ...options }: PageOptions = {},
): Promise<Page> {
  const settings: BrowserContextOptions = {
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Asia/Shanghai',
    locale: language,
    ...options,
  };
  const reusable = fresh ? undefined : reusedPage(browser, settings);
  const page = reusable ?? (await (await browser.newContext(settings)).newPage());
  const stored = await page.context().addInitScript(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) {
        // Only missing entries are set: values that the page stores later remain.
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
      }
    },
    { language, ...(token ? { 'Access-Token': token } : {}) },
  );
  rememberPage(page, { settings, scripts: [stored] });
  return page;
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
