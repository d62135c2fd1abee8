import type { Violation } from '../../../../generator/language/violation.ts';
import type { Row } from '../../row.ts';
import type { FileVersion } from './recordVersion.ts';

/** A row of an import: its number in the file, its values by field, the errors of its cells, and its record version. */
export interface IncomingRow {
  number: number;
  values: Row;
  violations: Violation[];
  version?: FileVersion;
}
