/**
 * A running code, for a field without a column: text with one token `{seq:n}` (decimal) or `{seq36:n}` (base 36, digits
 * 0–9 A–Z), padded with zeros to n places. Three places of base 36 are enough for 46,656 rows.
 */
export interface RunningCode {
  pattern: string;
  /** the number of the first row; 1 unless given */
  start?: number;
}

const TOKEN = /\{(seq|seq36):(\d{1,2})\}/g;
/** Places up to which every number is exact. */
const MAX_PLACES = { seq: 15, seq36: 10 } as const;

/** The text around a running code's number, its base and how many places it has. */
export interface RunningParts {
  before: string;
  after: string;
  base: 10 | 36;
  places: number;
}

/** Parses a pattern; undefined for an invalid one. */
export function runningParts(pattern: string): RunningParts | undefined {
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
 * function returns undefined for a number with too many digits, because its code could equal an existing one.
 */
export function runningCode({ pattern, start = 1 }: RunningCode): ((index: number) => string | undefined) | undefined {
  const parts = runningParts(pattern);
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
