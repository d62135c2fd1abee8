import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';

/** One line of text. The column cuts off long text, which is shown on hover. */
export const Cell = ({ value }: CellProps) => {
  const text = textOf(value);
  return <span title={text.length > 24 ? text : undefined}>{text}</span>;
};
