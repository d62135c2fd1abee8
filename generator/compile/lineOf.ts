import { keysOfPointer } from './problem.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * The line, from 1, of the key or list entry at a JSON pointer. For a missing one it is the line of the innermost
 * existing object or list around it.
 *
 * @param text valid JSON
 */
export function lineOf(text: string, pointer: string): number {
  const keys = keysOfPointer(pointer);
  const tokens = [...text.matchAll(TOKEN)];
  let next = 0;
  let start = 0;
  /** Skips a value, and stores the position of keys on the path. */
  const skip = (depth: number, isOnPath: boolean): void => {
    const [opening] = tokens[next++]!;
    if (opening !== '{' && opening !== '[') return;
    for (let index = 0; !'}]'.includes(tokens[next]![0]); index++) {
      const [first] = tokens[next]!;
      const isHere = isOnPath && keys[depth] === (opening === '{' ? JSON.parse(first) : String(index));
      if (isHere) start = tokens[next]!.index;
      // a key and its colon
      if (opening === '{') next += 2;
      skip(depth + 1, isHere);
      if (tokens[next]![0] === ',') next++;
    }
    next++;
  };
  skip(0, true);
  return text.slice(0, start).split('\n').length;
}
