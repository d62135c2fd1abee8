import type { ReactNode } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { cellOf } from '../../fields/cells.ts';
import { DaysLeft, isOpen } from '../../fields/date/daysLeft.tsx';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';

interface Props {
  entity: Entity;
  field: Field;
  row: Row;
  value: unknown;
}

/** A value of a row; a date that is reminded of (`x-remind`), with the days left while the record is open. */
export function ListCell({ entity, field, row, value }: Props): ReactNode {
  const Cell = cellOf(field);
  return (
    <>
      <Cell field={field} value={value} row={row} entity={entity} />
      {isReminded(entity, field) && !isAbsent(value) && isOpen(entity, row) && <DaysLeft day={textOf(value)} />}
    </>
  );
}

/** Whether to-dos remind of a date. */
const isReminded = ({ reminders }: Entity, { name }: Field): boolean => reminders.some(({ field }) => field === name);

/** Width in CSS pixels of the days left beside a date; 0 for other fields. */
export const daysLeftWidth = (entity: Entity, field: Field): number => (isReminded(entity, field) ? 104 : 0);
