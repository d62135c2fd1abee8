import { ATTACHMENT_MESSAGE } from '../../../generator/language/attachment.ts';
import type { Problem } from '../../../generator/language/violation.ts';
import { UPLOAD } from '../../spreadsheet/messageKeys.ts';
import { TransferRefused } from '../../spreadsheet/refused.ts';
import { compoundEntries } from './compoundFile.ts';
import { chartWorkbookProblem, isChartWorkbook, leadsToWorkbook } from './inspect/chartWorkbook.ts';
import { MACRO_PARTS, MACRO_TYPES, Unpacked, withOpenXml, type OpenXml } from './inspect/openXml.ts';
import { relationshipProblem } from './inspect/relationships.ts';

const MAIN_PART = 'wordprocessingml.document.main+xml';
const EMBEDDED_PARTS = /^word\/(?:embeddings|activex)\//;
const CHART_RELATIONSHIPS = /^word\/charts\/_rels\/[^/]+\.rels$/;

/**
 * Reports what is wrong with a file as a Word document (`.docx`). Every part is unpacked, and counted, so that what the
 * archive says of itself decides nothing.
 */
export async function wordProblem(bytes: Buffer): Promise<Problem | undefined> {
  const entries = compoundEntries(bytes);
  if (entries) return entries.has('EncryptedPackage') ? { key: UPLOAD.encrypted, params: {} } : wrongContent;
  if (bytes.toString('latin1', 0, 2) !== 'PK') return wrongContent;
  const unpacked = new Unpacked();
  try {
    const result = await withOpenXml(bytes, unpacked, async (document) => ({
      problem: await partsProblem(document, unpacked),
    }));
    return result === undefined ? wrongContent : result.problem;
  } catch (error) {
    if (error instanceof TransferRefused) return { key: error.key, params: error.params };
    throw error;
  }
}

async function partsProblem(document: OpenXml, unpacked: Unpacked): Promise<Problem | undefined> {
  if (document.types.some((type) => MACRO_TYPES.test(type))) return macros;
  if (!document.types.some((type) => type.toLowerCase().includes(MAIN_PART))) return wrongContent;
  let found: Problem | undefined;
  for (const name of document.names()) {
    found ??= await partProblem(document, name, unpacked);
    if (MACRO_PARTS.test(name)) found ??= macros;
  }
  return found;
}

async function partProblem(document: OpenXml, name: string, unpacked: Unpacked): Promise<Problem | undefined> {
  if (isChartWorkbook(name)) return chartWorkbookProblem(document, name, unpacked);
  if (EMBEDDED_PARTS.test(name)) return { key: ATTACHMENT_MESSAGE.embedded, params: {} };
  if (!name.endsWith('.rels')) return void (await document.skip(name));
  const isOfChart = CHART_RELATIONSHIPS.test(name);
  return relationshipProblem(
    document.read(name),
    isOfChart ? { isWorkbook: (target) => leadsToWorkbook(target, document) } : {},
  );
}

const macros: Problem = { key: ATTACHMENT_MESSAGE.macros, params: {} };
const wrongContent: Problem = { key: ATTACHMENT_MESSAGE.wrongContent, params: { extension: 'docx' } };
