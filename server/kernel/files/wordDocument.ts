import { ATTACHMENT_MESSAGE } from '../../../generator/language/attachment.ts';
import type { Problem } from '../../../generator/language/violation.ts';
import { DEFAULT_LIMITS } from '../transfer/limits.ts';
import { UPLOAD } from '../transfer/messageKeys.ts';
import { openArchive, type Archive } from '../transfer/read/archive.ts';
import { TransferRefused } from '../transfer/refused.ts';
import { compoundEntries } from './compoundFile.ts';

const CONTENT_TYPES = '[content_types].xml';
const MAIN_PART = 'wordprocessingml.document.main+xml';
/** Bytes of a part that is kept in memory; the others are only counted. */
const MAX_KEPT_PART = 1_000_000;
/** A document is at most 7.5 MiB packed; pictures barely shrink and XML shrinks about twenty times. */
const LIMITS = { ...DEFAULT_LIMITS, maxInflatedBytes: 128_000_000 };
const MACROS = /vbaProject|macroEnabled/i;

/** What stands against a file as a Word 97 document (`.doc`): other programs and installers use compound files too. */
export function oldWordProblem(bytes: Buffer): Problem | undefined {
  return compoundEntries(bytes)?.has('WordDocument') === true ? undefined : wrongContent('doc');
}

/**
 * What stands against a file as a Word document (`.docx`). Every part is unpacked, and counted, so that what the archive
 * says of itself decides nothing.
 */
export async function wordProblem(bytes: Buffer): Promise<Problem | undefined> {
  const entries = compoundEntries(bytes);
  if (entries) return entries.has('EncryptedPackage') ? { key: UPLOAD.encrypted, params: {} } : wrongContent('docx');
  if (bytes.toString('latin1', 0, 2) !== 'PK') return wrongContent('docx');
  let archive: Archive | undefined;
  try {
    archive = await openArchive(bytes, LIMITS);
    let types = '';
    for (const name of archive.names()) {
      for await (const chunk of archive.read(name)) {
        if (name !== CONTENT_TYPES) continue;
        types += chunk.toString('latin1');
        if (types.length > MAX_KEPT_PART) throw new TransferRefused(UPLOAD.bomb);
      }
    }
    if (MACROS.test(types)) return { key: ATTACHMENT_MESSAGE.macros, params: {} };
    return types.includes(MAIN_PART) ? undefined : wrongContent('docx');
  } catch (error) {
    if (error instanceof TransferRefused) return { key: error.key, params: error.params };
    throw error;
  } finally {
    archive?.close();
  }
}

const wrongContent = (extension: string): Problem => ({ key: ATTACHMENT_MESSAGE.wrongContent, params: { extension } });
