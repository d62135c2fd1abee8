import type { Label } from '../model/field.ts';
import { MESSAGE } from './messageKeys.ts';

/**
 * A problem of a value, without its field: the message key and the parameters for its placeholders. Parameters of type
 * `Label`, or lists of them, are printed in the reader's language (`message.ts`).
 */
export interface Problem {
  key: string;
  params: Record<string, unknown>;
  /** absent: an error; a warning can be accepted */
  level?: 'warning';
  /** message of the rule, or of the pattern of the field; it has precedence over the text of the key */
  message?: Label;
}

/** A problem at a field, which the form shows and `errors[]` of an answer contains. */
export interface Violation extends Problem {
  /**
   * property name; for a field of a child `policy-stage[0].calcFrom` (`childField.ts`); empty if it concerns no single
   * field
   */
  field: string;
  /** `id` of the violated rule; absent for a check of the field itself */
  rule?: string;
  /** the first children that violate the rule */
  rows?: readonly RowOfViolation[];
  /** further children violate the rule */
  moreRows?: true;
}

/** A row that violates a rule of its parent. */
export interface RowOfViolation {
  entity: string;
  id: string;
  title: Label;
}

/** The used part of an Ajv error. */
export interface AjvError {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
}

/** Whether a problem is an error, and not a warning, which can be accepted. */
const isError = (violation: Problem): boolean => violation.level !== 'warning';

/**
 * Converts Ajv errors to violations.
 *
 * `compileEvaluator` reports the same values with more exact messages. To combine both, pass its violations first to
 * `firstOfEachField`.
 *
 * @param labels finds the label of a field
 * @param row the validated row, to report null as a missing value
 */
export function violationsOfAjv(
  errors: readonly AjvError[],
  labels: (field: string) => Label | undefined,
  row?: unknown,
): Violation[] {
  return errors.map((error) => {
    const field = fieldOf(error);
    const label = labels(field) ?? { en: field, zh: field };
    const absent = error.keyword === 'type' && valueAt(row, error.instancePath) === null;
    return { field, key: absent ? MESSAGE.required : keyOf(error), params: { label, ...limitOf(error) } };
  });
}

/** Keeps all violations of rules, and only the first other violation of each field. Errors come before warnings. */
export function firstOfEachField(violations: readonly Violation[]): Violation[] {
  if (violations.length === 0) return [];
  const reported = new Set<string>();
  const errors = violations.filter((violation) => isError(violation));
  const warnings = violations.filter((violation) => !isError(violation));
  return [...errors, ...warnings].filter((violation) => {
    if (violation.rule !== undefined) return true;
    if (reported.has(violation.field)) return false;
    reported.add(violation.field);
    return true;
  });
}

function fieldOf(error: AjvError): string {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (error.keyword === 'required') path.push(String(error.params['missingProperty']));
  if (error.keyword === 'additionalProperties') path.push(String(error.params['additionalProperty']));
  return path[0] ?? '';
}

function keyOf(error: AjvError): string {
  if (error.keyword === 'type') return TYPE_KEYS[[error.params['type']].flat()[0] as string] ?? MESSAGE.json;
  return KEYWORD_KEYS[error.keyword] ?? MESSAGE.pattern;
}

const limitOf = (error: AjvError): { limit?: unknown } =>
  'limit' in error.params ? { limit: error.params['limit'] } : {};

const valueAt = (row: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, step) =>
        value === null || typeof value !== 'object' ? undefined : (value as Record<string, unknown>)[step],
      row,
    );

const TYPE_KEYS: Record<string, string> = { string: MESSAGE.text, integer: MESSAGE.integer, array: MESSAGE.list };

const KEYWORD_KEYS: Record<string, string> = {
  required: MESSAGE.required,
  additionalProperties: MESSAGE.unknownField,
  maxLength: MESSAGE.tooLong,
  minLength: MESSAGE.tooShort,
  pattern: MESSAGE.pattern,
  enum: MESSAGE.option,
  minimum: MESSAGE.minimum,
  maximum: MESSAGE.maximum,
  exclusiveMinimum: MESSAGE.exclusiveMinimum,
  exclusiveMaximum: MESSAGE.exclusiveMaximum,
  maxItems: MESSAGE.tooManyItems,
  uniqueItems: MESSAGE.repeatedItem,
};
