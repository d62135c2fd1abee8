import { fromBufferPromise, openPromise, type Entry } from 'yauzl';
import type { Limits } from '../limits.ts';
import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused } from '../transferRefused.ts';

/**
 * The parts of an Office file. Names are compared in lower case and without a leading slash (as the format requires).
 */
export interface Archive {
  names(): Iterable<string>;
  has(name: string): boolean;
  /** Unpacks a part, and counts its bytes against the limits. */
  read(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

/** The ratio of a part is checked only if it has more unpacked bytes than this. */
const MIN_RATIO_BYTES = 1_000_000;

/**
 * Opens a zip file and reads its directory. The declared sizes are checked here, the actual sizes while parts are read.
 *
 * @throws TransferRefused for a damaged or encrypted file, and for a file that unpacks to more than `limits` allow
 */
export async function openArchive(origin: string | Buffer, limits: Limits): Promise<Archive> {
  const zip = await (
    typeof origin === 'string' ? openPromise(origin, { autoClose: false }) : fromBufferPromise(origin)
  ).catch(damaged);
  const entries = new Map<string, Entry>();
  let declared = 0;
  let inflated = 0;
  try {
    if (zip.entryCount > limits.maxEntries) throw new TransferRefused(UPLOAD.bomb);
    for await (const entry of zip.eachEntry()) {
      declared += entry.uncompressedSize;
      if (declared > limits.maxInflatedBytes || isBomb(entry, limits)) throw new TransferRefused(UPLOAD.bomb);
      if (entry.isEncrypted()) throw new TransferRefused(UPLOAD.encrypted);
      const name = partName(entry.fileName);
      if (entries.has(name)) throw new TransferRefused(UPLOAD.damaged);
      entries.set(name, entry);
    }
  } catch (error) {
    zip.close();
    throw error instanceof TransferRefused ? error : new TransferRefused(UPLOAD.damaged, {}, { cause: error });
  }

  async function* read(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(partName(name));
    if (!entry) throw new TransferRefused(UPLOAD.damaged);
    const stream = await zip.openReadStreamPromise(entry).catch(damaged);
    const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await chunks.next().catch(damaged);
        if (next.done) return;
        inflated += next.value.length;
        if (inflated > limits.maxInflatedBytes) throw new TransferRefused(UPLOAD.bomb);
        yield next.value;
      }
    } finally {
      stream.destroy();
    }
  }

  return { names: () => entries.keys(), has: (name) => entries.has(partName(name)), read, close: () => zip.close() };
}

const partName = (name: string): string => name.replace(/^\/+/, '').toLowerCase();

const isBomb = (entry: Entry, limits: Limits): boolean =>
  entry.uncompressedSize > MIN_RATIO_BYTES && entry.uncompressedSize > entry.compressedSize * limits.maxRatio;

function damaged(cause: unknown): never {
  throw new TransferRefused(UPLOAD.damaged, {}, { cause });
}
