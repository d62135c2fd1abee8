/** A token of PDF syntax (ISO 32000-1 §7.2, §7.3). Names are decoded, strings are not. */
export type PdfToken = { type: 'name' | 'string' | 'word'; text: string } | { type: '<<' | '>>' | '[' | ']' };

/** Checking a file would take more work than its `Budget` allows, or its objects are nested too deeply. */
export class PdfTooComplex extends Error {
  constructor() {
    super('the PDF is too complex to check');
    this.name = 'PdfTooComplex';
  }
}

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c || byte === 0;
const DELIMITERS: ReadonlySet<number> = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)));
/** Limit of the characters of a token's text; the rest is skipped. */
const MAX_TEXT = 1000;

/** Limits the bytes and tokens that are read of one file in total. */
export class Budget {
  #bytes: number;
  #tokens: number;

  constructor(bytes: number, tokens: number) {
    this.#bytes = bytes;
    this.#tokens = tokens;
  }

  /** @throws PdfTooComplex once it is used up */
  spend(bytes: number, tokens: number): void {
    this.#bytes -= bytes;
    this.#tokens -= tokens;
    if (this.#bytes < 0 || this.#tokens < 0) throw new PdfTooComplex();
  }
}

/** Reads tokens, beginning at an offset. */
export class PdfLexer {
  readonly #bytes: Buffer;
  readonly #budget: Budget;
  /** offset after the last token */
  offset: number;

  constructor(bytes: Buffer, offset: number, budget: Budget) {
    this.#bytes = bytes;
    this.offset = offset;
    this.#budget = budget;
  }

  /** The next token; undefined at the end. @throws PdfTooComplex */
  next(): PdfToken | undefined {
    const from = this.offset;
    const token = this.#read();
    this.#budget.spend(this.offset - from, 1);
    return token;
  }

  #read(): PdfToken | undefined {
    this.#skipBlanks();
    const byte = this.#bytes[this.offset];
    if (byte === undefined) return undefined;
    const isDouble = this.#bytes[this.offset + 1] === byte;
    switch (String.fromCharCode(byte)) {
      case '/':
        return this.#name();
      case '(':
        return this.#string();
      case '[':
        this.offset++;
        return { type: '[' };
      case ']':
        this.offset++;
        return { type: ']' };
      case '<':
        if (!isDouble) return this.#hexString();
        this.offset += 2;
        return { type: '<<' };
      case '>':
        this.offset += isDouble ? 2 : 1;
        return isDouble ? { type: '>>' } : { type: 'word', text: '>' };
      default:
        if (!DELIMITERS.has(byte)) return { type: 'word', text: this.#regular(this.offset) };
        this.offset++;
        return { type: 'word', text: String.fromCharCode(byte) };
    }
  }

  #skipBlanks(): void {
    for (;;) {
      while (isSpace(this.#bytes[this.offset])) this.offset++;
      if (this.#bytes[this.offset] !== 0x25) return;
      while (this.offset < this.#bytes.length && this.#bytes[this.offset] !== 0x0a && this.#bytes[this.offset] !== 0x0d)
        this.offset++;
    }
  }

  /** Reads regular characters, beginning at `from`. */
  #regular(from: number): string {
    this.offset = from;
    while (
      this.offset < this.#bytes.length &&
      !isSpace(this.#bytes[this.offset]) &&
      !DELIMITERS.has(this.#bytes[this.offset]!)
    )
      this.offset++;
    return this.#bytes.toString('latin1', from, Math.min(this.offset, from + MAX_TEXT));
  }

  #name(): PdfToken {
    const text = this.#regular(this.offset + 1);
    return {
      type: 'name',
      text: text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    };
  }

  /** Reads a string. Parentheses nest; a backslash escapes the next character. */
  #string(): PdfToken {
    const from = this.offset + 1;
    let depth = 0;
    for (; this.offset < this.#bytes.length; this.offset++) {
      const byte = this.#bytes[this.offset];
      if (byte === 0x5c) this.offset++;
      else if (byte === 0x28) depth++;
      else if (byte === 0x29 && --depth === 0) break;
    }
    const text = this.#bytes.toString('latin1', from, Math.min(this.offset, from + MAX_TEXT));
    this.offset = Math.min(this.offset + 1, this.#bytes.length);
    return { type: 'string', text };
  }

  #hexString(): PdfToken {
    const end = this.#bytes.indexOf('>', this.offset);
    const from = this.offset + 1;
    this.offset = end < 0 ? this.#bytes.length : end + 1;
    const hex = this.#bytes
      .toString('latin1', from, Math.min(this.offset - 1, from + 2 * MAX_TEXT))
      .replaceAll(/[^0-9A-Fa-f]/g, '');
    return { type: 'string', text: Buffer.from(hex, 'hex').toString('latin1') };
  }
}
