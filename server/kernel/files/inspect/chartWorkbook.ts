import { buffer } from 'node:stream/consumers';
import { ATTACHMENT, ATTACHMENT_MESSAGE } from '../../../../generator/language/attachment.ts';
import type { Problem } from '../../../../generator/language/violation.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { TransferRefused } from '../../../spreadsheet/transferRefused.ts';
import { MACRO_PARTS, MACRO_TYPES, withOpenXml, type OpenXml, type UnpackBudget } from './openXml.ts';
import { relationshipProblem } from './relationships.ts';

const FOLDER = 'word/embeddings/';
const WORKBOOK = /^word\/embeddings\/[^/]+\.xlsx$/;
const MAIN_PART = 'spreadsheetml.sheet.main+xml';
/**
 * Permitted types of relationships in the workbook of a chart: the last word of the URI in lower case. Other types load
 * data or contain objects.
 */
const ACCEPTED: ReadonlySet<string> = new Set([
  'officedocument',
  'core-properties',
  'extended-properties',
  'custom-properties',
  'classificationlabels',
  'thumbnail',
  'worksheet',
  'theme',
  'styles',
  'sharedstrings',
  'calcchain',
  'sheetmetadata',
  'table',
  'printersettings',
  'drawing',
  'chart',
  'chartstyle',
  'chartcolorstyle',
  'image',
  'hyperlink',
]);
const OBJECT_PARTS =
  /(?:^|\/)(?:embeddings|activex|ctrlprops|externallinks|macrosheets|dialogsheets)\/|^(?!xl\/printersettings\/).*\.bin$/;

/** Whether a part of a Word file may be the workbook of a chart, by its name in lower case. */
export const isChartWorkbook = (name: string): boolean => WORKBOOK.test(name);

/** Whether the target of a chart's relationship is a part that is inspected as the workbook of a chart. */
export function leadsToWorkbook(target: string, document: OpenXml): boolean {
  const file = /^(?:\.\.|\/word)\/embeddings\/([^/\\]+)$/i.exec(target)?.[1];
  return file !== undefined && isChartWorkbook(`${FOLDER}${file.toLowerCase()}`) && document.has(`${FOLDER}${file}`);
}

/**
 * Returns why the workbook of a chart is not acceptable; undefined if it is acceptable. The workbook opens when a
 * person edits the chart, so the rules of documents apply: no macros, objects, connections, links to other files, or
 * packages.
 *
 * @throws TransferRefused if document and workbook together unpack to too many bytes
 */
export async function chartWorkbookProblem(
  document: OpenXml,
  name: string,
  budget: UnpackBudget,
): Promise<Problem | undefined> {
  const bytes = await buffer(document.read(name, ATTACHMENT.maxBytes));
  try {
    const result = await withOpenXml(bytes, budget, async (workbook) => ({ problem: await problemOf(workbook) }));
    return result === undefined ? embedded : result.problem;
  } catch (error) {
    if (error instanceof TransferRefused && error.key !== UPLOAD.bomb) return embedded;
    throw error;
  }
}

async function problemOf(workbook: OpenXml): Promise<Problem | undefined> {
  if (workbook.types.some((type) => MACRO_TYPES.test(type))) return macros;
  if (!workbook.types.some((type) => type.toLowerCase().includes(MAIN_PART))) return embedded;
  let found: Problem | undefined;
  for (const name of workbook.names()) {
    if (name.endsWith('.rels')) found ??= await relationshipProblem(workbook.read(name), { accepted: ACCEPTED });
    else await workbook.skip(name);
    if (MACRO_PARTS.test(name)) found ??= macros;
    if (OBJECT_PARTS.test(name)) found ??= embedded;
  }
  return found;
}

const macros: Problem = { key: ATTACHMENT_MESSAGE.macros, params: {} };
const embedded: Problem = { key: ATTACHMENT_MESSAGE.embedded, params: {} };
