import type { Machine } from '../../../generator/model/operation.ts';

/** Position of a state in the diagram, from 0. */
export interface StatePosition {
  column: number;
  line: number;
}

/** Places each state in the column of its distance from the initial one, and states of one column below each other. */
export function layOutStates(machine: Machine): Map<string, StatePosition> {
  const places = new Map<string, StatePosition>();
  const filled: number[] = [];
  let reached = [machine.initial];
  for (let column = 0; reached.length > 0; column += 1) {
    for (const code of reached) {
      const line = filled[column] ?? 0;
      places.set(code, { column, line });
      filled[column] = line + 1;
    }
    const next = machine.transitions
      .filter(({ from }) => from.some((code) => reached.includes(code)))
      .map(({ to }) => to);
    reached = [...new Set(next)].filter((code) => !places.has(code));
  }
  return places;
}
