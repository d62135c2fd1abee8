import { groupDigits } from '../../../generator/language/groupDigits.ts';
import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';

/** A whole number with separators. */
export const Cell = ({ value }: CellProps) => <span className="kind-figure">{groupDigits(textOf(value))}</span>;
