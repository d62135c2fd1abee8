/** A key that occurs more than once in one JSON object. */
export interface DuplicateKey {
  key: string;
  /** offset in the text of its first occurrence */
  first: number;
  /** offset in the text of the repetition */
  again: number;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Finds each repetition of a key in its object. `JSON.parse` keeps the last value of such a key and drops the others
 * without an error.
 *
 * @param text valid JSON, so that a string before a colon is a key
 */
export function* duplicateKeys(text: string): Generator<DuplicateKey> {
  // for each open object the offsets of its keys; undefined for a list
  const open: (Map<string, number> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === OPENING_BRACE) open.push(new Map());
    else if (char === OPENING_BRACKET) open.push(undefined);
    else if (char === CLOSING_BRACE || char === CLOSING_BRACKET) open.pop();
    else if (char === QUOTE) {
      const start = at;
      at = text.indexOf('"', start + 1);
      // after a backslash, the quote found may be a part of the string
      const escaped = text.slice(start, at).includes('\\');
      if (escaped) at = endOfString(text, start);
      const keys = open.at(-1);
      if (!keys || !isBeforeColon(text, at + 1)) continue;
      const key = escaped ? (JSON.parse(text.slice(start, at + 1)) as string) : text.slice(start + 1, at);
      const first = keys.get(key);
      if (first === undefined) keys.set(key, start);
      else yield { key, first, again: start };
    }
  }
}

/** Offset of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** Whether the next character that is not white space is a colon. */
function isBeforeColon(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === COLON;
}
