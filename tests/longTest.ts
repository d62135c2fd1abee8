import { test } from 'vitest';

/** Whether the long tests run too (`npm run test:all`). */
export const isLongRun = process.env['TESTS'] === 'all';

/**
 * A test that only `npm run test:all` runs; `npm test` reports it as skipped. What covers its subject in `npm test` is
 * listed in docs/architecture.md, "Tests".
 */
// oxlint-disable-next-line vitest/no-disabled-tests, vitest/valid-title -- a condition, no disabled test, and no title
export const longTest = test.runIf(isLongRun);

/** The first cases of a table, and in a long run all of them. */
export const someCases = <Case>(count: number, cases: Case[]): Case[] => (isLongRun ? cases : cases.slice(0, count));
