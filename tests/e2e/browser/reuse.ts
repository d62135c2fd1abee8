import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** The changes that openPage made to a page. */
interface Opened {
  settings: BrowserContextOptions;
  /** run in each document of the page, until they are disposed of */
  scripts: { dispose(): Promise<void> }[];
}

/** A document of the product without scripts, from which its storage can be emptied. */
const QUIET_DOCUMENT = '/wordmark.svg';

/** The events that a test may listen to. */
const EVENTS = ['console', 'pageerror', 'request', 'requestfailed', 'response', 'load', 'dialog'] as const;

const opened = new WeakMap<Page, Opened>();
const idle = new Set<Page>();

/** Remembers how a page was opened, for `leavePage`. */
export function rememberPage(page: Page, how: Opened): void {
  opened.set(page, how);
}

/** Has a script be run in no further document of the page once it is left. */
export function disposeWhenLeft(page: Page, script: Opened['scripts'][number]): void {
  opened.get(page)?.scripts.push(script);
}

/** Closes the pages of a browser that were not left, such as that of a failed test. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  const kept = new Set([...idle].map((page) => page.context()));
  const open = browser?.contexts().filter((context) => !kept.has(context)) ?? [];
  await Promise.all(open.map((context) => context.close()));
}

/** A page of this browser that was left, and whose context has the same settings. */
export function reusedPage(browser: Browser, settings: BrowserContextOptions): Page | undefined {
  for (const page of idle) {
    if (page.isClosed()) idle.delete(page);
    else if (page.context().browser() === browser && isSame(opened.get(page)!.settings, settings)) {
      idle.delete(page);
      return page;
    }
  }
  return undefined;
}

/**
 * Ends the use of a page. It is kept for the next test: a new process would have to fetch and compile all scripts
 * again, which takes about as long as everything else until a page is shown. Cookies, storage, routes and listeners are
 * removed. If that fails, or the test opened a second page, the page is closed.
 */
export async function leavePage(page: Page): Promise<void> {
  const context = page.context();
  const how = opened.get(page);
  try {
    if (how === undefined || context.pages().length !== 1) throw new Error('not alone');
    for (const event of EVENTS) page.removeAllListeners(event);
    await Promise.all([
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
    ]);
    await context.setOffline(false);
    await context.setExtraHTTPHeaders(how.settings.extraHTTPHeaders ?? {});
    await Promise.all(how.scripts.splice(0).map((script) => script.dispose()));
    await page.goto(new URL(QUIET_DOCUMENT, page.url()).href);
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    // A pointer that rests on the page would open its tips.
    await page.mouse.move(-1, -1);
    await context.clearCookies();
    idle.add(page);
  } catch {
    await context.close();
  }
}

const isSame = (a: BrowserContextOptions, b: BrowserContextOptions): boolean => JSON.stringify(a) === JSON.stringify(b);
