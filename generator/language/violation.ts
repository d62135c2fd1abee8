import type { Label } from '../model/field.ts';
import { MESSAGE } from './messageKeys.ts';

/**
 * What is wrong with a value, without the place: the message's key and what its `{{…}}` stand for. A `Label` among the
 * params, or a list of them, is printed in the reader's language (`message.ts`).
 */
export interface Problem {
  key: string;
  params: Record<string, unknown>;
  /** absent: an error; a warning can be accepted */
  level?: 'warning';
  /** the own text of the rule, or of the field's pattern, which goes before the key's */
  message?: Label;
}

/** A problem at a field: what the form shows there and `errors[]` of an answer is made of. */
export interface Violation extends Problem {
  /** property name; of a child's field `policy-stage[0].calcFrom`; empty when no field is to blame */
  field: string;
  /** `id` of the schema's rule, when one is broken */
  rule?: string;
}

/** The part of an Ajv error that matters here. */
export interface AjvError {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
}

/** Only what breaks: a warning can be accepted. */
export const isError = (violation: Problem): boolean => violation.level !== 'warning';

/**
 * Ajv's errors as violations. `labels` gives the label of a field. Ajv judges the shape alone; `compileEvaluator` judges
 * the same values with finer messages, so join both with `firstOfEachField`, the judge's first.
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

/** Leaves one violation of a field's own checks for each field, errors before warnings; broken rules all stay. */
export function firstOfEachField(violations: readonly Violation[]): Violation[] {
  if (violations.length === 0) return [];
  const blamed = new Set<string>();
  const errors = violations.filter((violation) => isError(violation));
  const warnings = violations.filter((violation) => !isError(violation));
  return [...errors, ...warnings].filter((violation) => {
    if (violation.rule !== undefined) return true;
    if (blamed.has(violation.field)) return false;
    blamed.add(violation.field);
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
