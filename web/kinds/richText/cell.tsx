import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';
import { plainText } from './text.ts';

/** The words of a formatted text. Its markup comes from people, so it is never put into the page. */
export const Cell = ({ value }: CellProps) => {
  const text = plainText(textOf(value));
  return <span className="kind-long" title={text}>{text}</span>;
};
