import type { SerialFormat } from '../serial.ts';

/** What the number of a cell means, according to its number format. */
export type NumberFormat = 'number' | 'percent' | SerialFormat;

/** Built-in formats, which a file does not define (ECMA-376 part 1 §18.8.30); 27–36 and 50–58 are East Asian. */
const BUILT_IN: readonly (readonly [first: number, last: number, format: NumberFormat])[] = [
  [9, 10, 'percent'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'dateTime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [47, 47, 'time'],
  [50, 54, 'date'],
  [55, 56, 'time'],
  [57, 58, 'date'],
];

/** The meaning of a built-in format. */
export const builtInFormat = (id: number): NumberFormat =>
  BUILT_IN.find(([first, last]) => id >= first && id <= last)?.[2] ?? 'number';

/** Limit of the characters of a code that are read; Excel allows 255. */
const MAX_CODE = 1000;

/**
 * The meaning of a format code, determined by its section for positive numbers. A duration, such as `[h]` for hours
 * beyond a day, is a number.
 */
export function formatOfCode(code: string): NumberFormat {
  const bare = code
    .slice(0, MAX_CODE)
    .replaceAll(/"[^"]*"|\\.|_.|\*./gs, '')
    .split(';', 1)[0]!
    .toLowerCase();
  if (/\[(h+|m+|s+)\]/.test(bare)) return 'number';
  const tokens = bare.replaceAll(/\[[^\]]*\]/g, '').replaceAll(/general|g\/通用格式|am\/pm|a\/p|上午\/下午/g, '');
  if (tokens.includes('%')) return 'percent';
  if (/[0#?]/.test(tokens.replaceAll(/s\.0+/g, 's'))) return 'number';
  const time = /[hs]/.test(tokens);
  const date = /[ydeb]|mmm/.test(tokens) || (!time && tokens.includes('m'));
  return date ? (time ? 'dateTime' : 'date') : time ? 'time' : 'number';
}
