import type { ReactNode } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../types.ts';
import { useDue } from './due.ts';
import './daysLeft.css';

/** The distance of a day from today, marked if the day is near or past. */
export function DaysLeft({ day }: { day: string }): ReactNode {
  const { text, state } = useDue()(day);
  return (
    <em className="days-left" data-due={state}>
      {text}
    </em>
  );
}

/** Whether no machine of a record is in a final state. */
export const isOpen = ({ machines }: Entity, row: Row): boolean =>
  machines.every(({ field, states }) => !states.some(({ code, final }) => final && code === row[field]));
