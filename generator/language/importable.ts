import { KERNEL_FIELDS } from './kernelFields.ts';
import type { Entity } from '../model/entity.ts';
import type { Field, KindName } from '../model/field.ts';

/** Field kinds whose values do not fit into a spreadsheet cell, or must not be in one. */
const NEVER_IN_FILES: ReadonlySet<KindName> = new Set(['file', 'files', 'password', 'json']);

/** Whether an import can set a field. */
export const isImportable = (field: Field): boolean =>
  !field.readOnly && !field.state && !NEVER_IN_FILES.has(field.kind) && !(field.compute && !field.compute.overridable);

/**
 * The `rev` of a row as a spreadsheet column. An import compares it with the stored `rev` and does not write it.
 */
export const RECORD_VERSION: Field = KERNEL_FIELDS.find(({ name }) => name === 'rev')!;

/** Whether an import can change records of an entity, so that its files contain the record version. */
export const canUpdateByImport = ({ import: rules, readOnly }: Pick<Entity, 'import' | 'readOnly'>): boolean =>
  rules?.mode === 'upsert' && !readOnly;
