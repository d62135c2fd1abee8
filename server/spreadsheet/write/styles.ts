import type { KindName } from '../../../generator/model/field.ts';

/** Number formats: General, 0, #,##0.00 and text are built in; the others are declared below. */
const FORMAT = { general: 0, integer: 1, money: 4, text: 49, date: 164, dateTime: 165 } as const;
const FONT = { plain: 0, bold: 1, boldRed: 2, red: 3 } as const;
const FILL = { none: 0, heading: 2 } as const;
const WRAPPED = 'vertical="top" wrapText="1"';

interface CellStyle {
  format: keyof typeof FORMAT;
  font?: keyof typeof FONT;
  fill?: keyof typeof FILL;
  alignment?: string;
}

/** The cell styles of all written workbooks. */
const STYLES = {
  plain: { format: 'general' },
  heading: { format: 'text', font: 'bold', fill: 'heading', alignment: 'vertical="center"' },
  requiredHeading: { format: 'text', font: 'boldRed', fill: 'heading', alignment: 'vertical="center"' },
  text: { format: 'text' },
  wrapped: { format: 'text', alignment: WRAPPED },
  integer: { format: 'integer' },
  money: { format: 'money' },
  date: { format: 'date' },
  dateTime: { format: 'dateTime' },
  error: { format: 'text', font: 'red', alignment: WRAPPED },
} as const satisfies Record<string, CellStyle>;

/** Name of a style of cells. */
export type Style = keyof typeof STYLES;

const NAMES = Object.keys(STYLES);

/** The number of a style in the attribute `s` of cells. */
export const styleId = (style: Style): number => NAMES.indexOf(style);

/** The style of a column by its field kind. In text columns, digits that staff type remain text: 007 is not 7. */
export function styleOf(kind: KindName | undefined): Style {
  switch (kind) {
    case 'integer':
    case 'money':
    case 'date':
    case 'dateTime':
      return kind;
    case 'decimal':
    case 'percent':
    case 'rate':
      return 'plain';
    case 'longText':
    case 'richText':
      return 'wrapped';
    default:
      return 'text';
  }
}

function cellFormat({ format, font = 'plain', fill = 'none', alignment }: CellStyle): string {
  const start = `<xf numFmtId="${FORMAT[format]}" fontId="${FONT[font]}" fillId="${FILL[fill]}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"`;
  return alignment ? `${start} applyAlignment="1"><alignment ${alignment}/></xf>` : `${start}/>`;
}

const RED = '<color rgb="FFC00000"/>';
const fontXml = (bold: string, colour: string): string =>
  `<font>${bold}<sz val="11"/>${colour}<name val="Calibri"/></font>`;

/** The styles part. Every workbook must have fills 0 and 1. */
export const STYLES_XML = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  `<numFmts count="2"><numFmt numFmtId="${FORMAT.date}" formatCode="yyyy\\-mm\\-dd"/>`,
  `<numFmt numFmtId="${FORMAT.dateTime}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>`,
  `<fonts count="4">${fontXml('', '')}${fontXml('<b/>', '')}${fontXml('<b/>', RED)}${fontXml('', RED)}</fonts>`,
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF4"/><bgColor indexed="64"/></patternFill></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${NAMES.length}">${Object.values(STYLES).map(cellFormat).join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('');
