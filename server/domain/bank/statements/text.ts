import type { Readable } from 'node:stream';
import { decoded, detectEncoding } from '../../../spreadsheet/read/encoding.ts';
import { openSource } from '../../../spreadsheet/read/source.ts';

const MAX_BYTES = 20_000_000;
/** Bytes in which the format of a file is recognised. */
const START_BYTES = 4096;

/**
 * Reads a text file, if its beginning is that of a format.
 *
 * @returns undefined for another file
 * @throws TransferRefused for a file that is no text
 */
export async function readText(path: string, isFormat: (start: string) => boolean): Promise<string | undefined> {
  const file = await openSource(path, MAX_BYTES);
  try {
    const start = (await file.read(0, START_BYTES)).toString('latin1').replaceAll('\0', '');
    if (!isFormat(start)) return undefined;
    return await textOf(file.stream(), await detectEncoding(file));
  } finally {
    await file.close();
  }
}

async function textOf(stream: Readable, encoding: Parameters<typeof decoded>[1]): Promise<string> {
  const parts: string[] = [];
  for await (const part of decoded(stream, encoding)) parts.push(part);
  return parts.join('');
}
