import { expect, test } from 'vitest';
import type { ChildLedger } from '../../../generator/model/child.ts';
import { ledgerGroups, ledgerTotals } from '../../../web/records/detail/ledgerLines.ts';
import { fieldOf } from '../language/model.ts';

const label = { en: 'Paid', zh: '已付' };
const ledger: ChildLedger = {
  by: 'type',
  fields: [],
  amount: 'amount',
  base: 'usd',
  settled: { label, tests: [{ is: { state: ['Paid'] } }, { is: { direct: ['Y'] }, when: 'approved' }] },
  steps: [
    { label, tests: [{ child: 'invoice', via: 'chargeId', is: { checked: ['Y'] } }] },
    { label, tests: [{ when: 'approved' }] },
  ],
};
const amount = { ...fieldOf('amount', 'money'), currency: { field: 'cur' } };
const charge = (id: string, type: string, cur: string, usd: string, more = {}) => ({
  id,
  type,
  cur,
  amount: usd,
  usd,
  state: 'Open',
  direct: 'N',
  ...more,
});
const rows = [
  charge('1', 'SURVEY', 'USD', '100.10', { state: 'Paid' }),
  charge('2', 'LEGAL', 'EUR', '50.00', { direct: 'Y' }),
  charge('3', 'SURVEY', 'USD', '200.20'),
  charge('4', 'SURVEY', 'EUR', '7.00'),
];
const record = {
  invoice: [
    { chargeId: '1', checked: 'Y' },
    { chargeId: '3', checked: 'N' },
  ],
};
const groupsOf = (isApproved: boolean) =>
  ledgerGroups({ ledger, amount, record, rows, isMet: (when) => when === undefined || isApproved });

test('lines of one type and currency are together, with what is settled and outstanding', () => {
  expect(
    groupsOf(false).map(({ key, lines, amount: sum, settled, outstanding }) => [
      key,
      lines.map(({ row }) => row['id']),
      sum,
      settled,
      outstanding,
    ]),
  ).toEqual([
    ['SURVEY USD', ['1', '3'], '300.3', '100.1', '200.2'],
    ['LEGAL EUR', ['2'], '50', '0', '50'],
    ['SURVEY EUR', ['4'], '7', '0', '7'],
  ]);
});

test('a test can depend on the record, and on the rows of another child', () => {
  expect(
    groupsOf(true).flatMap(({ lines }) => lines.map(({ row, settled, steps }) => [row['id'], settled, steps])),
  ).toEqual([
    ['1', '100.10', [true, true]],
    ['3', '0', [false, true]],
    ['2', '50.00', [false, true]],
    ['4', '0', [false, true]],
  ]);
});

test('the totals are the sums of all lines; without lines they are 0', () => {
  expect(ledgerTotals(groupsOf(true))).toEqual({ base: '357.3', settled: '150.1', outstanding: '207.2' });
  expect(ledgerTotals([])).toEqual({ base: '0', settled: '0', outstanding: '0' });
});
