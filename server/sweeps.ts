import type { Logger } from 'pino';
import { tellUntold } from './domain/claims/deductibleLeft.ts';
import type { Sessions } from './domain/identity/sessions.ts';
import { systemContext } from './domain/identity/system.ts';
import { tellUntoldTasks } from './domain/mail/unread.ts';
import type { Outsiders } from './domain/outsiders/outsiders.ts';
import type { FileStore } from './storage/fileStore.ts';
import { sweepFiles } from './kernel/files/sweep.ts';
import { sweepErrorFiles } from './kernel/exchange/import/errorFiles.ts';
import type { Kernel } from './kernel/kernel.ts';
import { sweepLimits } from './kernel/limit.ts';
import { sweepAnswers } from './routes/idempotency.ts';

const EVERY_MS = 3_600_000;

/** What the sweeps work on. */
export interface Swept {
  kernel: Kernel;
  sessions: Sessions;
  outsiders: Outsiders;
  fileStore: FileStore;
  log: Logger;
}

/**
 * Deletes what has expired, each hour, and completes what follows a save where the server ended in between, now and
 * each hour. @returns ends that
 */
export function startSweeps({ kernel, sessions, outsiders, fileStore, log }: Swept): () => void {
  const { pool } = kernel;
  const attempt = (work: Promise<unknown>, failure: string): void =>
    void work.catch((error: unknown) => log.warn({ err: error }, failure));
  const complete = (): void => {
    const context = systemContext(kernel, { requestId: 'sweep' });
    attempt(tellUntold(kernel, context), 'some deductibles are not told everywhere');
    attempt(tellUntoldTasks(kernel, context), 'some to-dos are not told of mails');
  };
  const timer = setInterval(() => {
    attempt(sessions.sweep(), 'expired sessions stay');
    attempt(sweepLimits(pool), 'counts whose time is over stay');
    attempt(outsiders.codes.sweep(), 'mail codes of a day ago stay');
    attempt(sweepAnswers(pool), 'answers of a day ago stay');
    attempt(sweepErrorFiles(pool), 'error files of a day ago stay');
    attempt(sweepFiles(pool, fileStore), 'unused files stay');
    complete();
  }, EVERY_MS);
  complete();
  return () => clearInterval(timer);
}
