import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Pace } from '../spreadsheet/read/pace.ts';
import { Sheet, type Style } from './sheet.ts';
import { drawTable, isTooWide, measureTable, type Table } from './table.ts';

/** A label with its value. */
export interface Entry {
  label: string;
  value: string;
}

/** The content of a document, in its language. */
export interface PdfContent {
  language: string;
  title: string;
  /** the number of the record, beside the title */
  number: string;
  /** shown in red below the title, such as that the record is not approved */
  mark?: string;
  sections: readonly { heading?: string; entries: readonly Entry[] }[];
  table?: Table;
  /** amounts below the table; the last one is emphasised */
  totals: readonly Entry[];
  /** a closing sentence */
  text?: string;
  /** who signs */
  signatures: readonly string[];
  /** the line at the bottom of each page, and the number of the page in words */
  footer: string;
  pageOf(page: number, pages: number): string;
}

const INK = '#1e293b';
const MUTED = '#64748b';
const SEA = '#0b5fa5';
const RED = '#b42318';
const TITLE: Style = { size: 16, weight: 700, colour: INK };
const NUMBER: Style = { size: 12, weight: 400, colour: MUTED };
const MARK: Style = { size: 10, weight: 700, colour: RED };
const HEADING: Style = { size: 10, weight: 700, colour: SEA };
const LABEL: Style = { size: 8.5, weight: 400, colour: MUTED };
const VALUE: Style = { size: 9.5, weight: 400, colour: INK };
const TOTAL: Style = { size: 11, weight: 700, colour: INK };
const FOOTER: Style = { size: 7.5, weight: 400, colour: MUTED };

const GAP = 14;
/** Width of the labels in a section. */
const LABEL_WIDTH = 92;
/** Width of the totals, with their labels. */
const TOTALS_WIDTH = 250;
const SIGNATURE_HEIGHT = 56;

/** Writes a document as PDF. @throws CallerDisconnected once the signal is aborted */
export async function writePdf(content: PdfContent, out: Writable, signal?: AbortSignal): Promise<void> {
  const sheet = new Sheet({ title: `${content.title} ${content.number}`.trim(), language: content.language }, out);
  const written = finished(out);
  // the error is handled where `written` is awaited
  written.catch(() => undefined);
  const pace = new Pace(signal);
  // without rows no column has a value, and a table without columns has no width
  const hasTable = content.table !== undefined && content.table.columns.length > 0;
  const table = hasTable ? await measureTable(sheet, content.table!, pace) : undefined;
  sheet.start((width) => !table || !isTooWide(table, width));
  drawHead(sheet, content);
  for (const section of content.sections) drawSection(sheet, section);
  if (table) await drawTable(sheet, table, pace);
  drawTotals(sheet, content.totals);
  drawEnd(sheet, content);
  sheet.end((page, pages) => {
    const of = sheet.block(content.pageOf(page, pages), sheet.width, FOOTER);
    sheet.draw(sheet.block(content.footer, sheet.width - 110, FOOTER), 0, sheet.y, FOOTER);
    sheet.draw(of, 0, sheet.y, { ...FOOTER, right: sheet.width });
  });
  await written;
}

function drawHead(sheet: Sheet, { title, number, mark }: PdfContent): void {
  const beside = sheet.block(number, sheet.width / 2, NUMBER);
  const name = sheet.block(title, sheet.width / 2 - GAP, TITLE);
  sheet.draw(name, 0, sheet.y, TITLE);
  sheet.draw(beside, 0, sheet.y + 4, { ...NUMBER, right: sheet.width });
  sheet.y += Math.max(name.height, beside.height + 4);
  if (mark) {
    const block = sheet.block(mark, sheet.width, MARK);
    sheet.draw(block, 0, sheet.y, MARK);
    sheet.y += block.height;
  }
  sheet.y += 4;
  sheet.rule(SEA, { thickness: 1.2 });
  sheet.y += GAP;
}

/** Draws the entries of a section in two columns, in the order of reading. */
function drawSection(sheet: Sheet, { heading, entries }: PdfContent['sections'][number]): void {
  const half = sheet.width / 2;
  const pairs = Array.from({ length: Math.ceil(entries.length / 2) }, (_, index) =>
    entries
      .slice(2 * index, 2 * index + 2)
      .map(({ label, value }) => ({
        label: sheet.block(label, LABEL_WIDTH - 8, LABEL),
        value: sheet.block(value, half - LABEL_WIDTH - GAP, VALUE),
      })),
  );
  const heightOf = (pair: (typeof pairs)[number]): number =>
    Math.max(...pair.map(({ label, value }) => Math.max(label.height, value.height))) + 3;
  if (heading !== undefined) {
    makeRoom(sheet, 20 + (pairs[0] ? heightOf(pairs[0]) : 0));
    sheet.draw(sheet.block(heading, sheet.width, HEADING), 0, sheet.y, HEADING);
    sheet.y += 18;
  }
  for (const pair of pairs) {
    const height = heightOf(pair);
    makeRoom(sheet, height);
    pair.forEach(({ label, value }, column) => {
      sheet.draw(label, column * half, sheet.y + 1, LABEL);
      sheet.draw(value, column * half + LABEL_WIDTH, sheet.y, VALUE);
    });
    sheet.y += height;
  }
  sheet.y += GAP;
}

function drawTotals(sheet: Sheet, totals: readonly Entry[]): void {
  const left = sheet.width - TOTALS_WIDTH;
  totals.forEach(({ label, value }, index) => {
    const isLast = index === totals.length - 1;
    const style = isLast ? TOTAL : VALUE;
    const name = sheet.block(label, TOTALS_WIDTH * 0.45, style);
    const amount = sheet.block(value, TOTALS_WIDTH * 0.55, style);
    const height = Math.max(name.height, amount.height) + 4;
    makeRoom(sheet, height + 4);
    if (isLast) {
      sheet.rule(INK, { x: left });
      sheet.y += 4;
    }
    sheet.draw(name, left, sheet.y, style);
    sheet.draw(amount, left, sheet.y, { ...style, right: TOTALS_WIDTH });
    sheet.y += height;
  });
  if (totals.length > 0) sheet.y += GAP;
}

/** Draws the closing sentence, and the lines for signatures side by side. */
function drawEnd(sheet: Sheet, { text, signatures }: PdfContent): void {
  if (text !== undefined) {
    const block = sheet.block(text, sheet.width, VALUE);
    makeRoom(sheet, block.height);
    sheet.draw(block, 0, sheet.y, VALUE);
    sheet.y += block.height + GAP;
  }
  if (signatures.length === 0) return;
  makeRoom(sheet, SIGNATURE_HEIGHT);
  sheet.y += SIGNATURE_HEIGHT - 16;
  const each = sheet.width / signatures.length;
  signatures.forEach((name, index) => {
    sheet.draw(sheet.block(name, each, LABEL), index * each, sheet.y, LABEL);
    const from = index * each + sheet.widthOf(name, LABEL) + 6;
    sheet.rule(MUTED, { x: from, y: sheet.y + 11, width: each - (from - index * each) - GAP });
  });
}

function makeRoom(sheet: Sheet, height: number): void {
  if (sheet.room < height) sheet.addPage();
}
