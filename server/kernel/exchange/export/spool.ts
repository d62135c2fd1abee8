import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { callbackify } from 'node:util';
import { Refusal } from '../../../errors.ts';

/** Limits of the disk space of downloads, and of their duration. */
export interface SpoolLimits {
  /** bytes of the unfinished downloads of one person */
  personBytes: number;
  /** bytes of all unfinished downloads */
  allBytes: number;
  /** unfinished downloads of one person */
  perPerson: number;
  /**
   * a reader is disconnected if it reads fewer bytes than this in a period, although more bytes were available at the
   * beginning of the period
   */
  bytesPerPeriod: number;
  periodMs: number;
  /** limit of the duration of a download */
  maxDurationMs: number;
}

/** Limits of exports that wait for their clients. */
export const SPOOL_LIMITS: SpoolLimits = {
  personBytes: 1_073_741_824,
  allBytes: 4_294_967_296,
  perPerson: 10,
  bytesPerPeriod: 491_520,
  periodMs: 30_000,
  maxDurationMs: 3_600_000,
};

const CHUNK = 65_536;
/** Seconds after which a refused caller may retry. */
const RETRY_SECONDS = 10;

/** A download between its writer and its reader. */
export interface Spool {
  /** accepts bytes at the speed of the disk, independent of the reader */
  in: Writable;
  /** the written bytes, and further ones as they are written */
  out: Readable;
}

/** Unfinished downloads of one person. */
interface Usage {
  downloads: number;
  bytes: number;
}

/**
 * Buffers downloads in temporary files, so that a slow reader does not delay the writer: the writer can release its
 * resources, such as a database session, when all bytes are on the disk. A file in use has no name, so that no file
 * remains when the process is killed.
 */
export class Spools {
  readonly #limits: SpoolLimits;
  /** person → their unfinished downloads */
  readonly #usages = new Map<string, Usage>();
  #bytes = 0;

  constructor(limits: SpoolLimits = SPOOL_LIMITS) {
    this.#limits = limits;
  }

  /** Bytes of all unfinished downloads. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Opens a spool for one download.
   *
   * @param disconnect ends the connection of a reader that is too slow
   * @throws Refusal 429 at the limit of downloads or bytes of the person; 503 at the limit of bytes of all downloads
   */
  async open(person: string, disconnect: () => void): Promise<Spool> {
    const { perPerson, personBytes, allBytes } = this.#limits;
    const usage = this.#usages.get(person) ?? { downloads: 0, bytes: 0 };
    if (usage.downloads >= perPerson || usage.bytes >= personBytes)
      throw new Refusal('tooMany', 'MSG_generic_0430').withRetryAfter(RETRY_SECONDS);
    if (this.#bytes >= allBytes) throw new Refusal('unavailable', 'MSG_generic_0431').withRetryAfter(RETRY_SECONDS);
    usage.downloads += 1;
    this.#usages.set(person, usage);
    try {
      const file = new SpoolFile(
        await openNameless(),
        (bytes) => this.#reserve(usage, bytes),
        (bytes) => this.#close(person, usage, bytes),
      );
      return { in: writerOf(file), out: readerOf(file, watchReader(file, this.#limits, disconnect)) };
    } catch (error) {
      this.#close(person, usage, 0);
      throw error;
    }
  }

  /** Reserves disk space. @throws Error if the limits do not permit so many bytes */
  #reserve(usage: Usage, bytes: number): void {
    if (usage.bytes + bytes > this.#limits.personBytes || this.#bytes + bytes > this.#limits.allBytes)
      throw new Error('downloads have reached the limit of their disk space');
    usage.bytes += bytes;
    this.#bytes += bytes;
  }

  #close(person: string, usage: Usage, bytes: number): void {
    usage.bytes -= bytes;
    this.#bytes -= bytes;
    usage.downloads -= 1;
    if (usage.downloads === 0) this.#usages.delete(person);
  }
}

/** A file with a writer and a reader, each at its own position. */
class SpoolFile {
  written = 0;
  read = 0;
  readonly #file: FileHandle;
  readonly #reserve: (bytes: number) => void;
  readonly #release: (bytes: number) => void;
  /** bytes that are written or being written */
  #reserved = 0;
  #ended = false;
  /** number of open sides: writer and reader */
  #openSides = 2;
  #wake = (): void => undefined;

  /**
   * @param reserve reserves disk space
   * @param release releases all reserved space when the file is closed
   */
  constructor(file: FileHandle, reserve: (bytes: number) => void, release: (bytes: number) => void) {
    this.#file = file;
    this.#reserve = reserve;
    this.#release = release;
  }

  async append(chunk: Buffer): Promise<void> {
    this.#reserve(chunk.length);
    this.#reserved += chunk.length;
    const end = this.written + chunk.length;
    for (let done = 0; done < chunk.length;)
      done += (await this.#file.write(chunk, done, chunk.length - done, end - chunk.length + done)).bytesWritten;
    this.written = end;
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Waits for the next bytes; null at the end. */
  async next(): Promise<Buffer | null> {
    if (this.read === this.written && !this.#ended)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.read === this.written) return null;
    const { buffer, bytesRead } = await this.#file.read(
      Buffer.allocUnsafe(Math.min(CHUNK, this.written - this.read)),
      0,
      null,
      this.read,
    );
    this.read += bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  /** Closes the writer or the reader. The second call closes the file, and thereby deletes it. */
  closeSide(): void {
    this.#openSides -= 1;
    if (this.#openSides > 0) return;
    this.#release(this.#reserved);
    this.#file.close().catch(() => undefined);
  }
}

function writerOf(file: SpoolFile): Writable {
  const append = callbackify((chunk: Buffer) => file.append(chunk));
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => append(chunk, done),
    final: (done) => {
      file.end();
      done();
    },
    destroy: (error, done) => {
      file.closeSide();
      done(error);
    },
  });
}

function readerOf(file: SpoolFile, stopWatch: () => void): Readable {
  const reader: Readable = new Readable({
    highWaterMark: CHUNK,
    read: () => {
      file.next().then(
        (chunk) => reader.push(chunk),
        (error: Error) => reader.destroy(error),
      );
    },
    destroy: (error, done) => {
      stopWatch();
      file.closeSide();
      done(error);
    },
  });
  return reader;
}

/** Watches a reader, and disconnects it if it is too slow. @returns ends the watch */
function watchReader(
  file: SpoolFile,
  { bytesPerPeriod, periodMs, maxDurationMs }: SpoolLimits,
  disconnect: () => void,
): () => void {
  let atPeriodStart = { read: 0, written: 0 };
  const paceTimer = setInterval(() => {
    // bytes that were written during the period do not count: they may be too recent to be read
    const hadMore = file.read < atPeriodStart.written;
    if (hadMore && file.read - atPeriodStart.read < bytesPerPeriod) disconnect();
    atPeriodStart = { read: file.read, written: file.written };
  }, periodMs).unref();
  const durationTimer = setTimeout(disconnect, maxDurationMs).unref();
  return () => {
    clearInterval(paceTimer);
    clearTimeout(durationTimer);
  };
}

/** Opens a temporary file that is deleted when it is closed. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `bordereau-download-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
