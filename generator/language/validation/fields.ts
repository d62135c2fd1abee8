import type { Entity } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import { tooFineForCurrency } from '../evaluation/amounts.ts';
import { isAbsent, NOTHING, type RowValidator } from '../evaluation/context.ts';
import { problem } from '../kinds/kind.ts';
import { KINDS } from '../kinds/kinds.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Violation } from '../violation.ts';

/** Compiles the validation of each field by itself: required values, and the checks of the field kind. */
export function compileFields(entity: Pick<Entity, 'fields'>): RowValidator {
  const fields = entity.fields.map((field) => ({
    name: field.name,
    field,
    kind: KINDS[field.kind],
    isRequired: needsValue(field),
  }));
  return (row, { mode, places }) => {
    let violations: Violation[] | undefined;
    for (const { name, field, kind, isRequired } of fields) {
      const value = row[name];
      if (isAbsent(value)) {
        if (isRequired && !(field.writeOnly && mode === 'update'))
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
 * Whether a value must be present when the row is validated. Running numbers and states are set later by the kernel,
 * and read-only fields without a formula by domain code, so a user could not correct them.
 */
const needsValue = (field: Field): boolean =>
  field.required &&
  field.number === undefined &&
  !field.state &&
  (!field.readOnly || field.compute !== undefined || field.default !== undefined || field.defaultExpr !== undefined);
