import { inflateSync } from 'node:zlib';

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/**
 * Turns a WOFF 1 font into the plain TrueType or OpenType font inside it (W3C, WOFF File Format 1.0).
 *
 * Fonts come from npm for the web only. The browser's own font lookup does not read these, and fontkit would decompress
 * all glyphs for each one that it reads.
 * @throws Error when `woff` is no WOFF 1 file
 */
export function sfntFromWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF 1 font');
  const tableCount = woff.readUInt16BE(12);
  const header = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * tableCount);
  const searchSteps = Math.floor(Math.log2(tableCount));
  const searchRange = 2 ** searchSteps * SFNT_ENTRY;
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(tableCount, 4);
  header.writeUInt16BE(searchRange, 6);
  header.writeUInt16BE(searchSteps, 8);
  header.writeUInt16BE(tableCount * SFNT_ENTRY - searchRange, 10);

  const parts: Buffer[] = [header];
  let offset = header.length;
  for (let index = 0; index < tableCount; index++) {
    const from = WOFF_HEADER + WOFF_ENTRY * index;
    const stored = woff.subarray(
      woff.readUInt32BE(from + 4),
      woff.readUInt32BE(from + 4) + woff.readUInt32BE(from + 8),
    );
    const length = woff.readUInt32BE(from + 12);
    // A table that would not shrink is stored as it is.
    const table = stored.length < length ? inflateSync(stored) : stored;
    const padding = Buffer.alloc((4 - (length % 4)) % 4);

    const to = SFNT_HEADER + SFNT_ENTRY * index;
    woff.copy(header, to, from, from + 4);
    woff.copy(header, to + 4, from + 16, from + 20);
    header.writeUInt32BE(offset, to + 8);
    header.writeUInt32BE(length, to + 12);
    parts.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}
