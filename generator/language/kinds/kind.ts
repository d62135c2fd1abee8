import type { Field } from '../../model/field.ts';
import type { Problem } from '../violation.ts';

/** Types of conditions in the `where` of a list. */
export type ConditionType =
  'equal' | 'ne' | 'like' | 'array' | 'dateRange' | 'gt' | 'gte' | 'lt' | 'lte' | 'isNull' | 'notNull';

/** The type of a field in expressions. */
export type CelType = 'string' | 'int' | 'Decimal' | 'Date' | 'google.protobuf.Timestamp' | 'list<string>' | 'dyn';

/** Sample values at the limits of a field, for generated tests. */
export interface Boundaries {
  valid: unknown[];
  /** each with the key of its message */
  invalid: { value: unknown; key: string }[];
}

/**
 * The definition of a field kind. Values are JSON: text, integers and lists; decimals are text. An absent value is null
 * and is not passed to `check`.
 */
export interface Kind {
  /** SQL type of the column. */
  column(field: Field): string;
  /** TypeScript type of the value in JSON, without null. */
  typeScript(field: Field): string;
  /** JSON Schema 2020-12 of the value, without null. */
  jsonSchema(field: Field): Record<string, unknown>;
  /**
   * Converts input to the value that is checked and stored: trimmed, in one spelling, null if blank. It never rounds,
   * and returns a value that it cannot convert unchanged.
   */
  normalise(value: unknown, field: Field): unknown;
  /** Checks a normalised value as far as only the value and the field are needed. */
  check(value: unknown, field: Field): Problem | undefined;
  /** Checks whether the database can compare a value with the column; values of conditions must pass only this. */
  checkComparable(value: unknown, field: Field): Problem | undefined;
  /** types of conditions that lists allow for it */
  conditions: readonly ConditionType[];
  /** SQL of the column's value in JSON. */
  toSqlText(field: Field, columnSql: string): string;
  cel: CelType;
  boundaries(field: Field): Boundaries;
}

/** A problem with the label of the field as parameter. */
export const problem = (field: Field, key: string, params: Record<string, unknown> = {}): Problem => ({
  key,
  params: { label: field.label, ...params },
});

/** Like `problem`, as a warning, which can be accepted. */
export const warning = (field: Field, key: string, params: Record<string, unknown> = {}): Problem => ({
  ...problem(field, key, params),
  level: 'warning',
});
