import type { Field } from '../../model/field.ts';
import { isDate, isInstant } from '../dates.ts';
import { Decimal, parseDecimal, printDecimal } from '../decimal.ts';
import type { CelType } from '../kinds/kind.ts';
import { KINDS } from '../kinds/kinds.ts';

/** Result of an expression without a value. A rule with this result does not fail. */
export const ABSENT: unique symbol = Symbol('absent');

/** A day in expressions: type `Date`. Its text sorts in calendar order. */
export class CalendarDate {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value in an expression, by its CEL type. */
export type CelValue = string | bigint | boolean | Decimal | CalendarDate | Date | unknown[] | object;

/**
 * Converts the JSON value of a field to its CEL type.
 *
 * @returns undefined for an absent value, and for one that is invalid for its kind: the check of the kind reports it,
 *   so rules do not
 */
export function fromJson(value: unknown, type: CelType): CelValue | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : undefined;
    case 'int':
      return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined;
    case 'Decimal':
      return parseDecimal(value);
    case 'Date':
      return isDate(value) ? new CalendarDate(value) : undefined;
    case 'google.protobuf.Timestamp':
      return isInstant(value) ? new Date(value) : undefined;
    case 'list<string>':
      return Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string')
        ? value
        : undefined;
    case 'dyn':
      return value;
  }
}

/**
 * Converts the result of an expression to the JSON value of a field; null if it is absent. It does not round: the kind
 * refuses a decimal with more places than the scale of the field.
 */
export function toJson(value: unknown, field: Field): unknown {
  if (value === ABSENT || value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  if (value instanceof CalendarDate) return value.text;
  if (value instanceof Date) return value.toISOString();
  const places = field.kind === 'money' ? (field.scale ?? 2) : 0;
  if (value instanceof Decimal) return printDecimal(value, places);
  if (typeof value === 'bigint')
    return KINDS[field.kind].cel === 'Decimal' ? printDecimal(new Decimal(value.toString()), places) : Number(value);
  return Array.isArray(value) && value.length === 0 ? null : value;
}

/** The CEL types whose values a field can store. */
export function assignableTypes(field: Field): string[] {
  const { cel } = KINDS[field.kind];
  if (field.kind === 'yesNo') return ['string', 'bool'];
  return cel === 'Decimal' ? ['Decimal', 'int'] : [cel];
}

/** Compares two values of one type, for `Array.sort`. */
export function compareValues(a: CelValue, b: CelValue): number {
  if (a instanceof Decimal && b instanceof Decimal) return a.comparedTo(b);
  const [left, right] = a instanceof CalendarDate && b instanceof CalendarDate ? [a.text, b.text] : [a, b];
  return left < right ? -1 : left > right ? 1 : 0;
}
