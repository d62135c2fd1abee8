import type { Field } from '../../../../generator/model/field.ts';
import type { Violation } from '../../../../generator/language/violation.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { normalised } from '../../write/normalise.ts';
import type { IncomingRow } from './incomingRow.ts';

/** The record into which rows are imported: the value of their reference to it. */
export interface Into {
  field: Field;
  text: string;
}

/** Violations of a row that names other records than those into which all rows are imported. */
export const otherParents = ({ values, violations }: IncomingRow, into: readonly Into[]): Violation[] =>
  into
    .filter(({ field, text }) => String(values[field.name]) !== String(normalised(text, field)))
    // a record that does not exist is reported already
    .filter(({ field: { name } }) => violations.every(({ field }) => field !== name))
    .map(({ field: { name, label } }) => ({ field: name, key: UPLOAD.otherParent, params: { label } }));
