import type { Row } from '../../fields/types.ts';

/** What may be done with a record now, as `GET /api/{entity}/{id}` says it. */
export interface ActionState {
  name: string;
  enabled: boolean;
  reason?: string | null;
  /** the state to which an open transition leads */ to?: string;
  /** of editing: what closes parts that have states of their own too */ parts?: string;
}

/** The record's actions, those of its machines and the plain ones (`edit`, `delete`). */
export const actionsOf = (row: Row): ActionState[] =>
  Array.isArray(row['_actions']) ? (row['_actions'] as ActionState[]) : [];
