import type { Field } from '../../model/field.ts';
import { Decimal } from '../decimal.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Problem } from '../violation.ts';
import { checkRange, NUMBER_CONDITIONS, rangeEdges } from './decimal.ts';
import { problem, type Boundaries, type Kind } from './kind.ts';

const INT4_MAX = 2_147_483_647;
const INT4_MIN = -2_147_483_648;

/** A whole number: a JSON number. */
export const integer: Kind = {
  column: (field) => (isWide(field) ? 'bigint' : 'integer'),
  typeScript: () => 'number',
  jsonSchema: (field) => ({ type: 'integer', ...rangeSchema(field) }),
  normalise: normaliseInteger,
  check: (value, field) => checkWhole(value, field) ?? checkRange(new Decimal(value as number), field),
  checkComparable: checkWhole,
  conditions: NUMBER_CONDITIONS,
  toSqlText: (_, columnSql) => columnSql,
  cel: 'int',
  boundaries: integerBoundaries,
};

/** Whether the bounds ask for more than PostgreSQL's four-byte integer. */
const isWide = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Field): boolean =>
  [minimum, maximum, exclusiveMinimum, exclusiveMaximum].some(
    (bound) => bound !== undefined && (Number(bound) > INT4_MAX || Number(bound) < INT4_MIN),
  );

/** The least and the greatest number that the column and JSON both hold exactly. */
const limitsOf = (field: Field): readonly [least: number, most: number] =>
  isWide(field) ? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] : [INT4_MIN, INT4_MAX];

function rangeSchema(field: Field): Record<string, number> {
  const [least, most] = limitsOf(field);
  return {
    minimum: Math.max(least, Number(field.minimum ?? least)),
    maximum: Math.min(most, Number(field.maximum ?? most)),
    ...(field.exclusiveMinimum === undefined ? {} : { exclusiveMinimum: Number(field.exclusiveMinimum) }),
    ...(field.exclusiveMaximum === undefined ? {} : { exclusiveMaximum: Number(field.exclusiveMaximum) }),
  };
}

/** Text of digits, as forms and spreadsheets send it, becomes the number; all else stays for `check` to refuse. */
function normaliseInteger(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return null;
  return /^-?[0-9]{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) + 0 : text;
}

function checkWhole(value: unknown, field: Field): Problem | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value)) return problem(field, MESSAGE.integer);
  const [least, most] = limitsOf(field);
  if (value > most) return problem(field, MESSAGE.maximum, { limit: field.maximum ?? String(most) });
  return value < least ? problem(field, MESSAGE.minimum, { limit: field.minimum ?? String(least) }) : undefined;
}

function integerBoundaries(field: Field): Boundaries {
  const [least, most] = limitsOf(field).map((limit) => new Decimal(limit)) as [Decimal, Decimal];
  const edges = rangeEdges(field, new Decimal(1));
  const inside = [least, most, new Decimal(0), new Decimal(1), ...edges.inside];
  return {
    valid: inside.filter((value) => !checkRange(value, field)).map(Number),
    invalid: [
      { value: 1.5, key: MESSAGE.integer },
      { value: 'abc', key: MESSAGE.integer },
      { value: '1.5', key: MESSAGE.integer },
      { value: true, key: MESSAGE.integer },
      { value: [1], key: MESSAGE.integer },
      { value: Number(most) + 1, key: MESSAGE.maximum },
      { value: Number(least) - 1, key: MESSAGE.minimum },
      ...edges.outside.map((value) => ({ value: Number(value), key: checkRange(value, field)!.key })),
    ],
  };
}
