import pg from 'pg';
import type { CustomTypesConfig } from 'pg';

type Parse = (text: string) => unknown;

/** PostgreSQL's types by number; an array type has another number than its elements. */
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
// The driver's types list the scalar types only, its parsers the arrays too.
const textArray = (pg.types.getTypeParser as (type: number) => (value: string) => (string | null)[])(oid.textArray);

/**
 * An instant as PostgreSQL writes it in a session under UTC ("2026-01-02 03:04:05.67891+00") in RFC 3339 with
 * milliseconds ("2026-01-02T03:04:05.678Z"). What RFC 3339 cannot say (infinity, years before Christ or of five digits)
 * stays as it is.
 */
export function instantText(value: string): string {
  const [, day, time, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(value) ?? [];
  return day === undefined ? value : `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** Nothing that a JavaScript number or Date would round or shift becomes one. */
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
 * How the driver reads values: days, decimals and bigints are text as PostgreSQL writes them, instants are RFC 3339 in
 * UTC with milliseconds, jsonb is parsed, the rest (booleans, integers, text) is the driver's default.
 */
export const typeParsers: CustomTypesConfig = {
  getTypeParser: (type, format): Parse =>
    (format === 'binary' ? undefined : parsers.get(type)) ?? pg.types.getTypeParser(type, format),
};
