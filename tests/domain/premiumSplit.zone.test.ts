import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../generator/language/decimal.ts';
import { overlapOf, splitByDays } from '../../server/domain/premium/split.ts';

const shares = (premium: string, weights: number[], places = 2): string[] =>
  splitByDays(new Decimal(premium), weights, places).map((share) => share.toFixed(places));

describe('a premium in instalments', () => {
  test.each<[string, string, number[], string[]]>([
    // 110,550.00 × 90, 91, 92, 92 of 365 days, by hand
    ['by the quarters of a year', '110550.00', [90, 91, 92, 92], ['27258.90', '27561.78', '27864.66', '27864.66']],
    ['by the quarters of a leap year', '100.00', [91, 91, 92, 92], ['24.86', '24.86', '25.14', '25.14']],
    ['whose last share is the remainder', '100.00', [1, 1, 1], ['33.33', '33.33', '33.34']],
    ['that rounds half up', '0.05', [1, 1], ['0.03', '0.02']],
    ['of a return', '-100.00', [1, 1, 1], ['-33.33', '-33.33', '-33.34']],
    [
      'of a few cents, of which none is negative',
      '0.05',
      [1, 1, 1, 1, 1, 1, 1, 1, 1],
      [...Array<string>(5).fill('0.01'), '0.00', '0.00', '0.00', '0.00'],
    ],
    ['of a return of a few cents', '-0.02', [1, 1, 1], ['-0.01', '-0.01', '0.00']],
    ['in one', '12.34', [365], ['12.34']],
    ['of no days', '1.00', [0, 0], ['0.00', '1.00']],
  ])('%s', (_, premium, weights, expected) => expect(shares(premium, weights)).toEqual(expected));

  test('adds up to the total with parts of its sign, and none before the remainder differs by more than half a cent', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        fc.array(fc.integer({ min: 1, max: 366 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 3 }),
        (minor, weights, places) => {
          const premium = new Decimal(minor.toString()).div(new Decimal(10).pow(places));
          const split = splitByDays(premium, weights, places);
          expect(split).toHaveLength(weights.length);
          expect(Decimal.sum(...split).eq(premium)).toBe(true);
          const all = weights.reduce((sum, days) => sum + days, 0);
          const half = new Decimal(10).pow(-places).div(2);
          // once nothing is left, the other parts are 0
          const last = split.findLastIndex((share) => !share.isZero());
          split
            .slice(0, Math.max(0, last))
            .forEach((share, index) =>
              expect(share.minus(premium.times(weights[index]!).div(all)).abs().lte(half.plus('1e-25'))).toBe(true),
            );
          for (const share of split) expect(share.times(premium).gte(0)).toBe(true);
          for (const share of split) expect(share.decimalPlaces()).toBeLessThanOrEqual(places);
        },
      ),
    );
  });
});

test.each<[string, [string, string], [string, string], [string, string] | undefined]>([
  ['inside', ['2026-01-01', '2026-12-31'], ['2026-03-01', '2026-03-31'], ['2026-03-01', '2026-03-31']],
  ['crossing', ['2026-02-15', '2026-06-30'], ['2026-01-01', '2026-03-31'], ['2026-02-15', '2026-03-31']],
  ['one day', ['2026-01-01', '2026-03-31'], ['2026-03-31', '2026-06-30'], ['2026-03-31', '2026-03-31']],
  ['none', ['2026-01-01', '2026-03-31'], ['2026-04-01', '2026-06-30'], undefined],
])('common days of two periods: %s', (_, [a, b], [c, d], expected) => {
  expect(overlapOf({ from: a, to: b }, { from: c, to: d })).toEqual(expected && { from: expected[0], to: expected[1] });
});
