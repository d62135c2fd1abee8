import type { CellProps } from '../types.ts';
import { isAbsent } from '../types.ts';

/** JSON on one line. */
export const Cell = ({ value }: CellProps) => (isAbsent(value) ? null : <code className="kind-long">{JSON.stringify(value)}</code>);
