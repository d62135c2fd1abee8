import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { DEFAULT_LIMITS } from '../../../spreadsheet/limits.ts';
import { openArchive, type Archive } from '../../../spreadsheet/read/archive.ts';
import { readAllElements } from '../../../spreadsheet/read/elements.ts';
import { TransferRefused } from '../../../spreadsheet/transferRefused.ts';

const CONTENT_TYPES = '[content_types].xml';
/** Default limit of the bytes of a part that is read. */
const MAX_READ_PART = 1_000_000;
const MAX_TEXT = 100_000;
const MAX_START = 1000;
/** A document has up to 7.5 MiB. Its XML is compressed to about a twentieth, its pictures hardly at all. */
const LIMITS = { ...DEFAULT_LIMITS, maxInflatedBytes: 128_000_000 };

/** Content types of parts with macros. */
export const MACRO_TYPES = /vbaProject|vbaData|macroEnabled|macrosheet/i;
/** Names of parts with macros. */
export const MACRO_PARTS = /(?:^|\/)vba(?:project|data)[^/]*$/;

/** Limits the unpacked bytes and the parts of a document, together with the packages in it. */
export class UnpackBudget {
  #bytes = 0;
  #parts = 0;

  /** @throws TransferRefused for more parts than a document may have */
  addParts(count: number): void {
    this.#parts += count;
    if (this.#parts > LIMITS.maxEntries) throw new TransferRefused(UPLOAD.bomb);
  }

  /**
   * Yields the chunks of a part, and counts their bytes.
   *
   * @throws TransferRefused for a document that exceeds the limit, and for a part with more than `maxBytes`
   */
  async *count(chunks: AsyncIterable<Buffer>, maxBytes = Infinity): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      this.#bytes += chunk.length;
      if (bytes > maxBytes || this.#bytes > LIMITS.maxInflatedBytes) throw new TransferRefused(UPLOAD.bomb);
      yield chunk;
    }
  }
}

/** An Office package (`.docx`, `.xlsx`), whose parts are counted while they are read. */
export interface OpenXml {
  /** the content types of all parts */
  types: readonly string[];
  names(): Iterable<string>;
  has(name: string): boolean;
  /** Reads a part. */
  read(name: string, maxBytes?: number): AsyncGenerator<Buffer>;
  /** Reads the first bytes of a part, without counting them. */
  start(name: string): Promise<Buffer>;
  /** Unpacks a part to count it. */
  skip(name: string): Promise<void>;
}

/**
 * Opens a package, runs `work` with it and closes it.
 *
 * @returns the result of `work`; undefined for a zip file that is not a package
 * @throws TransferRefused for a damaged file, and for a file that unpacks to too many bytes or parts
 */
export async function withOpenXml<T>(
  bytes: Buffer,
  budget: UnpackBudget,
  work: (file: OpenXml) => Promise<T>,
): Promise<T | undefined> {
  const archive = await openArchive(bytes, LIMITS);
  try {
    budget.addParts([...archive.names()].length);
    if (!archive.has(CONTENT_TYPES)) return undefined;
    return await work({
      types: await contentTypes(archive, budget),
      names: () => archive.names(),
      has: (name) => archive.has(name),
      read: (name, maxBytes = MAX_READ_PART) => budget.count(archive.read(name), maxBytes),
      async start(name) {
        for await (const chunk of archive.read(name)) return chunk.subarray(0, MAX_START);
        return Buffer.alloc(0);
      },
      async skip(name) {
        for await (const _chunk of budget.count(archive.read(name)));
      },
    });
  } finally {
    archive.close();
  }
}

async function contentTypes(archive: Archive, budget: UnpackBudget): Promise<string[]> {
  const types: string[] = [];
  await readAllElements(budget.count(archive.read(CONTENT_TYPES), MAX_READ_PART), MAX_TEXT, {
    open(_name, { ContentType: type }) {
      if (type !== undefined) types.push(type);
    },
  });
  return types;
}
