import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalText } from '../../../server/spreadsheet/read/decimalText.ts';
import { builtInFormat, formatOfCode } from '../../../server/spreadsheet/read/numberFormat.ts';
import { textToSerial, serialToText } from '../../../server/spreadsheet/serial.ts';
import { zoneOf } from '../../../server/spreadsheet/zone.ts';

describe('the text of a number', () => {
  test.each([
    ['1', '1'],
    ['-1', '-1'],
    ['+1', '1'],
    ['007', '7'],
    ['5.0', '5'],
    ['1234.50', '1234.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-0', '0'],
    ['0.000', '0'],
    // A text with the digits of a double becomes its shortest form.
    ['0.10000000000000001', '0.1'],
    ['1234.5599999999999', '1234.56'],
    ['0.07000000000000001', '0.07'],
    ['1234567890123456', '1234567890123456'],
    ['1.0999999999999999E-2', '0.011'],
    // Any other text keeps all its digits.
    ['12345678901234567', '12345678901234567'],
    ['12345678901234567.89', '12345678901234567.89'],
    ['0.123456789012345678', '0.123456789012345678'],
    ['1E3', '1000'],
    ['1.5e+2', '150'],
    ['2.5E-3', '0.0025'],
    ['1e-7', '0.0000001'],
    ['9007199254740993', '9007199254740993'],
  ])('reads %s as %s', (written, read) => {
    expect(decimalText(written)).toBe(read);
  });

  test.each([
    '',
    '.',
    '-',
    'abc',
    '1,625',
    '1 625',
    '0x10',
    'NaN',
    'INF',
    '1e',
    '1e999',
    '1e99999',
    '１',
    '1_000',
    '--1',
  ])('%j is no number', (text) => {
    expect(decimalText(text)).toBeUndefined();
  });

  /** Doubles below this have fewer than 17 significant digits. */
  const LEAST_NORMAL = 2 ** -1022;

  test('reads every double printed with 17 digits as that double', () => {
    fc.assert(
      fc.property(
        fc
          .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
          .filter((double) => double === 0 || Math.abs(double) >= LEAST_NORMAL),
        (double) => {
          const text = decimalText(double.toPrecision(17))!;
          expect(text).toBe(new Decimal(double).toFixed());
        },
      ),
    );
  });

  test('shifts the decimal point exactly', () => {
    expect(
      [
        ['0.07', 2],
        ['0.25', 2],
        ['12', 2],
        ['0.0025', 2],
        ['0', 2],
      ].map(([text, shift]) => decimalText(text as string, shift as number)),
    ).toEqual(['7', '25', '1200', '0.25', '0']);
  });
});

describe('number formats', () => {
  test.each([
    ['General', 'number'],
    ['0.00', 'number'],
    ['#,##0.00_);[Red](#,##0.00)', 'number'],
    ['0.00E+00', 'number'],
    ['"day" 0', 'number'],
    ['[$USD] #,##0', 'number'],
    ['@', 'number'],
    ['G/通用格式', 'number'],
    ['# ?/?', 'number'],
    ['[h]:mm:ss', 'number'],
    ['\\d0', 'number'],
    ['0%', 'percent'],
    ['0.00%;-0.00%', 'percent'],
    ['"%"0', 'number'],
    ['yyyy-mm-dd', 'date'],
    ['yyyy\\-mm\\-dd', 'date'],
    ['m/d/yy', 'date'],
    ['yyyy"年"m"月"d"日"', 'date'],
    ['[$-804]yyyy"年"m"月"', 'date'],
    ['mmm-yy', 'date'],
    ['m"月"', 'date'],
    ['[$-411]ge.m.d', 'date'],
    ['yyyy-mm-dd hh:mm:ss', 'dateTime'],
    ['yyyy-mm-dd hh:mm:ss.000', 'dateTime'],
    ['h:mm AM/PM', 'time'],
    ['上午/下午h"时"mm"分"', 'time'],
    ['mm:ss', 'time'],
    ['dd/mm/yyyy;@', 'date'],
  ])('%s is a %s', (code, format) => {
    expect(formatOfCode(code)).toBe(format);
  });

  test.each([
    [0, 'number'],
    [4, 'number'],
    [10, 'percent'],
    [14, 'date'],
    [22, 'dateTime'],
    [31, 'date'],
    [46, 'number'],
    [49, 'number'],
    [57, 'date'],
    [59, 'number'],
  ])('built-in %i is a %s', (id, format) => {
    expect(builtInFormat(id)).toBe(format);
  });
});

describe('date serials', () => {
  test.each([
    [1, 'date', false, '1900-01-01'],
    [59, 'date', false, '1900-02-28'],
    [61, 'date', false, '1900-03-01'],
    [45351, 'date', false, '2024-02-29'],
    [2958465, 'date', false, '9999-12-31'],
    [0, 'date', true, '1904-01-01'],
    [43889, 'date', true, '2024-02-29'],
    [45351.5, 'date', false, '2024-02-29T12:00:00'],
    [45351, 'dateTime', false, '2024-02-29T00:00:00'],
    [45351.999999999, 'dateTime', false, '2024-03-01T00:00:00'],
    [0.25, 'time', false, '06:00:00'],
    [45351.25, 'time', false, '2024-02-29T06:00:00'],
  ] as const)('%d (%s, 1904: %s) is %s', (serial, format, date1904, text) => {
    expect(serialToText(serial, format, date1904)).toBe(text);
  });

  test.each([-1, 0, 0.5, 60, 60.5, 2958466, Number.NaN, Number.POSITIVE_INFINITY])('%d is not a date', (serial) => {
    expect(serialToText(serial, 'date', false)).toBeUndefined();
  });

  test('converts every day from March 1900 and every millisecond there and back', () => {
    const days = fc
      .date({ min: new Date('1900-03-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString());
    fc.assert(
      fc.property(days, (instant) => {
        const [day, time] = [instant.slice(0, 10), instant.slice(0, 23).replace(/\.000$/, '')];
        expect(serialToText(Number(textToSerial(day)), 'date', false)).toBe(day);
        expect(serialToText(Number(textToSerial(time)), 'dateTime', false)).toBe(time);
      }),
    );
  });

  test.each([
    '2023-02-29',
    '1900-02-28',
    '0001-01-01',
    '2024-1-2',
    '2024-01-02T25:00:00',
    '2024-01-02T03:04:05Z',
    'x',
    '',
  ])('%j has no serial', (text) => {
    expect(textToSerial(text)).toBeUndefined();
  });
});

describe('wall-clock time', () => {
  test.each([
    ['Asia/Shanghai', '2026-01-02T03:04:05.678Z', '2026-01-02T11:04:05.678'],
    ['Asia/Shanghai', '2026-01-01T16:00:00.000Z', '2026-01-02T00:00:00'],
    ['America/Los_Angeles', '2026-07-02T07:00:00.000Z', '2026-07-02T00:00:00'],
    ['UTC', '2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05'],
    ['Asia/Kolkata', '2026-01-01T18:30:00.000Z', '2026-01-02T00:00:00'],
  ])('in %s %s is %s and back', (zone, instant, local) => {
    expect(zoneOf(zone).local(instant)).toBe(local);
    expect(zoneOf(zone).instant(local)).toBe(instant);
  });

  test.each([
    ['never', '2026-03-08T02:30:00'],
    ['twice', '2026-11-01T01:30:00'],
    ['no such day', '2026-02-30T00:00:00'],
    ['a day alone', '2026-02-03'],
    ['an instant', '2026-02-03T00:00:00Z'],
    ['a word', 'noon'],
  ])('%s (%s in Los Angeles) is no instant', (_, local) => {
    expect(zoneOf('America/Los_Angeles').instant(local)).toBeUndefined();
  });

  test('converts the hours around a change of summer time', () => {
    const zone = zoneOf('America/Los_Angeles');
    expect(
      ['2026-03-08T01:59:59', '2026-03-08T03:00:00', '2026-11-01T00:59:59', '2026-11-01T02:00:00'].map((local) =>
        zone.instant(local),
      ),
    ).toEqual([
      '2026-03-08T09:59:59.000Z',
      '2026-03-08T10:00:00.000Z',
      '2026-11-01T07:59:59.000Z',
      '2026-11-01T10:00:00.000Z',
    ]);
  });
});
