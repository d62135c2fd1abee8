import { useLabel } from '../language.ts';
import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';
import { FormattedFrame } from './frame.tsx';
import { plainText } from './text.ts';

/** A formatted text; a list shows it without format. */
export const Cell = ({ field, value, full }: CellProps) => {
  const labelOf = useLabel();
  if (full) return <FormattedFrame html={textOf(value)} title={labelOf(field.label)} />;
  const text = plainText(textOf(value));
  return (
    <span className="kind-long" title={text}>
      {text}
    </span>
  );
};
