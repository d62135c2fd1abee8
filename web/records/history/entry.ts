import type { Label } from '../../../generator/model/field.ts';

/** The change of one field, with its values in the API. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** The latest lines of a record's history and the number of all lines. */
export interface HistoryPage {
  records: HistoryEntry[];
  total: number;
}

/** A child of a record, or a related record. */
export interface HistoryChild {
  entity: string;
  id: string;
  title: Label;
  deleted: boolean;
}

/** One line of `GET /api/{entity}/{id}/history`, the latest first. */
export interface HistoryEntry {
  id: string;
  /** instant, RFC 3339 */
  at: string;
  /** the person's code */
  by: string;
  byName?: string | null;
  action: string;
  changes: FieldChange[];
  /**
   * the changed child or related record; absent for the record itself
   */
  part?: HistoryChild;
  /** number of changed children, if they are not listed one by one */
  parts?: number;
}
