import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Repair } from './repair.ts';

/** Share of the total that all terms but the last get if they exceed the total. */
const SMALLER = 0.8;

/** Gives the last term the rest of the total. */
export const sum: Repair = {
  word: 'x-sum',
  repair(entity, row, { fixed, totalOf }) {
    for (const sum of entity.sums) {
      if (!('fields' in sum.of)) continue;
      const terms = sum.of.fields.filter((name) => row[name] != null);
      const last = terms.at(-1);
      const total = totalOf(sum.equals, row);
      if (last === undefined || total === undefined || last in fixed) continue;
      const addUp = () =>
        terms.slice(0, -1).reduce((all, name) => all.plus(parseDecimal(row[name]) ?? 0), new Decimal(0));
      const drawn = addUp();
      // terms that exceed the total are reduced, so that the last one is not negative
      if (drawn.gt(total) && total.gt(0))
        for (const name of terms.slice(0, -1))
          if (!(name in fixed))
            row[name] = printDecimal(
              (parseDecimal(row[name]) ?? new Decimal(0))
                .times(total)
                .div(drawn)
                .times(SMALLER)
                .toDecimalPlaces(2, Decimal.ROUND_DOWN),
            );
      const others = addUp();
      row[last] = printDecimal(total.minus(others));
    }
  },
};
