const DEEPEST = 20;

/** Why a body is not taken as JSON. */
export type JsonFault = 'syntax' | 'depth' | 'duplicate';

/**
 * Parses JSON as `JSON.parse` does, but refuses what that lets pass: a key that stands twice in one object (the first
 * would be lost in silence) and nesting beyond 20 levels.
 */
export function parseStrictJson(text: string): { value: unknown } | { fault: JsonFault; at?: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'syntax' };
  }
  // what prints as it was written has said nothing twice
  if (isFlat(value) && JSON.stringify(value) === text) return { value };
  return scan(text) ?? { value };
}

/** An object of plain values, as most bodies are. */
function isFlat(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const name in value) if (typeof (value as Record<string, unknown>)[name] === 'object' && (value as Record<string, unknown>)[name] !== null) return false;
  return true;
}

/** Walks over text that is known to be JSON, so that a string in front of a colon is a key. */
function scan(text: string): { fault: JsonFault; at?: string } | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x7b || char === 0x5b) {
      open.push(char === 0x7b ? new Set() : undefined);
      if (open.length > DEEPEST) return { fault: 'depth' };
    } else if (char === 0x7d || char === 0x5d) open.pop();
    else if (char === 0x22) {
      const start = at;
      at = text.indexOf('"', start + 1);
      // with a backslash in it, the string may go on
      const escaped = text.slice(start, at).includes('\\');
      if (escaped) at = endOfString(text, start);
      const keys = open.at(-1);
      if (keys && colonFollows(text, at + 1)) {
        const key = escaped ? JSON.parse(text.slice(start, at + 1)) as string : text.slice(start + 1, at);
        if (keys.has(key)) return { fault: 'duplicate', at: key };
        keys.add(key);
      }
    }
  }
  return undefined;
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
