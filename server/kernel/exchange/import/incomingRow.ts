import type { Violation } from '../../../../generator/language/violation.ts';
import type { Row } from '../../row.ts';
import type { FileVersion } from './recordVersion.ts';

/**
 * A row of an import: its number in the file, its values by field, the errors of its cells, and its record version.
 * `texts` has the texts in the file that other values replaced, such as the key of a referenced row; null for a blank.
 */
export interface IncomingRow {
  number: number;
  values: Row;
  texts?: Row;
  violations: Violation[];
  version?: FileVersion;
}
