import { fileTypeFromBuffer } from 'file-type';
import { ATTACHMENT_MESSAGE, type AttachmentExtension } from '../../../generator/language/attachment.ts';
import type { Problem } from '../../../generator/language/violation.ts';
import { pdfProblem } from './inspect/pdfDocument.ts';
import { oldWordProblem } from './inspect/oldWord.ts';
import { jpegSize, pngSize, sizeProblem } from './inspect/pictureSize.ts';
import { wordProblem } from './wordDocument.ts';

/** Media types of served files by extension. The media type of the upload is ignored. */
export const MEDIA_TYPES: Readonly<Record<AttachmentExtension, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** Media types that a browser may show inline. */
export const INLINE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'application/pdf']);

/** Returns why the content of a file is not acceptable for its extension; undefined if it is acceptable. */
export async function contentProblem(bytes: Buffer, extension: AttachmentExtension): Promise<Problem | undefined> {
  switch (extension) {
    case 'doc':
      return oldWordProblem(bytes);
    case 'docx':
      return wordProblem(bytes);
    case 'png':
      return pictureProblem(extension, (await isOf(bytes, '\x89PNG\r\n\x1a\n', ['png', 'apng'])) && pngSize(bytes));
    case 'jpg':
    case 'jpeg':
      return pictureProblem(extension, (await isOf(bytes, '\xff\xd8\xff', ['jpg'])) && jpegSize(bytes));
    case 'pdf':
      return (await isOf(bytes, '%PDF-', ['pdf'])) ? pdfProblem(bytes) : wrongContent(extension);
  }
}

/**
 * Whether a file is of one of `types`. The signature is checked first, so that file-type runs only this format's
 * reader.
 */
async function isOf(bytes: Buffer, signature: string, types: readonly string[]): Promise<boolean> {
  if (bytes.toString('latin1', 0, signature.length) !== signature) return false;
  const found = await fileTypeFromBuffer(bytes);
  return found !== undefined && types.includes(found.ext);
}

const pictureProblem = (extension: string, size: ReturnType<typeof pngSize> | false): Problem | undefined =>
  size ? sizeProblem(size) : wrongContent(extension);

const wrongContent = (extension: string): Problem => ({ key: ATTACHMENT_MESSAGE.wrongContent, params: { extension } });
