import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';

/** Who makes the calls of the generated cases. */
export const PERSON = { userCde: 'admin', userName: 'Administrator', allSeeingEye: true };

/** What lets a row be changed and taken away again, as the generated cases do. */
const CHANGES = ['edit', 'delete'];

/**
 * The fields that make a row the caller's to change: one of those in `x-access.edit`, and those that a guard of changes
 * compares with the caller. Of rows that name others there, whoever made them can change nothing more.
 */
export function callersFields({ access, guards, fields }: Entity): Field[] {
  const ofGuards = CHANGES.flatMap((operation) =>
    (guards[operation] ?? []).flatMap(({ expr }) =>
      [...expr.matchAll(/\bself\.(\w+) == user\.userCde\b|\buser\.userCde == self\.(\w+)/g)].map(
        ([, one, other]) => one ?? other!,
      ),
    ),
  );
  const given = (name: string): Field | undefined =>
    fields.find((field) => field.name === name && !field.readOnly && field.compute === undefined);
  const editors =
    access?.edit === undefined || access.edit.includes('creater')
      ? []
      : access.edit.flatMap((name) => given(name) ?? []).slice(0, 1);
  return [...new Set([...editors, ...ofGuards.flatMap((name) => given(name) ?? [])])];
}
