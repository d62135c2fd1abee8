import type { Entity } from '../../../generator/model/entity.ts';
import { daysBetween, shiftDay } from '../days.ts';
import type { Row, Sample } from '../sample.ts';

/** The days from start to end of a row, if its schema orders two dates. */
export function spanOf({ entity, full }: Sample): readonly [string, string] | undefined {
  for (const { from, to } of entity.order) {
    if (entity.fields.find(({ name }) => name === from)?.kind !== 'date' || full[from] == null) continue;
    return [String(full[from]), full[to] == null ? shiftDay(String(full[from]), 365) : String(full[to])];
  }
  return undefined;
}

/** A span of days cut into slices of equal length that do not touch. */
export function slicesOf(
  span: readonly [string, string] | undefined,
  count: number,
): (readonly [string, string])[] | undefined {
  if (!span) return undefined;
  const length = Math.floor(daysBetween(...span) / count);
  return length < 2
    ? undefined
    : Array.from(
        { length: count },
        (_, index) => [shiftDay(span[0], index * length), shiftDay(span[0], (index + 1) * length - 1)] as const,
      );
}

/** The values of fields that order the rows of a parent: the child at `index` gets the number `index + 1`. */
export function orderNumbers({ unique, parents, fields, sequence }: Entity, index: number): Row {
  const numbers = unique
    .filter((rule) => parents.some(({ via }) => rule.fields.includes(via)))
    .flatMap((rule) => rule.fields)
    .filter(
      (name) => name !== sequence?.field && fields.some((field) => field.name === name && field.kind === 'integer'),
    );
  return Object.fromEntries(numbers.map((name) => [name, index + 1]));
}
