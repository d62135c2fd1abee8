import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';

/** Text of several lines; a list shows the first, a detail all of them. */
export const Cell = ({ value }: CellProps) => (
  <span className="kind-long" title={textOf(value)}>
    {textOf(value)}
  </span>
);
