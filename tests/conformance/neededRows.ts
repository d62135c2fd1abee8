import { Decimal, parseDecimal, printDecimal } from '../../generator/language/decimal.ts';
import type { Entity, Ref } from '../../generator/model/types.ts';
import type { Row, Sample } from './sampleRow.ts';

/** The states that a whole must be in before parts of that entity can be added; undefined where a new one takes them. */
export function openedBy({ children, machines }: Entity, { name, parents }: Entity): Row | undefined {
  const child = children.find(({ entity, via }) => entity === name && parents.some((one) => one.via === via));
  const states = child?.gate?.['add'] ?? child?.gate?.['edit'] ?? {};
  const closed = Object.entries(states).filter(([field, allowed]) => !allowed.includes(machines.find((machine) => machine.field === field)!.initial));
  return closed.length > 0 ? Object.fromEntries(closed.map(([field, allowed]) => [field, allowed[0]])) : undefined;
}

/** The values that the target of a matching reference must have, as far as those beside it are given. */
export function matched({ match = {} }: Ref, fixed: Row = {}): Row | undefined {
  const given = Object.entries(match).filter(([own]) => own in fixed).map(([own, there]) => [there, fixed[own]]);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** What the child at `place` adds to the totals of its parent, so that all together come to the whole. */
export function shareOf(parent: Sample, child: string, place: number, siblings: number): Row {
  const share: Row = {};
  for (const { of, equals } of parent.entity.sums) {
    const total = parseDecimal(equals) ?? parseDecimal(parent.whole[equals]);
    if (!('child' in of) || of.child !== child || total === undefined) continue;
    const even = total.div(siblings).toDecimalPlaces(2, Decimal.ROUND_DOWN);
    share[of.field] = printDecimal(place === siblings - 1 ? total.minus(even.times(siblings - 1)) : even);
  }
  return share;
}
