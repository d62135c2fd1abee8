import type { TFunction } from 'i18next';
import { ApiError } from '../api/error.ts';
import { ChunkLoadError } from './lazyChunk.ts';

/** HTTP statuses with their own text, for responses without a message (1§8). */
const STATUSES_WITH_TEXT = new Set([401, 403, 404, 405, 408, 500, 501, 502, 503, 504, 505]);

/** Describes an error to the user with the server's message or, without one, with a text of the product (1§8). */
export function errorText(error: unknown, t: TFunction): string {
  if (error instanceof ChunkLoadError) return t('error.chunk');
  if (!(error instanceof ApiError)) return t('error.unexpected');
  if (error.isLate) return t('error.timeOut');
  if (error.statusCode === 0) return t('error.offline');
  const message = error.message || fallbackText(error, t);
  return error.requestId && error.statusCode >= 500 ? `${message} (${error.requestId})` : message;
}

/**
 * Text of a response without a message: the text of its status; otherwise that the call failed, with the status code if
 * the response has no body.
 */
function fallbackText({ statusCode, hasBody }: ApiError, t: TFunction): string {
  if (STATUSES_WITH_TEXT.has(statusCode)) return t(`error.http.${statusCode}`);
  return hasBody ? t('error.failed') : t('error.status', { status: statusCode });
}
