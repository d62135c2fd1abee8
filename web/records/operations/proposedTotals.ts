import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Row } from '../../fields/types.ts';

/** The totals over the rows that an operation proposes for its inputs (`input.totals`). */
export const proposedTotals = ({ input }: Pick<Operation, 'input'>, rows: readonly Row[]): Row =>
  Object.fromEntries(
    Object.entries(input?.totals ?? {}).map(([name, field]) => {
      const total = rows.reduce((sum, row) => sum.plus(parseDecimal(row[field]) ?? 0), new Decimal(0));
      return [name, printDecimal(total, input!.fields.find((one) => one.name === name)?.scale ?? 2)];
    }),
  );
