import type { Field } from '../../model/field.ts';
import { isDate, isInstant } from '../dates.ts';
import { Decimal, parseDecimal, printDecimal } from '../decimal.ts';
import type { CelType } from '../kinds/kind.ts';
import { KINDS } from '../kinds/kinds.ts';

/** The result of an expression with an operand that is absent. A rule that comes to it does not fail. */
export const ABSENT: unique symbol = Symbol('absent');

/** A day in expressions: type `Date`. Days compare by their text, which sorts as they do. */
export class CalendarDate {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value in an expression, by its CEL type. */
export type CelValue = string | bigint | boolean | Decimal | CalendarDate | Date | unknown[] | object;

/**
 * A field's JSON value as its CEL type has it. Undefined, which is absent, also for a value that its kind does not
 * take: that has a message of its own, and no rule is judged on it.
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
 * The result of an expression as the field's JSON value, null when it is absent. Nothing is rounded: a decimal with
 * more places than the field's scale keeps them, and the kind then refuses it.
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

/** The types of expression whose result the field can hold. */
export function assignableTypes(field: Field): string[] {
  const { cel } = KINDS[field.kind];
  if (field.kind === 'yesNo') return ['string', 'bool'];
  return cel === 'Decimal' ? ['Decimal', 'int'] : [cel];
}

/** The order of two values of one type, as `Array.sort` wants it. */
export function compareValues(a: CelValue, b: CelValue): number {
  if (a instanceof Decimal && b instanceof Decimal) return a.comparedTo(b);
  const [left, right] = a instanceof CalendarDate && b instanceof CalendarDate ? [a.text, b.text] : [a, b];
  return left < right ? -1 : left > right ? 1 : 0;
}
