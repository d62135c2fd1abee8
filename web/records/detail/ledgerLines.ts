import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { ChildLedger, LedgerTest } from '../../../generator/model/child.ts';
import type { Field } from '../../../generator/model/field.ts';
import { currencyOf } from '../../../generator/language/currency.ts';
import { type Row, textOf } from '../../fields/types.ts';
import type { IsMet } from '../isMet.ts';

/** Amounts of lines in the currency of the totals; decimal text. */
export interface LedgerTotals {
  base: string;
  settled: string;
  outstanding: string;
}

/** One row of a ledger. */
export interface LedgerLine extends LedgerTotals {
  row: Row;
  /** whether each step is done, in their order */
  steps: boolean[];
}

/** Lines of one type and currency, with their total in this currency. */
export interface LedgerGroup extends LedgerTotals {
  key: string;
  currency: string;
  amount: string;
  lines: LedgerLine[];
}

interface Source {
  ledger: ChildLedger;
  /** the field of the amounts in their own currencies */
  amount: Field;
  /** the record with the rows of its children */
  record: Row;
  rows: readonly Row[];
  /** tests conditions on the record */
  isMet: IsMet;
}

/** The lines of a ledger by type and currency, in the order of their first lines. */
export function ledgerGroups({ ledger, amount, record, rows, isMet }: Source): LedgerGroup[] {
  const groups = new Map<string, { currency: string; lines: LedgerLine[] }>();
  const passes = (tests: readonly LedgerTest[], row: Row): boolean =>
    tests.some((test) => passesTest(test, row, record, isMet));
  for (const row of rows) {
    const currency = currencyOf(amount, row) ?? '';
    const key = `${textOf(row[ledger.by])} ${currency}`;
    const base = textOf(row[ledger.base]) || '0';
    const isSettled = passes(ledger.settled.tests, row);
    const line = {
      row,
      base,
      settled: isSettled ? base : '0',
      outstanding: isSettled ? '0' : base,
      steps: (ledger.steps ?? []).map(({ tests }) => passes(tests, row)),
    };
    groups.set(key, { currency, lines: [...(groups.get(key)?.lines ?? []), line] });
  }
  return [...groups].map(([key, { currency, lines }]) => ({
    key,
    currency,
    lines,
    amount: sumOf(lines.map(({ row }) => row[amount.name])),
    ...ledgerTotals(lines),
  }));
}

/** The totals of lines or groups. */
export const ledgerTotals = (lines: readonly LedgerTotals[]): LedgerTotals => ({
  base: sumOf(lines.map(({ base }) => base)),
  settled: sumOf(lines.map(({ settled }) => settled)),
  outstanding: sumOf(lines.map(({ outstanding }) => outstanding)),
});

const sumOf = (amounts: readonly unknown[]): string =>
  printDecimal(amounts.reduce<Decimal>((sum, amount) => sum.plus(parseDecimal(amount) ?? 0), new Decimal(0)));

function passesTest({ when, is, child, via }: LedgerTest, row: Row, record: Row, isMet: IsMet): boolean {
  const has = (one: Row): boolean =>
    Object.entries(is ?? {}).every(([field, values]) => values.includes(textOf(one[field])));
  if (!isMet(when)) return false;
  if (child === undefined) return has(row);
  const others = (record[child] ?? []) as readonly Row[];
  return others.some((other) => textOf(other[via!]) === textOf(row['id']) && has(other));
}
