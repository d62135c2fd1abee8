import { Link } from 'react-router';
import { useLabel } from '../language.ts';
import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';
import { withTitle } from './title.ts';
import { usePointed } from './titles.ts';

/** The title of the referenced row; on a record's page as a link to it. */
export function Cell({ field, value, full }: CellProps) {
  const label = useLabel();
  const code = textOf(value);
  const pointed = usePointed(field.ref, code);
  const title = pointed ? label(pointed.title) : undefined;
  // an id is shown only for a row without a title
  if (code === '' || (field.ref?.by === 'id' && pointed === undefined)) return null;
  const shown = field.ref?.by === 'id' ? (title ?? `#${code}`) : withTitle(code, title);
  if (pointed?.deleted) return <del title={shown}>{shown}</del>;
  return full && pointed?.path !== undefined ? (
    <Link to={pointed.path}>{shown}</Link>
  ) : (
    <span title={shown}>{shown}</span>
  );
}
