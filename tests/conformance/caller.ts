import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import { cacheByObject } from '../../generator/language/cacheByObject.ts';

/** The user who makes the calls of the generated cases. */
export const PERSON = { userCde: 'admin', userName: 'Administrator', allSeeingEye: true };

/** The operations that generated cases run on each row. */
const CHANGES = ['edit', 'delete'];

/**
 * The fields that must name the caller, so that the caller can change a row: the first writable field of
 * `x-access.edit` and the fields that a guard of edit or delete compares with the caller.
 */
export const callersFields = cacheByObject(({ access, guards, fields }: Entity): Field[] => {
  const ofGuards = CHANGES.flatMap((operation) =>
    (guards[operation] ?? []).flatMap(({ expr }) =>
      [...expr.matchAll(/\bself\.(\w+) == user\.userCde\b|\buser\.userCde == self\.(\w+)/g)].map(
        ([, one, other]) => one ?? other!,
      ),
    ),
  );
  const writableField = (name: string): Field | undefined =>
    fields.find((field) => field.name === name && !field.readOnly && field.compute === undefined);
  const editors =
    access?.edit === undefined || access.edit.includes('creater')
      ? []
      : access.edit.flatMap((name) => writableField(name) ?? []).slice(0, 1);
  return [...new Set([...editors, ...ofGuards.flatMap((name) => writableField(name) ?? [])])];
});
