/*
 * Date serials of spreadsheets: days since an epoch, with the time of day as the fraction (ECMA-376 part 1
 * §18.17.4.1). Neither a serial nor its text (`2026-01-02`, `2026-01-02T03:04:05.678`) has a time zone.
 */

const DAY_MS = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = Date.UTC(9999, 11, 31);
/** Larger than the serial of 31 December 9999 in both epochs. */
const AFTER_LAST_SERIAL = 3_000_000;
/** Serial 60 is 29 February 1900 in Excel, a day that did not exist. */
const FICTITIOUS_LEAP_DAY = 60;

/** What the number of a spreadsheet's cell denotes. */
export type SerialFormat = 'date' | 'time' | 'dateTime';

/**
 * Converts a serial to the text of a date, a time of day, or both; undefined if the serial denotes no day. To lose no
 * information, the text has the time of day even if the format hides it, and midnight if the format shows times.
 */
export function serialToText(serial: number, format: SerialFormat, date1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < AFTER_LAST_SERIAL)) return undefined;
  const milliseconds = Math.round(serial * DAY_MS);
  const days = Math.floor(milliseconds / DAY_MS);
  const time = timeText(milliseconds % DAY_MS);
  if (format === 'time' && days === 0) return time;
  if (!date1904 && (days === 0 || days === FICTITIOUS_LEAP_DAY)) return undefined;
  const shift = !date1904 && days < FICTITIOUS_LEAP_DAY ? 1 : 0;
  const instant = (date1904 ? EPOCH_1904 : EPOCH_1900) + (days + shift) * DAY_MS;
  if (instant > LAST_DAY) return undefined;
  const date = new Date(instant).toISOString().slice(0, 10);
  return format === 'date' && milliseconds % DAY_MS === 0 ? date : `${date}T${time}`;
}

/**
 * Converts `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm:ss[.sss]` to the serial (1900 epoch) as decimal text; undefined for other
 * texts, and for dates before March 1900, for which programs disagree.
 */
export function textToSerial(text: string): string | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d(?:\.\d{1,3})?))?$/.exec(text);
  if (!match) return undefined;
  const instant = Date.parse(`${match[1]}T${match[2] ?? '00:00:00'}Z`);
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(match[1]!)) return undefined;
  const serial = (instant - EPOCH_1900) / DAY_MS;
  return serial > FICTITIOUS_LEAP_DAY ? String(serial) : undefined;
}

function timeText(milliseconds: number): string {
  const text = new Date(milliseconds).toISOString().slice(11, 23);
  return text.endsWith('.000') ? text.slice(0, 8) : text;
}
