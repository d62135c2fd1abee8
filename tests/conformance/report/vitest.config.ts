import { defineConfig } from 'vitest/config';

/** The runs behind `npm run conformance`: apart from the suite, since each takes as long as it takes. */
export default defineConfig({
  test: {
    root: new URL('../../..', import.meta.url).pathname,
    include: ['tests/conformance/report/*.run.ts'],
    globalSetup: ['tests/setup/database.ts'],
    pool: 'forks',
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    retry: 0,
  },
});
