import { useListed } from '../language.ts';
import { withTitle } from '../ref/title.ts';
import { useTitles } from '../ref/titles.ts';
import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';

/** The titles of the referenced rows. */
export function Cell({ field, value }: CellProps) {
  const listed = useListed();
  const codes = Array.isArray(value) ? value.map(textOf) : [];
  const titles = useTitles(field.ref, codes);
  const text = listed(codes.map((code) => withTitle(code, titles?.get(code))));
  return <span title={text}>{text}</span>;
}
