import { Decimal, parseDecimal, printDecimal } from '../../generator/language/decimal.ts';
import type { Entity } from '../../generator/model/entity.ts';
import { daysBetween, shiftDay } from './days.ts';
import type { Row } from './sample.ts';
import { wholeBetween, type Random } from './values.ts';

const LONGEST_PERIOD = 400;
/** Of parts that would be more than their whole, so much of it is drawn for all but the last. */
const SMALLER = 0.8;

/** What is asked of the sampler while a candidate is mended. */
interface Mending {
  random: Random;
  totalOf(equals: string, row: Row): Decimal | undefined;
  placesOf(currency: string): number | undefined;
}

/**
 * A candidate in which what the schema orders, totals and rounds is so; what is `fixed` stays. @param kept what the
 * product writes of it, as what its whole held before
 */
export function mendedRow(
  entity: Entity,
  row: Row,
  fixed: Row,
  kept: Row,
  { random, totalOf, placesOf }: Mending,
): Row {
  const mended = { ...row };
  for (const { name, currency } of entity.fields) {
    const places =
      currency && !(name in fixed) && mended[name] != null
        ? placesOf('code' in currency ? currency.code : String(mended[currency.field]))
        : undefined;
    if (places !== undefined)
      mended[name] = printDecimal(parseDecimal(mended[name])!.toDecimalPlaces(places, Decimal.ROUND_UP));
  }
  for (const { from, to } of entity.order) {
    const [start, end] = [mended[from], mended[to]];
    if (start == null || end == null || from in fixed || to in fixed) continue;
    if (String(start) > String(end)) [mended[from], mended[to]] = [end, start];
    // short periods, as they are in life, leave room for others beside them
    const days =
      entity.fields.find(({ name }) => name === from)?.kind === 'date'
        ? daysBetween(String(mended[from]), String(mended[to]))
        : 0;
    if (days > LONGEST_PERIOD) mended[to] = shiftDay(String(mended[from]), wholeBetween(random, 1, LONGEST_PERIOD));
  }
  for (const { assert } of entity.rules) {
    const [, later = '', former = ''] = /^self\.(\w+) > self\.(\w+)$/.exec(assert) ?? [];
    if (
      later in fixed ||
      mended[later] == null ||
      kept[former] == null ||
      entity.fields.find(({ name }) => name === later)?.kind !== 'date'
    )
      continue;
    if (String(mended[later]) <= String(kept[former]))
      mended[later] = shiftDay(String(kept[former]), wholeBetween(random, 1, LONGEST_PERIOD));
  }
  for (const sum of entity.sums) {
    if (!('fields' in sum.of)) continue;
    const parts = sum.of.fields.filter((name) => mended[name] != null);
    const last = parts.at(-1);
    const total = totalOf(sum.equals, mended);
    if (last === undefined || total === undefined || last in fixed) continue;
    const addUp = () =>
      parts.slice(0, -1).reduce((all, name) => all.plus(parseDecimal(mended[name]) ?? 0), new Decimal(0));
    const drawn = addUp();
    // parts that are more than the whole are made smaller, so that the last one need not be less than nothing
    if (drawn.gt(total) && total.gt(0))
      for (const name of parts.slice(0, -1))
        if (!(name in fixed))
          mended[name] = printDecimal(
            (parseDecimal(mended[name]) ?? new Decimal(0))
              .times(total)
              .div(drawn)
              .times(SMALLER)
              .toDecimalPlaces(2, Decimal.ROUND_DOWN),
          );
    const others = addUp();
    mended[last] = printDecimal(total.minus(others));
  }
  return mended;
}
