import { labelIn, type Language } from '../../../../generator/language/message.ts';
import { canUpdateByImport, isImportable, RECORD_VERSION } from '../../../../generator/language/importable.ts';
import type { Entity } from '../../../../generator/model/entity.ts';
import type { Field } from '../../../../generator/model/field.ts';

/** The fields that a file may give, in the schema's order. */
export const importableFields = (entity: Entity): Field[] => entity.fields.filter(isImportable);

/**
 * Whether a column of a file may be this field: one that the file gives, or the record version of an entity that
 * imports can update.
 */
export const isColumn = (entity: Entity, field: Field): boolean =>
  isImportable(field) || (field === RECORD_VERSION && canUpdateByImport(entity));

/** The heading of a field in one language; where two fields of the entity share a label, its name follows. */
export function headingOf(entity: Entity, field: Field, language: Language): string {
  const label = labelIn(field.label, language);
  const shared = entity.fields.some(
    (other) => other !== field && foldHeading(labelIn(other.label, language)) === foldHeading(label),
  );
  return shared ? `${label} (${field.name})` : label;
}

/** A heading as it is compared: whatever the case, the width, the spaces and the asterisk of a required field. */
export const foldHeading = (heading: string): string =>
  heading.normalize('NFKC').toLowerCase().replaceAll(/[\s*]/g, '');
