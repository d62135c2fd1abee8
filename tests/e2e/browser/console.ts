import type { Page } from 'playwright-core';
import { disposeWhenLeft } from './reuse.ts';

export interface ConsoleWatch {
  /** ignores matching problems from now on, for a test that causes an error */
  allow(pattern: RegExp): void;
  /** all problems so far that are not allowed */
  problems(): string[];
  /** @throws Error with all problems, if there are any */
  expectQuiet(): void;
}

/**
 * Collects the problems of a page: console errors and warnings, uncaught exceptions, failed requests and violations of
 * the Content-Security-Policy. To be called before the page opens an address.
 */
export async function watchConsole(page: Page): Promise<ConsoleWatch> {
  const seen: string[] = [];
  // the client reports each call that the page cancels, as 1§8 requires: a picker does so while a user types
  const allowed: RegExp[] = [/^console warning: cancelled: (?:GET|POST) \//];
  const report = (text: string) => {
    if (!allowed.some((pattern) => pattern.test(text))) seen.push(text);
  };
  // the console does not report an `eval` that is refused and caught, as in libraries that try it first
  const script = await page.addInitScript(`addEventListener('securitypolicyviolation', event => console.error(
    'Content-Security-Policy ' + event.violatedDirective + ' refused ' + event.blockedURI + ' in ' + event.sourceFile + ':' + event.lineNumber))`);
  disposeWhenLeft(page, script);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      report(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => report(`uncaught: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // a page may cancel its own requests, as a picker does while the user types
    if (reason !== 'net::ERR_ABORTED') report(`request failed: ${request.method()} ${request.url()} ${reason}`);
  });
  return {
    allow: (pattern) => {
      allowed.push(pattern);
    },
    problems: () => [...seen],
    expectQuiet() {
      if (seen.length > 0) throw new Error(`Problems of the page:\n${seen.join('\n')}`);
    },
  };
}
