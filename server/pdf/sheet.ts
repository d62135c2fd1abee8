import PDFDocument from 'pdfkit';
import type { Writable } from 'node:stream';
import { runsOf, type Run, type Weight } from './fonts.ts';
import { wrapText } from './wrap.ts';

/** How a text is drawn. */
export interface Style {
  size: number;
  weight: Weight;
  colour: string;
}

/** A text in lines that fit its width. */
export interface Block {
  lines: readonly string[];
  height: number;
}

const A4_WIDTH = 595.28;

/** Pages of a document in A4, in points, with margins. `y` is where the next text begins. */
export class Sheet {
  static readonly MARGIN = 42;
  static readonly FOOTER = 30;
  readonly #doc: PDFKit.PDFDocument;
  readonly #widths = new Map<string, number>();
  #layout: 'portrait' | 'landscape' = 'portrait';
  y: number = Sheet.MARGIN;

  /** @param info title and language of the document, which readers show and read aloud */
  constructor({ title, language }: { title: string; language: string }, out: Writable) {
    this.#doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      displayTitle: true,
      lang: language,
      info: { Title: title, Creator: 'Bordereau' },
      // no standard font, whose file would be read
      font: null as unknown as string,
    });
    this.#doc.pipe(out);
  }

  /** Begins the first page: upright, or wide if the content needs more than the width that `fits` is given. */
  start(fits: (width: number) => boolean): void {
    this.#layout = fits(A4_WIDTH - 2 * Sheet.MARGIN) ? 'portrait' : 'landscape';
    this.addPage();
  }

  get width(): number {
    return this.#doc.page.width - 2 * Sheet.MARGIN;
  }

  /** Height that is left on the page. */
  get room(): number {
    return this.#doc.page.height - Sheet.MARGIN - Sheet.FOOTER - this.y;
  }

  /** Begins a page with the orientation of the first one. */
  addPage(): void {
    this.#doc.addPage({ size: 'A4', margin: 0, layout: this.#layout });
    this.y = Sheet.MARGIN;
  }

  /** Breaks a text into lines. */
  block(text: string, width: number, style: Style): Block {
    const lines = wrapText(text, width, (part) => this.widthOf(part, style));
    return { lines, height: lines.length * lineHeight(style) };
  }

  /** Draws a block at `x` (from the left margin) and `y` (from the top of the page). */
  draw(block: Block, x: number, y: number, style: Style & { right?: number | undefined }): void {
    block.lines.forEach((line, index) => {
      const from = style.right === undefined ? x : x + style.right - this.widthOf(line, style);
      this.#drawLine(line, Sheet.MARGIN + from, y + index * lineHeight(style), style);
    });
  }

  /** Draws a horizontal line, at the current place over the whole width unless `place` says otherwise. */
  rule(colour: string, place: { x?: number; y?: number; width?: number; thickness?: number } = {}): void {
    const { x = 0, y = this.y, width = this.width - x, thickness = 0.6 } = place;
    const left = Sheet.MARGIN + x;
    this.#doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(thickness)
      .strokeColor(colour)
      .stroke();
  }

  /** Fills an area over the whole width, at the current place. */
  fill(colour: string, height: number): void {
    this.#doc.rect(Sheet.MARGIN, this.y, this.width, height).fill(colour);
  }

  /** Width of a text without breaks. */
  widthOf(text: string, { size, weight }: Style): number {
    const key = `${weight}${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      width = runsOf(text, weight).reduce((sum, run) => sum + this.#use(run, 1000).widthOfString(run.text), 0);
      this.#widths.set(key, width);
    }
    return (width * size) / 1000;
  }

  /** Calls `draw` for each page with its number and their total, then ends the document. */
  end(draw: (page: number, pages: number) => void): void {
    const { start, count } = this.#doc.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      this.#doc.switchToPage(page);
      this.y = this.#doc.page.height - Sheet.MARGIN;
      draw(page + 1, count);
    }
    this.#doc.end();
  }

  #drawLine(line: string, x: number, y: number, { size, weight, colour }: Style): void {
    let left = x;
    for (const run of runsOf(line, weight)) {
      this.#use(run, size).fillColor(colour).text(run.text, left, y, { lineBreak: false });
      left += this.#doc.widthOfString(run.text);
    }
  }

  #use({ font, name }: Run, size: number): PDFKit.PDFDocument {
    // pdfkit accepts a font that fontkit has read; its types do not say so
    return this.#doc.font(font as unknown as Buffer, name).fontSize(size);
  }
}

/** Height of a line of text: fonts with Chinese characters are high. */
const lineHeight = ({ size }: Style): number => size * 1.45;
