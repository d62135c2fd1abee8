import type { Child } from '../../generator/model/child.ts';
import type { Entity } from '../../generator/model/entity.ts';
import { isAbsent, type Row, textOf } from '../fields/types.ts';

/**
 * Whether the states of a row let it be edited or deleted (`x-gate`), as far as the row tells them; the server says
 * what else stands in the way.
 */
export const isGateOpen = (entity: Entity, operation: 'edit' | 'delete', row: Row): boolean =>
  Object.entries(entity.gate[operation] ?? {}).every(
    ([field, states]) => isAbsent(row[field]) || states.includes(textOf(row[field])),
  );

/** Whether a to-do belongs to an approval: it goes with its record, and is not changed by hand. */
export const isOfApproval = ({ tasks }: Entity, row: Row): boolean =>
  tasks !== undefined && !isAbsent(row[tasks.record]);

/**
 * Whether the states of a record let a part of its own gate be written (`x-child.gate`); `edit` stands for what is not
 * named.
 */
export const isPartOpen = ({ gate }: Child, operation: 'add' | 'edit' | 'delete', whole: Row): boolean =>
  Object.entries(gate?.[operation] ?? gate?.['edit'] ?? {}).every(([field, states]) =>
    states.includes(textOf(whole[field])),
  );
