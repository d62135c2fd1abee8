import busboy from 'busboy';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../errors.ts';
import type { Http } from './environment.ts';

/** How large a file may be, and the message that says so. */
export interface UploadLimit { maxBytes: number; tooLarge: string }

const SPREADSHEET: UploadLimit = { maxBytes: 20_000_000, tooLarge: 'MSG_generic_0024' };
/** Bytes of a text field: an import may mend each of 50,000 rows, at some 40 bytes a row. */
const LONGEST_FIELD = 4_194_304;

/** An uploaded file, kept in a folder of its own for as long as the request lasts. */
export interface Upload {
  path: string;
  name: string;
  fields: Record<string, string>;
  /** sha-256 of the file, in hexadecimal */
  hash: string;
}

/**
 * Takes one multipart `file` and its text fields to disk, then runs `work` on it and deletes it. The name is for display
 * only and never becomes a path.
 *
 * @throws Refusal 415 for another content type, 400 without a file or with more than one, 413 for one that is too large
 */
export async function withUpload<T>(http: Http, work: (upload: Upload) => Promise<T>, limit = SPREADSHEET): Promise<T> {
  if (!/^multipart\/form-data\b/i.test(http.req.header('content-type') ?? '')) throw new Refusal('unsupportedType', 'MSG_generic_0025');
  const folder = await mkdtemp(join(tmpdir(), 'bordereau-upload-'));
  try {
    return await work(await receive(http, join(folder, 'file'), limit));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function receive(http: Http, path: string, { maxBytes, tooLarge }: UploadLimit): Promise<Upload> {
  const fields: Record<string, string> = {};
  const writes: Promise<void>[] = [];
  let name: string | undefined;
  let [isTooLarge, isOne] = [false, true];
  const hash = createHash('sha256');
  try {
    // a file that reaches busboy's limit is cut off there: the limit is the first size that is too large
    const limits = { files: 1, fileSize: maxBytes + 1, fields: 20, fieldSize: LONGEST_FIELD, parts: 30 };
    const parser = busboy({ headers: Object.fromEntries(http.req.raw.headers), limits, defParamCharset: 'utf8' });
    parser.on('file', (_field, stream, info) => {
      name = info.filename ?? '';
      stream.on('data', (chunk: Buffer) => hash.update(chunk));
      stream.on('limit', () => { isTooLarge = true; });
      const write = pipeline(stream, createWriteStream(path));
      // where the body breaks off this fails too, before anybody waits for it
      write.catch(() => undefined);
      writes.push(write);
    });
    parser.on('field', (field, value, { valueTruncated }) => {
      if (valueTruncated) isTooLarge = true;
      fields[field] = value;
    });
    parser.on('filesLimit', () => { isOne = false; });
    await pipeline(Readable.fromWeb((http.req.raw.body ?? new ReadableStream({ start: (controller) => controller.close() })) as import('node:stream/web').ReadableStream), parser);
    await Promise.all(writes);
  } catch {
    throw notOneFile();
  }
  const params = { max: maxBytes };
  if (isTooLarge) throw new Refusal('tooLarge', tooLarge, params, [{ field: 'file', key: tooLarge, params }]);
  if (name === undefined || !isOne) throw notOneFile();
  return { path, name, fields, hash: hash.digest('hex') };
}

const notOneFile = (): Refusal => new Refusal('invalid', 'MSG_upload_0092', {}, [{ field: 'file', key: 'MSG_upload_0092', params: {} }]);
