import type { Machine } from '../../../generator/model/operation.ts';

/** Position of a state in the diagram, from 0. */
export interface StatePosition {
  column: number;
  line: number;
}

/**
 * Computes the position of each state: its column is its distance from the initial state, and states of a column are
 * below each other.
 */
export function layOutStates(machine: Machine): Map<string, StatePosition> {
  const positions = new Map<string, StatePosition>();
  const lineCounts: number[] = [];
  let reached = [machine.initial];
  for (let column = 0; reached.length > 0; column += 1) {
    for (const code of reached) {
      const line = lineCounts[column] ?? 0;
      positions.set(code, { column, line });
      lineCounts[column] = line + 1;
    }
    const next = machine.transitions
      .filter(({ from }) => from.some((code) => reached.includes(code)))
      .map(({ to }) => to);
    reached = [...new Set(next)].filter((code) => !positions.has(code));
  }
  return positions;
}
