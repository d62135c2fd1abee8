import type { ReactNode } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { cellOf } from '../../fields/cells.ts';
import { useLabel } from '../../fields/language.ts';
import { withoutCode } from '../../fields/ref/title.ts';
import { useTitle } from '../../fields/ref/titles.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';
import { fieldOf } from '../model.ts';

/** The fields of `x-form.header` that have values, in a line under the title. */
export function HeaderLine({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const label = useLabel();
  const fields = (entity.form.header ?? [])
    .flatMap((name) => fieldOf(entity, name) ?? [])
    .filter(({ name }) => !isAbsent(row[name]));
  if (fields.length === 0) return null;
  return (
    <dl className="header-line">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{label(field.label)}</dt>
          <dd>
            <Value entity={entity} row={row} field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A value; a person or a company is named without the code. */
function Value({ entity, row, field }: { entity: Entity; row: Row; field: Field }): ReactNode {
  const Cell = cellOf(field);
  const code = textOf(row[field.name]);
  const title = useTitle(field.kind === 'ref' ? field.ref : undefined, code);
  return title === undefined ? (
    <Cell field={field} value={row[field.name]} row={row} entity={entity} />
  ) : (
    withoutCode(code, title)
  );
}
