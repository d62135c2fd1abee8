import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused } from '../transferRefused.ts';
import { encodeXString } from '../xstring.ts';
import type { Zone } from '../zone.ts';
import { cellWriter, columnName, textCell } from './cell.ts';
import { widthOf, type Column } from './columns.ts';
import type { Rows } from './rows.ts';
import { styleId, styleOf } from './styles.ts';

/** Rows of a sheet in Excel's format, the heading counted. */
export const MAX_SHEET_ROWS = 1_048_576;
const CHUNK = 65_536;

/** What a spreadsheet program checks, and tells, while someone types into a column. */
export interface Validation {
  column: number;
  /** rows that it covers below the heading */
  rows: number;
  /** a list's range, the greatest length, or any real date */
  rule: { list: string } | { maxLength: number } | { date: true } | undefined;
  /** shown when a cell of the column is chosen; at most 255 characters */
  prompt: { title: string; text: string };
}

/** One worksheet: a bold heading that stays in view, filter buttons, and its rows. */
export interface Sheet {
  name: string;
  hidden?: boolean;
  columns: readonly Column[];
  rows: Rows;
  validations?: readonly Validation[];
}

/**
 * The XML of a worksheet, in chunks as rows arrive. `onRow` is called for each.
 * @throws TransferRefused at the first row that does not fit into a sheet
 */
export async function* sheetXml(sheet: Sheet, zone: Zone, onRow: () => void): AsyncGenerator<string> {
  const { columns } = sheet;
  const writers = columns.map((column) => cellWriter(column, zone));
  const names = columns.map((_, index) => columnName(index));
  const headings = columns.map((column, index) =>
    textCell(`${names[index]}1`, column.heading, column.required ? 'requiredHeading' : 'heading'),
  );
  let chunk = `${HEAD}${widths(columns)}<sheetData><row r="1" ht="20" customHeight="1">${headings.join('')}</row>`;
  let number = 1;
  for await (const row of sheet.rows) {
    if (++number > MAX_SHEET_ROWS) throw new TransferRefused(UPLOAD.sheetFull, { max: MAX_SHEET_ROWS - 1 });
    chunk += `<row r="${number}">`;
    for (const [index, write] of writers.entries()) chunk += write(names[index]! + number, row[index]);
    chunk += '</row>';
    onRow();
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  const filter = columns.length === 0 ? '' : `<autoFilter ref="A1:${names.at(-1)}${number}"/>`;
  yield `${chunk}</sheetData>${filter}${validationsXml(sheet.validations ?? [])}</worksheet>`;
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultRowHeight="15"/>';

function widths(columns: readonly Column[]): string {
  if (columns.length === 0) return '';
  // The style makes cells that staff add below the last row behave like those above them.
  const cols = columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" style="${styleId(styleOf(column.kind))}" customWidth="1"/>`,
  );
  return `<cols>${cols.join('')}</cols>`;
}

function validationsXml(validations: readonly Validation[]): string {
  if (validations.length === 0) return '';
  const each = validations.map(({ column, rows, rule, prompt }) => {
    const cells = `${columnName(column)}2:${columnName(column)}${Math.min(rows + 1, MAX_SHEET_ROWS)}`;
    const { type, formula } = ruleXml(rule);
    return (
      `<dataValidation${type} allowBlank="1" showInputMessage="1" showErrorMessage="1" promptTitle="${encodeXString(prompt.title.slice(0, 32))}" ` +
      `prompt="${encodeXString(prompt.text.slice(0, 255))}" sqref="${cells}">${formula}</dataValidation>`
    );
  });
  return `<dataValidations count="${each.length}">${each.join('')}</dataValidations>`;
}

function ruleXml(rule: Validation['rule']): { type: string; formula: string } {
  if (!rule) return { type: '', formula: '' };
  if ('list' in rule) return { type: ' type="list"', formula: `<formula1>${encodeXString(rule.list)}</formula1>` };
  if ('maxLength' in rule)
    return { type: ' type="textLength" operator="lessThanOrEqual"', formula: `<formula1>${rule.maxLength}</formula1>` };
  return { type: ' type="date" operator="greaterThan"', formula: '<formula1>0</formula1>' };
}
