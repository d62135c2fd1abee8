import { inflateSync, constants } from 'node:zlib';
import { ATTACHMENT_MESSAGE } from '../../../../generator/language/attachment.ts';
import type { Problem } from '../../../../generator/language/violation.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { Budget, PdfLexer, PdfTooComplex } from './pdfLexer.ts';
import { readPdfObject, type PdfMark, type PdfObject, type PdfThreat, type StreamDictionary } from './pdfObject.ts';

/**
 * Limit of bytes that are read as PDF syntax. The largest file has much less, even with its unpacked object streams.
 */
const MAX_LEXED = 128_000_000;
/** Limit of tokens that are read: as many as 20 MB of PDF syntax contain. A token takes about half a microsecond. */
const MAX_TOKENS = 4_000_000;
const MAX_INFLATED = 64_000_000;
/** Bytes at the end in which a viewer searches for the end mark. */
const END_BYTES = 2048;
/** Limit of bytes before the first object of an object stream. */
const MAX_HEADER = 1_000_000;

const KEYS: Readonly<Record<Exclude<PdfThreat, PdfMark>, string>> = {
  encrypted: ATTACHMENT_MESSAGE.pdfProtected,
  script: ATTACHMENT_MESSAGE.pdfScript,
  launch: ATTACHMENT_MESSAGE.pdfLaunch,
  submit: ATTACHMENT_MESSAGE.pdfSubmit,
  embedded: ATTACHMENT_MESSAGE.pdfEmbedded,
};

/**
 * Returns the worst threat in a PDF; undefined without one. Threats are scripts, starting programs, and opening or
 * embedding other files. An encrypted PDF is refused, because its object streams cannot be read.
 *
 * A viewer finds objects by their offsets, which may be inside text, comments or streams of other objects. So an object
 * is read after each `obj` in the file, and each object of an object stream at its own offset.
 */
export function pdfProblem(bytes: Buffer): Problem | undefined {
  if (!isComplete(bytes)) return { key: ATTACHMENT_MESSAGE.pdfIncomplete, params: {} };
  try {
    const threats = new Scan(bytes).threats();
    if (threats.has('address') && threats.has('fileName')) return { key: KEYS.launch, params: {} };
    const worst = (Object.keys(KEYS) as (keyof typeof KEYS)[]).find((threat) => threats.has(threat));
    return worst === undefined ? undefined : { key: KEYS[worst], params: {} };
  } catch (error) {
    if (error instanceof Unreadable || error instanceof PdfTooComplex)
      return { key: ATTACHMENT_MESSAGE.unreadable, params: {} };
    if (error instanceof Bomb) return { key: UPLOAD.bomb, params: {} };
    throw error;
  }
}

/**
 * Whether a file ends like a PDF, with the offset of its cross-reference table and the end mark. Like viewers, it
 * searches near the end, because some programs write meaningless bytes after the end mark.
 */
function isComplete(bytes: Buffer): boolean {
  const end = bytes.toString('latin1', Math.max(0, bytes.length - END_BYTES));
  return /startxref\s+\d+\s/.test(end.slice(0, Math.max(0, end.lastIndexOf('%%EOF'))));
}

/** An object stream cannot be read, or has a form that common programs do not write. */
class Unreadable extends Error {}
/** The object streams unpack to more than `MAX_INFLATED` bytes. */
class Bomb extends Error {}

/** Collects the threats of all objects in a file. */
class Scan {
  readonly #bytes: Buffer;
  readonly #budget = new Budget(MAX_LEXED, MAX_TOKENS);
  readonly #found = new Set<PdfThreat>();
  #inflated = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  threats(): ReadonlySet<PdfThreat> {
    for (const word of ['obj', 'trailer']) {
      for (let offset = this.#bytes.indexOf(word); offset >= 0; offset = this.#bytes.indexOf(word, offset + 1)) {
        if (word === 'obj' && this.#bytes.toString('latin1', Math.max(0, offset - 3), offset) === 'end') continue;
        this.#read(offset + word.length);
        // the content of an encrypted file cannot be read
        if (this.#found.has('encrypted')) return this.#found;
      }
    }
    return this.#found;
  }

  #read(offset: number): void {
    const { stream } = this.#addThreats(readPdfObject(new PdfLexer(this.#bytes, offset, this.#budget)));
    if (stream && isObjectStream(stream.dictionary)) this.#readObjectStream(stream.offset, stream.dictionary);
  }

  #addThreats(object: PdfObject): PdfObject {
    for (const threat of object.threats) this.#found.add(threat);
    return object;
  }

  /**
   * Reads the objects of an object stream. The stream begins with a pair of numbers for each object: its object number,
   * and its offset from `First` (ISO 32000-1 §7.5.7).
   */
  #readObjectStream(streamOffset: number, dictionary: StreamDictionary): void {
    const first = numberOf(dictionary, 'First');
    if (first > MAX_HEADER) throw new Unreadable();
    const content = this.#content(streamOffset, dictionary);
    const header = content.toString('latin1', 0, Math.min(first, content.length));
    this.#budget.spend(header.length, 0);
    const numbers = header.match(/\d+/g) ?? [];
    this.#budget.spend(0, numbers.length);
    const offsets = new Set(numbers.filter((_, index) => index % 2 === 1).map(Number));
    for (const offset of offsets)
      this.#addThreats(readPdfObject(new PdfLexer(content, first + offset, this.#budget), true));
  }

  /** The unpacked content of an object stream. @throws Unreadable for a filter other than Flate */
  #content(offset: number, dictionary: StreamDictionary): Buffer {
    const filters = dictionary.values('Filter').filter(({ type }) => type !== '[');
    const packed = this.#bytes.subarray(startOfData(this.#bytes, offset));
    if (dictionary.keys.has('DecodeParms') || dictionary.keys.has('DP')) throw new Unreadable();
    if (!dictionary.keys.has('Filter')) return packed;
    const [filter, ...more] = filters;
    if (filter?.type !== 'name' || !['FlateDecode', 'Fl'].includes(filter.text) || more.length > 0)
      throw new Unreadable();
    return this.#inflate(packed);
  }

  #inflate(packed: Buffer): Buffer {
    try {
      const content = inflateSync(packed, {
        maxOutputLength: MAX_INFLATED - this.#inflated,
        finishFlush: constants.Z_SYNC_FLUSH,
      });
      this.#inflated += content.length;
      return content;
    } catch (error) {
      throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? new Bomb() : new Unreadable();
    }
  }
}

/** Only object streams have `First`; `Type` may be a reference to another object. */
const isObjectStream = (dictionary: StreamDictionary): boolean =>
  dictionary.keys.has('First') ||
  dictionary.values('Type').some((token) => token.type === 'name' && token.text === 'ObjStm');

/** The value of a key that must be a number. @throws Unreadable for any other value, such as a reference */
function numberOf(dictionary: StreamDictionary, key: string): number {
  const [token, ...more] = dictionary.values(key);
  if (token?.type !== 'word' || !/^\d{1,9}$/.test(token.text) || more.length > 0) throw new Unreadable();
  return Number(token.text);
}

/** The offset of the data of a stream, after the end of line that follows the word `stream`. */
function startOfData(bytes: Buffer, offset: number): number {
  const start = bytes[offset] === 0x0d ? offset + 1 : offset;
  return bytes[start] === 0x0a ? start + 1 : start;
}
