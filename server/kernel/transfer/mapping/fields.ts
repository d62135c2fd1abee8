import { labelIn, type Language } from '../../../../generator/language/message.ts';
import type { Entity, Field, KindName } from '../../../../generator/model/types.ts';

/** Kinds whose value no spreadsheet cell can hold, or should. */
const NEVER: ReadonlySet<KindName> = new Set(['file', 'files', 'password', 'json']);

/** Whether a file may give this field a value. */
export const isImportable = (field: Field): boolean => !field.readOnly && !field.state && !NEVER.has(field.kind) && !(field.compute && !field.compute.overridable);

/** The fields that a file may give, in the schema's order. */
export const importableFields = (entity: Entity): Field[] => entity.fields.filter(isImportable);

/** The heading of a field in one language; where two fields of the entity share a label, its name follows. */
export function headingOf(entity: Entity, field: Field, language: Language): string {
  const label = labelIn(field.label, language);
  const shared = entity.fields.some((other) => other !== field && foldHeading(labelIn(other.label, language)) === foldHeading(label));
  return shared ? `${label} (${field.name})` : label;
}

/** A heading as it is compared: whatever the case, the width, the spaces and the asterisk of a required field. */
export const foldHeading = (heading: string): string => heading.normalize('NFKC').toLowerCase().replaceAll(/[\s*]/g, '');
