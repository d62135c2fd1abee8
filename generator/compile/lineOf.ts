import { keysOfPointer } from './problem.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * Line number, from 1, of the key or list entry at a JSON pointer. If there is no such entry, it is the line of the
 * innermost object or list on the path that exists.
 *
 * @param text valid JSON
 */
export function lineOf(text: string, pointer: string): number {
  const keys = keysOfPointer(pointer);
  const tokens = [...text.matchAll(TOKEN)];
  let next = 0;
  let start = 0;
  /** Skips a value, and sets `start` to the position of the last key on the path. */
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
