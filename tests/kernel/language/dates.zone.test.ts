import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addMonths,
  days,
  daysAfter,
  fractionDigits,
  isDate,
  isInstant,
  isMonth,
  isYear,
  today,
} from '../../../generator/language/dates.ts';

describe('isDate', () => {
  test.each(['0001-01-01', '2024-02-29', '2000-02-29', '9999-12-31'])('accepts %s', (text) =>
    expect(isDate(text)).toBe(true),
  );
  test.each([
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-00-01',
    '2024-01-00',
    '0000-01-01',
    '2024-1-1',
    ' 2024-01-01',
    '2024-01-01\n',
    20240101,
    null,
  ])('refuses %j', (text) => expect(isDate(text)).toBe(false));
});

describe('isMonth, isYear, isInstant', () => {
  test.each([
    [isMonth, '202612', true],
    [isMonth, '202613', false],
    [isMonth, '000012', false],
    [isYear, '2026', true],
    [isYear, '0000', false],
    [isYear, '26', false],
  ] as const)('%o of %s is %s', (isValid, text, expected) => expect(isValid(text)).toBe(expected));
  test.each(['2024-02-29T23:59:59Z', '2024-01-01T00:00:00.123456+08:00'])('accepts the instant %s', (text) =>
    expect(isInstant(text)).toBe(true),
  );
  test.each([
    '2024-01-01T00:00:00',
    '2023-02-29T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T23:59:60Z',
    '2024-01-01t00:00:00z',
    '2024-01-01T00:00:00+0800',
    '2024-01-01',
  ])('refuses the instant %s', (text) => expect(isInstant(text)).toBe(false));
  test.each([
    ['2024-01-01T00:00:00Z', 0],
    ['2024-01-01T00:00:00.12Z', 2],
    ['2024-01-01T00:00:00.123456+08:00', 6],
  ])('%s has %d digits of fraction', (text, digits) => {
    expect(fractionDigits(text)).toBe(digits);
  });
});

describe('days counts the first and the last day', () => {
  test.each([
    ['2026-01-01', '2026-01-01', 1],
    ['2026-01-01', '2026-12-31', 365],
    ['2024-01-01', '2024-12-31', 366],
    ['2026-03-28', '2026-03-30', 3],
    ['2026-10-24', '2026-11-02', 10],
    ['2026-01-02', '2026-01-01', 0],
    ['2026-01-03', '2026-01-01', -1],
    ['0001-01-01', '9999-12-31', 3_652_059],
  ])('%s to %s is %d', (from, to, expected) => expect(days(from, to)).toBe(expected));

  test('agrees with UTC milliseconds for any two days', () => {
    const day = fc
      .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, (from, to) => {
        expect(days(from, to)).toBe((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000 + 1);
      }),
    );
  });
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-02-28', 12, '2027-02-28'],
  ['2026-11-15', 3, '2027-02-15'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-01-01', -1, '2025-12-01'],
  ['9999-12-31', 1, undefined],
  ['0001-01-01', -1, undefined],
])('%s and %i months is %s', (day, months, expected) => expect(addMonths(day, months)).toBe(expected));

test.each([
  ['2024-02-28', 1, '2024-02-29'],
  ['2024-02-29', 1, '2024-03-01'],
  ['2023-02-28', 1, '2023-03-01'],
  ['2000-02-29', 366, '2001-03-01'],
  ['2026-12-31', 0, '2026-12-31'],
  ['2026-01-01', -1, '2025-12-31'],
  ['0001-01-01', 3_652_058, '9999-12-31'],
])('%s and %i days is %s', (day, count, expected) => {
  expect(daysAfter(day, count)).toBe(expected);
  expect(days(day, expected)).toBe(count + 1);
});

test.each([
  ['Asia/Shanghai', '2026-01-31T15:59:59Z', '2026-01-31'],
  ['Asia/Shanghai', '2026-01-31T16:00:00Z', '2026-02-01'],
  ['America/Los_Angeles', '2026-01-31T16:00:00Z', '2026-01-31'],
  ['UTC', '2026-12-31T23:59:59Z', '2026-12-31'],
])('in %s at %s it is %s', (zone, now, day) => expect(today(zone, new Date(now))).toBe(day));
