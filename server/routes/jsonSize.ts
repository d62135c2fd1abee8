const MAX_DEPTH = 20;
const MAX_KEYS_OF_OBJECT = 1000;
/** Limit of the number of parts: colons, commas, objects and arrays. */
const MAX_PARTS = 100_000;

/**
 * Whether a JSON text exceeds the limits of nesting, of keys in one object, or of parts; no body needs more. It scans
 * the text before it is parsed, because parsing such a text takes far longer. For invalid JSON the result has no
 * meaning.
 *
 * @param maxKeys limit of keys in one object
 */
export function exceedsJsonSize(text: string, maxKeys = MAX_KEYS_OF_OBJECT): boolean {
  /** number of keys of each open object or array, outermost first */
  const keys: number[] = [];
  let parts = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index);
        continue;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (keys.push(0) > MAX_DEPTH) return true;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        keys.pop();
        continue;
      case COLON:
        if (keys.length > 0 && ++keys[keys.length - 1]! > maxKeys) return true;
        break;
      case COMMA:
        break;
      default:
        continue;
    }
    if (++parts > MAX_PARTS) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Index of the closing quote of the string that begins at `start`; the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
