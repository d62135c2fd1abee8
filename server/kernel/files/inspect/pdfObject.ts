import { PdfTooComplex, type PdfLexer, type PdfToken } from './pdfLexer.ts';

/** What an object of a PDF may do when somebody opens the file or clicks in it. */
export type PdfThreat = 'script' | 'launch' | 'submit' | 'embedded' | 'encrypted' | PdfMark;
/** Threats only in combination: an address that refers to another object, and an object that is a file address. */
export type PdfMark = 'address' | 'fileName';

/** The dictionary before a stream. */
export interface StreamDictionary {
  keys: ReadonlySet<string>;
  values(key: string): readonly PdfToken[];
}

export interface PdfObject {
  threats: ReadonlySet<PdfThreat>;
  /** offset of the bytes of the stream after the object, and its dictionary */
  stream?: { at: number; dictionary: StreamDictionary };
}

interface Frame {
  isDictionary: boolean;
  key: string | undefined;
  isKeyNext: boolean;
  keys: Set<string>;
  values: Map<string, PdfToken[]>;
}

/** Words that end an object, also an incomplete one. */
const ENDS: ReadonlySet<string> = new Set(['endobj', 'endstream', 'obj', 'xref', 'trailer', 'startxref']);
/** Actions that start a program, open another file or read data from one. */
const LAUNCHES: ReadonlySet<string> = new Set(['Launch', 'GoToR', 'GoToE', 'ImportData']);
/** The action that sends the content of a form, which may run when a page opens. */
const SUBMIT = 'SubmitForm';
/** Keys whose value is an address. */
const ADDRESSES: ReadonlySet<string> = new Set(['URI', 'Base']);
const FILE_ADDRESS = /^\s*(?:file:|[\\/]{2})/i;
const MULTIMEDIA: ReadonlySet<string> = new Set(['RichMedia', 'RichMediaExecute', 'RichMediaContent']);
/** Keys whose values are kept. */
const KEPT: ReadonlySet<string> = new Set(['F', 'UF', 'Filter', 'DecodeParms', 'DP', 'First', 'Type']);
const MAX_KEPT = 20;
const MAX_DEPTH = 200;
/** Structured data that belongs to electronic invoices (ZUGFeRD, Factur-X, XBRL). */
const INVOICE_DATA = /\.(?:xml|xbrl)$/i;

/**
 * Reads the object at the offset of the lexer. As in viewers, the end closes open dictionaries and arrays.
 *
 * @param isSingle ends after one value, as objects in object streams do
 * @throws PdfTooComplex
 */
export function readPdfObject(lexer: PdfLexer, isSingle = false): PdfObject {
  const reader = new ObjectReader();
  for (let token = lexer.next(); token; token = lexer.next()) {
    if (token.type === 'word' && ENDS.has(token.text)) break;
    if (token.type === 'word' && token.text === 'stream')
      return { ...reader.end(), stream: { at: lexer.at, dictionary: reader.dictionary() } };
    reader.take(token);
    if (isSingle && reader.isOver) break;
  }
  return reader.end();
}

class ObjectReader {
  readonly #threats = new Set<PdfThreat>();
  readonly #frames: Frame[] = [];
  #last: Frame = frame(true);
  isOver = false;

  take(token: PdfToken): void {
    switch (token.type) {
      case '<<':
      case '[':
        this.#value(token);
        if (this.#frames.length >= MAX_DEPTH) throw new PdfTooComplex();
        this.#frames.push(frame(token.type === '<<'));
        return;
      case '>>':
      case ']': {
        const closed = this.#frames.pop();
        if (closed?.isDictionary) this.#check(closed);
        this.isOver = this.#frames.length === 0;
        return;
      }
      default:
        if (token.type === 'name') this.#checkName(token.text);
        this.#value(token);
        this.isOver = this.#frames.length === 0;
    }
  }

  end(): PdfObject {
    for (const open of this.#frames.splice(0)) if (open.isDictionary) this.#check(open);
    return { threats: this.#threats };
  }

  /** The last closed dictionary, which is the one before the word `stream`. */
  dictionary(): StreamDictionary {
    const { keys, values } = this.#last;
    return { keys, values: (key) => values.get(key) ?? [] };
  }

  /** Adds the threats of names that are threats in any position. */
  #checkName(name: string): void {
    if (name === 'JavaScript' || name === 'XFA') this.#threats.add('script');
    if (MULTIMEDIA.has(name)) this.#threats.add('embedded');
  }

  #value(token: PdfToken): void {
    const inside = this.#frames.at(-1);
    // the type of an action may be a reference to an object that is only a name
    const isActionType = inside === undefined || (inside.isDictionary && inside.key === 'S' && !inside.isKeyNext);
    if (token.type === 'name' && isActionType && LAUNCHES.has(token.text)) this.#threats.add('launch');
    if (token.type === 'name' && isActionType && token.text === SUBMIT) this.#threats.add('submit');
    this.#checkAddress(token, inside);
    if (inside?.isDictionary) {
      if (inside.isKeyNext && token.type === 'name') {
        inside.key = token.text;
        inside.keys.add(token.text);
        inside.isKeyNext = false;
        return;
      }
      // a reference such as `12 0 R` is three words; only a name is taken as the next key
      inside.isKeyNext = true;
    }
    const holder = this.#frames.findLast(({ isDictionary }) => isDictionary);
    if (holder?.key === undefined || !KEPT.has(holder.key)) return;
    const kept = holder.values.get(holder.key) ?? [];
    if (kept.length < MAX_KEPT) holder.values.set(holder.key, [...kept, token]);
  }

  /** Checks the address of a link, which may be an object of its own. */
  #checkAddress(token: PdfToken, inside: Frame | undefined): void {
    const isAddress = inside?.isDictionary && ADDRESSES.has(inside.key ?? '') && !inside.isKeyNext;
    if (isAddress && token.type === 'word') this.#threats.add('address');
    if (token.type !== 'string' || (inside && !isAddress) || !FILE_ADDRESS.test(decoded(token.text))) return;
    this.#threats.add(inside ? 'launch' : 'fileName');
  }

  #check(dictionary: Frame): void {
    this.#last = dictionary;
    const { keys, values } = dictionary;
    if (keys.has('JS') && keys.has('S')) this.#threats.add('script');
    if (keys.has('Encrypt') && ['Root', 'Size', 'ID'].some((key) => keys.has(key))) this.#threats.add('encrypted');
    if (keys.has('EF') && !isInvoiceData([...(values.get('F') ?? []), ...(values.get('UF') ?? [])]))
      this.#threats.add('embedded');
  }
}

const frame = (isDictionary: boolean): Frame => ({
  isDictionary,
  key: undefined,
  isKeyNext: true,
  keys: new Set(),
  values: new Map(),
});

/** Decodes the escapes of a string (ISO 32000-1 §7.3.4.2); of UTF-16, the low bytes remain. */
const decoded = (text: string): string =>
  text
    .replaceAll(/\\(?:([0-7]{1,3})|(\r\n|[^]))/g, (_, octal?: string, other?: string) =>
      octal === undefined ? (ESCAPES[other!] ?? other!) : String.fromCharCode(Number.parseInt(octal, 8) & 0xff),
    )
    .replaceAll(/^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)|\0/g, '');
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\n': '',
  '\r': '',
  '\r\n': '',
};

/** Whether all names of an attached file are those of invoice data. Names in UTF-16 contain zero bytes. */
const isInvoiceData = (names: readonly PdfToken[]): boolean =>
  names.length > 0 &&
  names.every((token) => token.type === 'string' && INVOICE_DATA.test(token.text.replaceAll('\0', '')));
