import { defineConfig } from 'vitest/config';

/** Two workers fit the smallest machine that runs the suite: two cores, with PostgreSQL beside them. */
const workers = 2;

/** PostgreSQL for the tests that touch data. */
const database = ['tests/setup/database.ts'];

/** One project a folder of tests; `tests/run.ts` says in which order and under which time zones they run. */
const folder = (name: string, globalSetup: string[] = []) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.ts`], globalSetup },
});

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: workers,
    // A test that hangs must fail, but a loaded machine must not make one fail.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: 0,
    projects: [
      folder('kernel', database),
      folder('domain', database),
      folder('http', database),
      folder('conformance', database),
      folder('architecture'),
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // Some of these measure time, so nothing else runs beside them.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
