import type { Archive } from './archive.ts';
import { readAllElements } from './elements.ts';
import { builtInFormat, formatOfCode, type NumberFormat } from './numberFormat.ts';

const MAX_RUN = 100_000;
/** Excel's own limit of cell formats in a workbook (64,000), rounded up. */
const MAX_STYLES = 65_536;

/** Reads the number formats of the cell styles. The index is the number in the attribute `s` of cells. */
export async function readNumberFormats(archive: Archive, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCellXfs = false;
  await readAllElements(archive.read(part), MAX_RUN, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'cellXfs') inCellXfs = true;
      else if (name === 'numFmt' && codes.size < MAX_STYLES)
        codes.set(Number(numFmtId), formatOfCode(formatCode ?? ''));
      else if (name === 'xf' && inCellXfs && formats.length < MAX_STYLES) {
        const id = Number(numFmtId ?? 0);
        formats.push(codes.get(id) ?? builtInFormat(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellXfs = false;
    },
  });
  return formats;
}
