import type { Label } from '../../../generator/model/field.ts';

/** One field that a change touched; values as the API gives them. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** The latest lines of a record's history, and how many there are. */
export interface HistoryPage {
  records: HistoryEntry[];
  total: number;
}

/** A part of a record. */
export interface HistoryPart {
  entity: string;
  id: string;
  title: Label;
  deleted: boolean;
}

/** One line of `GET /api/{entity}/{id}/history`, the newest first. */
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
   * the part of the record that it happened to, what it is called, and whether it is deleted by now; absent for the
   * record itself
   */
  part?: HistoryPart;
  /** how many parts one change touched, where they are not told one by one */
  parts?: number;
}
