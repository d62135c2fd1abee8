import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findChromium } from './chromium.ts';

/** Nothing that calls home, nothing that needs hardware; glyph positions independent of the machine's hinting. */
const flags = [
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
  /** goes in as if this person had logged in before; empty or left out, as nobody */
  token?: string;
}

/** Opens a page in a context of its own (cookies, storage); closing the context ends both. */
export async function openPage(
  browser: Browser,
  { language = 'en-US', token, ...options }: PageOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Asia/Shanghai',
    locale: language,
    ...options,
  });
  await context.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) {
        // Only what is absent: what the page itself stores later stays.
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
      }
    },
    { language, ...(token ? { 'Access-Token': token } : {}) },
  );
  return context.newPage();
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
