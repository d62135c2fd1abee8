import type { Child } from '../../generator/model/child.ts';
import type { Entity } from '../../generator/model/entity.ts';
import { isAbsent, type Row, textOf } from '../fields/types.ts';

/**
 * Whether the states of a row allow it to be edited or deleted (`x-gate`), as far as the row has them; the server adds
 * the other block reasons.
 */
export const isGateOpen = (entity: Entity, operation: 'edit' | 'delete', row: Row): boolean =>
  Object.entries(entity.gate[operation] ?? {}).every(
    ([field, states]) => isAbsent(row[field]) || states.includes(textOf(row[field])),
  );

/** Whether a to-do belongs to an approval: it changes with its record, and not by hand. */
export const isOfApproval = ({ tasks }: Entity, row: Row): boolean =>
  tasks !== undefined && !isAbsent(row[tasks.record]);

/**
 * Whether the states of a parent allow an operation on a child with a gate of its own (`x-child.gate`); `edit` stands
 * for what is not named.
 */
export const isChildOpen = ({ gate }: Child, operation: 'add' | 'edit' | 'delete', parent: Row): boolean =>
  Object.entries(gate?.[operation] ?? gate?.['edit'] ?? {}).every(([field, states]) =>
    states.includes(textOf(parent[field])),
  );
