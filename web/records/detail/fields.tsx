import type { ReactNode } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel, useSide } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { formulaText } from '../form/formula.ts';
import { valueFor } from '../list/valueFor.ts';
import { fieldOf } from '../model.ts';

const WIDE: ReadonlySet<string> = new Set(['longText', 'richText', 'json']);

/** Fields of a record with their values, in columns. */
export function DetailFields({
  entity,
  row,
  fields,
}: {
  entity: Entity;
  row: Row;
  fields: readonly string[];
}): ReactNode {
  const label = useLabel();
  const side = useSide();
  const hintOf = ({ help, compute }: Field): string | undefined =>
    help ? label(help) : compute && formulaText(entity, compute.expr, side);
  return (
    <dl className="detail-fields" data-columns={Math.min(entity.form.columns + 1, 4)}>
      {fields.map((name) => {
        const field = fieldOf(entity, name);
        if (!field) return null;
        const Cell = cellOf(field);
        // a text and its Chinese translation are both shown if both are listed
        const value = field.zh !== undefined && fields.includes(field.zh) ? row[name] : valueFor(side, field, row);
        return (
          <div key={name} className={WIDE.has(field.kind) ? 'detail-wide' : undefined}>
            <dt title={hintOf(field)}>{label(field.label)}</dt>
            <dd>
              {isAbsent(value) ? (
                <span className="kind-aside">—</span>
              ) : (
                <Cell field={field} value={value} row={row} entity={entity} full />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
