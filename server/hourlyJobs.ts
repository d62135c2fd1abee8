import type { Job, OpenAreas } from './domain/area.ts';
import { jobsOf } from './domain/areas.ts';
import { systemContext } from './domain/identity/system.ts';
import { sweepErrorFiles } from './kernel/exchange/import/errorFiles.ts';
import { sweepFiles } from './kernel/files/sweep.ts';
import { sweepLimits } from './kernel/limit.ts';
import { sweepAnswers } from './routes/idempotency.ts';
import type { FileStore } from './storage/fileStore.ts';

const HOUR_MS = 3_600_000;

/**
 * Starts the hourly jobs: they delete expired data, and complete post-commit follow-ups that a crash interrupted.
 *
 * @param repairsNow whether the jobs that repair data run at once too
 * @returns stops the jobs
 */
export function startHourlyJobs(
  areas: OpenAreas,
  fileStore: FileStore,
  { repairsNow }: { repairsNow: boolean },
): () => void {
  const { kernel, log } = areas;
  const jobs = [...engineJobs(areas, fileStore), ...jobsOf(areas)];
  const runJobs = (due: readonly Job[]): void => {
    const context = systemContext(kernel, { requestId: 'sweep' });
    for (const job of due) void job.run(context).catch((error: unknown) => log.warn({ err: error }, job.failure));
  };
  const timer = setInterval(() => runJobs(jobs), HOUR_MS);
  if (repairsNow) runJobs(jobs.filter(({ atStart }) => atStart));
  return () => clearInterval(timer);
}

const engineJobs = ({ kernel: { pool } }: OpenAreas, fileStore: FileStore): Job[] => [
  { failure: 'expired counts of limits were not deleted', run: () => sweepLimits(pool) },
  { failure: 'old idempotent answers were not deleted', run: () => sweepAnswers(pool) },
  { failure: 'old error files were not deleted', run: () => sweepErrorFiles(pool) },
  { failure: 'unused files were not deleted', run: () => sweepFiles(pool, fileStore) },
];
