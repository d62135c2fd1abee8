import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { callbackify } from 'node:util';

/** How much room downloads may use, and how slow their readers may be. */
export interface SpoolLimits {
  /** bytes of one download */
  bytes: number;
  /** bytes of all downloads that are not yet read to their end */
  allBytes: number;
  /** downloads of one person that are not yet read to their end */
  perPerson: number;
  /** a reader that takes less than this many bytes within `periodMs`, though there are more, is cut off */
  bytesPerPeriod: number;
  periodMs: number;
  /** longest time of a download */
  longestMs: number;
}

export const SPOOL_LIMITS: SpoolLimits = { bytes: 1_073_741_824, allBytes: 4_294_967_296, perPerson: 10, bytesPerPeriod: 491_520, periodMs: 30_000, longestMs: 3_600_000 };

const CHUNK = 65_536;

/** A download between its writer and its reader. */
export interface Spool {
  /** takes bytes as fast as the disk does, however slow the reader is */
  in: Writable;
  /** what was written so far, and then what comes */
  out: Readable;
}

/**
 * Files between writers and slow readers of downloads: what a writer holds, such as a database session, is free as soon as all is on the
 * disk. A file has no name while it is in use, so that nothing is left behind when the process dies.
 */
export class Spools {
  readonly #limits: SpoolLimits;
  readonly #open = new Map<string, number>();
  #bytes = 0;

  constructor(limits: SpoolLimits = SPOOL_LIMITS) {
    this.#limits = limits;
  }

  /**
   * @param cutOff ends the connection of a reader that is too slow
   * @returns undefined where the person has as many downloads as one may have, or the room for all is used up
   */
  async open(person: string, cutOff: () => void): Promise<Spool | undefined> {
    const { perPerson, allBytes } = this.#limits;
    const own = this.#open.get(person) ?? 0;
    if (own >= perPerson || this.#bytes >= allBytes) return undefined;
    this.#open.set(person, own + 1);
    try {
      const file = new SpoolFile(await openNameless(), (bytes) => this.#claim(bytes), () => this.#closed(person));
      return { in: writerOf(file), out: readerOf(file, watchReader(file, this.#limits, cutOff)) };
    } catch (error) {
      this.#closed(person);
      throw error;
    }
  }

  /** Takes room for so many bytes more, or gives it back. @throws Error when there is not enough */
  #claim(bytes: number): void {
    if (this.#bytes + bytes > this.#limits.allBytes) throw new Error('downloads have used up their room on the disk');
    this.#bytes += bytes;
  }

  #closed(person: string): void {
    const own = this.#open.get(person)! - 1;
    if (own === 0) this.#open.delete(person);
    else this.#open.set(person, own);
  }
}

/** One file, with a place up to which it is written and one up to which it is read. */
class SpoolFile {
  written = 0;
  read = 0;
  readonly #file: FileHandle;
  readonly #claim: (bytes: number) => void;
  readonly #closed: () => void;
  #ended = false;
  #sides = 2;
  #wake = (): void => undefined;

  constructor(file: FileHandle, claim: (bytes: number) => void, closed: () => void) {
    this.#file = file;
    this.#claim = claim;
    this.#closed = closed;
  }

  async append(chunk: Buffer): Promise<void> {
    this.#claim(chunk.length);
    const end = this.written + chunk.length;
    for (let done = 0; done < chunk.length;) done += (await this.#file.write(chunk, done, chunk.length - done, end - chunk.length + done)).bytesWritten;
    this.written = end;
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** The next bytes, as soon as there are some; null at the end. */
  async next(): Promise<Buffer | null> {
    if (this.read === this.written && !this.#ended) await new Promise<void>((resolve) => { this.#wake = resolve; });
    if (this.read === this.written) return null;
    const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(Math.min(CHUNK, this.written - this.read)), 0, null, this.read);
    this.read += bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  /** The writer or the reader is done; with both the file is gone. */
  closeSide(): void {
    this.#sides -= 1;
    if (this.#sides > 0) return;
    this.#claim(-this.written);
    this.#closed();
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
    read: () => { file.next().then((chunk) => reader.push(chunk), (error: Error) => reader.destroy(error)); },
    destroy: (error, done) => {
      stopWatch();
      file.closeSide();
      done(error);
    },
  });
  return reader;
}

/** Cuts off a reader that is too slow. @returns ends the watch */
function watchReader(file: SpoolFile, { bytesPerPeriod, periodMs, longestMs }: SpoolLimits, cutOff: () => void): () => void {
  let before = 0;
  const pace = setInterval(() => {
    if (file.read < file.written && file.read - before < bytesPerPeriod) cutOff();
    before = file.read;
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
