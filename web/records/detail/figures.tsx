import type { ReactNode } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { cellOf } from '../../fields/cells.ts';
import { DaysLeft, isOpen } from '../../fields/date/daysLeft.tsx';
import { useLabel } from '../../fields/language.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';
import type { IsMet } from '../isMet.ts';
import { fieldOf } from '../model.ts';
import { amountsOf, isOnlyTotal } from './childAmounts.ts';
import { ChildFigures } from './childFigures.tsx';
import { areAllEmpty } from './childGroups.ts';
import type { ChildGroups } from './childTotals.ts';
import { isShown } from './shownField.ts';

interface Props {
  entity: Entity;
  row: Row;
  isMet: IsMet;
  /** the rows of its children */
  groups: readonly ChildGroups[];
}

/** The key figures of a record (`x-form.figures`, `x-child.figures`), above its tabs. */
export function Figures({ entity, row, isMet, groups }: Props): ReactNode {
  const totalled = groups.filter(({ child, groups: { length } }) => child.figures && length > 0);
  const isRepeated = (field: Field): boolean => totalled.some((of) => repeatsTotal(field, row, of));
  const fields = (entity.form.figures ?? [])
    .filter((name) => isShown(entity, row, isMet, name))
    .flatMap((name) => fieldOf(entity, name) ?? [])
    .filter((field) => !isRepeated(field) && !(areAllEmpty(groups) && isAbsent(row[field.name])));
  return fields.length === 0 && totalled.length === 0 ? null : (
    <dl className="detail-figures" data-dense={totalled.length > 0 || entity.form.steps !== undefined || undefined}>
      {fields.map((field) => (
        <Figure key={field.name} entity={entity} row={row} field={field} />
      ))}
      {totalled.map((of) => (
        <ChildFigures key={of.child.entity} parent={entity} row={row} of={of} />
      ))}
    </dl>
  );
}

/** Whether a total of a child shows the same amount. */
const repeatsTotal = (field: Field, row: Row, { child, entity, groups }: ChildGroups): boolean =>
  child
    .figures!.sums.flatMap((name) => fieldOf(entity, name) ?? [])
    .some((sum) => isOnlyTotal(field, row[field.name], amountsOf(sum, groups)));

function Figure({ entity, row, field }: { entity: Entity; row: Row; field: Field }): ReactNode {
  const label = useLabel();
  const Cell = cellOf(field);
  const value = row[field.name];
  const hasDaysLeft = field.kind === 'date' && !isAbsent(value) && isOpen(entity, row);
  return (
    <div>
      <dt>{label(field.label)}</dt>
      <dd>
        {isAbsent(value) ? (
          <span className="kind-aside">—</span>
        ) : (
          <Cell field={field} value={value} row={row} entity={entity} />
        )}
        {hasDaysLeft && <DaysLeft day={textOf(value)} />}
      </dd>
    </div>
  );
}
