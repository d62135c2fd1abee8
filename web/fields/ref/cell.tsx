import { Link } from 'react-router';
import { useLabel } from '../language.ts';
import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';
import { withTitle } from './title.ts';
import { useReferencedRow } from './titles.ts';

/** The title of the referenced row; on a record's page as a link to it. */
export function Cell({ field, value, full }: CellProps) {
  const label = useLabel();
  const code = textOf(value);
  const referenced = useReferencedRow(field.ref, code);
  const title = referenced ? label(referenced.title) : undefined;
  // an id is shown only for a row without a title
  if (code === '' || (field.ref?.by === 'id' && referenced === undefined)) return null;
  const shown = field.ref?.by === 'id' ? (title ?? `#${code}`) : withTitle(code, title);
  if (referenced?.deleted) return <del title={shown}>{shown}</del>;
  return full && referenced?.path !== undefined ? (
    <Link to={referenced.path}>{shown}</Link>
  ) : (
    <span title={shown}>{shown}</span>
  );
}
