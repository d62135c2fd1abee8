import { parseDecimal, printDecimal } from '../../generator/language/decimal.ts';
import type { Field } from '../../generator/model/field.ts';
import { shiftDay } from './days.ts';

/** The value just before another, of an ordered field. */
export function valueBefore(field: Field, value: unknown): unknown {
  if (field.kind === 'date') return shiftDay(String(value), -1);
  if (field.kind === 'dateTime') return new Date(Date.parse(String(value)) - 1).toISOString();
  if (field.kind === 'integer') return Number(value) - 1;
  const number = parseDecimal(value);
  if (!number) throw new Error(`no value before ${JSON.stringify(value)} of kind ${field.kind} is known`);
  return printDecimal(number.minus(1));
}
