import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';

/** Text of several lines. A list shows the first line, the page of a record all lines. */
export const Cell = ({ value }: CellProps) => (
  <span className="kind-long" title={textOf(value)}>
    {textOf(value)}
  </span>
);
