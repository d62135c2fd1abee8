import { Decimal, parseDecimal, printDecimal } from '../../generator/language/decimal.ts';
import type { Entity } from '../../generator/model/entity.ts';
import { daysBetween, shiftDay } from './days.ts';
import type { Row } from './sample.ts';
import { integerBetween, type Random } from './values.ts';

const LONGEST_PERIOD = 400;
/** Share of the total that all terms but the last get, where they exceed it. */
const SMALLER = 0.8;

/** Values that the repair takes from the sampler. */
interface RepairContext {
  random: Random;
  totalOf(equals: string, row: Row): Decimal | undefined;
  placesOf(currency: string): number | undefined;
}

/**
 * Repairs a candidate so that its order, totals and rounding are valid; `fixed` fields stay.
 *
 * @param previous server-written values, such as previous values of its parent
 */
export function repairRow(
  entity: Entity,
  row: Row,
  fixed: Row,
  previous: Row,
  { random, totalOf, placesOf }: RepairContext,
): Row {
  const repaired = { ...row };
  for (const { name, currency } of entity.fields) {
    const places =
      currency && !(name in fixed) && repaired[name] != null
        ? placesOf('code' in currency ? currency.code : String(repaired[currency.field]))
        : undefined;
    if (places !== undefined)
      repaired[name] = printDecimal(parseDecimal(repaired[name])!.toDecimalPlaces(places, Decimal.ROUND_UP));
  }
  for (const { from, to } of entity.order) {
    const [start, end] = [repaired[from], repaired[to]];
    if (start == null || end == null || from in fixed || to in fixed) continue;
    if (String(start) > String(end)) [repaired[from], repaired[to]] = [end, start];
    // short periods leave room for others beside them
    const days =
      entity.fields.find(({ name }) => name === from)?.kind === 'date'
        ? daysBetween(String(repaired[from]), String(repaired[to]))
        : 0;
    if (days > LONGEST_PERIOD)
      repaired[to] = shiftDay(String(repaired[from]), integerBetween(random, 1, LONGEST_PERIOD));
  }
  for (const { assert } of entity.rules) {
    const [, later = '', former = ''] = /^self\.(\w+) > self\.(\w+)$/.exec(assert) ?? [];
    if (
      later in fixed ||
      repaired[later] == null ||
      previous[former] == null ||
      entity.fields.find(({ name }) => name === later)?.kind !== 'date'
    )
      continue;
    if (String(repaired[later]) <= String(previous[former]))
      repaired[later] = shiftDay(String(previous[former]), integerBetween(random, 1, LONGEST_PERIOD));
  }
  for (const sum of entity.sums) {
    if (!('fields' in sum.of)) continue;
    const terms = sum.of.fields.filter((name) => repaired[name] != null);
    const last = terms.at(-1);
    const total = totalOf(sum.equals, repaired);
    if (last === undefined || total === undefined || last in fixed) continue;
    const addUp = () =>
      terms.slice(0, -1).reduce((all, name) => all.plus(parseDecimal(repaired[name]) ?? 0), new Decimal(0));
    const drawn = addUp();
    // terms that exceed the total are reduced, so that the last one is not negative
    if (drawn.gt(total) && total.gt(0))
      for (const name of terms.slice(0, -1))
        if (!(name in fixed))
          repaired[name] = printDecimal(
            (parseDecimal(repaired[name]) ?? new Decimal(0))
              .times(total)
              .div(drawn)
              .times(SMALLER)
              .toDecimalPlaces(2, Decimal.ROUND_DOWN),
          );
    const others = addUp();
    repaired[last] = printDecimal(total.minus(others));
  }
  return repaired;
}
