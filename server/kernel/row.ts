import type { Violation } from '../../generator/language/violation.ts';

/** A row by field name, or some of its values. */
export type Row = Record<string, unknown>;

/** The body of a request, split into fields and children. */
export interface Body {
  /** the submitted fields, normalised by their kinds */
  values: Row;
  /** submitted rows of child entities, not checked yet */
  children: Record<string, Row[]>;
  acceptWarnings: boolean;
  /** unknown or read-only fields, reported together with all other violations */
  violations: Violation[];
}
