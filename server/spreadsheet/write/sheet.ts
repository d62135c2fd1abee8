import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused } from '../transferRefused.ts';
import { encodeXString } from '../xstring.ts';
import type { Zone } from '../zone.ts';
import { cellWriter, columnName, textCell } from './cell.ts';
import { widthOf, type Column } from './columns.ts';
import type { Rows } from './rows.ts';
import { styleId, styleOf } from './styles.ts';

/** Excel's limit of rows of a sheet, including the row of headings. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Characters of XML that are yielded at a time. */
const CHUNK = 65_536;

/** Validation and prompt of the cells of a column in a spreadsheet program. */
export interface Validation {
  column: number;
  /** number of rows below the heading */
  rows: number;
  /** permitted values: the cells of the range `list`, texts of up to `maxLength` characters, or any date */
  rule: { list: string } | { maxLength: number } | { date: true } | undefined;
  /** shown for a selected cell; up to 255 characters */
  prompt: { title: string; text: string };
}

/** A worksheet with a bold fixed heading, filter buttons and rows. */
export interface Sheet {
  name: string;
  hidden?: boolean;
  columns: readonly Column[];
  rows: Rows;
  validations?: readonly Validation[];
}

/**
 * Yields the XML of a worksheet in chunks, and calls `onRow` for each row.
 *
 * @throws TransferRefused for more rows than a sheet can have
 */
export async function* sheetXml(sheet: Sheet, zone: Zone, onRow: () => void): AsyncGenerator<string> {
  const { columns } = sheet;
  const writers = columns.map((column) => cellWriter(column, zone));
  const names = columns.map((_, index) => columnName(index));
  const headings = columns.map((column, index) =>
    textCell(`${names[index]}1`, column.heading, column.required ? 'requiredHeading' : 'heading'),
  );
  let chunk = `${HEAD}${columnsXml(columns)}<sheetData><row r="1" ht="20" customHeight="1">${headings.join('')}</row>`;
  let rowNumber = 1;
  for await (const row of sheet.rows) {
    if (++rowNumber > MAX_SHEET_ROWS) throw new TransferRefused(UPLOAD.sheetFull, { max: MAX_SHEET_ROWS - 1 });
    chunk += `<row r="${rowNumber}">`;
    for (const [index, write] of writers.entries()) chunk += write(names[index]! + rowNumber, row[index]);
    chunk += '</row>';
    onRow();
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  const filter = columns.length === 0 ? '' : `<autoFilter ref="A1:${names.at(-1)}${rowNumber}"/>`;
  yield `${chunk}</sheetData>${filter}${validationsXml(sheet.validations ?? [])}</worksheet>`;
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultRowHeight="15"/>';

function columnsXml(columns: readonly Column[]): string {
  if (columns.length === 0) return '';
  // the style of a column applies to cells that staff add below the last row
  const cols = columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" style="${styleId(styleOf(column.kind))}" customWidth="1"/>`,
  );
  return `<cols>${cols.join('')}</cols>`;
}

function validationsXml(validations: readonly Validation[]): string {
  if (validations.length === 0) return '';
  const elements = validations.map(({ column, rows, rule, prompt }) => {
    const cells = `${columnName(column)}2:${columnName(column)}${Math.min(rows + 1, MAX_SHEET_ROWS)}`;
    const { type, formula } = ruleXml(rule);
    return (
      `<dataValidation${type} allowBlank="1" showInputMessage="1" showErrorMessage="1" promptTitle="${encodeXString(prompt.title.slice(0, 32))}" ` +
      `prompt="${encodeXString(prompt.text.slice(0, 255))}" sqref="${cells}">${formula}</dataValidation>`
    );
  });
  return `<dataValidations count="${elements.length}">${elements.join('')}</dataValidations>`;
}

function ruleXml(rule: Validation['rule']): { type: string; formula: string } {
  if (!rule) return { type: '', formula: '' };
  if ('list' in rule) return { type: ' type="list"', formula: `<formula1>${encodeXString(rule.list)}</formula1>` };
  if ('maxLength' in rule)
    return { type: ' type="textLength" operator="lessThanOrEqual"', formula: `<formula1>${rule.maxLength}</formula1>` };
  return { type: ' type="date" operator="greaterThan"', formula: '<formula1>0</formula1>' };
}
