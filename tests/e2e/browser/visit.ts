import type { Browser, Page } from 'playwright-core';
import { type ConsoleWatch, watchConsole } from './console.ts';
import { openPage, type PageOptions } from './open.ts';

/** The limit of waiting for an element, in milliseconds. */
export const PATIENCE = 60_000;

/** A page of the product, and the messages of its console. */
export interface Visit {
  page: Page;
  watch: ConsoleWatch;
}

/**
 * Opens an address of the product in its own browser window, with the console watched from the start.
 *
 * @param shown a selector to wait for
 */
export async function visitAddress(
  browser: Browser,
  address: string,
  options: PageOptions,
  shown?: string,
): Promise<Visit> {
  const page = await openPage(browser, options);
  page.setDefaultTimeout(PATIENCE);
  const watch = await watchConsole(page);
  await page.goto(address);
  if (shown !== undefined) await page.locator(shown).first().waitFor();
  return { page, watch };
}
