/** One field that a change touched; values as the API gives them. */
export interface FieldChange { field: string; from: unknown; to: unknown }

/** One page of `GET /api/{entity}/{id}/history`. */
export interface HistoryPage { records: HistoryEntry[]; total: number; current: number; pageSize: number }

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
  /** the part of the record that it happened to; absent for the record itself */
  part?: { entity: string; id: string };
}
