import type { Entity } from '../../../generator/model/entity.ts';
import { type Row, textOf } from '../../fields/types.ts';

/** Whether a record is in a state in which it can be approved. */
export const isSubmitted = ({ machines }: Entity, row: Row): boolean =>
  machines.some(({ field, transitions }) =>
    transitions.some(({ approval, from }) => approval === 'approve' && from.includes(textOf(row[field]))),
  );
