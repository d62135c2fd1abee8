import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';
import { withTitle } from './title.ts';
import { useTitle } from './titles.ts';

/** The row that is pointed to, by its title. */
export function Cell({ field, value }: CellProps) {
  const code = textOf(value);
  const title = useTitle(field.ref, code);
  const shown = field.ref?.by === 'id' ? title ?? `#${code}` : withTitle(code, title);
  return code === '' ? null : <span title={shown}>{shown}</span>;
}
