import { isRequiredOnCreate } from '../../../generator/language/jsonSchema.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { callersFields } from '../caller.ts';
import { isComparedAlternative } from '../lookedUpTargets.ts';
import { codeInCondition, mustMatchFormula } from '../neededRows.ts';
import { isOfSibling } from '../sameParentRows.ts';
import type { SampleOptions } from '../sample.ts';

/** Whether a field is input. */
export const isWritable = (field: Field): boolean =>
  !field.readOnly &&
  !field.state &&
  field.number === undefined &&
  (field.compute === undefined || field.compute.overridable);

/** Whether a reference needs a value, because the row that its default names may not exist. */
export const hasDefaultTarget = (field: Field): boolean =>
  field.ref !== undefined && (field.default !== undefined || (field.required && field.defaultExpr !== undefined));

/** The fields that a row with these options may have. */
export function possibleFields(
  entity: Entity,
  { fields = 'all', fixed = {}, linked = {}, where, isCreatedWithParent }: SampleOptions,
): Field[] {
  return entity.fields.filter(
    (field) =>
      isWritable(field) &&
      !mustMatchFormula(entity, field) &&
      field.name !== entity.sequence?.field &&
      !(isCreatedWithParent && isOfSibling(entity, field)) &&
      (field.name in fixed ||
        field.name in linked ||
        fields !== 'required' ||
        codeInCondition(field, where) !== undefined ||
        isRequiredOnCreate(field) ||
        isComparedAlternative(entity, field.name) ||
        hasDefaultTarget(field) ||
        callersFields(entity).includes(field) ||
        (field.required && /\buser\./.test(field.defaultExpr ?? ''))),
  );
}
