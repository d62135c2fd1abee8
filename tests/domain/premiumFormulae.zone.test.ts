import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { days } from '../../generator/language/dates.ts';
import { Decimal } from '../../generator/language/decimal.ts';
import { compileEvaluator, type EvaluationContext, type Row } from '../../generator/language/evaluation/evaluator.ts';
import { shiftDay } from '../conformance/days.ts';

/**
 * The formulas of the premium schemas (domain.md, "Policy years and premium") against figures calculated by hand, and
 * properties of all results.
 */
const model = compileModel([join(import.meta.dirname, '../../schemas')]);
const places: EvaluationContext['places'] = (code) => (code === 'JPY' ? 0 : 2);
const compute = (entity: string, row: Row, context: Partial<EvaluationContext> = {}): Row =>
  compileEvaluator(model.entities[entity]!, model).compute(row, { mode: 'create', places, ...context });

const year = (of: number): Row => ({
  effectiveFrom: `${of}-01-01`,
  effectiveTo: `${of}-12-31`,
  days: days(`${of}-01-01`, `${of}-12-31`),
});

describe('hull, increased value and war', () => {
  const cover = {
    hmInsureValue: '44000000.00',
    hmRate: '0.002',
    ivInsureValue: '11000000.00',
    ivRate: '0.0008',
    warInsureValue: '55000000.00',
    warRate: '0.00025',
  };
  test.each<[string, Row, number, (string | null)[]]>([
    [
      'a complete year',
      { ...cover, policyStart: '2026-01-01', policyEnd: '2026-12-31' },
      2026,
      ['88000.00', '8800.00', '13750.00', '110550.00'],
    ],
    [
      'a complete leap year',
      { ...cover, policyStart: '2024-01-01', policyEnd: '2024-12-31' },
      2024,
      ['88000.00', '8800.00', '13750.00', '110550.00'],
    ],
    // 29 days of 366: 6972.677…, 697.267…, 1089.480…
    [
      'February of a leap year',
      { ...cover, policyStart: '2024-02-01', policyEnd: '2024-02-29' },
      2024,
      ['6972.68', '697.27', '1089.48', '8759.43'],
    ],
    // 1 day of 365: 241.095…, 24.109…, 37.671…
    [
      'one day',
      { ...cover, policyStart: '2026-07-01', policyEnd: '2026-07-01' },
      2026,
      ['241.10', '24.11', '37.67', '302.88'],
    ],
    [
      'without war',
      { ...cover, warRate: null, policyStart: '2026-01-01', policyEnd: '2026-12-31' },
      2026,
      ['88000.00', '8800.00', null, '96800.00'],
    ],
    [
      'hull alone',
      { hmInsureValue: '100.00', hmRate: '0.00005', policyStart: '2026-01-01', policyEnd: '2026-12-31' },
      2026,
      ['0.01', null, null, '0.01'],
    ],
  ])('of %s', (_, row, of, expected) => {
    const done = compute('hull-premium', row, { lookups: { year: year(of) } });
    expect(['hmPremium', 'ivPremium', 'warPremium', 'hmTotalPremium'].map((name) => done[name])).toEqual(expected);
  });

  test('two covers of one year together cost as much as the year, within a cent for each premium', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(2023, 2024, 2026, 2028),
        fc.integer({ min: 1, max: 364 }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 1, max: 99_999_999 }),
        (of, first, cents, rate) => {
          const row = {
            hmInsureValue: new Decimal(cents.toString()).div(100).toFixed(2),
            hmRate: new Decimal(rate).div(100_000_000).toFixed(),
          };
          const premium = (policyStart: string, policyEnd: string) =>
            new Decimal(
              compute('hull-premium', { ...row, policyStart, policyEnd }, { lookups: { year: year(of) } })[
                'hmPremium'
              ] as string,
            );
          const [start, end] = [`${of}-01-01`, `${of}-12-31`];
          const total = premium(start, end);
          expect(total.eq(new Decimal(row.hmInsureValue).times(row.hmRate).toDecimalPlaces(2))).toBe(true);
          expect(
            premium(start, shiftDay(start, first - 1))
              .plus(premium(shiftDay(start, first), end))
              .minus(total)
              .abs()
              .lte('0.01'),
          ).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('insured values of hull and increased value add up to the total, whatever the share', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 13n }),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (cents, ratio, share) => {
        const done = compute('vessel-value', {
          basicValue: new Decimal(cents.toString()).div(100).toFixed(2),
          additionRatio: new Decimal(ratio).div(1_000_000).toFixed(),
          ivInsurePct: new Decimal(share).div(10_000).toFixed(),
        });
        const [total, iv, hull] = ['totalValue', 'ivInsure', 'hmInsure'].map(
          (name) => new Decimal(done[name] as string),
        );
        expect(iv!.plus(hull!).eq(total!)).toBe(true);
        expect(hull!.isNegative()).toBe(false);
      },
    ),
    { numRuns: 100 },
  );
});

describe('an additional premium', () => {
  test.each<[string, Row, number, string]>([
    ['of 7 days is one rate', { ata: '2026-05-01', atd: '2026-05-07' }, 7, '5500.00'],
    ['of 8 days is two', { ata: '2026-05-01', atd: '2026-05-08' }, 8, '11000.00'],
    ['pro rata', { ata: '2026-05-01', atd: '2026-05-08', apMode: 'PRORATA' }, 8, '6285.71'],
    [
      'over the end of February in a leap year',
      { ata: '2024-02-26', atd: '2024-03-03', apMode: 'PRORATA' },
      7,
      '5500.00',
    ],
    ['of days counted by the insurer', { ata: '2026-05-01', atd: '2026-05-08', days: 7 }, 7, '5500.00'],
  ])('%s', (_, row, daysCounted, expected) =>
    expect(compute('hull-ap', { warInsured: '55000000.00', rate7Days: '0.0001', ...row })).toMatchObject({
      days: daysCounted,
      apPremium: expected,
    }),
  );
});

describe('a return', () => {
  const lookups = { year: year(2026), hull: { policyStart: '2026-01-01', hmTotalPremium: '110550.00' } };
  const parent = { policyType: 'Premium-HM' };
  test.each<[string, Row, number, string]>([
    // 110,550 × 92 / 365
    ['of a surrender', { returnType: 'SURRENDER', fromDate: '2026-10-01', toDate: '2026-12-31' }, 92, '27864.66'],
    // 110,550 × 40 / 365 × 50 %
    [
      'of a lay-up, without both end days',
      { returnType: 'LAIDUP', fromDate: '2026-03-01', toDate: '2026-04-11', returnPct: '50' },
      40,
      '6057.53',
    ],
  ])('%s', (_, row, daysReturned, amount) =>
    expect(compute('premium-return', row, { lookups, parent })).toMatchObject({ returnDays: daysReturned, amount }),
  );

  test.each([
    ['2026-04-01', []],
    ['2026-03-31', ['laid-up-thirty-days']],
  ])('of a lay-up from 1 March to %s', (toDate, broken) => {
    const evaluator = compileEvaluator(model.entities['premium-return']!, model);
    const context: EvaluationContext = { mode: 'create', places, lookups, parent };
    const row = evaluator.compute(
      { versionId: '1', vslCde: 'ABC', returnType: 'LAIDUP', fromDate: '2026-03-01', toDate, returnPct: '50' },
      context,
    );
    expect(evaluator.validate(row, context).map(({ rule }) => rule)).toEqual(broken);
  });
});

test.each<[string, Row, string, string]>([
  ['includes tax', { taxIncldInd: 'Y' }, '25715.94', '1542.96'],
  ['is without tax', { taxIncldInd: 'N' }, '27258.90', '1635.53'],
])('the price of an instalment %s', (_, row, net, tax) => {
  expect(compute('premium-stage', { stagePremium: '27258.90', cur: 'USD', taxRate: '0.06', ...row })).toMatchObject({
    netPremium: net,
    taxPremium: tax,
  });
});

test('net and tax of an instalment with tax total its price', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      fc.integer({ min: 0, max: 9999 }),
      fc.constantFrom('USD', 'JPY'),
      (minor, rate, cur) => {
        const price = new Decimal(minor.toString()).div(cur === 'JPY' ? 1 : 100).toFixed(2);
        const { netPremium, taxPremium } = compute('premium-stage', {
          stagePremium: price,
          cur,
          taxIncldInd: 'Y',
          taxRate: new Decimal(rate).div(10_000).toFixed(),
        });
        expect(new Decimal(netPremium as string).plus(taxPremium as string).eq(price)).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});

describe('conditions of a version on its policy type agree with x-premium', () => {
  const version = model.entities['premium-version']!;
  const evaluator = compileEvaluator(version, model);
  const kinds = Object.values(model.entities).filter(({ premium }) => premium !== undefined);
  const guard = version.actions.find(({ name }) => name === 'calculate')!.guard!.expr;
  const conditionOf = (child: string): string => version.children.find(({ entity }) => entity === child)!.when!;

  test.each(kinds.map(({ name, premium }) => [name, premium!] as const))('%s', (name, premium) => {
    const holds = (condition: string): boolean | undefined => evaluator.test(condition, { policyType: premium.type });
    expect(holds(guard)).toBe(premium.calculate !== undefined);
    expect(holds(conditionOf('premium-return'))).toBe(premium.returns !== undefined);
    expect(kinds.filter((kind) => holds(conditionOf(kind.name))).map((kind) => kind.name)).toEqual([name]);
  });
});
