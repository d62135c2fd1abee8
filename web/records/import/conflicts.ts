import { HIDDEN } from '../../../generator/language/hiddenValue.ts';
import { RECORD_VERSION } from '../../../generator/language/importable.ts';
import { isAbsent } from '../../fields/types.ts';
import { isSameValue } from '../form/values.ts';
import type { Conflict, ConflictingField, Edits } from './contract.ts';
import { correctRows, correctedValue } from './corrections.ts';

/** Whose value of a field is written: the file's or the stored one. */
export type Side = 'mine' | 'theirs';

/** The choice for each field of each row. */
export type Choices = Readonly<Record<string, Side>>;

const keyOf = (row: number, field: string): string => `${row} ${field}`;

/** Whether both values may be read, so that the stored one can be chosen. */
export const isReadable = ({ mine, theirs }: ConflictingField): boolean => mine !== HIDDEN || theirs !== HIDDEN;

/**
 * The side to write for a field: the user's choice, else `theirs` if the file still has the exported value. Undefined
 * if both sides changed the field, because the user must decide.
 */
export function sideOf(choices: Choices, { row }: Conflict, field: ConflictingField): Side | undefined {
  const isUnchanged = 'original' in field && isReadable(field) && isSameValue(field.mine, field.original);
  return choices[keyOf(row, field.field)] ?? (isUnchanged ? 'theirs' : undefined);
}

/** Whether every field of a conflict has a choice. */
export const isDecided = (choices: Choices, conflict: Conflict): boolean =>
  conflict.fields.every((field) => sideOf(choices, conflict, field) !== undefined);

/** Chooses the value of one field of a conflict. */
export const choose = (choices: Choices, { row }: Conflict, field: string, side: Side): Choices => ({
  ...choices,
  [keyOf(row, field)]: side,
});

/**
 * Converts the choices for conflicts to corrections: each row gets the current record version, and the stored value of
 * each field with the choice `theirs`.
 */
export function settle(edits: Edits, conflicts: readonly Conflict[], choices: Choices): Edits {
  let settled = edits;
  for (const conflict of conflicts) {
    settled = correctRows(settled, [conflict.row], RECORD_VERSION.name, String(conflict.rev));
    for (const field of conflict.fields) {
      if (sideOf(choices, conflict, field) === 'mine') continue;
      settled = correctRows(settled, [conflict.row], field.field, cellText(field.theirs));
    }
  }
  return settled;
}

/** Whether a conflict is settled for the current version of its record. */
export const isSettled = (edits: Edits, { row, rev }: Conflict): boolean =>
  correctedValue(edits, row, RECORD_VERSION.name) === String(rev);

/** Converts a value of the API to the text of a cell in a file. */
function cellText(value: unknown): string | null {
  if (isAbsent(value)) return null;
  return Array.isArray(value) ? value.join(';') : String(value);
}
