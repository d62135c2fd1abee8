import type { Field } from '../../model/field.ts';
import type { Problem } from '../violation.ts';

/** The conditions of a list's `where` (api.md). */
export type ConditionType =
  'equal' | 'ne' | 'like' | 'array' | 'dateRange' | 'gt' | 'gte' | 'lt' | 'lte' | 'isNull' | 'notNull';

/** The type of a field in expressions. */
export type CelType = 'string' | 'int' | 'Decimal' | 'Date' | 'google.protobuf.Timestamp' | 'list<string>' | 'dyn';

/** Sample values at the edges of what a field takes, for generated tests. */
export interface Boundaries {
  valid: unknown[];
  /** each with the key of the message that refuses it */
  invalid: { value: unknown; key: string }[];
}

/**
 * What a field kind means, in one place. Values are those of JSON: text, integers, lists; decimals are text. An absent
 * value is null and never reaches `check`.
 */
export interface Kind {
  /** SQL type of the column. */
  column(field: Field): string;
  /** TypeScript type of the value in JSON, without null. */
  typeScript(field: Field): string;
  /** JSON Schema 2020-12 of the value, without null. */
  jsonSchema(field: Field): Record<string, unknown>;
  /**
   * Input as it is judged and stored: trimmed, folded, blank → null. Never rounds; what it cannot read it leaves as it
   * is.
   */
  normalise(value: unknown, field: Field): unknown;
  /** What is wrong with a normalised value: everything that can be told from the value and the field alone. */
  check(value: unknown, field: Field): Problem | undefined;
  /**
   * The part of `check` that a condition's value must pass too: what the database could not compare with the column.
   */
  checkComparable(value: unknown, field: Field): Problem | undefined;
  /** the conditions that a list takes on it */
  conditions: readonly ConditionType[];
  /** The SQL that prints the column into JSON. */
  toSqlText(field: Field, columnSql: string): string;
  cel: CelType;
  boundaries(field: Field): Boundaries;
}

/** A problem with the field's label in it. */
export const problem = (field: Field, key: string, params: Record<string, unknown> = {}): Problem => ({
  key,
  params: { label: field.label, ...params },
});

/** The same as a warning, which can be accepted. */
export const warning = (field: Field, key: string, params: Record<string, unknown> = {}): Problem => ({
  ...problem(field, key, params),
  level: 'warning',
});
