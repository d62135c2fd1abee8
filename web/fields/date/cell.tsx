import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';

/** A day, a month or a year, as it is stored. */
export const Cell = ({ value }: CellProps) => <span className="kind-date">{textOf(value)}</span>;
