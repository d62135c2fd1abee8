import type { ReactNode } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import { cellOf } from '../cells.ts';
import { useLabel } from '../language.ts';
import { isAbsent, type Row } from '../types.ts';

interface Props {
  target: Entity;
  title: ReactNode;
  row: Row;
}

/** A row in a picker: its title, and the columns of `x-list.picker` below it. */
export function RowChoice({ target, title, row }: Props): ReactNode {
  const label = useLabel();
  const fields = (target.list.picker ?? []).flatMap((name) => target.fields.find((field) => field.name === name) ?? []);
  return (
    <>
      <div className="kind-choice-title">{title}</div>
      <div className="kind-choice-columns">
        {fields
          .filter(({ name }) => !isAbsent(row[name]))
          .map((field) => {
            const Cell = cellOf(field);
            return (
              <span key={field.name}>
                <span className="kind-aside">{label(field.label)}</span>{' '}
                <Cell field={field} value={row[field.name]} row={row} entity={target} />
              </span>
            );
          })}
      </div>
    </>
  );
}
