import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';

dayjs.extend(customParseFormat);

/**
 * Parses a typed date or time with the first of `formats` that fits. Undefined if no format fits or the day does not
 * exist.
 */
export function readMoment(typed: string, formats: readonly string[]): Dayjs | undefined {
  const text = typed.normalize('NFKC').trim();
  return formats.map((format) => dayjs(text, format, true)).find((moment) => moment.isValid());
}
