import { Fragment } from 'react';
import { useListed } from '../language.ts';
import { Cell as RefCell } from '../ref/cell.tsx';
import { withTitle } from '../ref/title.ts';
import { useTitles } from '../ref/titles.ts';
import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';

/** The titles of the referenced rows; on a record's page as links, one a line. */
export function Cell(props: CellProps) {
  const { field, value, full } = props;
  const listed = useListed();
  const codes = Array.isArray(value) ? value.map(textOf) : [];
  const titles = useTitles(field.ref, codes);
  if (full && codes.length > 0)
    return codes.map((code, index) => (
      <Fragment key={code}>
        {index > 0 && <br />}
        <RefCell {...props} value={code} />
      </Fragment>
    ));
  const text = listed(codes.map((code) => withTitle(code, titles?.get(code))));
  return <span title={text}>{text}</span>;
}
