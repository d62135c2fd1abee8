import { defineConfig } from 'vitest/config';

/**
 * For the smallest machine that runs the suite, which has two cores: a test that waits leaves its core to another worker
 * or to the run beside it.
 */
const workers = 3;

/** Whether the long tests run too (`npm run test:all`). */
const isLongRun = process.env['TESTS'] === 'all';

/** In which days and instants must come out alike: west and east of Greenwich, and in a long run on it. */
const timeZones = ['America/Los_Angeles', 'Asia/Shanghai', ...(isLongRun ? ['UTC'] : [])];

/** More room for short-lived objects: collecting them takes a tenth of a worker's time. Not where memory is measured. */
const roomy = { execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'] };

/** Files named `*.long.test.ts` run only with `npm run test:all`. */
const LONG_FILES = '**/*.long.test.ts';
const left = isLongRun ? [] : [LONG_FILES];

/** Files of a project share the modules that a worker has loaded: a file must leave nothing behind in a module or a global. */
const sharing = { isolate: false };

/**
 * These folders are one project, so that a worker keeps the loaded and compiled product from one folder to the next:
 * that takes longer than the tests of most files.
 */
const SHARED_FOLDERS = ['architecture', 'kernel', 'domain', 'db', 'abuse', 'http', 'conformance'];

const folder = (name: string, more: { [option: string]: unknown } = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.ts`], exclude: left, ...sharing, ...more },
});

/** Files named `*.zone.test.ts` depend on the time zone of the machine, and run in each of `timeZones`. */
const ZONE_FILES = '**/*.zone.test.ts';

/**
 * A worker in a time zone runs no other tests, and takes longer to load the modules than to run the tests of a file: so
 * one for each zone, after the other tests.
 */
const ONE_WORKER = { fileParallelism: false, maxWorkers: 1, sequence: { groupOrder: 1 } };

const inZone = (zone: string) => ({
  extends: true as const,
  test: {
    name: `kernel, domain in ${zone}`,
    include: ['kernel', 'domain'].map((name) => `tests/${name}/${ZONE_FILES}`),
    ...sharing,
    ...ONE_WORKER,
    env: { TZ: zone },
  },
});

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: workers,
    // One PostgreSQL and one copy of the schemas for all files of a run.
    globalSetup: ['tests/setup/database.ts', 'tests/setup/schemas.ts'],
    // A test that hangs must fail, but a loaded machine must not make one fail: it would go on writing into the next test.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 0,
    projects: [
      folder('shared', {
        include: SHARED_FOLDERS.map((name) => `tests/${name}/**/*.test.ts`),
        exclude: [...left, ZONE_FILES],
        ...roomy,
      }),
      ...timeZones.map(inZone),
      // huge files, each test file in a process of its own, whose memory it measures
      folder('bounds', { isolate: true }),
      // attacks on a running server that measure the event loop or memory
      folder('overload', roomy),
      // A browser on a busy machine may be late once: a test fails if it fails twice, and one that passes the second time is named.
      folder('e2e', { globalSetup: ['tests/setup/web.ts'], retry: 1 }),
    ],
  },
});
