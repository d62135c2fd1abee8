import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { isCopyOfState } from '../parentCopy.ts';

/**
 * The fields whose states the header shows: copies of the parent's states, then those of the machines. On one line, and
 * beside a copy, a machine that is still in its initial state is omitted, unless nothing else would be shown.
 */
export function shownStates(entity: Entity, row: Row): Field[] {
  const copies = entity.fields.filter((field) => isCopyOfState(field) && !isAbsent(row[field.name]));
  const machines = entity.machines.filter(
    ({ field, initial }, index) =>
      row[field] !== initial || (copies.length === 0 && (index === 0 || entity.form.steps === undefined)),
  );
  return [...copies, ...machines.flatMap((machine) => entity.fields.find(({ name }) => name === machine.field) ?? [])];
}
