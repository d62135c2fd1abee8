import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal, divide, parseDecimal, printDecimal, round } from '../../../generator/language/decimal.ts';

describe('parseDecimal and printDecimal', () => {
  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['1234.50', '1234.5'],
    ['007', '7'],
    ['0.00000001', '0.00000001'],
    ['99999999999999999999.99', '99999999999999999999.99'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
  ])('reads %s and prints %s', (text, printed) => {
    expect(printDecimal(parseDecimal(text)!)).toBe(printed);
  });

  test.each([
    '',
    ' ',
    '1e5',
    '.5',
    '5.',
    '+1',
    '1,000',
    '0x10',
    'NaN',
    'Infinity',
    '１',
    '1 ',
    '9'.repeat(201),
    null,
    5,
  ])('refuses %j', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });

  test.each([
    ['1234.5', 2, '1234.50'],
    ['0', 2, '0.00'],
    ['-0', 2, '0.00'],
    ['1.005', 2, '1.005'],
  ])('%s with at least %d places is %s', (text, places, printed) => {
    expect(printDecimal(parseDecimal(text)!, places)).toBe(printed);
  });
});

test.each([
  ['0.005', 2, '0.01'],
  ['-0.005', 2, '-0.01'],
  ['1.005', 2, '1.01'],
  ['2.5', 0, '3'],
  ['-2.5', 0, '-3'],
  ['1.0049999999999999999999999', 2, '1'],
])('rounds %s to %d places as %s', (text, places, rounded) => {
  expect(printDecimal(round(parseDecimal(text)!, places))).toBe(rounded);
});

describe('divide', () => {
  test('truncates after thirty places', () => {
    expect(printDecimal(divide(new Decimal(2), new Decimal(3))!)).toBe(`0.${'6'.repeat(30)}`);
  });

  test('has no value for a division by zero', () => {
    expect(divide(new Decimal(2), new Decimal(0))).toBeUndefined();
  });

  test('rounds to cents as exact arithmetic on integers does', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.bigInt(1n, 10n ** 12n), (dividend, divisor) => {
        const quotient = round(divide(new Decimal(dividend.toString()), new Decimal(divisor.toString()))!, 2);
        const magnitude = dividend < 0n ? -dividend : dividend;
        const cents = (magnitude * 200n + divisor) / (2n * divisor);
        expect(quotient.abs().times(100).toFixed()).toBe(cents.toString());
      }),
    );
  });
});
