import { defineConfig } from 'vitest/config';

/** The configuration of `npm run conformance`, which runs apart from the suite because it takes longer. */
export default defineConfig({
  test: {
    root: new URL('../../..', import.meta.url).pathname,
    include: ['tests/conformance/report/*.run.ts', 'tests/conformance/entities.test.ts'],
    globalSetup: ['tests/setup/database.ts', 'tests/setup/schemas.ts'],
    pool: 'forks',
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    retry: 0,
  },
});
