import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused } from '../transferRefused.ts';

/** An uploaded file: its path, its bytes, or a stream of them. */
export type Source = string | Buffer | Readable;

/** An uploaded file that can be read more than once, and from any position. */
export interface SourceFile {
  /** path or bytes, for the zip reader */
  origin: string | Buffer;
  size: number;
  /** Reads up to `length` bytes from `position`; fewer at the end. */
  read(position: number, length: number): Promise<Buffer>;
  stream(): Readable;
  /** Deletes the temporary file, if there is one. */
  close(): Promise<void>;
}

/**
 * Opens a source for random access. A stream is written to a private temporary file first.
 *
 * @throws TransferRefused for a file that is empty or larger than `maxBytes`; a stream is not read beyond the limit
 */
export async function openSource(source: Source, maxBytes: number): Promise<SourceFile> {
  const file = Buffer.isBuffer(source)
    ? ofBuffer(source)
    : typeof source === 'string'
      ? await ofPath(source)
      : await ofStream(source, maxBytes);
  const reason =
    file.size === 0 ? new TransferRefused(UPLOAD.empty) : file.size > maxBytes ? tooLarge(maxBytes) : undefined;
  if (!reason) return file;
  await file.close();
  throw reason;
}

const tooLarge = (max: number): TransferRefused => new TransferRefused(UPLOAD.tooLarge, { max });

function ofBuffer(buffer: Buffer): SourceFile {
  return {
    origin: buffer,
    size: buffer.length,
    read: async (position, length) => buffer.subarray(position, position + length),
    stream: () => Readable.from([buffer], { objectMode: false }),
    close: async () => {},
  };
}

async function ofPath(path: string): Promise<SourceFile> {
  const { size } = await stat(path);
  return {
    origin: path,
    size,
    async read(position, length) {
      const handle = await open(path);
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },
    stream: () => createReadStream(path),
    close: async () => {},
  };
}

async function ofStream(stream: Readable, maxBytes: number): Promise<SourceFile> {
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'file');
    await pipeline(
      stream,
      (chunks: AsyncIterable<Buffer>) => limitBytes(chunks, maxBytes),
      createWriteStream(path, { mode: 0o600 }),
    );
    return { ...(await ofPath(path)), close: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function* limitBytes(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}
