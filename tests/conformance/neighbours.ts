import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { NoOverlap } from '../../generator/model/rule.ts';
import type { Row } from './sample.ts';

/**
 * Whether two rows are equal in all fields, as a rule between rows compares them. An empty value equals no other,
 * unless the rule counts empty values.
 */
export const areEqualIn = (
  fields: readonly string[],
  a: Row,
  b: Row,
  { absentIsOne, ignoreCase }: Pick<NoOverlap, 'absentIsOne' | 'ignoreCase'> = {},
): boolean => {
  const compared = (value: unknown): string => (ignoreCase ? String(value ?? '').toUpperCase() : String(value ?? ''));
  return fields.every(
    (name) => (a[name] != null || absentIsOne) && (a[name] === b[name] || compared(a[name]) === compared(b[name])),
  );
};

/**
 * Whether two periods overlap. The first and the last day belong to a period. A period without an end is open; one
 * without a start overlaps none.
 */
export function overlap({ from, to }: NoOverlap, a: Row, b: Row): boolean {
  const [startA, startB] = [a[from], b[from]];
  if (startA == null || startB == null) return false;
  return (b[to] == null || String(startA) <= String(b[to])) && (a[to] == null || String(startB) <= String(a[to]));
}

/** Whether a rule compares rows by the field, or the field refers to the parent. */
export const isCompared = ({ unique, noOverlap, parents }: Entity, { name }: Field): boolean =>
  unique.some(({ fields }) => fields.includes(name)) ||
  noOverlap.some(({ by }) => by.includes(name)) ||
  parents.some(({ via }) => via === name);
