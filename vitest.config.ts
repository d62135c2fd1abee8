import { defineConfig } from 'vitest/config';

/** Two workers fit the smallest machine that runs the suite: two cores, with PostgreSQL beside them. */
const workers = 2;

/** Where days and instants must come out alike: `tests/run.ts` names three time zones, else it is the machine's own. */
const timeZones = process.env['TEST_TIME_ZONES']?.split(',') ?? [undefined];

/**
 * One project a folder of tests. Its files share what a worker has loaded (`isolate: false`): loading the product, and
 * running it before it is warm, would cost more than most files' tests. So no file may leave anything behind in a
 * module or a global.
 */
const folder = (name: string, more: object = {}, folderName = name) => ({
  extends: true as const,
  test: { name, include: [`tests/${folderName}/**/*.test.ts`], isolate: false, ...more },
});

const inZone = (name: string, zone: string | undefined) =>
  zone === undefined ? folder(name) : folder(`${name} in ${zone}`, { env: { TZ: zone } }, name);

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: workers,
    // One PostgreSQL for all files of a run.
    globalSetup: ['tests/setup/database.ts'],
    // A test that hangs must fail, but a loaded machine must not make one fail: it would go on writing into the next
    // test.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 0,
    projects: [
      ...timeZones.flatMap((zone) => [inZone('kernel', zone), inZone('domain', zone)]),
      // What reads neither a day nor an instant runs once: real starts of PostgreSQL and its migration,
      folder('db'),
      // and huge files, each file in a process of its own, whose memory it measures.
      folder('bounds', { isolate: true }),
      // attacks on a running server, each file in a process of its own, whose memory and event loop it measures.
      folder('abuse', { isolate: true }),
      folder('http'),
      folder('conformance'),
      folder('architecture'),
      // A browser on a machine that is busy elsewhere may be late once: what fails twice fails, and what passed the
      // second time is named so.
      folder('e2e', { globalSetup: ['tests/setup/web.ts'], retry: 1 }),
    ],
  },
});
