import type { Browser, Page } from 'playwright-core';
import { type ConsoleWatch, watchConsole } from './console.ts';
import { openPage } from './open.ts';

/** What does not show within this many milliseconds never will. */
const PATIENCE = 15_000;

/** A page of the product, and what its console said. */
export interface Visit { page: Page; watch: ConsoleWatch }

/** Opens an address of the product in a browser window of its own, with the console watched from the start. */
export async function visitAddress(browser: Browser, address: string, options: Parameters<typeof openPage>[1]): Promise<Visit> {
  const page = await openPage(browser, options);
  page.setDefaultTimeout(PATIENCE);
  const watch = await watchConsole(page);
  await page.goto(address);
  return { page, watch };
}
