import type { TFunction } from 'i18next';
import { ApiError } from '../api/error.ts';
import { ChunkLoadError } from './lazyChunk.ts';

/** The statuses that have a sentence of their own where the server has none (1§8). */
const SAID = new Set([401, 403, 404, 405, 408, 500, 501, 502, 503, 504, 505]);

/** What to tell the reader of a failure: the server's own words, or ours where it could not speak (1§8). */
export function errorText(error: unknown, t: TFunction): string {
  if (error instanceof ChunkLoadError) return t('error.chunk');
  if (!(error instanceof ApiError)) return t('error.unexpected');
  if (error.isLate) return t('error.timeOut');
  if (error.statusCode === 0) return t('error.offline');
  const message = error.message || unsaid(error, t);
  return error.requestId && error.statusCode >= 500 ? `${message} (${error.requestId})` : message;
}

/** An answer without words: by its status, else that it failed; an answer without anything in it by its code. */
function unsaid({ statusCode, hasBody }: ApiError, t: TFunction): string {
  if (SAID.has(statusCode)) return t(`error.http.${statusCode}`);
  return hasBody ? t('error.failed') : t('error.status', { status: statusCode });
}
