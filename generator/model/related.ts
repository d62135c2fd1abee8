import type { Label } from './field.ts';

/** `x-related`: rows of another entity that refer to a row of this one without being its children. */
export interface Related {
  entity: string;
  /** their reference to it; absent: the fields of `x-entity.tasks` or `messages` that name a record of any entity */
  via?: string;
  /** the heading of a tab with their list */
  tab?: Label;
}
