import { Decimal } from '../../../../generator/language/decimal.ts';
import { isDate } from '../../../../generator/language/dates.ts';
import type { FileFormat } from '../../../kernel/exchange/import/fileFormat.ts';
import { openTable } from '../../../spreadsheet/read/headedTable.ts';
import { TransferRefused } from '../../../spreadsheet/transferRefused.ts';
import type { Statement } from './booking.ts';
import { badLine, tableOf } from './statement.ts';

/** Columns of the finance system's list of bank flows (assumed: the specification does not show it). */
const COLUMNS = [
  'COMP_CODE',
  'SEQ_NO',
  'VALUE_DATE',
  'ACCOUNT_NO',
  'CURRENCY',
  'AMOUNT',
  'IN_OUT',
  'PARTY',
  'PARTY_ACCOUNT',
  'TEXT',
] as const;
type Cells = Record<(typeof COLUMNS)[number], string>;

const IN = ['IN', 'RECEIPT', '收', '收款'];
const OUT = ['OUT', 'PAYMENT', '付', '付款'];

/** Bank flows in a spreadsheet of the finance system (domain/billing-bank.md, Bank flows 13). */
export const sapFile: FileFormat = {
  async toTable(path, limits, context) {
    const table = await openTable(path, { maxRows: limits.maxRows }, limits.signal).catch((error: unknown) => {
      // what is no spreadsheet is refused by the import itself
      if (error instanceof TransferRefused) return undefined;
      throw error;
    });
    if (!table) return undefined;
    try {
      const places = COLUMNS.map((name) =>
        table.headings.findIndex((heading) => heading.trim().toUpperCase() === name),
      );
      if (places.includes(-1)) return undefined;
      const rows: { number: number; cells: Cells }[] = [];
      for await (const { number, cells } of table.rows)
        rows.push({
          number,
          cells: Object.fromEntries(COLUMNS.map((name, index) => [name, cells[places[index]!]?.trim() ?? ''])) as Cells,
        });
      return await tableOf(
        rows.map(({ number, cells }) => statementOf(number, cells)),
        limits,
        context,
      );
    } finally {
      await table.rows.return(undefined);
    }
  },
};

/** One row is a statement without balances: each may have its own account. */
function statementOf(line: number, cells: Cells): Statement {
  const direction = cells.IN_OUT.toUpperCase();
  const date = cells.VALUE_DATE.replace(/^(\d{4})[./]?(\d{2})[./]?(\d{2})$/, '$1-$2-$3').slice(0, 10);
  const amount = /^\d+(\.\d+)?$/.test(cells.AMOUNT) ? new Decimal(cells.AMOUNT) : new Decimal(0);
  if (cells.SEQ_NO === '' || !isDate(date) || !amount.gt(0) || ![...IN, ...OUT].includes(direction))
    throw badLine(line, {
      en: 'SEQ_NO, VALUE_DATE, AMOUNT or IN_OUT is missing or wrong',
      zh: 'SEQ_NO、VALUE_DATE、AMOUNT 或 IN_OUT 缺失或不正确',
    });
  return {
    line,
    id: cells.SEQ_NO,
    account: cells.ACCOUNT_NO,
    company: cells.COMP_CODE,
    currency: cells.CURRENCY.toUpperCase(),
    bookings: [
      {
        line,
        reference: cells.SEQ_NO,
        date,
        amount,
        isReceipt: IN.includes(direction),
        party: cells.PARTY,
        partyAccount: cells.PARTY_ACCOUNT,
        text: cells.TEXT,
      },
    ],
  };
}
