import { stepsOf } from './problem.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * Finds the line (from 1) of the value at a JSON pointer: that of its key, or of the value itself in a list. For a
 * missing value it is the line of the innermost value around it.
 *
 * @param text valid JSON
 */
export function lineOf(text: string, pointer: string): number {
  const steps = stepsOf(pointer);
  const tokens = [...text.matchAll(TOKEN)];
  let next = 0;
  let start = 0;
  /** Skips a value, and notes the position of values on the path of the pointer. */
  const pass = (depth: number, isOnTheWay: boolean): void => {
    const [opening] = tokens[next++]!;
    if (opening !== '{' && opening !== '[') return;
    for (let index = 0; !'}]'.includes(tokens[next]![0]); index++) {
      const [first] = tokens[next]!;
      const isHere = isOnTheWay && steps[depth] === (opening === '{' ? JSON.parse(first) : String(index));
      if (isHere) start = tokens[next]!.index;
      // a key and its colon
      if (opening === '{') next += 2;
      pass(depth + 1, isHere);
      if (tokens[next]![0] === ',') next++;
    }
    next++;
  };
  pass(0, true);
  return text.slice(0, start).split('\n').length;
}
