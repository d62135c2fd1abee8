import type { Readable } from 'node:stream';
import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused } from '../transferRefused.ts';
import type { SourceFile } from './source.ts';

/** Encodings of CSV files. Chinese versions of Excel save CSV in GBK, a subset of GB 18030. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/**
 * Detects the encoding of a text file: by its byte order mark, otherwise UTF-8 if the whole file is valid UTF-8,
 * otherwise GB 18030.
 *
 * @throws TransferRefused for a file that is invalid in these encodings, and for a file with a NUL, which is binary
 */
export async function detectEncoding(file: SourceFile): Promise<Encoding> {
  const [first, second] = await file.read(0, 2);
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  for (const encoding of utf16 ? ([utf16] as const) : (['utf-8', 'gb18030'] as const)) {
    if (await isValid(file, encoding)) return encoding;
  }
  throw new TransferRefused(UPLOAD.encoding);
}

async function isValid(file: SourceFile, encoding: Encoding): Promise<boolean> {
  try {
    for await (const text of decoded(file.stream(), encoding)) {
      if (text.includes('\0')) throw new TransferRefused(UPLOAD.encoding);
    }
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Decodes a stream, without its byte order mark. @throws TypeError at the first invalid byte */
export async function* decoded(stream: Readable, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of stream) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
