import busboy from 'busboy';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../errors.ts';
import { isStorageFull } from '../storage/storageFull.ts';
import type { Http } from './environment.ts';
import { headerOf } from './header.ts';
import { BodyTooSlow, keepingPace } from './pace.ts';

/**
 * How large a file may be, and the message that says so; how many text fields may come with it, and how many bytes they
 * may have together.
 */
export interface UploadLimit {
  maxBytes: number;
  tooLarge: string;
  fields: number;
  fieldBytes: number;
}

/** An import may mend each of 50,000 rows, at some 40 bytes a row. */
export const SPREADSHEET: UploadLimit = {
  maxBytes: 20_000_000,
  tooLarge: 'MSG_generic_0024',
  fields: 20,
  fieldBytes: 4_194_304,
};
/** What comes with an attachment is short; memory must not be had for the asking. */
export const FEW_FIELDS = { fields: 5, fieldBytes: 1024 };

/** An uploaded file, kept in a folder of its own for as long as the request lasts. */
export interface Upload {
  path: string;
  name: string;
  fields: Record<string, string>;
  /** sha-256 of the file, in hexadecimal */
  hash: string;
}

/**
 * Takes one multipart `file` and its text fields to disk, then runs `work` on it and deletes it. The name is for
 * display only and never becomes a path.
 *
 * @throws Refusal 415 for another content type, 400 without a file or with more than one, 408 for one that comes too
 *   slowly, 413 for one that is too large, or for too many fields
 */
export async function withUpload<T>(http: Http, work: (upload: Upload) => Promise<T>, limit: UploadLimit): Promise<T> {
  if (!/^multipart\/form-data\b/i.test(headerOf(http, 'content-type') ?? ''))
    throw new Refusal('unsupportedType', 'MSG_generic_0025');
  const folder = await mkdtemp(join(tmpdir(), 'bordereau-upload-'));
  try {
    return await work(await receive(http, join(folder, 'file'), limit));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function receive(
  http: Http,
  path: string,
  { maxBytes, tooLarge, fields: most, fieldBytes }: UploadLimit,
): Promise<Upload> {
  const fields: Record<string, string> = {};
  const writes: Promise<void>[] = [];
  let name: string | undefined;
  let [isTooLarge, isOne, fieldsLeft] = [false, true, fieldBytes];
  const hash = createHash('sha256');
  try {
    // a file that reaches busboy's limit is cut off there: the limit is the first size that is too large
    const limits = { files: 1, fileSize: maxBytes + 1, fields: most, fieldSize: fieldBytes + 1, parts: most + 2 };
    const parser = busboy({ headers: Object.fromEntries(http.req.raw.headers), limits, defParamCharset: 'utf8' });
    parser.on('file', (_field, stream, info) => {
      name = info.filename ?? '';
      stream.on('data', (chunk: Buffer) => hash.update(chunk));
      stream.on('limit', () => {
        isTooLarge = true;
      });
      const write = writeTo(path, stream);
      // where the body breaks off this fails too, before anybody waits for it
      write.catch(() => undefined);
      writes.push(write);
    });
    parser.on('field', (field, value) => {
      fieldsLeft -= Buffer.byteLength(field) + Buffer.byteLength(value);
      // what is too much is read to its end, so that the sender hears of it, and kept no longer
      if (fieldsLeft < 0) isTooLarge = true;
      else fields[field] = value;
    });
    for (const limit of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => {
        isTooLarge = true;
      });
    parser.on('filesLimit', () => {
      isOne = false;
    });
    const body = Readable.fromWeb(
      (http.req.raw.body ??
        new ReadableStream({ start: (controller) => controller.close() })) as import('node:stream/web').ReadableStream,
    );
    await pipeline(
      keepingPace(body),
      (chunks: AsyncIterable<Buffer>) => upTo(chunks, MAX_READ_RATIO * (maxBytes + fieldBytes)),
      parser,
    );
    await Promise.all(writes);
  } catch (error) {
    if (isStorageFull(error)) throw error;
    if (error instanceof BodyTooSlow) throw tooSlow(http);
    if (!(error instanceof BodyTooLong)) throw notOneFile();
    isTooLarge = true;
  }
  const params = { max: maxBytes };
  if (isTooLarge) throw new Refusal('tooLarge', tooLarge, params, [{ field: 'file', key: tooLarge, params }]);
  if (name === undefined || !isOne) throw notOneFile();
  return { path, name, fields, hash: hash.digest('hex') };
}

/** How much more than allowed is read, so that the sender hears of it, before the connection is cut. */
const MAX_READ_RATIO = 3;

/**
 * Writes a stream to a file. What cannot be written is read to its end all the same: a body cut short gets no answer.
 */
function writeTo(path: string, stream: Readable): Promise<void> {
  const file = createWriteStream(path);
  return new Promise((done, fail) => {
    file.once('close', done).once('error', (error) => {
      stream.unpipe(file).resume();
      fail(error);
    });
    stream
      .once('error', (error) => {
        file.destroy();
        fail(error);
      })
      .pipe(file);
  });
}

class BodyTooLong extends Error {}

async function* upTo(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new BodyTooLong();
    yield chunk;
  }
}

/** The rest of the body is not waited for. */
function tooSlow(http: Http): Refusal {
  http.header('connection', 'close');
  return new Refusal('tooSlow', 'MSG_generic_0408');
}

const notOneFile = (): Refusal =>
  new Refusal('invalid', 'MSG_upload_0092', {}, [{ field: 'file', key: 'MSG_upload_0092', params: {} }]);
