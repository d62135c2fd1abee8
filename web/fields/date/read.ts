import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';

dayjs.extend(customParseFormat);

/**
 * Reads a typed moment by the first of `formats` that fits; undefined if none does or there is no such day.
 */
export function readMoment(typed: string, formats: readonly string[]): Dayjs | undefined {
  const text = typed.normalize('NFKC').trim();
  return formats.map((format) => dayjs(text, format, true)).find((moment) => moment.isValid());
}
