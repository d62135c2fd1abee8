/**
 * A code that counts up with the rows, for a field without a column. The pattern contains one token `{seq:n}` (decimal)
 * or `{seq36:n}` (base 36, digits 0–9 A–Z), which becomes a number of n places with leading zeros. Three places of base
 * 36 are enough for 46,656 rows.
 */
export interface RunningCode {
  pattern: string;
  /** the number of the first row; 1 by default */
  start?: number;
}

const TOKEN = /\{(seq|seq36):(\d{1,2})\}/g;
/** Limits of places up to which JavaScript represents every number exactly. */
const MAX_PLACES = { seq: 15, seq36: 10 } as const;

/** A parsed pattern: the text before and after the number, and the base and places of the number. */
export interface RunningPattern {
  before: string;
  after: string;
  base: 10 | 36;
  places: number;
}

/** Parses a pattern; undefined for an invalid one. */
export function parseRunningPattern(pattern: string): RunningPattern | undefined {
  const tokens = [...pattern.matchAll(TOKEN)];
  const [token] = tokens;
  if (tokens.length !== 1 || !token || /[{}]/.test(pattern.replace(token[0], ''))) return undefined;
  const places = Number(token[2]);
  if (places < 1 || places > MAX_PLACES[token[1] as 'seq' | 'seq36']) return undefined;
  return {
    before: pattern.slice(0, token.index),
    after: pattern.slice(token.index + token[0].length),
    base: token[1] === 'seq' ? 10 : 36,
    places,
  };
}

/**
 * Returns a function from the index of a row (from 0) to its code; undefined for an invalid pattern or start. The
 * function returns undefined if the number has more digits than the pattern has places.
 */
export function runningCode({ pattern, start = 1 }: RunningCode): ((index: number) => string | undefined) | undefined {
  const parts = parseRunningPattern(pattern);
  if (!parts) return undefined;
  const { before, after, base, places } = parts;
  if (!Number.isSafeInteger(start) || start < 0 || start >= base ** places) return undefined;
  return (index) => {
    const number = start + index;
    return number < base ** places
      ? before + number.toString(base).toUpperCase().padStart(places, '0') + after
      : undefined;
  };
}
