import { defineConfig } from 'vitest/config';
import { Progress } from './progress.ts';

/** Number of parts in which the entities are checked at the same time. */
const parts = Number(process.env['CONFORMANCE_PARTS'] ?? 1);

const FOLDER = 'tests/conformance';

/** A part of the entities. */
const part = (number: number) => ({
  extends: true as const,
  test: { name: `part ${number}`, include: [`${FOLDER}/report/*.run.ts`], env: { CONFORMANCE_PART: String(number) } },
});

/** The configuration of `npm run conformance`, which runs apart from the suite because it takes longer. */
export default defineConfig({
  test: {
    root: new URL('../../..', import.meta.url).pathname,
    globalSetup: ['tests/setup/database.ts', 'tests/setup/schemas.ts'],
    pool: 'forks',
    maxWorkers: parts,
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    retry: 0,
    reporters: ['default', new Progress()],
    projects: [
      ...Array.from({ length: parts }, (_, number) => part(number)),
      { extends: true, test: { name: 'all cases', include: [`${FOLDER}/entities.test.ts`] } },
    ],
  },
});
