import type { Field } from '../../model/field.ts';
import { Decimal, parseDecimal, printDecimal } from '../decimal.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Problem } from '../violation.ts';
import { problem, type Boundaries, type ConditionType, type Kind } from './kind.ts';

/** Total digits and decimal places. */
interface Size {
  precision: number;
  scale: number;
}

/** Conditions by which fields with numbers can be filtered. */
export const NUMBER_CONDITIONS: readonly ConditionType[] = [
  'equal',
  'ne',
  'array',
  'gt',
  'gte',
  'lt',
  'lte',
  'isNull',
  'notNull',
];

const LEXICAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/**
 * An exact decimal: text in JSON, `numeric` in the database.
 *
 * @param defaultSize size of fields without a size of their own
 * @param printFixed whether all decimal places are printed, or only those before trailing zeros
 */
function decimalKind(defaultSize: Size, printFixed: boolean): Kind {
  const sizeOf = (field: Field): Size => ({
    precision: field.precision ?? defaultSize.precision,
    scale: field.scale ?? defaultSize.scale,
  });
  return {
    column: (field) => `numeric(${sizeOf(field).precision},${sizeOf(field).scale})`,
    typeScript: () => 'string',
    jsonSchema: (field) => ({ type: 'string', pattern: decimalPattern(sizeOf(field)) }),
    normalise: (value, field) => normaliseDecimal(value, sizeOf(field).scale, printFixed),
    check: (value, field) =>
      checkSize(value, field, sizeOf(field)) ?? (hasRange(field) ? checkRange(parseDecimal(value)!, field) : undefined),
    checkComparable: (value, field) => checkSize(value, field, sizeOf(field)),
    conditions: NUMBER_CONDITIONS,
    toSqlText: (_, columnSql) => (printFixed ? `(${columnSql})::text` : `trim_scale(${columnSql})::text`),
    cel: 'Decimal',
    boundaries: (field) => decimalBoundaries(field, sizeOf(field)),
  };
}

/** An amount, printed with all decimal places: "1234.50". */
export const money = decimalKind({ precision: 20, scale: 2 }, true);
/** A percentage: 25 is 25 %. */
export const percent = decimalKind({ precision: 9, scale: 4 }, false);
/** A multiplier: 0.0025 is 0.25 %. */
export const rate = decimalKind({ precision: 18, scale: 8 }, false);
/** Any other exact decimal. */
export const decimal = decimalKind({ precision: 18, scale: 6 }, false);

/** Checks the bounds of a decimal or integer field. */
export function checkRange(value: Decimal, field: Field): Problem | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field;
  if (minimum !== undefined && value.lt(bound(minimum))) return problem(field, MESSAGE.minimum, { limit: minimum });
  if (maximum !== undefined && value.gt(bound(maximum))) return problem(field, MESSAGE.maximum, { limit: maximum });
  if (exclusiveMinimum !== undefined && value.lte(bound(exclusiveMinimum)))
    return problem(field, MESSAGE.exclusiveMinimum, { limit: exclusiveMinimum });
  if (exclusiveMaximum !== undefined && value.gte(bound(exclusiveMaximum)))
    return problem(field, MESSAGE.exclusiveMaximum, { limit: exclusiveMaximum });
  return undefined;
}

/** Parses a bound of the model. The cache is limited by the number of bounds in the schemas. */
function bound(text: string): Decimal {
  let number = BOUNDS.get(text);
  if (number === undefined) BOUNDS.set(text, (number = new Decimal(text)));
  return number;
}

const BOUNDS = new Map<string, Decimal>();

function decimalPattern({ precision, scale }: Size): string {
  const whole = `-?[0-9]{1,${Math.max(precision - scale, 1)}}`;
  return scale === 0 ? `^${whole}$` : `^${whole}(\\.[0-9]{1,${scale}})?$`;
}

/**
 * Converts decimal text to the form that the database prints: "0012.5" becomes "12.50" as money and "12.5" as a rate. A
 * save with another spelling of the same amount then changes nothing. Text with too many decimal places is not rounded,
 * because `check` refuses it.
 */
function normaliseDecimal(value: unknown, scale: number, printFixed: boolean): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return value;
  if (normalisedForm(scale, printFixed).test(value)) return value;
  const text = value.trim();
  if (text === '') return null;
  const plain = text.replace(/^(-?)0+(?=[0-9])/, '$1').replace(/^-(?=0(?:\.0*)?$)/, '');
  const [, sign, whole, places = ''] = LEXICAL.exec(plain) ?? [];
  if (whole === undefined || places.length > scale) return plain;
  const shown = printFixed ? places.padEnd(scale, '0') : places.replace(/0+$/, '');
  return `${sign}${whole}${shown === '' ? '' : `.${shown}`}`;
}

/** Pattern of normalised text. Most values match it, so that they need no conversion. */
function normalisedForm(scale: number, printFixed: boolean): RegExp {
  const forms = printFixed ? FIXED_FORMS : SHORT_FORMS;
  let form = forms[scale];
  if (form === undefined) {
    const places = scale === 0 ? '' : printFixed ? `\\.[0-9]{${scale}}` : `(?:\\.[0-9]{0,${scale - 1}}[1-9])?`;
    // numbers between -1 and 0 do not match, because a negative zero must lose its sign
    form = new RegExp(`^(?:-?[1-9][0-9]*|0)${places}$`);
    forms[scale] = form;
  }
  return form;
}

const FIXED_FORMS: RegExp[] = [];
const SHORT_FORMS: RegExp[] = [];

function checkSize(value: unknown, field: Field, { precision, scale }: Size): Problem | undefined {
  if (typeof value !== 'string') return problem(field, MESSAGE.decimalAsText);
  const parts = LEXICAL.exec(value);
  if (!parts) return problem(field, MESSAGE.decimal);
  if ((parts[3]?.length ?? 0) > scale) return problem(field, MESSAGE.decimalPlaces, { scale });
  const whole = parts[2]!.replace(/^0+/, '');
  return whole.length > precision - scale
    ? problem(field, MESSAGE.integerDigits, { digits: precision - scale })
    : undefined;
}

const hasRange = (field: Field): boolean =>
  field.minimum !== undefined ||
  field.maximum !== undefined ||
  field.exclusiveMinimum !== undefined ||
  field.exclusiveMaximum !== undefined;

function decimalBoundaries(field: Field, { precision, scale }: Size): Boundaries {
  const unit = new Decimal(10).pow(-scale);
  const largest = new Decimal(10).pow(precision - scale).minus(unit);
  const inRange = [largest.negated(), largest, new Decimal(0), unit, ...rangeEdges(field, unit).inside];
  const outside = rangeEdges(field, unit).outside;
  return {
    valid: inRange.filter((value) => !checkRange(value, field)).map((value) => printDecimal(value)),
    invalid: [
      { value: 1.5, key: MESSAGE.decimalAsText },
      { value: true, key: MESSAGE.decimalAsText },
      { value: 'abc', key: MESSAGE.decimal },
      { value: '1e3', key: MESSAGE.decimal },
      { value: '1,000', key: MESSAGE.decimal },
      { value: `1.${'0'.repeat(scale)}1`, key: MESSAGE.decimalPlaces },
      { value: `1${'0'.repeat(precision - scale)}`, key: MESSAGE.integerDigits },
      ...outside.map((value) => ({ value: printDecimal(value), key: checkRange(value, field)!.key })),
    ],
  };
}

/** The last valid and first invalid value at each bound of a field, one `unit` apart. */
export function rangeEdges(field: Field, unit: Decimal): { inside: Decimal[]; outside: Decimal[] } {
  const edges = [
    edge(field.minimum, unit.negated(), true),
    edge(field.maximum, unit, true),
    edge(field.exclusiveMinimum, unit.negated(), false),
    edge(field.exclusiveMaximum, unit, false),
  ].flat();
  return { inside: edges.map(([inside]) => inside), outside: edges.map(([, outside]) => outside) };
}

function edge(bound: string | undefined, step: Decimal, inclusive: boolean): [Decimal, Decimal][] {
  if (bound === undefined) return [];
  const limit = new Decimal(bound);
  return [inclusive ? [limit, limit.plus(step)] : [limit.minus(step), limit]];
}
