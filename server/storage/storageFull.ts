import { ATTACHMENT_MESSAGE } from '../../generator/language/attachment.ts';
import { Refusal } from '../errors.ts';

const RETRY_AFTER_SECONDS = 60;

/** No space left, disk quota exceeded, file size limit of the process exceeded. */
const CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether a file could not be written because the storage is full. A retry succeeds as soon as there is space. */
export const isStorageFull = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (CODES.has(String((error as { code?: unknown }).code)) || isStorageFull((error as { cause?: unknown }).cause));

/** Refusal (503) for a full storage. */
export const storageFull = (): Refusal =>
  new Refusal('unavailable', ATTACHMENT_MESSAGE.storageFull).withRetryAfter(RETRY_AFTER_SECONDS);
