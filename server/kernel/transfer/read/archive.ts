import { fromBufferPromise, openPromise, type Entry } from 'yauzl';
import type { Limits } from '../limits.ts';
import { TransferRefused } from '../refused.ts';

/** The parts of an xlsx file, by name in lower case and without a leading slash, as the format compares them. */
export interface Archive {
  has(name: string): boolean;
  /** the unpacked bytes of a part, counted against the limits */
  read(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

const RATIO_MATTERS_FROM = 1_000_000;

/**
 * Opens a zip file and reads its directory only.
 * @throws TransferRefused for a damaged or encrypted file, and for one that would unpack to more than `limits` allow;
 *   what the directory declares is judged here, what really comes out is counted while a part is read
 */
export async function openArchive(origin: string | Buffer, limits: Limits): Promise<Archive> {
  const zip = await (typeof origin === 'string' ? openPromise(origin, { autoClose: false }) : fromBufferPromise(origin)).catch(damaged);
  const entries = new Map<string, Entry>();
  let declared = 0;
  let inflated = 0;
  try {
    if (zip.entryCount > limits.maxEntries) throw new TransferRefused('MSG_upload_0007');
    for await (const entry of zip.eachEntry()) {
      declared += entry.uncompressedSize;
      if (declared > limits.maxInflatedBytes || isBomb(entry, limits)) throw new TransferRefused('MSG_upload_0007');
      if (entry.isEncrypted()) throw new TransferRefused('MSG_upload_0005');
      const name = partName(entry.fileName);
      if (entries.has(name)) throw new TransferRefused('MSG_upload_0006');
      entries.set(name, entry);
    }
  } catch (error) {
    zip.close();
    throw error instanceof TransferRefused ? error : new TransferRefused('MSG_upload_0006', {}, { cause: error });
  }

  async function* read(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(partName(name));
    if (!entry) throw new TransferRefused('MSG_upload_0006');
    const stream = await zip.openReadStreamPromise(entry).catch(damaged);
    const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await chunks.next().catch(damaged);
        if (next.done) return;
        inflated += next.value.length;
        if (inflated > limits.maxInflatedBytes) throw new TransferRefused('MSG_upload_0007');
        yield next.value;
      }
    } finally {
      stream.destroy();
    }
  }

  return { has: (name) => entries.has(partName(name)), read, close: () => zip.close() };
}

const partName = (name: string): string => name.replace(/^\/+/, '').toLowerCase();

const isBomb = (entry: Entry, limits: Limits): boolean =>
  entry.uncompressedSize > RATIO_MATTERS_FROM && entry.uncompressedSize > entry.compressedSize * limits.maxRatio;

function damaged(cause: unknown): never {
  throw new TransferRefused('MSG_upload_0006', {}, { cause });
}
