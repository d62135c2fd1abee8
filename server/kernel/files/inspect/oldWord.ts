import { ATTACHMENT_MESSAGE } from '../../../../generator/language/attachment.ts';
import type { Problem } from '../../../../generator/language/violation.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { openCompound, type CompoundFile } from '../compoundFile.ts';
import { isLocalTemplate, shownTarget } from './relationships.ts';
import { fieldProblem } from './wordFields.ts';

/** Names of storages with macros, in lower case, because the format ignores case. */
const MACROS: ReadonlySet<string> = new Set(['macros', 'vba', '_vba_project', '_vba_project_cur']);
const OBJECTS = 'objectpool';
const MAIN_STREAM = 'worddocument';

/** Offsets in the file information block ([MS-DOC] §2.5): flags, and the table of associated texts. */
const FLAGS_OFFSET = 0x0a;
const ENCRYPTED = 0x0100;
const SECOND_TABLE = 0x0200;
const ASSOCIATED_OFFSET = 0x19a;
const ASSOCIATED_SIZE_OFFSET = 0x19e;
const INFORMATION_BYTES = 0x1a2;
/** Index of the template's name in the associated texts. */
const TEMPLATE = 1;
const MAX_STREAM = 8_000_000;

/** Returns why a file is not acceptable as a Word 97 document (`.doc`); undefined if it is acceptable. */
export function oldWordProblem(bytes: Buffer): Problem | undefined {
  const file = openCompound(bytes);
  const names = new Set(file?.entries.map(({ name }) => name.toLowerCase()));
  if (!file || !names.has(MAIN_STREAM)) return { key: ATTACHMENT_MESSAGE.wrongContent, params: { extension: 'doc' } };
  if (!names.isDisjointFrom(MACROS)) return { key: ATTACHMENT_MESSAGE.macros, params: {} };
  // an empty pool is permitted: Word keeps it when the last object is deleted
  if (file.entries.some(({ name, hasChildren }) => name.toLowerCase() === OBJECTS && hasChildren))
    return { key: ATTACHMENT_MESSAGE.embedded, params: {} };
  return textProblem(file);
}

function textProblem(file: CompoundFile): Problem | undefined {
  const stream = (name: string, maxBytes: number): Buffer | undefined => {
    const entry = file.entries.find((candidate) => candidate.name.toLowerCase() === name);
    return entry && file.read(entry, maxBytes);
  };
  const main = stream(MAIN_STREAM, MAX_STREAM)!;
  const information = main.subarray(0, INFORMATION_BYTES);
  // Word does not open a shorter block
  if (information.length < INFORMATION_BYTES) return undefined;
  const flags = information.readUInt16LE(FLAGS_OFFSET);
  if (flags & ENCRYPTED) return { key: UPLOAD.encrypted, params: {} };
  const field = fieldsProblem(main);
  if (field) return field;
  const table = stream(flags & SECOND_TABLE ? '1table' : '0table', MAX_STREAM);
  const [offset, size] = [
    information.readUInt32LE(ASSOCIATED_OFFSET),
    information.readUInt32LE(ASSOCIATED_SIZE_OFFSET),
  ];
  const template = table && textAt(table.subarray(offset, offset + size), TEMPLATE);
  return template === undefined || isLocalTemplate(template)
    ? undefined
    : { key: ATTACHMENT_MESSAGE.external, params: { target: shownTarget(template) } };
}

/**
 * Returns the problem of the first field that starts a program or loads a file. In the text, an instruction is between
 * the characters 0x13 and 0x14 or 0x15, encoded in single bytes or in UTF-16.
 */
function fieldsProblem(main: Buffer): Problem | undefined {
  const text = main.toString('latin1');
  for (const pattern of [/\x13([\x20-\xff]{3,1000})/g, /\x13\0((?:[\x20-\xff]\0){3,1000})/g])
    for (const [, instruction] of text.matchAll(pattern)) {
      const problem = fieldProblem(instruction!.replaceAll('\0', ''));
      if (problem) return problem;
    }
  return undefined;
}

/** The text at an index of a string table ([MS-DOC] §2.2.4, in UTF-16); undefined if the table has no such index. */
function textAt(table: Buffer, position: number): string | undefined {
  if (table.length < 6 || table.readUInt16LE(0) !== 0xffff) return undefined;
  const extra = table.readUInt16LE(4);
  let offset = 6;
  for (let index = 0; offset + 2 <= table.length; index++) {
    const end = offset + 2 + 2 * table.readUInt16LE(offset);
    if (index === position) return table.toString('utf16le', offset + 2, Math.min(end, table.length));
    offset = end + extra;
  }
  return undefined;
}
