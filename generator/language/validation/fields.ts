import type { Entity } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import { problem } from '../kinds/kind.ts';
import { KINDS } from '../kinds/kinds.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Violation } from '../violation.ts';
import { tooFineForCurrency } from '../evaluation/amounts.ts';
import { isAbsent, NOTHING, type RowValidator } from '../evaluation/context.ts';

/** Judges each field by itself: is it there, and does its kind take it. */
export function compileFields(entity: Pick<Entity, 'fields'>): RowValidator {
  const fields = entity.fields.map((field) => ({
    name: field.name,
    field,
    kind: KINDS[field.kind],
    needed: needed(field),
  }));
  return (row, { mode, places }) => {
    let violations: Violation[] | undefined;
    for (const { name, field, kind, needed } of fields) {
      const value = row[name];
      if (isAbsent(value)) {
        if (needed && !(field.writeOnly && mode === 'update'))
          (violations ??= []).push({ field: name, ...problem(field, MESSAGE.required) });
        continue;
      }
      const found = kind.check(value, field);
      if (found) (violations ??= []).push({ field: name, ...found });
      const tooFine = found || !field.currency ? undefined : tooFineForCurrency(value, field, row, places);
      if (tooFine) (violations ??= []).push(tooFine);
    }
    return violations ?? NOTHING;
  };
}

/**
 * Whether the row must hold the field when it is judged. Running numbers and states are set by the kernel while it
 * saves, read-only fields without a formula by the domain: nobody could mend them in a form.
 */
const needed = (field: Field): boolean =>
  field.required &&
  field.number === undefined &&
  !field.state &&
  (!field.readOnly || field.compute !== undefined || field.default !== undefined || field.defaultExpr !== undefined);
