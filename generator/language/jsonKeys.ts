/** A key that stands a second time in one object, and where in the text it stood. */
export interface DoubleKey {
  key: string;
  first: number;
  again: number;
}

/** What a walk over JSON meets that reading it lets pass. */
export type JsonOddity = ({ sort: 'double' } & DoubleKey) | { sort: 'deep' };

/**
 * Walks over text that is known to be JSON, so that a string in front of a colon is a key: `JSON.parse` keeps the last
 * value of a key that stands twice, and loses the others in silence.
 *
 * @param met is told of each key that stands twice, and once of nesting beyond `deepest` levels; the walk ends when it
 *   answers true
 */
export function walkJson(text: string, deepest: number, met: (oddity: JsonOddity) => boolean): void {
  const open: (Map<string, number> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x7b || char === 0x5b) {
      open.push(char === 0x7b ? new Map() : undefined);
      if (open.length === deepest + 1 && met({ sort: 'deep' })) return;
    } else if (char === 0x7d || char === 0x5d) open.pop();
    else if (char === 0x22) {
      const start = at;
      at = text.indexOf('"', start + 1);
      // with a backslash in it, the string may go on
      const escaped = text.slice(start, at).includes('\\');
      if (escaped) at = endOfString(text, start);
      const keys = open.at(-1);
      if (keys && colonFollows(text, at + 1)) {
        const key = escaped ? (JSON.parse(text.slice(start, at + 1)) as string) : text.slice(start + 1, at);
        const first = keys.get(key);
        if (first === undefined) keys.set(key, start);
        else if (met({ sort: 'double', key, first, again: start })) return;
      }
    }
  }
}

/** Every key of JSON text that stands twice in its object. */
export function doubleKeys(text: string): DoubleKey[] {
  const found: DoubleKey[] = [];
  walkJson(text, Infinity, (oddity) => {
    if (oddity.sort === 'double') found.push({ key: oddity.key, first: oddity.first, again: oddity.again });
    return false;
  });
  return found;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at;
}

function colonFollows(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === 0x3a;
}
