import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { callbackify } from 'node:util';
import { Refusal } from '../../../errors.ts';

/** Limits of the disk space of downloads, and of the slowness of their readers. */
export interface SpoolLimits {
  /** bytes of the unfinished downloads of one person */
  personBytes: number;
  /** bytes of all unfinished downloads */
  allBytes: number;
  /** unfinished downloads of one person */
  perPerson: number;
  /** a reader that reads fewer bytes in `periodMs`, although more were available when it began, is disconnected */
  bytesPerPeriod: number;
  periodMs: number;
  /** longest time of a download */
  longestMs: number;
}

export const SPOOL_LIMITS: SpoolLimits = {
  personBytes: 1_073_741_824,
  allBytes: 4_294_967_296,
  perPerson: 10,
  bytesPerPeriod: 491_520,
  periodMs: 30_000,
  longestMs: 3_600_000,
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
interface Use {
  downloads: number;
  bytes: number;
}

/**
 * Buffers downloads in files, so that a writer releases its resources, such as a database session, as soon as all bytes
 * are on the disk, however slow the reader is. A file has no name while it is in use, so that no file remains when the
 * process is killed.
 */
export class Spools {
  readonly #limits: SpoolLimits;
  /** person → their unfinished downloads */
  readonly #open = new Map<string, Use>();
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
   * @throws Refusal 429 at the limit of downloads or bytes of the person; 503 at that of all downloads
   */
  async open(person: string, disconnect: () => void): Promise<Spool> {
    const { perPerson, personBytes, allBytes } = this.#limits;
    const own = this.#open.get(person) ?? { downloads: 0, bytes: 0 };
    if (own.downloads >= perPerson || own.bytes >= personBytes)
      throw new Refusal('tooMany', 'MSG_generic_0430').withRetryAfter(RETRY_SECONDS);
    if (this.#bytes >= allBytes) throw new Refusal('unavailable', 'MSG_generic_0431').withRetryAfter(RETRY_SECONDS);
    own.downloads += 1;
    this.#open.set(person, own);
    try {
      const file = new SpoolFile(
        await openNameless(),
        (bytes) => this.#claim(own, bytes),
        (bytes) => this.#close(person, own, bytes),
      );
      return { in: writerOf(file), out: readerOf(file, watchReader(file, this.#limits, disconnect)) };
    } catch (error) {
      this.#close(person, own, 0);
      throw error;
    }
  }

  /** Reserves disk space. @throws Error if too little is left */
  #claim(own: Use, bytes: number): void {
    if (own.bytes + bytes > this.#limits.personBytes || this.#bytes + bytes > this.#limits.allBytes)
      throw new Error('downloads have used up their room on the disk');
    own.bytes += bytes;
    this.#bytes += bytes;
  }

  #close(person: string, own: Use, bytes: number): void {
    own.bytes -= bytes;
    this.#bytes -= bytes;
    own.downloads -= 1;
    if (own.downloads === 0) this.#open.delete(person);
  }
}

/** A file with a writer and a reader, each at its own position. */
class SpoolFile {
  written = 0;
  read = 0;
  readonly #file: FileHandle;
  readonly #claim: (bytes: number) => void;
  readonly #release: (bytes: number) => void;
  /** reserved bytes: the written ones, and those that are being written */
  #claimed = 0;
  #ended = false;
  #sides = 2;
  #wake = (): void => undefined;

  /** @param claim reserves disk space @param release releases all of it, when the file is closed */
  constructor(file: FileHandle, claim: (bytes: number) => void, release: (bytes: number) => void) {
    this.#file = file;
    this.#claim = claim;
    this.#release = release;
  }

  async append(chunk: Buffer): Promise<void> {
    this.#claim(chunk.length);
    this.#claimed += chunk.length;
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

  /** Closes the writer or the reader. The second call closes the file, which deletes it. */
  closeSide(): void {
    this.#sides -= 1;
    if (this.#sides > 0) return;
    this.#release(this.#claimed);
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

/** Disconnects a reader that is too slow. @returns ends the watch */
function watchReader(
  file: SpoolFile,
  { bytesPerPeriod, periodMs, longestMs }: SpoolLimits,
  disconnect: () => void,
): () => void {
  let begin = { read: 0, written: 0 };
  const pace = setInterval(() => {
    // bytes that were written within the period may be too recent to be read
    if (file.read < begin.written && file.read - begin.read < bytesPerPeriod) disconnect();
    begin = { read: file.read, written: file.written };
  }, periodMs).unref();
  const longest = setTimeout(disconnect, longestMs).unref();
  return () => {
    clearInterval(pace);
    clearTimeout(longest);
  };
}

/** Opens a temporary file that is deleted when it is closed. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `bordereau-download-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
