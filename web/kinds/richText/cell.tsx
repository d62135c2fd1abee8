import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';
import { Formatted } from './formatted.tsx';
import { plainText } from './text.ts';

/** A formatted text; in a list its words alone. */
export const Cell = ({ value, full }: CellProps) => {
  if (full) return <Formatted html={textOf(value)} />;
  const text = plainText(textOf(value));
  return <span className="kind-long" title={text}>{text}</span>;
};
