import { ATTACHMENT_MESSAGE } from '../../../../generator/language/attachment.ts';
import type { Problem } from '../../../../generator/language/violation.ts';

/** Limit of pixels. A scan of A1 at 300 dpi has 70 million. */
const MAX_PIXELS = 100_000_000;

interface Size {
  width: number;
  height: number;
}

/** Width and height in the header of a PNG; undefined without a header. */
export const pngSize = (bytes: Buffer): Size | undefined =>
  bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR'
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;

/** Width and height in the frame header (SOF) of a JPEG; undefined without one. */
export function jpegSize(bytes: Buffer): Size | undefined {
  for (let offset = 2; offset + 9 <= bytes.length;) {
    if (bytes[offset] !== 0xff) return undefined;
    const marker = bytes[offset + 1]!;
    // fill bytes, and markers without content
    if (marker === 0xff) offset++;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) offset += 2;
    else if (isFrameHeader(marker))
      return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) };
    else if (marker === 0xd9 || marker === 0xda) return undefined;
    else offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return undefined;
}

/** Whether a marker is SOF0 to SOF15. Three markers in this range have other meanings (DHT, JPG, DAC). */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Returns a problem for a picture that would need gigabytes of memory when a person opens it. */
export const sizeProblem = ({ width, height }: Size): Problem | undefined =>
  width * height > MAX_PIXELS
    ? { key: ATTACHMENT_MESSAGE.pictureTooLarge, params: { width, height, megapixels: MAX_PIXELS / 1_000_000 } }
    : undefined;
