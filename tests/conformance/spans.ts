import type { Entity } from '../../generator/model/entity.ts';
import { daysBetween, shiftDay } from './days.ts';
import type { Row, Sample } from './sample.ts';

/** The days that a row covers, when its schema orders two of them. */
export function spanOf({ entity, whole }: Sample): readonly [string, string] | undefined {
  for (const { from, to } of entity.order) {
    if (entity.fields.find(({ name }) => name === from)?.kind !== 'date' || whole[from] == null) continue;
    return [String(whole[from]), whole[to] == null ? shiftDay(String(whole[from]), 365) : String(whole[to])];
  }
  return undefined;
}

/** A span of days cut into parts of one length, which do not touch. */
export function slicesOf(
  span: readonly [string, string] | undefined,
  parts: number,
): (readonly [string, string])[] | undefined {
  if (!span) return undefined;
  const length = Math.floor(daysBetween(...span) / parts);
  return length < 2
    ? undefined
    : Array.from(
        { length: parts },
        (_, part) => [shiftDay(span[0], part * length), shiftDay(span[0], (part + 1) * length - 1)] as const,
      );
}

/**
 * The number by which people order the rows of one parent: rows that are drawn for periods one after the other are
 * numbered so.
 */
export function placeAmong({ unique, parents, fields, sequence }: Entity, place: number): Row {
  const numbers = unique
    .filter((rule) => parents.some(({ via }) => rule.fields.includes(via)))
    .flatMap((rule) => rule.fields)
    .filter(
      (name) => name !== sequence?.field && fields.some((field) => field.name === name && field.kind === 'integer'),
    );
  return Object.fromEntries(numbers.map((name) => [name, place + 1]));
}
