import { describe, expect, test } from 'vitest';
import { groupDigits } from '../../../generator/language/groupDigits.ts';
import type { Field } from '../../../generator/model/field.ts';
import { amountText, commonCurrency, currencyBeside, keepMinorUnits } from '../../../web/fields/decimal/amount.ts';
import { percentReading } from '../../../generator/language/figures.ts';
import { readDecimal, readFigure } from '../../../web/fields/decimal/format.ts';

describe('separators', () => {
  test.each([
    ['0', 0, '0'],
    ['999', 0, '999'],
    ['1000', 0, '1,000'],
    ['-1234567.5', 2, '-1,234,567.50'],
    ['1234.5678', 0, '1,234.5678'],
    ['12345678901234567890.12', 2, '12,345,678,901,234,567,890.12'],
    ['no number', 2, 'no number'],
  ])('%s to %d places', (text, places, shown) => {
    expect(groupDigits(text, places)).toBe(shown);
  });
});

describe('typed figures', () => {
  test.each([
    ['1,234.50', '1234.50'],
    [' 12 ', '12'],
    ['.5', '0.5'],
    ['-.5', '-0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['+3', '3'],
    ['１２．５', '12.5'],
    ['', null],
    ['  ', null],
    ['12a', '12a'],
    ['1e5', '1e5'],
    ['1.005', '1.005'],
    ['--1', '--1'],
    ['-1,234,567', '-1234567'],
    ['１，２３４', '1234'],
    ['12,345.', '12345'],
    ['0,85', '0,85'],
    ['０，８５', '０，８５'],
    ['0,850', '0,850'],
    ['4,25', '4,25'],
    ['1250000,50', '1250000,50'],
    ['1 250 000,50', '1 250 000,50'],
    ['1250,000', '1250,000'],
    ['1.234,50', '1.234,50'],
    ['1.234,567', '1.234,567'],
    ['1,23,456', '1,23,456'],
    ['1,,234', '1,,234'],
    [',5', ',5'],
    ['1,234,', '1,234,'],
  ])('%s', (typed, value) => {
    expect(readDecimal(typed)).toBe(value);
  });
});

describe('figures of a field', () => {
  const [rate, price, percent, money] = [
    { kind: 'rate' },
    { kind: 'rate', price: true },
    { kind: 'percent' },
    { kind: 'money' },
  ] as Field[] as [Field, Field, Field, Field];
  test.each([
    [rate, '0.2%', '0.002'],
    [rate, '0.002', '0.002'],
    [rate, '１２．５ ％', '0.125'],
    [rate, '-5 %', '-0.05'],
    [rate, '%', '%'],
    [rate, 'x%', 'x%'],
    [rate, '', null],
    [price, '2%', '2%'],
    [percent, '25 %', '25'],
    [percent, '25', '25'],
    [percent, '%', '%'],
    [percent, '0,12%', '0,12%'],
    [percent, '1,000 %', '1000'],
    [rate, '0,12%', '0,12%'],
    [money, '5%', '5%'],
    [money, '1,000', '1000'],
  ])('%o %s', (field, typed, value) => {
    expect(readFigure(typed, field)).toBe(value);
  });
});

describe('a rate read as per cent', () => {
  test.each([
    ['0.0025', '0.25'],
    ['1', '100'],
    ['0.5', '50'],
    ['-0.125', '-12.5'],
    ['12.3456', '1,234.56'],
    ['-7.1', '-710'],
    ['10', '1,000'],
    ['.5x', undefined],
    ['0', '0'],
    ['0.9999', '99.99'],
    ['x', undefined],
  ])('%s', (rate, percent) => {
    expect(percentReading(rate)).toBe(percent);
  });
});

describe('an amount', () => {
  const money = { name: 'fee', kind: 'money', currency: { field: 'cur' } } as unknown as Field;
  keepMinorUnits({ USD: 2, JPY: 0, KWD: 3 });
  test.each<[string, string | undefined, string]>([
    ['1234.50', 'USD', '1,234.50'],
    ['1234.00', 'JPY', '1,234'],
    ['1234.50', 'JPY', '1,234.5'],
    ['-0.10', 'USD', '-0.10'],
    ['5.00', 'KWD', '5.000'],
    ['1000', 'USD', '1,000.00'],
    ['1000.00', 'XXX', '1,000.00'],
    ['1000.00', undefined, '1,000.00'],
    ['', 'USD', ''],
    ['no amount', 'USD', 'no amount'],
  ])('%s of %s', (text, currency, shown) => {
    expect(amountText(text, money, currency)).toBe(shown);
  });

  test.each<[string[], string | undefined]>([
    [['USD', 'USD'], 'USD'],
    [['USD', 'JPY'], undefined],
    [[], undefined],
    [['', 'USD'], undefined],
  ])('rows in %j have in common %s', (currencies, common) => {
    expect(
      commonCurrency(
        money,
        currencies.map((cur) => ({ cur })),
      ),
    ).toBe(common);
  });
});

test.each<[string, Field['currency'], string | undefined]>([
  ['Reserve (USD)', { code: 'USD' }, undefined],
  ['Deductible', { code: 'USD' }, 'USD'],
  ['Amount', { field: 'cur' }, 'USD'],
  ['Paid in USD', { field: 'cur' }, 'USD'],
])('%s: the currency is shown unless the label names it', (en, currency, shown) => {
  expect(currencyBeside({ label: { en, zh: en }, currency } as Field, 'USD')).toBe(shown);
});
