import type { TFunction } from 'i18next';
import { ApiError } from '../api/error.ts';
import { ChunkLoadError } from './part.ts';

/** What to tell the reader of a failure: the server's own words, or ours where it could not speak. */
export function errorText(error: unknown, t: TFunction): string {
  if (error instanceof ChunkLoadError) return t('error.chunk');
  if (!(error instanceof ApiError)) return t('error.unexpected');
  if (error.statusCode === 0) return t('error.offline');
  const message = error.message || t('error.status', { status: error.statusCode });
  return error.requestId && error.statusCode >= 500 ? `${message} (${error.requestId})` : message;
}
