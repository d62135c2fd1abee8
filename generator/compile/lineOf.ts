import { stepsOf } from './problem.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * The line, from 1 on, on which the part at a JSON pointer begins: at its key, or in a list at itself. Of a part that
 * is not there, that of the innermost one around it that is.
 *
 * @param text sound JSON
 */
export function lineOf(text: string, pointer: string): number {
  const steps = stepsOf(pointer);
  const tokens = [...text.matchAll(TOKEN)];
  let next = 0;
  let start = 0;
  /** Passes over a value, and notes where it leads towards the part. */
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
