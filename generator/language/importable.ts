import { KERNEL_FIELDS } from './kernelFields.ts';
import type { Entity } from '../model/entity.ts';
import type { Field, KindName } from '../model/field.ts';

/** Kinds whose value does not fit into a spreadsheet cell, or must not stand there. */
const NEVER_IN_FILES: ReadonlySet<KindName> = new Set(['file', 'files', 'password', 'json']);

/** Whether a file may give this field a value. */
export const isImportable = (field: Field): boolean =>
  !field.readOnly && !field.state && !NEVER_IN_FILES.has(field.kind) && !(field.compute && !field.compute.overridable);

/**
 * The `rev` of a row as a column of a spreadsheet. No import writes it: it says which state of the record the file was
 * made from.
 */
export const RECORD_VERSION: Field = KERNEL_FIELDS.find(({ name }) => name === 'rev')!;

/** Whether an import can change records of this entity, so that its files carry the record version. */
export const canUpdateByImport = ({ import: rules, readOnly }: Pick<Entity, 'import' | 'readOnly'>): boolean =>
  rules?.mode === 'upsert' && !readOnly;
