import { posix } from 'node:path';
import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused } from '../transferRefused.ts';
import type { Archive } from './archive.ts';
import { attribute, readAllElements } from './elements.ts';

/** Names of the parts of a file that belong to the sheet to read. */
export interface WorkbookParts {
  /** the first visible worksheet */
  sheet: string;
  sharedStrings?: string;
  styles?: string;
  /** whether date serials count from 1904, as in files of old Excel for Mac */
  date1904: boolean;
}

interface Relationship {
  id: string;
  type: string;
  target: string;
}

const MAX_RUN = 100_000;
/** Limit of sheets of a workbook, and of relationships of a part. */
const MAX_PARTS = 10_000;

/**
 * Finds the parts of the first visible worksheet by the relationships of the file, because the format does not
 * prescribe the names of parts.
 *
 * @throws TransferRefused for a zip file that is not an xlsx workbook, and for a workbook without a visible worksheet
 */
export async function findParts(archive: Archive): Promise<WorkbookParts> {
  if (!archive.has('[Content_Types].xml') || !archive.has('_rels/.rels')) throw notWorkbook('ZIP');
  const root = await relationships(archive, '');
  const workbook = root.find((relationship) => relationship.type === 'officeDocument')?.target;
  if (!workbook || !archive.has(workbook)) throw notWorkbook('ZIP');
  if (/\.bin$/i.test(workbook)) throw notWorkbook('XLSB');

  const sheets: { id: string; visible: boolean }[] = [];
  let rootName: string | undefined;
  let date1904 = false;
  await readAllElements(archive.read(workbook), MAX_RUN, {
    open(name, attributes) {
      rootName ??= name;
      if (name === 'workbookPr') date1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name === 'sheet' && sheets.length < MAX_PARTS)
        sheets.push({
          id: attribute(attributes, 'id') ?? '',
          visible: (attributes['state'] ?? 'visible') === 'visible',
        });
    },
  });
  if (rootName !== 'workbook') throw notWorkbook('Word, PowerPoint');

  const parts = await relationships(archive, workbook);
  const ofType = (type: string): string | undefined =>
    parts.find((part) => part.type === type && archive.has(part.target))?.target;
  const worksheets = new Map(parts.filter((part) => part.type === 'worksheet').map((part) => [part.id, part.target]));
  const sheet = worksheets.get(sheets.find((candidate) => candidate.visible && worksheets.has(candidate.id))?.id ?? '');
  if (!sheet) throw new TransferRefused(UPLOAD.noSheet);
  const [sharedStrings, styles] = [ofType('sharedStrings'), ofType('styles')];
  return { sheet, date1904, ...(sharedStrings && { sharedStrings }), ...(styles && { styles }) };
}

const notWorkbook = (found: string): TransferRefused => new TransferRefused(UPLOAD.notSpreadsheet, { found });

/** Reads the relationships of a part ('' for the package): `type` is the last word of the URI, `target` a part name. */
async function relationships(archive: Archive, part: string): Promise<Relationship[]> {
  const folder = posix.dirname(`/${part}`);
  const found: Relationship[] = [];
  await readAllElements(archive.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`)), MAX_RUN, {
    open(name, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (name !== 'Relationship' || !id || !type || !target || mode === 'External' || found.length >= MAX_PARTS)
        return;
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: posix.resolve(folder, target) });
    },
  });
  return found;
}
