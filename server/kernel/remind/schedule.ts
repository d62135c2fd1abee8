import type { Logger } from 'pino';
import type { Context } from '../context.ts';
import type { Kernel } from '../core.ts';
import { remind } from './remind.ts';

const EVERY_MS = 3_600_000;

/**
 * Opens the reminders that are due, at start and each hour, so that they exist soon after the day begins, and soon
 * after a record is entered late.
 *
 * @param contextOf returns a system context of the current day
 * @returns stops the schedule; a running round ends after its current record
 */
export function startReminding(kernel: Kernel, contextOf: () => Context, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const run = (): Promise<void> =>
    remind(kernel, contextOf(), stopping.signal).then(
      (opened) => {
        if (opened > 0) log.info({ opened }, 'records are reminded of');
      },
      (error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'some records are not reminded of');
      },
    );
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
