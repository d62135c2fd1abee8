import { currencyOf } from '../../../generator/language/currency.ts';
import type { CellProps } from '../types.ts';
import { isAbsent, textOf } from '../types.ts';
import { amountText, currencyBeside } from './amount.ts';
import { groupDigits } from '../../../generator/language/groupDigits.ts';
import { percentReading } from '../../../generator/language/figures.ts';

/**
 * A number with separators. An amount has its currency unless its label names it, a percentage its percent sign; a rate
 * that is no price is also shown as a percentage.
 */
export function Cell({ field, value, row }: CellProps) {
  if (isAbsent(value)) return null;
  const text = textOf(value);
  if (field.kind === 'percent') return <span className="kind-figure">{groupDigits(text)} %</span>;
  const currency = currencyOf(field, row ?? {});
  const shown = currencyBeside(field, currency);
  const reading = field.kind === 'rate' && !field.price ? percentReading(text) : undefined;
  return (
    <span className="kind-figure">
      {amountText(text, field, currency)}
      {shown !== undefined && <span className="kind-aside"> {shown}</span>}
      {reading !== undefined && <span className="kind-aside"> ({reading} %)</span>}
    </span>
  );
}
