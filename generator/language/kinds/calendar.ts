import type { Field } from '../../model/field.ts';
import { fractionDigits, isDate, isInstant, isMonth, isYear } from '../dates.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Problem } from '../violation.ts';
import { problem, type ConditionType, type Kind } from './kind.ts';
import { textKind } from './text.ts';

const ORDERED: readonly ConditionType[] = ['equal', 'ne', 'array', 'gt', 'gte', 'lt', 'lte', 'isNull', 'notNull'];
const PERIODS: readonly ConditionType[] = [...ORDERED, 'dateRange'];

const checkFormat =
  (valid: (text: unknown) => boolean, key: string) =>
  (text: string, field: Field): Problem | undefined =>
    valid(text) ? undefined : problem(field, key);

/** A day, `YYYY-MM-DD`, without a zone. */
export const date: Kind = {
  ...textKind({
    format: checkFormat(isDate, MESSAGE.date),
    conditions: PERIODS,
    schema: { format: 'date' },
    samples: {
      valid: ['0001-01-01', '2024-02-29', '2000-02-29', '9999-12-31'],
      invalid: [
        '2023-02-29',
        '1900-02-29',
        '2024-04-31',
        '2024-13-01',
        '2024-00-10',
        '2024-01-00',
        '0000-01-01',
        '2024-1-1',
        '20240101',
        '01/02/2024',
        '2024-01-01T00:00:00Z',
      ].map((value) => ({ value, key: MESSAGE.date })),
    },
  }),
  checkComparable: (value, field) => checkFormat(isDate, MESSAGE.date)(value as string, field),
  column: () => 'date',
  cel: 'Date',
};

/** Converts an instant to UTC text; undefined if that is before year 1 or after year 9999. */
function inUtc(instant: string): string | undefined {
  const utc = new Date(instant).toISOString();
  return isInstant(utc) ? utc : undefined;
}

const isStorable = (text: unknown): boolean => isInstant(text) && inUtc(text) !== undefined;

/** An RFC 3339 instant with a zone, to the millisecond. More digits are refused, because answers would lose them. */
export const dateTime: Kind = {
  ...textKind({
    // one text for each instant; more digits than milliseconds remain, so that `format` refuses them
    fold: (text) => (isInstant(text) && fractionDigits(text) <= 3 ? (inUtc(text) ?? text) : text),
    format: (text, field) => {
      if (!isStorable(text)) return problem(field, MESSAGE.instant);
      return fractionDigits(text) > 3 ? problem(field, MESSAGE.instantFraction) : undefined;
    },
    conditions: PERIODS,
    schema: { format: 'date-time' },
    samples: {
      valid: ['2024-02-29T23:59:59Z', '2024-01-01T00:00:00.123+08:00', '1999-12-31T12:00:00-11:30'],
      invalid: [
        ...[
          '2024-01-01',
          '2024-01-01T00:00:00',
          '2023-02-29T00:00:00Z',
          '2024-01-01T24:00:00Z',
          '2024-01-01T00:60:00Z',
          '2024-01-01 00:00:00Z',
          '0001-01-01T00:00:00+00:01',
          '9999-12-31T23:59:59-00:01',
        ].map((value) => ({ value, key: MESSAGE.instant })),
        { value: '2024-01-01T00:00:00.1234Z', key: MESSAGE.instantFraction },
      ],
    },
  }),
  checkComparable: (value, field) => checkFormat(isStorable, MESSAGE.instant)(value as string, field),
  column: () => 'timestamptz',
  toSqlText: (_, columnSql) => `to_char(${columnSql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  cel: 'google.protobuf.Timestamp',
};

/** A month, `YYYYMM`. */
export const month = textKind({
  format: checkFormat(isMonth, MESSAGE.month),
  conditions: ORDERED,
  samples: {
    valid: ['200001', '202612'],
    invalid: ['202613', '202600', '2026-01', '20261', '000001'].map((value) => ({ value, key: MESSAGE.month })),
  },
});

/** A year, `YYYY`. */
export const year = textKind({
  format: checkFormat(isYear, MESSAGE.year),
  conditions: ORDERED,
  samples: {
    valid: ['0001', '2026', '9999'],
    invalid: ['0000', '26', '20260', 'MMXX'].map((value) => ({ value, key: MESSAGE.year })),
  },
});
