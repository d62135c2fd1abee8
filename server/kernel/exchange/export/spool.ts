import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { callbackify } from 'node:util';
import { Refusal } from '../../../errors.ts';

/** How much room downloads may use, and how slow their readers may be. */
export interface SpoolLimits {
  /** bytes of all downloads of one person that are not yet read to their end */
  personBytes: number;
  /** bytes of all downloads that are not yet read to their end */
  allBytes: number;
  /** downloads of one person that are not yet read to their end */
  perPerson: number;
  /**
   * a reader that takes less than this many bytes within `periodMs`, though more were there when it began, is cut off
   */
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
  /** takes bytes as fast as the disk does, however slow the reader is */
  in: Writable;
  /** what was written so far, and then what comes */
  out: Readable;
}

/** What the open downloads of one person use. */
interface Use {
  downloads: number;
  bytes: number;
}

/**
 * Files between writers and slow readers of downloads: what a writer holds, such as a database session, is free as soon
 * as all is on the disk. A file has no name while it is in use, so that nothing is left behind when the process dies.
 */
export class Spools {
  readonly #limits: SpoolLimits;
  /** person → their downloads that are not yet read to their end */
  readonly #open = new Map<string, Use>();
  #bytes = 0;

  constructor(limits: SpoolLimits = SPOOL_LIMITS) {
    this.#limits = limits;
  }

  /** Bytes of all downloads that are not yet read to their end. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * @param cutOff ends the connection of a reader that is too slow
   * @throws Refusal 429 where the person has as many downloads, or bytes of them, as one may have; 503 where the room
   *   for all is used up
   */
  async open(person: string, cutOff: () => void): Promise<Spool> {
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
      return { in: writerOf(file), out: readerOf(file, watchReader(file, this.#limits, cutOff)) };
    } catch (error) {
      this.#close(person, own, 0);
      throw error;
    }
  }

  /** Takes room for more bytes. @throws Error when there is not enough */
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

/** One file, with a place up to which it is written and one up to which it is read. */
class SpoolFile {
  written = 0;
  read = 0;
  readonly #file: FileHandle;
  readonly #claim: (bytes: number) => void;
  readonly #release: (bytes: number) => void;
  /** room taken: what is written, and what is being written */
  #claimed = 0;
  #ended = false;
  #sides = 2;
  #wake = (): void => undefined;

  /** @param claim takes room for more bytes @param release gives all of it back, once the file is gone */
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

  /** The next bytes, as soon as there are some; null at the end. */
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

  /** The writer or the reader is done; with both the file is gone. */
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

/** Cuts off a reader that is too slow. @returns ends the watch */
function watchReader(
  file: SpoolFile,
  { bytesPerPeriod, periodMs, longestMs }: SpoolLimits,
  cutOff: () => void,
): () => void {
  let begin = { read: 0, written: 0 };
  const pace = setInterval(() => {
    // what was written within the period may have come a moment ago
    if (file.read < begin.written && file.read - begin.read < bytesPerPeriod) cutOff();
    begin = { read: file.read, written: file.written };
  }, periodMs).unref();
  const longest = setTimeout(cutOff, longestMs).unref();
  return () => {
    clearInterval(pace);
    clearTimeout(longest);
  };
}

/** A file that is gone as soon as it is closed. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `bordereau-download-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
