import { test } from 'vitest';

/**
 * A browser test that only `npm run test:all` runs; `npm test` reports it as skipped. What covers its subject in `npm
 * test` is listed in docs/architecture.md, "Tests".
 */
// oxlint-disable-next-line vitest/no-disabled-tests -- a condition, not a disabled test
export const longTest = test.runIf(process.env['TESTS'] === 'all');
