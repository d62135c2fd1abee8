import type { Field } from '../../model/field.ts';
import { Decimal } from '../decimal.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Problem } from '../violation.ts';
import { checkRange, NUMBER_CONDITIONS, rangeEdges } from './decimal.ts';
import { problem, type Boundaries, type Kind } from './kind.ts';

const INT4_MAX = 2_147_483_647;
const INT4_MIN = -2_147_483_648;

/** An integer: a JSON number. */
export const integer: Kind = {
  column: (field) => (isWide(field) ? 'bigint' : 'integer'),
  typeScript: () => 'number',
  jsonSchema: (field) => ({ type: 'integer', ...rangeSchema(field) }),
  normalise: normaliseInteger,
  check: (value, field) => checkInteger(value, field) ?? checkRange(new Decimal(value as number), field),
  checkComparable: checkInteger,
  conditions: NUMBER_CONDITIONS,
  toSqlText: (_, columnSql) => columnSql,
  cel: 'int',
  boundaries: integerBoundaries,
};

/** Whether the bounds exceed PostgreSQL's four-byte integer. */
const isWide = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Field): boolean =>
  [minimum, maximum, exclusiveMinimum, exclusiveMaximum].some(
    (bound) => bound !== undefined && (Number(bound) > INT4_MAX || Number(bound) < INT4_MIN),
  );

/** The smallest and largest integer that both the column and JSON represent exactly. */
const limitsOf = (field: Field): readonly [min: number, max: number] =>
  isWide(field) ? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] : [INT4_MIN, INT4_MAX];

function rangeSchema(field: Field): Record<string, number> {
  const [min, max] = limitsOf(field);
  return {
    minimum: Math.max(min, Number(field.minimum ?? min)),
    maximum: Math.min(max, Number(field.maximum ?? max)),
    ...(field.exclusiveMinimum === undefined ? {} : { exclusiveMinimum: Number(field.exclusiveMinimum) }),
    ...(field.exclusiveMaximum === undefined ? {} : { exclusiveMaximum: Number(field.exclusiveMaximum) }),
  };
}

/**
 * Converts digits, which forms and spreadsheets send as text, to a number. Other values remain, so that `check` refuses
 * them.
 */
function normaliseInteger(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return null;
  return /^-?[0-9]{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) + 0 : text;
}

function checkInteger(value: unknown, field: Field): Problem | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value)) return problem(field, MESSAGE.integer);
  const [min, max] = limitsOf(field);
  if (value > max) return problem(field, MESSAGE.maximum, { limit: field.maximum ?? String(max) });
  return value < min ? problem(field, MESSAGE.minimum, { limit: field.minimum ?? String(min) }) : undefined;
}

function integerBoundaries(field: Field): Boundaries {
  const [min, max] = limitsOf(field).map((limit) => new Decimal(limit)) as [Decimal, Decimal];
  const edges = rangeEdges(field, new Decimal(1));
  const inside = [min, max, new Decimal(0), new Decimal(1), ...edges.inside];
  return {
    valid: inside.filter((value) => !checkRange(value, field)).map(Number),
    invalid: [
      { value: 1.5, key: MESSAGE.integer },
      { value: 'abc', key: MESSAGE.integer },
      { value: '1.5', key: MESSAGE.integer },
      { value: true, key: MESSAGE.integer },
      { value: [1], key: MESSAGE.integer },
      { value: Number(max) + 1, key: MESSAGE.maximum },
      { value: Number(min) - 1, key: MESSAGE.minimum },
      ...edges.outside.map((value) => ({ value: Number(value), key: checkRange(value, field)!.key })),
    ],
  };
}
