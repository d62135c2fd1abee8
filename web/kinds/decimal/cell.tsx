import type { CellProps } from '../types.ts';
import { isAbsent, textOf } from '../types.ts';
import { groupDigits, percentReading } from './format.ts';

/** A figure with separators; a percent with its sign, a rate below one with both readings. */
export function Cell({ field, value }: CellProps) {
  if (isAbsent(value)) return null;
  const text = textOf(value);
  const figure = groupDigits(text, field.kind === 'money' ? 2 : 0);
  if (field.kind === 'percent') return <span className="kind-figure">{figure} %</span>;
  const reading = field.kind === 'rate' ? percentReading(text) : undefined;
  return (
    <span className="kind-figure">
      {figure}{reading !== undefined && <span className="kind-aside"> ({reading} %)</span>}
    </span>
  );
}
