import { PdfTooComplex, type PdfLexer, type PdfToken } from './pdfLexer.ts';

/** What an object of a PDF may do when a person opens the file or clicks in it. */
export type PdfThreat = 'script' | 'launch' | 'submit' | 'embedded' | 'encrypted' | PdfMark;
/**
 * Marks that are a threat only together: an address that refers to another object, and an object with a file address.
 */
export type PdfMark = 'address' | 'fileName';

/** The dictionary before a stream. */
export interface StreamDictionary {
  keys: ReadonlySet<string>;
  values(key: string): readonly PdfToken[];
}

/** What the inspection found in an object of a PDF file. */
export interface PdfObject {
  threats: ReadonlySet<PdfThreat>;
  /** offset of the bytes of the stream after the object, and its dictionary */
  stream?: { offset: number; dictionary: StreamDictionary };
}

/** An open dictionary or array. */
interface Frame {
  isDictionary: boolean;
  key: string | undefined;
  isKeyNext: boolean;
  keys: Set<string>;
  values: Map<string, PdfToken[]>;
}

/** Words that end an object, even if it is incomplete. */
const ENDS: ReadonlySet<string> = new Set(['endobj', 'endstream', 'obj', 'xref', 'trailer', 'startxref']);
/** Actions that start a program, open another file or read data from one. */
const LAUNCHES: ReadonlySet<string> = new Set(['Launch', 'GoToR', 'GoToE', 'ImportData']);
/** The action that sends the content of a form, which may run when a page opens. */
const SUBMIT = 'SubmitForm';
/** Keys whose value is an address. */
const ADDRESSES: ReadonlySet<string> = new Set(['URI', 'Base']);
const FILE_ADDRESS = /^\s*(?:file:|[\\/]{2})/i;
const MULTIMEDIA: ReadonlySet<string> = new Set(['RichMedia', 'RichMediaExecute', 'RichMediaContent']);
/** Keys of dictionaries whose values the checks need. */
const STORED_KEYS: ReadonlySet<string> = new Set(['F', 'UF', 'Filter', 'DecodeParms', 'DP', 'First', 'Type']);
const MAX_STORED_VALUES = 20;
const MAX_DEPTH = 200;
/** Attached structured data of electronic invoices (ZUGFeRD, Factur-X, XBRL), which is permitted. */
const INVOICE_DATA = /\.(?:xml|xbrl)$/i;

/**
 * Reads the object at the offset of the lexer. The end of the object closes open dictionaries and arrays, as in
 * viewers.
 *
 * @param isSingle whether the object ends after one value, as in object streams
 * @throws PdfTooComplex
 */
export function readPdfObject(lexer: PdfLexer, isSingle = false): PdfObject {
  const reader = new ObjectReader();
  for (let token = lexer.next(); token; token = lexer.next()) {
    if (token.type === 'word' && ENDS.has(token.text)) break;
    if (token.type === 'word' && token.text === 'stream')
      return { ...reader.end(), stream: { offset: lexer.offset, dictionary: reader.dictionary() } };
    reader.take(token);
    if (isSingle && reader.isComplete) break;
  }
  return reader.end();
}

class ObjectReader {
  readonly #threats = new Set<PdfThreat>();
  readonly #frames: Frame[] = [];
  #lastDictionary: Frame = makeFrame(true);
  /** whether a value has ended and no dictionary or array is open */
  isComplete = false;

  take(token: PdfToken): void {
    switch (token.type) {
      case '<<':
      case '[':
        this.#addValue(token);
        if (this.#frames.length >= MAX_DEPTH) throw new PdfTooComplex();
        this.#frames.push(makeFrame(token.type === '<<'));
        return;
      case '>>':
      case ']': {
        const closed = this.#frames.pop();
        if (closed?.isDictionary) this.#check(closed);
        this.isComplete = this.#frames.length === 0;
        return;
      }
      default:
        if (token.type === 'name') this.#checkName(token.text);
        this.#addValue(token);
        this.isComplete = this.#frames.length === 0;
    }
  }

  end(): PdfObject {
    for (const open of this.#frames.splice(0)) if (open.isDictionary) this.#check(open);
    return { threats: this.#threats };
  }

  /** The last closed dictionary. When the word `stream` is read, it is the dictionary of the stream. */
  dictionary(): StreamDictionary {
    const { keys, values } = this.#lastDictionary;
    return { keys, values: (key) => values.get(key) ?? [] };
  }

  /** Adds the threats of names that are threats in any position. */
  #checkName(name: string): void {
    if (name === 'JavaScript' || name === 'XFA') this.#threats.add('script');
    if (MULTIMEDIA.has(name)) this.#threats.add('embedded');
  }

  #addValue(token: PdfToken): void {
    const frame = this.#frames.at(-1);
    // the type of an action may be a reference to another object, which then consists of this name only
    const isActionType = frame === undefined || (frame.isDictionary && frame.key === 'S' && !frame.isKeyNext);
    if (token.type === 'name' && isActionType && LAUNCHES.has(token.text)) this.#threats.add('launch');
    if (token.type === 'name' && isActionType && token.text === SUBMIT) this.#threats.add('submit');
    this.#checkAddress(token, frame);
    if (frame?.isDictionary) {
      if (frame.isKeyNext && token.type === 'name') {
        frame.key = token.text;
        frame.keys.add(token.text);
        frame.isKeyNext = false;
        return;
      }
      // a value may have several tokens, such as the reference `12 0 R`; the next key is the first name after them
      frame.isKeyNext = true;
    }
    const dictionary = this.#frames.findLast(({ isDictionary }) => isDictionary);
    if (dictionary?.key === undefined || !STORED_KEYS.has(dictionary.key)) return;
    const stored = dictionary.values.get(dictionary.key) ?? [];
    if (stored.length < MAX_STORED_VALUES) dictionary.values.set(dictionary.key, [...stored, token]);
  }

  /** Checks the address of a link, which may be a separate object. */
  #checkAddress(token: PdfToken, frame: Frame | undefined): void {
    const isAddress = frame?.isDictionary && ADDRESSES.has(frame.key ?? '') && !frame.isKeyNext;
    if (isAddress && token.type === 'word') this.#threats.add('address');
    if (token.type !== 'string' || (frame && !isAddress) || !FILE_ADDRESS.test(decodeString(token.text))) return;
    this.#threats.add(frame ? 'launch' : 'fileName');
  }

  #check(dictionary: Frame): void {
    this.#lastDictionary = dictionary;
    const { keys, values } = dictionary;
    if (keys.has('JS') && keys.has('S')) this.#threats.add('script');
    if (keys.has('Encrypt') && ['Root', 'Size', 'ID'].some((key) => keys.has(key))) this.#threats.add('encrypted');
    if (keys.has('EF') && !isInvoiceData([...(values.get('F') ?? []), ...(values.get('UF') ?? [])]))
      this.#threats.add('embedded');
  }
}

const makeFrame = (isDictionary: boolean): Frame => ({
  isDictionary,
  key: undefined,
  isKeyNext: true,
  keys: new Set(),
  values: new Map(),
});

/**
 * Decodes the escapes of a string (ISO 32000-1 §7.3.4.2). Of UTF-16 text, only the low bytes of the characters remain.
 */
const decodeString = (text: string): string =>
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

/** Whether all names of an attached file are names of invoice data. Names in UTF-16 contain zero bytes. */
const isInvoiceData = (names: readonly PdfToken[]): boolean =>
  names.length > 0 &&
  names.every((token) => token.type === 'string' && INVOICE_DATA.test(token.text.replaceAll('\0', '')));
