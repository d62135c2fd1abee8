import { ATTACHMENT_MESSAGE } from '../../generator/language/attachment.ts';
import { Refusal } from '../errors.ts';

const RETRY_AFTER_SECONDS = 60;

/** No space left, over the quota of the disk, or over the largest file of the process. */
const CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether a file could not be written for lack of space: the same call succeeds once there is some. */
export const isStorageFull = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (CODES.has(String((error as { code?: unknown }).code)) || isStorageFull((error as { cause?: unknown }).cause));

/** The refusal (503) of a call that found no space. */
export const storageFull = (): Refusal =>
  new Refusal('unavailable', ATTACHMENT_MESSAGE.storageFull, {}, [], RETRY_AFTER_SECONDS);
