import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Row } from '../../../web/fields/types.ts';
import { nextDue, planOf, type PlanSource, versionsThatCount } from '../../../web/pages/premium/instalments/plan.ts';
import type { Version } from '../../../web/pages/premium/versions.ts';

const STAGES = [
  { no: '1', from: '2031-01-01', to: '2031-06-30', due: '2031-01-31' },
  { no: '2', from: '2031-07-01', to: '2031-12-31', due: '2031-07-31' },
];
const version = (id: string, type = 'actual', status = 'Formal'): Version => ({
  id,
  kind: 'Premium-HM',
  year: '2031',
  no: `V${id}`,
  type,
  status,
});
const ACTUAL = version('1');

let next = 0;
const line = (vslCde: string, stage: number, stagePremium: string, more: Row = {}): Row => ({
  id: String(++next),
  vslCde,
  vslNameEn: `NAME ${vslCde}`,
  stageNo: stage + 1,
  calcFrom: STAGES[stage]!.from,
  calcTo: STAGES[stage]!.to,
  dueDate: STAGES[stage]!.due,
  stagePremium,
  cur: 'USD',
  stageType: 'NORMAL',
  recordStatus: 'Draft',
  versionId: '1',
  ...more,
});
const cover = (vslCde: string, hmTotalPremium: string | null, versionId = '1'): Row => ({
  id: String(++next),
  versionId,
  vslCde,
  vslNme: `NAME ${vslCde}`,
  hmTotalPremium,
});
const plan = (given: Partial<PlanSource>) =>
  planOf({
    stages: STAGES,
    lines: [],
    covers: [],
    fields: { object: ['vslCde'], name: 'vslNme', total: 'hmTotalPremium', currency: { code: 'USD' } },
    versions: [ACTUAL],
    ...given,
  });

describe('the instalment plan', () => {
  test('puts each instalment at its stage and totals rows and columns', () => {
    const instalments = plan({
      lines: [line('AAA', 0, '10.01'), line('AAA', 1, '10.00'), line('BBB', 1, '5.50')],
      covers: [cover('AAA', '20.01'), cover('BBB', '5.50')],
    });
    expect(
      instalments.rows.map(({ object, stages, total, difference }) => [
        object,
        stages.map((at) => at.map(({ amount }) => amount)),
        total,
        difference,
      ]),
    ).toEqual([
      ['AAA', [['10.01'], ['10.00']], '20.01', '0.00'],
      ['BBB', [[], ['5.50']], '5.50', '0.00'],
    ]);
    expect(instalments.totals).toEqual([
      {
        currency: 'USD',
        count: 2,
        stages: ['10.01', '15.50'],
        others: '0.00',
        total: '25.51',
        premium: '25.51',
        difference: '0.00',
      },
    ]);
  });

  test.each<[string, Row, number | undefined]>([
    ['an instalment whose cover begins in the stage', { stageNo: 1, calcFrom: '2031-08-15' }, 1],
    ['an instalment with its own due date', { dueDate: '2031-09-09' }, 1],
    ['an instalment due with a stage outside its days', { calcFrom: '2030-01-01', calcTo: '2030-02-01' }, 1],
    ['an instalment in no stage', { calcFrom: '2030-01-01', calcTo: '2030-02-01', dueDate: '2030-01-01' }, undefined],
    ['an additional instalment', { stageType: 'ADDITION' }, undefined],
  ])('puts %s at its due date', (_, more, at) => {
    const {
      rows: [row],
    } = plan({ lines: [line('AAA', 1, '7.00', more)] });
    expect(row!.stages.findIndex((lines) => lines.length > 0)).toBe(at ?? -1);
    expect(row!.others.length).toBe(at === undefined ? 1 : 0);
    expect(row!.total).toBe('7.00');
  });

  test('reports a vessel without instalments, and one without premium', () => {
    const { rows, totals } = plan({
      lines: [line('BBB', 0, '3.00')],
      covers: [cover('AAA', '8.00'), cover('CCC', null)],
    });
    expect(rows.map((row) => [row.object, row.difference])).toEqual([
      ['AAA', '-8.00'],
      ['BBB', '3.00'],
    ]);
    expect(totals).toMatchObject([{ difference: '-5.00' }]);
  });

  test('takes a vessel’s premium from the latest version that counts, and adds its covers there', () => {
    const supplement = version('2', 'supplement', 'Supplement');
    const { rows } = plan({
      versions: [ACTUAL, supplement],
      covers: [cover('AAA', '8.00'), cover('AAA', '3.00', '2'), cover('AAA', '4.00', '2'), cover('BBB', '1.00')],
    });
    expect(rows.map(({ object, premium }) => [object, premium?.amount, premium?.version.no])).toEqual([
      ['AAA', '7.00', 'V2'],
      ['BBB', '1.00', 'V1'],
    ]);
  });

  test('shows instalments without a version, and does not settle premium with them', () => {
    const {
      rows: [row],
      totals,
    } = plan({
      lines: [line('AAA', 0, '8.00'), line('AAA', 1, '5.00', { versionId: null, stageType: 'ADDITION' })],
      covers: [cover('AAA', '8.00')],
    });
    expect([row!.total, row!.difference, row!.others.length]).toEqual(['13.00', '0.00', 1]);
    expect(totals).toMatchObject([{ total: '13.00', premium: '8.00', difference: '0.00' }]);
  });

  test('has a row and totals for each currency, and adds no amounts in different currencies', () => {
    const { rows, totals } = plan({
      lines: [
        line('AAA', 0, '9.00'),
        line('AAA', 1, '70.00', { cur: 'CNY' }),
        line('BBB', 0, '5.00', { cur: 'CNY', versionId: null }),
      ],
      covers: [cover('AAA', '9.00')],
    });
    expect(rows.map(({ object, currency, total, difference }) => [object, currency, total, difference])).toEqual([
      ['AAA', 'CNY', '70.00', '70.00'],
      ['AAA', 'USD', '9.00', '0.00'],
      ['BBB', 'CNY', '5.00', '0.00'],
    ]);
    expect(
      totals.map(({ currency, count, total, premium, stages }) => [currency, count, total, premium, stages]),
    ).toEqual([
      ['CNY', 2, '75.00', '0.00', ['5.00', '70.00']],
      ['USD', 1, '9.00', '9.00', ['9.00', '0.00']],
    ]);
  });

  test('has a row for each insured object that is no vessel, in the currency of its premium', () => {
    const property = (insured: string, subAddress: string | null, actPremium: string, cur: string): Row => ({
      id: String(++next),
      versionId: '1',
      insured,
      subAddress,
      actPremium,
      cur,
    });
    const { rows, totals } = plan({
      stages: [],
      fields: { object: ['insured', 'subAddress'], total: 'actPremium', currency: { field: 'cur' } },
      covers: [
        property('Quay Terminals', 'Berth 4', '100.00', 'CNY'),
        property('Quay Terminals', 'Berth 4', '20.00', 'CNY'),
        property('Quay Offices', null, '7.00', 'USD'),
      ],
      lines: [line('', 0, '120.00', { vslCde: null, vslNameEn: null, subject: 'Quay Terminals Berth 4', cur: 'CNY' })],
    });
    expect(
      rows.map(({ object, currency, premium, others, difference }) => [
        object,
        currency,
        premium?.amount,
        others.length,
        difference,
      ]),
    ).toEqual([
      ['Quay Offices', 'USD', '7.00', 0, '-7.00'],
      ['Quay Terminals Berth 4', 'CNY', '120.00', 1, '0.00'],
    ]);
    expect(totals.map(({ currency, difference }) => [currency, difference])).toEqual([
      ['CNY', '0.00'],
      ['USD', '-7.00'],
    ]);
  });

  test('replaces the premium of an object in a version by that of a later one, also in another currency', () => {
    const { rows } = plan({
      fields: { object: ['vslCde'], total: 'hmTotalPremium', currency: { field: 'cur' } },
      versions: [ACTUAL, version('2', 'supplement', 'Supplement')],
      covers: [
        { ...cover('AAA', '8.00'), cur: 'USD' },
        { ...cover('AAA', '60.00', '2'), cur: 'CNY' },
      ],
    });
    expect(rows.map(({ currency, premium }) => [currency, premium?.amount])).toEqual([['CNY', '60.00']]);
  });

  test('knows what is due next in each currency', () => {
    const instalments = plan({
      lines: [
        line('AAA', 0, '9.00'),
        line('AAA', 1, '10.00'),
        line('BBB', 1, '1.00', { stageType: 'ADDITION' }),
        line('CCC', 1, '70.00', { cur: 'CNY' }),
        line('CCC', 1, '5.00', { dueDate: '2031-08-01' }),
      ],
    });
    expect(nextDue(instalments, '2031-02-01')).toEqual({
      due: '2031-07-31',
      amounts: [
        { currency: 'CNY', amount: '70.00' },
        { currency: 'USD', amount: '11.00' },
      ],
    });
    expect(nextDue(instalments, '2031-08-02')).toBeUndefined();
  });

  test('has equal totals by stage and by vessel for any amounts', () => {
    const money = fc
      .bigInt({ min: -(10n ** 14n), max: 10n ** 14n })
      .map((cents) => printDecimal(new Decimal(String(cents)).div(100), 2));
    const lines = fc.array(
      fc.record({
        vessel: fc.constantFrom('AAA', 'BBB', 'CCC'),
        stage: fc.constantFrom(0, 1),
        amount: money,
        addition: fc.boolean(),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(lines, (some) => {
        const instalments = plan({
          lines: some.map(({ vessel, stage, amount, addition }) =>
            line(vessel, stage, amount, addition ? { stageType: 'ADDITION' } : {}),
          ),
        });
        const sum = (amounts: readonly string[]): string =>
          printDecimal(
            amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)),
            2,
          );
        const total = instalments.totals[0]?.total ?? '0.00';
        expect(sum(instalments.totals.flatMap(({ stages, others }) => [...stages, others]))).toBe(total);
        expect(sum(instalments.rows.map((row) => row.total))).toBe(total);
        expect(sum(some.map(({ amount }) => amount))).toBe(total);
      }),
    );
  });
});

test('counts split instalments, supplements and the deciding version; a supplement has precedence', () => {
  const PRECEDENCE = { field: 'versionType', codes: ['actual', 'supplement'] };
  const [estimate, actual, old, late] = [
    version('1', 'estimate'),
    version('9'),
    version('3', 'supplement', 'Supplement'),
    version('4', 'supplement', 'Supplement'),
  ];
  const all = [late, estimate, actual, old];
  expect(versionsThatCount(all, new Set(['1']), actual, PRECEDENCE).map(({ id }) => id)).toEqual(['1', '9', '3', '4']);
  expect(versionsThatCount([estimate, actual], new Set(['9']), actual, PRECEDENCE).map(({ id }) => id)).toEqual(['9']);
  expect(versionsThatCount([estimate, actual], new Set(), actual, PRECEDENCE).map(({ id }) => id)).toEqual(['9']);
  // Without a precedence in the schema, the later version counts.
  expect(versionsThatCount(all, new Set(['1']), actual, undefined).map(({ id }) => id)).toEqual(['1', '3', '4', '9']);
});
