import { Link } from 'react-router';
import { useLabel } from '../language.ts';
import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';
import { withTitle } from './title.ts';
import { usePointed } from './titles.ts';

/** The row that is pointed to, by its title; where there is room for all of a record, as a link to it. */
export function Cell({ field, value, full }: CellProps) {
  const label = useLabel();
  const code = textOf(value);
  const pointed = usePointed(field.ref, code);
  const title = pointed ? label(pointed.title) : undefined;
  // an id says nothing to a reader: it stands only where its row has no title for them
  if (code === '' || (field.ref?.by === 'id' && pointed === undefined)) return null;
  const shown = field.ref?.by === 'id' ? (title ?? `#${code}`) : withTitle(code, title);
  if (pointed?.deleted) return <del title={shown}>{shown}</del>;
  return full && pointed?.path !== undefined ? (
    <Link to={pointed.path}>{shown}</Link>
  ) : (
    <span title={shown}>{shown}</span>
  );
}
