import { ATTACHMENT_MESSAGE } from '../../../generator/language/attachment.ts';
import type { Problem } from '../../../generator/language/violation.ts';
import { DEFAULT_LIMITS } from '../transfer/limits.ts';
import { UPLOAD } from '../transfer/messageKeys.ts';
import { openArchive, type Archive } from '../transfer/read/archive.ts';
import { readAllElements } from '../transfer/read/elements.ts';
import { TransferRefused } from '../transfer/refused.ts';
import { compoundEntries } from './compoundFile.ts';
import { relationshipProblem } from './inspect/relationships.ts';

const CONTENT_TYPES = '[content_types].xml';
const MAIN_PART = 'wordprocessingml.document.main+xml';
/** Bytes of a part that is read for what it says; the others are only counted. */
const MAX_READ_PART = 1_000_000;
const MAX_TEXT = 100_000;
/** A document is at most 7.5 MiB packed; pictures barely shrink and XML shrinks about twenty times. */
const LIMITS = { ...DEFAULT_LIMITS, maxInflatedBytes: 128_000_000 };
const MACROS = /vbaProject|vbaData|macroEnabled/i;
const MACRO_PARTS = /(?:^|\/)vba(?:project|data)[^/]*$/;
const EMBEDDED_PARTS = /^word\/(?:embeddings|activex)\//;

/**
 * Reports what is wrong with a file as a Word document (`.docx`). Every part is unpacked, and counted, so that what the
 * archive says of itself decides nothing.
 */
export async function wordProblem(bytes: Buffer): Promise<Problem | undefined> {
  const entries = compoundEntries(bytes);
  if (entries) return entries.has('EncryptedPackage') ? { key: UPLOAD.encrypted, params: {} } : wrongContent;
  if (bytes.toString('latin1', 0, 2) !== 'PK') return wrongContent;
  let archive: Archive | undefined;
  try {
    archive = await openArchive(bytes, LIMITS);
    return await partsProblem(archive);
  } catch (error) {
    if (error instanceof TransferRefused) return { key: error.key, params: error.params };
    throw error;
  } finally {
    archive?.close();
  }
}

async function partsProblem(archive: Archive): Promise<Problem | undefined> {
  if (!archive.has(CONTENT_TYPES)) return wrongContent;
  const types = await contentTypes(archive);
  if (types.some((type) => MACROS.test(type))) return macros;
  if (!types.some((type) => type.toLowerCase().includes(MAIN_PART))) return wrongContent;
  let found: Problem | undefined;
  for (const name of archive.names()) {
    if (name.endsWith('.rels')) found ??= await relationshipProblem(upTo(archive.read(name), MAX_READ_PART));
    else for await (const _chunk of archive.read(name));
    if (MACRO_PARTS.test(name)) found ??= macros;
    if (EMBEDDED_PARTS.test(name)) found ??= { key: ATTACHMENT_MESSAGE.embedded, params: {} };
  }
  return found;
}

async function contentTypes(archive: Archive): Promise<string[]> {
  const types: string[] = [];
  await readAllElements(upTo(archive.read(CONTENT_TYPES), MAX_READ_PART), MAX_TEXT, {
    open(_name, { ContentType: type }) {
      if (type !== undefined) types.push(type);
    },
  });
  return types;
}

/** @throws TransferRefused beyond `maxBytes` */
async function* upTo(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TransferRefused(UPLOAD.bomb);
    yield chunk;
  }
}

const macros: Problem = { key: ATTACHMENT_MESSAGE.macros, params: {} };
const wrongContent: Problem = { key: ATTACHMENT_MESSAGE.wrongContent, params: { extension: 'docx' } };
