import { duplicateKeys } from '../../generator/language/duplicateKeys.ts';
import { exceedsJsonSize } from './jsonSize.ts';

/** Why a body is not taken as JSON. */
export type JsonFault = 'syntax' | 'size' | 'duplicate';

/**
 * Parses JSON as `JSON.parse` does, but refuses what that lets pass: a key that stands twice in one object (the first
 * would be lost in silence) and, before it parses, what is too large for any body (`exceedsJsonSize`).
 *
 * @param maxKeys keys that one object may have, where more than in other bodies are needed
 */
export function parseStrictJson(
  text: string,
  maxKeys?: number,
): { value: unknown } | { fault: JsonFault; at?: string } {
  if (exceedsJsonSize(text, maxKeys)) return { fault: 'size' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'syntax' };
  }
  // what prints as it was written has said nothing twice
  if (isFlat(value) && JSON.stringify(value) === text) return { value };
  return findDuplicate(text) ?? { value };
}

/** An object of plain values, as most bodies are. */
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

/** The first duplicate key of a text that is known to be JSON. */
function findDuplicate(text: string): { fault: JsonFault; at?: string } | undefined {
  for (const { key } of duplicateKeys(text)) return { fault: 'duplicate', at: key };
  return undefined;
}
