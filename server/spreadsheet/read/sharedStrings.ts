import type { Limits } from '../limits.ts';
import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused } from '../transferRefused.ts';
import { decodeXString, maxStoredLength } from '../xstring.ts';
import type { Archive } from './archive.ts';
import { maxRun, readAllElements } from './elements.ts';

/** Memory of an entry in addition to its characters. */
const ENTRY_BYTES = 24;

/**
 * Reads the texts that cells refer to by number (ECMA-376 part 1 §18.4). Runs of rich text are joined; phonetic
 * readings are omitted.
 *
 * @throws TransferRefused for a table that needs more memory than the limits allow
 */
export async function readSharedStrings(archive: Archive, part: string, limits: Limits): Promise<string[]> {
  const strings: string[] = [];
  let bytes = 0;
  let current = '';
  let inText = false;
  let phonetic = false;
  const addBytes = (count: number): void => {
    bytes += count;
    if (bytes > limits.maxSharedBytes) throw new TransferRefused(UPLOAD.bomb);
  };
  await readAllElements(archive.read(part), maxRun(limits), {
    open(name) {
      if (name === 'si') current = '';
      else if (name === 't') inText = true;
      else if (name === 'rPh') phonetic = true;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') {
        strings.push(copyText(decodeXString(current)));
        addBytes(ENTRY_BYTES);
      }
    },
    text(text) {
      if (!inText || phonetic) return;
      if (current.length <= maxStoredLength(limits)) current += text;
      addBytes(text.length * 2);
    },
  });
  return strings;
}

/** Copies a text. V8 stores a substring as a reference to its chunk, so all chunks would remain in memory. */
function copyText(text: string): string {
  const encoding = /^[\u0000-\u00ff]*$/.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}
