import { duplicateKeys } from '../../generator/language/duplicateKeys.ts';
import { exceedsJsonSize } from './jsonSize.ts';

/** Why a JSON text is refused. */
export type JsonProblem = 'syntax' | 'size' | 'duplicate';

/**
 * Parses JSON, and refuses two problems that `JSON.parse` accepts: a text that is too large for any body
 * (`exceedsJsonSize`), and a duplicate key in an object, whose first value would be lost.
 *
 * @param maxKeys limit of keys in one object, if it differs from the limit of other bodies
 * @returns the value, or the problem with the duplicate key in `at`
 */
export function parseStrictJson(
  text: string,
  maxKeys?: number,
): { value: unknown } | { problem: JsonProblem; at?: string } {
  if (exceedsJsonSize(text, maxKeys)) return { problem: 'size' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'syntax' };
  }
  // a flat object that prints as the same text has no duplicate keys: a fast path for most bodies
  if (isFlat(value) && JSON.stringify(value) === text) return { value };
  return findDuplicate(text) ?? { value };
}

/** Whether a value is an object without nested objects or arrays. */
function isFlat(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const name in value)
    if (
      typeof (value as Record<string, unknown>)[name] === 'object' &&
      (value as Record<string, unknown>)[name] !== null
    )
      return false;
  return true;
}

/** Finds the first duplicate key in a valid JSON text. */
function findDuplicate(text: string): { problem: JsonProblem; at?: string } | undefined {
  for (const { key } of duplicateKeys(text)) return { problem: 'duplicate', at: key };
  return undefined;
}
