const MAX_DEPTH = 20;
const MAX_KEYS_OF_ONE = 1000;
/** Keys, objects, arrays and commas of the whole text. */
const MAX_PARTS = 100_000;

/**
 * Whether a text nests deeper, has more keys in one object, or has more parts than any body needs. One pass over the
 * text, before it is parsed: to parse such a text takes the server far longer. For text that is not JSON, the answer
 * has no meaning.
 *
 * @param maxKeys keys that one object may have
 */
export function exceedsJsonSize(text: string, maxKeys = MAX_KEYS_OF_ONE): boolean {
  /** keys of the open objects, outermost first; arrays count as objects without keys */
  const keys: number[] = [];
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
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

/** Where the string ends that begins at a quote; the end of the text where it does not end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
