import { ATTACHMENT_MESSAGE, BLACKLIST, extensionOf } from '../../../generator/language/attachment.ts';
import type { Problem } from '../../../generator/language/violation.ts';
import { UPLOAD } from '../../spreadsheet/messageKeys.ts';
import { readAllElements } from '../../spreadsheet/read/elements.ts';
import { TransferRefused } from '../../spreadsheet/transferRefused.ts';
import { compoundEntries } from './compoundFile.ts';
import { chartWorkbookProblem, isChartWorkbook, leadsToWorkbook } from './inspect/chartWorkbook.ts';
import { MACRO_PARTS, MACRO_TYPES, UnpackBudget, withOpenXml, type OpenXml } from './inspect/openXml.ts';
import { relationshipProblem, shownTarget } from './inspect/relationships.ts';
import { WordFields } from './inspect/wordFields.ts';

/** Limit of a part in bytes. A document has up to 7.5 MiB, and its XML is compressed to about a twentieth. */
const MAX_XML = 64_000_000;
/** Limit of nested elements, such as tables and drawings. */
const MAX_DEPTH = 1000;
const MAIN_PART = 'wordprocessingml.document.main+xml';
const EMBEDDED_PARTS = /^word\/(?:embeddings|activex)\//;
/** Extensions of permitted pictures. */
const PICTURES: ReadonlySet<string> = new Set(
  'apng avif bmp dib emf emz gif heic heif ico jfif jpe jpeg jpg jxr pct pict png svg tif tiff wdp webp wmf wmz'.split(
    ' ',
  ),
);
/** Extensions of permitted parts although files with them may not be uploaded: text, and printer settings. */
const DOCUMENT_PARTS: ReadonlySet<string> = new Set(['xml', 'bin']);
const OBFUSCATED_FONT = 'odttf';
const CHART_RELATIONSHIPS = /^word\/charts\/_rels\/[^/]+\.rels$/;

/**
 * Returns why a file is not acceptable as a Word document (`.docx`); undefined if it is acceptable. Every part is
 * unpacked and counted, because the sizes in the directory of the archive may be false.
 */
export async function wordProblem(bytes: Buffer): Promise<Problem | undefined> {
  const entries = compoundEntries(bytes);
  if (entries) return entries.has('EncryptedPackage') ? { key: UPLOAD.encrypted, params: {} } : wrongContent;
  if (bytes.toString('latin1', 0, 2) !== 'PK') return wrongContent;
  const budget = new UnpackBudget();
  try {
    const result = await withOpenXml(bytes, budget, async (document) => ({
      problem: await partsProblem(document, budget),
    }));
    return result === undefined ? wrongContent : result.problem;
  } catch (error) {
    if (error instanceof TransferRefused) return { key: error.key, params: error.params };
    throw error;
  }
}

async function partsProblem(document: OpenXml, budget: UnpackBudget): Promise<Problem | undefined> {
  if (document.types.some((type) => MACRO_TYPES.test(type))) return macros;
  if (!document.types.some((type) => type.toLowerCase().includes(MAIN_PART))) return wrongContent;
  let found: Problem | undefined;
  for (const name of document.names()) {
    found ??= await partProblem(document, name, budget);
    if (MACRO_PARTS.test(name)) found ??= macros;
  }
  return found;
}

async function partProblem(document: OpenXml, name: string, budget: UnpackBudget): Promise<Problem | undefined> {
  if (isChartWorkbook(name)) return chartWorkbookProblem(document, name, budget);
  if (EMBEDDED_PARTS.test(name)) return { key: ATTACHMENT_MESSAGE.embedded, params: {} };
  if (isForeign(name)) return foreignPart(name);
  if (!name.endsWith('.rels')) return contentProblem(document, name);
  const isOfChart = CHART_RELATIONSHIPS.test(name);
  return relationshipProblem(
    document.read(name),
    isOfChart ? { isWorkbook: (target) => leadsToWorkbook(target, document) } : {},
  );
}

/** Whether a part, by its name, does not belong in a document. */
function isForeign(name: string): boolean {
  const extension = extensionOf(name);
  if (/(?:^|\/)media\//.test(name)) return !PICTURES.has(extension);
  return BLACKLIST.has(extension) && !DOCUMENT_PARTS.has(extension);
}

/** Inspects the content of a part: refuses programs, and checks the fields of Word in XML. Ignores the part's name. */
async function contentProblem(document: OpenXml, name: string): Promise<Problem | undefined> {
  const start = await document.start(name);
  if (isProgram(start) && extensionOf(name) !== OBFUSCATED_FONT) return foreignPart(name);
  if (!isXml(start)) return void (await document.skip(name));
  const fields = new WordFields();
  await readAllElements(document.read(name, MAX_XML), MAX_XML, fields.handlers, MAX_DEPTH);
  return fields.problem();
}

/** Whether a part is a program of Windows or Linux. */
const isProgram = (start: Buffer): boolean => /^(?:MZ|\x7fELF)/.test(start.toString('latin1'));

/** Whether a part is XML in UTF-8 or UTF-16. */
const isXml = (start: Buffer): boolean =>
  start
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart()
    .startsWith('<');

const foreignPart = (name: string): Problem => ({
  key: ATTACHMENT_MESSAGE.foreignPart,
  params: { name: shownTarget(name) },
});
const macros: Problem = { key: ATTACHMENT_MESSAGE.macros, params: {} };
const wrongContent: Problem = { key: ATTACHMENT_MESSAGE.wrongContent, params: { extension: 'docx' } };
