import type { Violation } from '../../../../generator/language/violation.ts';
import { RECORD_VERSION } from '../../../../generator/language/importable.ts';
import type { InputValue } from '../mapping/input.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';

/** The record version in a row of a file. */
export interface FileVersion {
  /** the text of the cell; null for a blank one */
  text: string | null;
  /** absent for a blank or invalid cell */
  rev?: number;
  violations: Violation[];
}

/**
 * Parses the cell of the record version. A spreadsheet program may have added decimals to the number, as in `3.0`.
 */
export function readVersion(cell: InputValue | undefined): FileVersion {
  const text = cell == null ? '' : String(cell).trim();
  if (text === '') return { text: null, violations: [] };
  const digits = /^([1-9]\d{0,8})(?:\.0{1,9})?$/.exec(text)?.[1];
  if (digits !== undefined) return { text, rev: Number(digits), violations: [] };
  return { text, violations: [{ field: RECORD_VERSION.name, key: UPLOAD.noVersion, params: { value: text } }] };
}
