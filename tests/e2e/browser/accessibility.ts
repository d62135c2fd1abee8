import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Result {
  violations: { id: string; nodes: { target: string[]; any: { message: string }[] }[] }[];
}

/** The library's text. */
let axe: string | undefined;

/**
 * The violations of WCAG 2.2 AA and of axe's best practices on a page: one line each, with the element. Waits for what
 * is still loading, whose placeholders have headings without text.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  for (const placeholder of await page.locator('.ant-skeleton').all()) await placeholder.waitFor({ state: 'hidden' });
  axe ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Playwright's own evaluation would parse the half megabyte of the library once more here, each time.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Runtime.evaluate', { expression: axe });
  await devTools.detach();
  // A color that is still fading would count as a violation; endless animations (a spinner) are not waited for.
  await page.evaluate(
    "Promise.allSettled(document.getAnimations().filter(({ playState, effect }) => playState === 'running' && " +
      'effect?.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished)).then(() => undefined)',
  );
  // passed checks are not listed
  const { violations } = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })" +
      '.then(({ violations }) => ({ violations }))',
  )) as Result;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  );
}
