import pg from 'pg';
import type { CustomTypesConfig } from 'pg';

type Parse = (text: string) => unknown;

/** Type numbers (OID) of PostgreSQL. An array type has a number of its own. */
const oid = {
  int8: 20,
  numeric: 1700,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  textArray: 1009,
  int8Array: 1016,
  numericArray: 1231,
  dateArray: 1182,
  timestampArray: 1115,
  timestamptzArray: 1185,
} as const;

const text: Parse = (value) => value;
// the driver's type declarations list scalar types only
const textArray = (pg.types.getTypeParser as (type: number) => (value: string) => (string | null)[])(oid.textArray);

/**
 * Converts an instant as PostgreSQL prints it in UTC ("2026-01-02 03:04:05.67891+00") to RFC 3339 with milliseconds
 * ("2026-01-02T03:04:05.678Z"). Values that RFC 3339 does not have (infinity, years before 1 or after 9999) remain
 * unchanged.
 */
function instantText(value: string): string {
  const [, day, time, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(value) ?? [];
  return day === undefined ? value : `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** Parsers of the types whose values a JavaScript number or Date would round or shift. */
const parsers = new Map<number, Parse>([
  [oid.int8, text],
  [oid.numeric, text],
  [oid.date, text],
  [oid.timestamp, text],
  [oid.timestamptz, instantText],
  [oid.interval, text],
  [oid.int8Array, textArray],
  [oid.numericArray, textArray],
  [oid.dateArray, textArray],
  [oid.timestampArray, textArray],
  [oid.timestamptzArray, (value) => textArray(value).map((each) => (each === null ? null : instantText(each)))],
]);

/**
 * Conversion of values by the driver. Dates, decimals and bigints are text as PostgreSQL prints them, instants are RFC
 * 3339 in UTC with milliseconds, jsonb is parsed. All others (booleans, integers, text) have the driver's default.
 */
export const typeParsers: CustomTypesConfig = {
  getTypeParser: (type, format): Parse =>
    (format === 'binary' ? undefined : parsers.get(type)) ?? pg.types.getTypeParser(type, format),
};
