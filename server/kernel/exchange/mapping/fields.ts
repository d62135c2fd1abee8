import { labelIn, type Language } from '../../../../generator/language/message.ts';
import { canUpdateByImport, isImportable, RECORD_VERSION } from '../../../../generator/language/importable.ts';
import type { Entity } from '../../../../generator/model/entity.ts';
import type { Field } from '../../../../generator/model/field.ts';

/** The fields that a file can contain, in the order of the schema. */
export const importableFields = (entity: Entity): Field[] => entity.fields.filter(isImportable);

/** Whether a column of a file can contain this field: an importable field, or the record version if imports update. */
export const isColumn = (entity: Entity, field: Field): boolean =>
  isImportable(field) || (field === RECORD_VERSION && canUpdateByImport(entity));

/** The heading of a field in one language: its label, followed by its name if another field has the same label. */
export function headingOf(entity: Entity, field: Field, language: Language): string {
  const label = labelIn(field.label, language);
  const shared = entity.fields.some(
    (other) => other !== field && foldHeading(labelIn(other.label, language)) === foldHeading(label),
  );
  return shared ? `${label} (${field.name})` : label;
}

/** Normalises a heading for comparison: without case, width, spaces and the asterisk of a required field. */
export const foldHeading = (heading: string): string =>
  heading.normalize('NFKC').toLowerCase().replaceAll(/[\s*]/g, '');
