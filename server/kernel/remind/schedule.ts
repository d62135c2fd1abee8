import type { Logger } from 'pino';
import type { Context } from '../context.ts';
import type { Kernel } from '../core.ts';
import { remind } from './remind.ts';

const EVERY_MS = 3_600_000;

/**
 * Looks which records want to be reminded of, now and each hour: so the to-dos of a day are there soon after it began,
 * and those of a record that was entered late soon after it was.
 *
 * @param contextOf the product's own, of the day that it is then
 * @returns what ends it; a look under way ends with the record at hand
 */
export function startReminding(kernel: Kernel, contextOf: () => Context, log: Logger): () => Promise<void> {
  const ending = new AbortController();
  const look = (): Promise<void> =>
    remind(kernel, contextOf(), ending.signal).then(
      (told) => {
        if (told > 0) log.info({ told }, 'records are reminded of');
      },
      (error: unknown) => {
        if (!ending.signal.aborted) log.warn({ err: error }, 'some records are not reminded of');
      },
    );
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    ending.abort();
    await looking;
  };
}
