/**
 * Days, months, years and instants as text. A day is never a JavaScript `Date`, which has a time and a zone.
 */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH = /^\d{4}(0[1-9]|1[0-2])$/;
const YEAR = /^\d{4}$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const DAYS_OF_400_YEARS = 146_097;
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether `text` is a calendar day, `YYYY-MM-DD` from 0001-01-01 to 9999-12-31. */
export function isDate(text: unknown): text is string {
  const parts = typeof text === 'string' ? DAY.exec(text) : null;
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month);
}

/** Whether `text` is a month, `YYYYMM` from 000101 to 999912. */
export const isMonth = (text: unknown): text is string =>
  typeof text === 'string' && MONTH.test(text) && !text.startsWith('0000');

/** Whether `text` is a year, `YYYY` from 0001 to 9999. */
export const isYear = (text: unknown): text is string => typeof text === 'string' && YEAR.test(text) && text !== '0000';

/**
 * Whether `text` is an RFC 3339 instant with a zone on a calendar day. Leap seconds are invalid, as in PostgreSQL.
 */
export function isInstant(text: unknown): text is string {
  const parts = typeof text === 'string' ? INSTANT.exec(text) : null;
  return parts !== null && isDate(parts[1]);
}

/** Number of digits after the point in the seconds of an instant; the product stores three. */
export const fractionDigits = (instant: string): number => (INSTANT.exec(instant)?.[3]?.length ?? 1) - 1;

/**
 * Number of days of a period, including both ends: 1 for a single day, 365 for a common year, 0 or negative if `to` is
 * before `from`. Both must be calendar days.
 */
export const days = (from: string, to: string): number => dayNumber(to) - dayNumber(from) + 1;

/** The calendar day at `now` in `zone`, an IANA name such as Asia/Shanghai. */
export function today(zone: string, now: Date = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((found) => found.type === type)!.value;
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const daysOfMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : DAYS_OF_MONTH[month - 1]!;

/** Days since 0000-03-01 in the proleptic Gregorian calendar. A year from March has its leap day at the end. */
function dayNumber(text: string): number {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = (month + 9) % 12;
  return (
    365 * marchYear +
    Math.floor(marchYear / 4) -
    Math.floor(marchYear / 100) +
    Math.floor(marchYear / 400) +
    Math.floor((153 * marchMonth + 2) / 5) +
    day -
    1
  );
}

/** The day before `text`, which must be a calendar day after 0001-01-01. */
export function dayBefore(text: string): string {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  if (day > 1) return printDay(year, month, day - 1);
  return month > 1 ? printDay(year, month - 1, daysOfMonth(year, month - 1)) : printDay(year - 1, 12, 31);
}

/** The day a number of days after `text`, which must be a calendar day, or before it. */
export function daysAfter(text: string, count: number): string {
  const number = dayNumber(text) + count;
  const era = Math.floor(number / DAYS_OF_400_YEARS);
  const dayOfEra = number - era * DAYS_OF_400_YEARS;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return printDay(
    era * 400 + yearOfEra + (month > 2 ? 0 : 1),
    month,
    dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  );
}

/**
 * The day a number of months after `text`, or before it: the same day of the month, or the last one of a shorter month.
 * `text` must be a calendar day.
 *
 * @returns undefined outside the years 1 to 9999
 */
export function addMonths(text: string, months: number): string | undefined {
  const month = Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1 + months;
  const [year, monthOfYear] = [Math.floor(month / 12), (((month % 12) + 12) % 12) + 1];
  if (!(year >= 1 && year <= 9999)) return undefined;
  return printDay(year, monthOfYear, Math.min(Number(text.slice(8, 10)), daysOfMonth(year, monthOfYear)));
}

const printDay = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
