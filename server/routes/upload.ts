import busboy from 'busboy';
import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal, refuseField } from '../errors.ts';
import { isStorageFull } from '../storage/storageFull.ts';
import type { Http } from './environment.ts';
import { headerOf } from './header.ts';
import { BodyTooSlow, enforcePace } from './pace.ts';

/** Limits of an upload: of its file and of the text fields beside it. */
export interface UploadLimit {
  maxBytes: number;
  /** key of the message for a file that is too large */
  tooLarge: string;
  /** number of text fields */
  fields: number;
  /** size of all text fields */
  fieldBytes: number;
}

/** Limits of a spreadsheet. The field `edits` can fix each of 50,000 rows, at about 40 bytes a row. */
export const SPREADSHEET: UploadLimit = {
  maxBytes: 20_000_000,
  tooLarge: 'MSG_generic_0024',
  fields: 20,
  fieldBytes: 4_194_304,
};
/** Fields beside an attachment are short. The limit bounds the memory that callers can occupy. */
export const FEW_FIELDS = { fields: 5, fieldBytes: 1024 };

/** An uploaded file, in a folder of its own until the request ends. */
export interface Upload {
  path: string;
  name: string;
  fields: Record<string, string>;
  /** sha-256 of the file, in hexadecimal */
  hash: string;
}

/**
 * Writes one multipart `file` to disk, runs `work` on it and deletes it. The name is for display only and never becomes
 * a path.
 *
 * @throws Refusal 415 for another content type, 400 without a file or with several, 408 for a slow sender, 413 for a
 *   file that is too large, or for too many fields
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

async function receive(http: Http, path: string, limit: UploadLimit): Promise<Upload> {
  const { maxBytes, tooLarge, fieldBytes } = limit;
  const parts = noParts();
  try {
    // fails for a header without a boundary
    const parser = openParser(http, path, limit, parts);
    const body = Readable.fromWeb(
      (http.req.raw.body ??
        new ReadableStream({ start: (controller) => controller.close() })) as import('node:stream/web').ReadableStream,
    );
    await pipeline(
      enforcePace(body),
      (chunks: AsyncIterable<Buffer>) => upTo(chunks, MAX_READ_RATIO * (maxBytes + fieldBytes)),
      parser,
    );
    await Promise.all(parts.writes);
  } catch (error) {
    if (isStorageFull(error)) throw error;
    if (error instanceof BodyTooSlow) throw tooSlow(http);
    if (!(error instanceof BodyTooLong)) throw notOneFile();
    parts.isTooLarge = true;
  }
  const params = { max: maxBytes };
  if (parts.isTooLarge) throw new Refusal('tooLarge', tooLarge, params, [{ field: 'file', key: tooLarge, params }]);
  if (parts.name === undefined || parts.hasFurtherFiles) throw notOneFile();
  return { path, name: parts.name, fields: parts.fields, hash: parts.hash.digest('hex') };
}

/** The parts of a body that have been parsed so far. */
interface ReceivedParts {
  /** name of the file */
  name: string | undefined;
  hash: Hash;
  fields: Record<string, string>;
  /** writes of the file to the disk */
  writes: Promise<void>[];
  /** file or fields are over the limit */
  isTooLarge: boolean;
  hasFurtherFiles: boolean;
}

const noParts = (): ReceivedParts => ({
  name: undefined,
  hash: createHash('sha256'),
  fields: {},
  writes: [],
  isTooLarge: false,
  hasFurtherFiles: false,
});

/** Opens a parser of multipart bodies that writes the file to `path` and collects all parts in `parts`. */
function openParser(
  http: Http,
  path: string,
  { maxBytes, fields: maxFields, fieldBytes }: UploadLimit,
  parts: ReceivedParts,
): busboy.Busboy {
  const markTooLarge = (): void => {
    parts.isTooLarge = true;
  };
  let fieldBytesLeft = fieldBytes;
  // busboy truncates a file at its limit, so the limit is the first size that is too large
  const limits = {
    files: 1,
    fileSize: maxBytes + 1,
    fields: maxFields,
    fieldSize: fieldBytes + 1,
    parts: maxFields + 2,
  };
  return busboy({ headers: Object.fromEntries(http.req.raw.headers), limits, defParamCharset: 'utf8' })
    .on('file', (_field, stream, { filename }) => {
      parts.name = filename ?? '';
      stream.on('data', (chunk: Buffer) => parts.hash.update(chunk));
      stream.on('limit', markTooLarge);
      const write = writeTo(path, stream);
      // if the body ends early, this fails before it is awaited
      write.catch(() => undefined);
      parts.writes.push(write);
    })
    .on('field', (field, value) => {
      fieldBytesLeft -= Buffer.byteLength(field) + Buffer.byteLength(value);
      // further fields are read but not kept, so that the sender receives the refusal
      if (fieldBytesLeft < 0) markTooLarge();
      else parts.fields[field] = value;
    })
    .on('fieldsLimit', markTooLarge)
    .on('partsLimit', markTooLarge)
    .on('filesLimit', () => {
      parts.hasFurtherFiles = true;
    });
}

/**
 * A body is read up to this multiple of the limit before the connection is cut, so that the sender gets the refusal.
 */
const MAX_READ_RATIO = 3;

/**
 * Writes a stream to a file. After an error the stream is still read to its end, because a truncated body gets no
 * answer.
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

/** Yields the chunks of a body. @throws BodyTooLong above `maxBytes` */
async function* upTo(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new BodyTooLong();
    yield chunk;
  }
}

/** The refusal of a slow sender. The connection is closed without reading the rest of the body. */
function tooSlow(http: Http): Refusal {
  http.header('connection', 'close');
  return new Refusal('tooSlow', 'MSG_generic_0408');
}

const notOneFile = (): Refusal => refuseField('file', 'MSG_upload_0092');
