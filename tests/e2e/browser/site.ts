import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Effects } from '../../../server/kernel/core.ts';
import { type FixtureProduct, startFixtures } from './fixtures.ts';
import { openBrowser, type PageOptions } from './open.ts';
import { closePages } from './reuse.ts';
import { type Visit, visitAddress } from './visit.ts';

let running: Browser | undefined;

/** The browser that the test files of a worker use one after the other; it ends with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  if (!running?.isConnected()) running = await openBrowser();
  return running;
}

/** The page, product and helpers of a file's tests. */
export interface FixtureSite {
  product: FixtureProduct;
  /** Opens a path as the administrator, in English by default. @param shown a selector to wait for */
  visit(path: string, shown?: string, options?: PageOptions): Promise<Visit>;
}

/**
 * The product with the fixture entities, from the first test of a file to its last.
 *
 * @param roots further folders of schemas
 * @param effects the effects of their actions
 * @param env settings of the server
 */
export function useFixtures(
  roots: readonly string[] = [],
  effects: Effects = new Map(),
  env: Record<string, string> = {},
): FixtureSite {
  // tests get it before it has started, and use it once it has
  const product = {} as FixtureProduct;
  let browser: Browser | undefined;
  beforeAll(async () => {
    const [started, opened] = await Promise.all([startFixtures(roots, effects, { env }), sharedBrowser()]);
    Object.assign(product, started);
    browser = opened;
  });
  afterAll(async () => {
    await closePages(browser);
    await product.stop?.();
  });
  return {
    product,
    visit: (path, shown, options) =>
      visitAddress(browser!, `${product.url}${path}`, { token: product.token, ...options }, shown),
  };
}
