import type { Page } from 'playwright-core';
import { disposeWhenLeft } from './reuse.ts';

export interface ConsoleWatch {
  /** lets everything pass that matches, from now on: for a test that provokes an error */
  allow(pattern: RegExp): void;
  /** everything seen so far that was not allowed */
  complaints(): string[];
  /** @throws Error with every complaint, if there is one */
  expectQuiet(): void;
}

/**
 * Collects the errors of a page: console errors and warnings, uncaught exceptions, failed requests and violations of
 * the Content-Security-Policy. To be called before the page opens an address.
 */
export async function watchConsole(page: Page): Promise<ConsoleWatch> {
  const seen: string[] = [];
  // the client reports each call that the page cancels, as 1§8 requires: a picker does so while a user types
  const allowed: RegExp[] = [/^console warning: cancelled: (?:GET|POST) \//];
  const complain = (text: string) => {
    if (!allowed.some((pattern) => pattern.test(text))) seen.push(text);
  };
  // The console reports no `eval` that is refused and caught, as by libraries that try it first.
  const script = await page.addInitScript(`addEventListener('securitypolicyviolation', event => console.error(
    'Content-Security-Policy ' + event.violatedDirective + ' refused ' + event.blockedURI + ' in ' + event.sourceFile + ':' + event.lineNumber))`);
  disposeWhenLeft(page, script);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complain(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => complain(`uncaught: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page may cancel its own requests, as a picker does while someone types on.
    if (reason !== 'net::ERR_ABORTED') complain(`request failed: ${request.method()} ${request.url()} ${reason}`);
  });
  return {
    allow: (pattern) => {
      allowed.push(pattern);
    },
    complaints: () => [...seen],
    expectQuiet() {
      if (seen.length > 0) throw new Error(`The page complained:\n${seen.join('\n')}`);
    },
  };
}
