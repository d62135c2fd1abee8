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

const MOST_BYTES = 20_000_000;
const LONGEST_FIELD = 1_048_576;

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
export async function withUpload<T>(http: Http, work: (upload: Upload) => Promise<T>): Promise<T> {
  if (!/^multipart\/form-data\b/i.test(http.req.header('content-type') ?? '')) throw new Refusal('unsupportedType', 'MSG_generic_0025');
  const folder = await mkdtemp(join(tmpdir(), 'bordereau-upload-'));
  try {
    return await work(await receive(http, join(folder, 'file')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function receive(http: Http, path: string): Promise<Upload> {
  const parser = busboy({ headers: Object.fromEntries(http.req.raw.headers), limits: { files: 1, fileSize: MOST_BYTES, fields: 20, fieldSize: LONGEST_FIELD, parts: 30 }, defParamCharset: 'utf8' });
  const fields: Record<string, string> = {};
  const writes: Promise<void>[] = [];
  let name: string | undefined;
  let tooLarge = false;
  const hash = createHash('sha256');
  parser.on('file', (_field, stream, info) => {
    name = info.filename ?? '';
    stream.on('data', (chunk: Buffer) => hash.update(chunk));
    stream.on('limit', () => { tooLarge = true; });
    writes.push(pipeline(stream, createWriteStream(path)));
  });
  parser.on('field', (field, value, { valueTruncated }) => {
    if (valueTruncated) tooLarge = true;
    fields[field] = value;
  });
  parser.on('filesLimit', () => { tooLarge = true; });
  try {
    await pipeline(Readable.fromWeb((http.req.raw.body ?? new ReadableStream({ start: (controller) => controller.close() })) as import('node:stream/web').ReadableStream), parser);
    await Promise.all(writes);
  } catch {
    throw new Refusal('invalid', 'MSG_upload_0092', {}, [{ field: 'file', key: 'MSG_upload_0092', params: {} }]);
  }
  if (tooLarge) throw new Refusal('tooLarge', 'MSG_generic_0024', { max: MOST_BYTES });
  if (name === undefined) throw new Refusal('invalid', 'MSG_upload_0092', {}, [{ field: 'file', key: 'MSG_upload_0092', params: {} }]);
  return { path, name, fields, hash: hash.digest('hex') };
}
