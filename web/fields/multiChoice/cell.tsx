import { choicesOf } from '../choice/options.ts';
import { useListed, useSide } from '../language.ts';
import type { CellProps } from '../types.ts';

/** The texts of the chosen options. */
export function Cell({ field, value }: CellProps) {
  const side = useSide();
  const listed = useListed();
  if (!Array.isArray(value)) return null;
  const texts = new Map(choicesOf(field, side).map((choice) => [choice.value, choice.label]));
  return <span>{listed(value.map((code) => texts.get(String(code)) ?? String(code)))}</span>;
}
